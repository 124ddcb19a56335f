"""Pulling from a hub: resumed, checked, converted, installed at once or not at all."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
from collections import namedtuple
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hub_server import COMMIT, Hub
from tiny_models import make_checkpoint, tiny_gguf

from localcheck.backends.nli import open_nli
from localcheck.errors import BackendError, BadInput, MissingResource, NetworkRefused, UsageError
from localcheck.models import install
from localcheck.models.catalogue import CatalogueEntry, SourceFile
from localcheck.models.conversion.convert import Conversion
from localcheck.models.download import translated
from localcheck.models.install import Installed
from localcheck.models.manifest import installed, read_record
from localcheck.models.pull import pull
from localcheck.system import resources
from localcheck.system.diskspace import Progress

GGUF = CatalogueEntry(
    "tiny", "llm-gguf", "a tiny one", "maker/tiny", "MIT", files=(SourceFile("tiny-q4.gguf"),), chat_template="chatml"
)


@pytest.fixture
def hub(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    found = Hub({"maker/tiny/tiny-q4.gguf": tiny_gguf(padding=3_000_000)})
    monkeypatch.setenv("HF_ENDPOINT", found.url)
    yield found
    found.close()


def leftovers() -> list[str]:
    root = resources.models_dir()
    return sorted(p.name for p in root.iterdir()) if root.is_dir() else []


def test_pull_records_what_came(hub: Hub) -> None:
    events = list(pull(GGUF, network=True))
    last = events[-1]
    assert isinstance(last, Installed) and leftovers() == ["tiny"]
    record = read_record(last.folder)
    assert (
        record is not None and record.revision == COMMIT and record.licence == "MIT" and record.source == "maker/tiny"
    )
    data = hub.files["maker/tiny/tiny-q4.gguf"]
    assert (last.folder / "model.gguf").read_bytes() == data
    assert hashlib.sha256(data).hexdigest() in {f.sha256 for f in record.files}
    shares = [e.done / e.total for e in events if isinstance(e, Progress) and e.stage == "download"]
    assert shares == sorted(shares) and shares[-1] == 1
    assert all("/resolve/" in path for _, path, _ in hub.seen), "nothing but the files is asked for: no telemetry"


def test_interrupted_pull_goes_on(hub: Hub) -> None:
    hub.break_after = 1_000_000
    with pytest.raises(BackendError, match="stopped") as caught:
        list(pull(GGUF, network=True))
    assert "same command again" in caught.value.hint
    assert "tiny" not in installed() and leftovers() == [".tiny.part"]
    hub.mend()
    hub.seen.clear()
    list(pull(GGUF, network=True))
    starts = [int(r.removeprefix("bytes=").rstrip("-")) for method, _, r in hub.seen if method == "GET" and r]
    assert starts and min(starts) >= 700_000, "what was there is not fetched again"
    assert leftovers() == ["tiny"]
    assert (resources.models_dir() / "tiny" / "model.gguf").read_bytes() == hub.files["maker/tiny/tiny-q4.gguf"]


def test_closing_the_generator_stops_the_download(hub: Hub) -> None:
    events = pull(GGUF, network=True)
    next(events)
    events.close()  # type: ignore[attr-defined]
    assert "tiny" not in installed()
    list(pull(GGUF, network=True))
    assert "tiny" in installed()


@pytest.mark.parametrize("links", [True, False])
def test_what_was_fetched_stays_when_the_model_is_refused_at_the_end(
    links: bool, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise BadInput("tiny", "the model cannot be used")

    def no_links(*_: object) -> None:
        raise OSError

    if not links:
        monkeypatch.setattr(os, "link", no_links)
    with monkeypatch.context() as patched:
        patched.setattr(install, "try_out", refuse)
        with pytest.raises(BadInput, match="cannot be used"):
            list(pull(GGUF, network=True))
    hub.seen.clear()
    list(pull(GGUF, network=True))
    assert ("GET" in {method for method, _, _ in hub.seen}) is not links
    assert leftovers() == ["tiny"] and (resources.models_dir() / "tiny" / "model.gguf").stat().st_nlink == 1


@pytest.mark.parametrize("commit", ["b2" * 20, "../../../x"])
def test_a_file_of_an_older_commit_is_not_taken_for_the_new_one(commit: str, hub: Hub) -> None:
    hub.hashes = False
    events = pull(GGUF, network=True)
    next(e for e in events if isinstance(e, Progress) and e.stage == "check")
    events.close()  # type: ignore[attr-defined]
    hub.commit, hub.files = commit, {"maker/tiny/tiny-q4.gguf": tiny_gguf(padding=5)}
    (resources.models_dir() / "other").mkdir()
    list(pull(GGUF, network=True))
    assert (resources.models_dir() / "tiny" / "model.gguf").read_bytes() == tiny_gguf(padding=5)
    assert leftovers() == ["other", "tiny"]


def test_wrong_hash_installs_nothing_and_starts_anew(hub: Hub) -> None:
    wrong = replace(GGUF, files=(SourceFile("tiny-q4.gguf", sha256="0" * 64),))
    with pytest.raises(BadInput, match="another SHA-256"):
        list(pull(wrong, network=True))
    assert "tiny" not in installed()
    assert not list((resources.models_dir() / ".tiny.part").rglob("*.gguf*"))


def test_refusals_come_before_any_request(hub: Hub) -> None:
    with pytest.raises(NetworkRefused) as refused:
        list(pull(GGUF, network=False))
    assert refused.value.exit_code == 5 and "--network" in refused.value.hint
    with pytest.raises(UsageError, match="not a name"):
        list(pull(GGUF, network=True, name="../x"))
    with pytest.raises(UsageError, match="comes with localcheck"):
        list(pull(replace(GGUF, repo=""), network=True))
    assert hub.seen == [] and leftovers() == []


def test_full_disk_is_said_before_the_download(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(10, 9, 1))
    with pytest.raises(MissingResource, match="not enough disk space") as caught:
        list(pull(GGUF, network=True))
    assert caught.value.exit_code == 3 and leftovers() == []
    assert {method for method, _, _ in hub.seen} == {"HEAD"}


def test_missing_file_and_no_gguf(hub: Hub) -> None:
    with pytest.raises(BackendError, match=r"no other\.gguf there"):
        list(pull(replace(GGUF, files=(SourceFile("other.gguf"),)), network=True))
    hub.files["maker/tiny/tiny-q4.gguf"] = b"<html>not a model</html>"
    with pytest.raises(BadInput, match="not a GGUF"):
        list(pull(GGUF, network=True))
    assert "tiny" not in installed()


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_and_a_full_quota_are_no_fault_of_the_connection(number: int) -> None:
    with pytest.raises(MissingResource, match="is full"), translated("http://a.org/x"):
        raise OSError(number, os.strerror(number))


def test_server_that_is_not_there(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:1")
    with pytest.raises(BackendError, match="stopped"):
        list(pull(GGUF, network=True))


def test_checkpoint_is_converted_on_arrival(hub: Hub, tmp_path: Path) -> None:
    pytest.importorskip("torch")
    make_checkpoint(tmp_path / "source", "roberta")
    names = ("config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json")
    hub.files = {f"maker/nli/{n}": (tmp_path / "source" / n).read_bytes() for n in names}
    files = (*map(SourceFile, names), SourceFile("merges.txt", optional=True))
    entry = CatalogueEntry("my-nli", "nli-encoder", "", "maker/nli", "MIT", files=files, convert=Conversion())
    list(pull(entry, network=True))
    assert leftovers() == ["my-nli"]
    assert not (resources.models_dir() / "my-nli" / "model.safetensors").exists()
    nli = open_nli("my-nli")
    assert nli.entail([("a river", "the river")]).shape == (1, 3)
    nli.close()
    with pytest.raises(UsageError, match="installed already"):
        list(pull(entry, network=True))
    list(pull(entry, network=True, force=True))
    with (resources.models_dir() / "my-nli" / "model.bin").open("r+b") as f:
        f.seek(100)
        f.write(os.urandom(8))
    with pytest.raises(BackendError, match="another SHA-256"):
        open_nli("my-nli")
