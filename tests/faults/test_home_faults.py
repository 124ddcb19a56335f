"""A home that a killed process left behind, a disk that is full, a home that cannot be written."""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from localcheck.errors import UsageError
from localcheck.ingest import indexing
from localcheck.models.manifest import CARD, installed
from localcheck.sources.indexes import folder_of, index_exists, index_names, open_index
from localcheck.store import Store
from localcheck.system.resources import mend, swap_in
from localcheck.types import Document, RunInfo

ROOT = Path(__file__).parents[2]
CLI = [sys.executable, "-m", "localcheck"]


def built(tmp_path: Path, word: str) -> None:
    (tmp_path / f"{word}.jsonl").write_text(f'{{"title": "A", "text": "{word} text."}}\n')
    list(indexing.build(tmp_path / f"{word}.jsonl", "x", force=True))


def text() -> str:
    with open_index("x") as opened:
        return next(opened.search("text")).text


def test_an_index_that_stood_aside_when_its_build_was_killed_comes_back(tmp_path: Path, home: Path) -> None:
    """SIGKILL between the two renames lost an index under its name."""
    built(tmp_path, "Old")
    aside = folder_of("x").with_name(".x.index.old")
    folder_of("x").rename(aside)
    assert index_exists("x") and text() == "Old text." and not aside.exists()
    folder_of("x").rename(aside)
    assert index_names() == ["x"]
    folder_of("x").rename(aside)
    built(tmp_path, "New")
    assert text() == "New text." and not aside.exists()


def test_what_was_finished_but_for_the_cleaning_is_cleaned(tmp_path: Path, home: Path) -> None:
    built(tmp_path, "Old")
    for name in (".x.index.old", ".y.index.gone"):
        (home / "indexes" / name).mkdir()
    assert index_exists("x") and text() == "Old text."
    assert not [p for p in (home / "indexes").iterdir() if p.name.endswith((".old", ".gone"))]


def test_a_name_that_is_worked_on_is_left_alone(tmp_path: Path, home: Path) -> None:
    from localcheck.ingest.indexing.staging import locked

    built(tmp_path, "Old")
    aside = folder_of("x").with_name(".x.index.old")
    with locked("x"):
        folder_of("x").rename(aside)
        assert not index_exists("x") and aside.exists()
    assert index_exists("x")


def test_a_model_comes_back_too(home: Path) -> None:
    aside = home / "models" / ".m.old"
    aside.mkdir(parents=True)
    (aside / CARD).write_text("{}")
    assert "m" in installed() and not aside.exists()


@pytest.mark.parametrize("kill", [1, 2])
def test_killed_at_either_rename(kill: int, tmp_path: Path) -> None:
    for name in ("ready", "target"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "f").write_text(name)
    code = (
        "import os, sys, signal, pathlib; from localcheck.system.resources import swap_in\n"
        "seen = []\n"
        "def hook(event, arguments):\n"
        "    if event == 'os.rename':\n"
        "        seen.append(event)\n"
        f"        len(seen) == {kill} and os.kill(os.getpid(), signal.SIGKILL)\n"
        "sys.addaudithook(hook)\n"
        "swap_in(pathlib.Path(sys.argv[1]) / 'ready', pathlib.Path(sys.argv[1]) / 'target')\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], env=environment, timeout=60, check=False)
    assert done.returncode == -signal.SIGKILL
    mend(tmp_path, lambda name: tmp_path / f".{name}.lock")
    assert (tmp_path / "target" / "f").read_text() == "target"
    swap_in(tmp_path / "ready", tmp_path / "target")
    assert (tmp_path / "target" / "f").read_text() == "ready" and not (tmp_path / ".target.old").exists()


def test_a_full_disk_while_reading_a_corpus_frees_what_was_staged(tmp_path: Path, home: Path) -> None:
    source = tmp_path / "big.jsonl"
    with source.open("w") as file:
        for i in range(4000):
            noise = os.urandom(400).hex()
            file.write(f'{{"title": "A{i}", "text": "{noise}"}}\n')

    def small_disk() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (500_000, 500_000))

    done = subprocess.run(
        [*CLI, "index", "build", str(source), "--name", "x"], capture_output=True, text=True, timeout=120,
        preexec_fn=small_disk, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 4, done.stderr
    errors = [line for line in done.stderr.splitlines() if "error: " in line or "hint: " in line]
    assert len(errors) == 2 and "removed" in errors[1]
    assert [p.name for p in (home / "indexes").iterdir() if not p.name.endswith(".lock")] == []


TOGETHER = """
import contextlib, io, json, sys
from localcheck.cli.main import run
done = []
for arguments in json.loads(sys.argv[1]):
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        code = run(arguments)
    done.append((code, out.getvalue(), err.getvalue()))
sys.__stdout__.write(json.dumps(done))
"""
"""Several command lines in one interpreter, one after the other."""


def read_only(home: Path, *commands: tuple[str, ...]) -> list[tuple[int, str, str]]:
    """Exit code, output and errors of each command, in a mount namespace in which the home is read-only also for root."""
    mount = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" || exit 99; shift; exec "$@"'
    program = [sys.executable, "-c", TOGETHER, json.dumps(commands)]
    command = ["unshare", "-m", "bash", "-c", mount, "bash", str(home), *program]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL)
    if done.returncode == 99 or "unshare" in done.stderr[:40]:
        pytest.skip("nothing can be mounted here")
    assert done.returncode == 0, done.stderr
    return [tuple(one) for one in json.loads(done.stdout)]


@pytest.mark.skipif(os.geteuid() != 0 or not sys.platform.startswith("linux"), reason="mounting needs root and Linux")
def test_a_home_that_cannot_be_written(home: Path, monkeypatch: pytest.MonkeyPatch, starter_index: Path) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("LOCALCHECK_HOME", str(home))
    claim = ("check", "--text", "Paris is the capital of France.", "-q")
    quiet = (*claim, "--no-store", "--format", "json")
    ((code, out, err),) = read_only(home, quiet)
    assert code == 0 and '"supported"' in out, f"also with nothing in it: {err}"
    assert not list(home.iterdir())
    monkeypatch.setenv("LOCALCHECK_NLI", "starter-nli")  # the second reader was unpacked elsewhere once
    shutil.copytree(starter_index, home / "indexes" / starter_index.name)
    refused = (claim, ("runs", "list"), ("index", "remove", "starter", "--yes"), ("models", "use", "starter-nli"))
    (code, out, err), *others = read_only(home, quiet, *refused)
    assert code == 0 and '"supported"' in out, err
    assert len(others) == len(refused)
    for code, _, err in others:
        lines = err.splitlines()
        assert code == 4 and len(lines) == 2, err
        assert lines[0].startswith("localcheck: error: ") and str(home) in lines[0] and lines[1].startswith("  hint: ")


@pytest.mark.skipif(os.geteuid() != 0 or not sys.platform.startswith("linux"), reason="mounting needs root and Linux")
def test_stored_runs_of_a_home_that_cannot_be_written_are_read(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("LOCALCHECK_HOME", str(home))
    with Store(home / "localcheck.db") as store:
        run = str(store.begin_run(RunInfo("bayes-sequential"), Document("moons.txt", "Mars has two moons."), ()))
    reading = (("list",), ("show", run), ("export", run, "--format", "md"), ("diff", run, run))
    done = read_only(
        home, *(("runs", *words) for words in reading), ("monitor", "report"), ("runs", "remove", run, "--yes")
    )
    assert [code for code, _, _ in done] == [0, 0, 0, 0, 0, 4], done
    assert "moons.txt" in done[0][1]


def test_an_index_that_another_process_changes_is_named(tmp_path: Path, home: Path) -> None:
    from localcheck.ingest.indexing.staging import locked

    built(tmp_path, "Old")
    with locked("x"), pytest.raises(UsageError, match=r"^another process is building or changing the index 'x'$"):
        list(indexing.rebuild("x"))
    assert text() == "Old text."


@pytest.mark.skipif(os.geteuid() != 0 or not sys.platform.startswith("linux"), reason="mounting needs root and Linux")
@pytest.mark.parametrize("engine", ["tantivy", "whoosh"])
def test_an_index_on_a_read_only_medium_is_searched(
    engine: str, tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tantivy wants to write a file for its lock beside those that it reads."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("LOCALCHECK_HOME", str(home))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    (tmp_path / "a.jsonl").write_text('{"title": "Quill Tower", "text": "The Quill Tower is 90 metres tall."}\n')
    list(indexing.build(tmp_path / "a.jsonl", "mine", engine=engine))
    ((code, out, err),) = read_only(home, ("index", "search", "mine", "Which tower is tall?"))
    assert code == 0 and "Quill Tower" in out, err
    assert [path.name for path in tmp_path.iterdir() if path != home] == ["a.jsonl"], "nothing else is left"


def test_a_share_of_the_kills(tmp_path: Path) -> None:
    """``scripts/kill9.py`` does the whole."""
    script = [sys.executable, str(ROOT / "scripts" / "kill9.py"), "--points", "2", "--jobs", "index"]
    done = subprocess.run(script, capture_output=True, text=True, timeout=280)
    assert done.returncode == 0 and "2 points, 0 failed" in done.stdout, done.stdout + done.stderr
