"""Where pip looks is where localcheck looks."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from localcheck.errors import BadSetting
from localcheck.models.wheels import DEFAULT, places


def env(home: Path, **more: str) -> dict[str, str]:
    return {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_CONFIG_DIRS": str(home / "machine"),
        **more,
    }


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_an_index_or_a_folder_given_stands_alone(tmp_path: Path) -> None:
    more = {"PIP_INDEX_URL": "https://a.example/simple", "PIP_CONFIG_FILE": os.devnull}
    assert places("https://b.example/simple/", env(tmp_path, **more)).indexes == ("https://b.example/simple",)
    assert places(str(tmp_path), env(tmp_path, **more)).folders == (tmp_path,)
    assert places(tmp_path.as_uri(), env(tmp_path, **more)).folders == (tmp_path,)
    for bad in ("ftp://a.example/simple", "file://elsewhere/simple", "https://"):
        with pytest.raises(BadSetting, match="neither"):
            places(bad, env(tmp_path, **more))
    with pytest.raises(BadSetting, match="no such folder"):
        places(str(tmp_path / "wheels"), env(tmp_path, **more))


def test_variables_win_over_files_and_no_index_means_none(tmp_path: Path) -> None:
    chosen = tmp_path / "chosen.conf"
    write(chosen, "[download]\nindex-url = https://a.example/simple\nfind-links = /w1\n  /w2\ncert = c.pem\n")
    found = places("", env(tmp_path, PIP_CONFIG_FILE=str(chosen), PIP_INDEX_URL="https://b.example/simple"))
    assert (found.indexes, found.folders) == (("https://b.example/simple",), (Path("/w1"), Path("/w2")))
    assert found.cert == "c.pem"
    nothing = places("", env(tmp_path, PIP_CONFIG_FILE=str(chosen), PIP_NO_INDEX="1"))
    assert (nothing.indexes, nothing.folders) == ((), (Path("/w1"), Path("/w2")))
    more = env(tmp_path, PIP_CONFIG_FILE=os.devnull, PIP_EXTRA_INDEX_URL="http://localhost:1/s file:///w3")
    assert places("", more).indexes == (DEFAULT, "http://localhost:1/s") and places("", more).folders == (Path("/w3"),)
    assert places("", more).here().indexes == ("http://localhost:1/s",)


def test_a_broken_file_is_named(tmp_path: Path) -> None:
    write(tmp_path / "bad.conf", "index-url = x\n")
    with pytest.raises(BadSetting) as caught:
        places("", env(tmp_path, PIP_CONFIG_FILE=str(tmp_path / "bad.conf")))
    assert "bad.conf" in str(caught.value)


@pytest.mark.parametrize("index", ["user", "old"])
def test_pip_itself_reads_the_same(tmp_path: Path, index: str) -> None:
    write(tmp_path / "machine" / "pip" / "pip.conf", "[global]\nindex-url = https://machine.example/simple\n")
    write(tmp_path / ".pip" / "pip.conf", "[global]\nindex-url = https://old.example/simple\nfind-links = /w\n")
    if index == "user":
        write(tmp_path / "config" / "pip" / "pip.conf", "[global]\nindex-url = https://user.example/simple\n")
    given = {**env(tmp_path), "PATH": os.environ["PATH"]}
    if find_spec("pip") is None:
        pytest.skip("no pip in this environment")
    listed = subprocess.run([sys.executable, "-m", "pip", "config", "list"], env=given, capture_output=True, text=True)
    known = dict(line.split("=", 1) for line in listed.stdout.splitlines())
    shown = [known[f"global.{key}"].strip("'") for key in ("index-url", "find-links")]
    found = places("", given)
    assert [found.indexes[0], str(found.folders[0])] == shown == [f"https://{index}.example/simple", "/w"]
