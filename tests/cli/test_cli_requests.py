"""What is asked on the command line: continued runs, settings files, and values that make no sense. Real processes."""

from __future__ import annotations

import json
import os
import pty
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = "Marie Curie, who was born in Warsaw, won two prizes and discovered radium. She died in Passy in 1934."


def interrupt(home: Path) -> int:
    """Leave the last run as an interrupt after its first claim would have left it."""
    with closing(sqlite3.connect(home / "localcheck.db")) as db, db:
        run = int(db.execute("SELECT max(id) FROM runs").fetchone()[0])
        db.execute("DELETE FROM verdicts WHERE run_id = ? AND claim_id <> '0.0'", (run,))
        db.execute("UPDATE runs SET state = 'cancelled', summary = NULL WHERE id = ?", (run,))
    db.close()
    return run


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """An NLI model that is neutral about everything."""
    file = tmp_path / "table.json"
    file.write_text("[]")
    return file


def report_of(done: object) -> dict:
    assert done.returncode == 0, done.stderr  # type: ignore[attr-defined]
    return json.loads(done.stdout)  # type: ignore[attr-defined,no-any-return]


def test_resuming_restores_claims_and_model(localcheck: object, home: Path, table: Path) -> None:
    asked = ("check", "--text", TEXT, "--claims", "sentences", "--nli", f"table:{table}", "--samples", "3")
    common = ("--format", "json", "--fail-on", "never", "-q")
    first = report_of(localcheck(*asked, *common))  # type: ignore[operator]
    run = interrupt(home)
    second = report_of(localcheck("check", "--resume", run, *common))  # type: ignore[operator]
    assert [v["claim"] for v in second["verdicts"]] == [v["claim"] for v in first["verdicts"]]
    assert second["run"]["models"] == first["run"]["models"]
    assert list(second["run"]["models"]) == ["nli:table"]


def test_resuming_with_another_model_names_both(localcheck: object, home: Path, table: Path, tmp_path: Path) -> None:
    common = ("--format", "json", "--fail-on", "never", "-q")
    report_of(localcheck("check", "--text", TEXT, "--nli", f"table:{table}", *common))  # type: ignore[operator]
    run = interrupt(home)
    other = tmp_path / "other.json"
    other.write_text(json.dumps([{"premise": "a", "hypothesis": "b", "scores": [1, 0, 0]}]))
    found = report_of(localcheck("check", "--resume", run, "--nli", f"table:{other}", *common))["run"]  # type: ignore[operator]
    assert len(found["models"]) == 2 and len(set(found["models"].values())) == 2
    assert any("was judged with nli:table" in note for note in found["notes"])


def test_a_run_of_which_nothing_is_left_to_judge_stays_as_it_was(
    localcheck: object, home: Path, table: Path, tmp_path: Path
) -> None:
    common = ("--format", "json", "--fail-on", "never", "-q")
    first = report_of(localcheck("check", "--text", TEXT, "--nli", f"table:{table}", *common))  # type: ignore[operator]
    other = tmp_path / "other.json"
    other.write_text(json.dumps([{"premise": "a", "hypothesis": "b", "scores": [1, 0, 0]}]))
    again = report_of(localcheck("check", "--resume", 1, "--nli", f"table:{other}", *common))  # type: ignore[operator]
    stored = report_of(localcheck("runs", "export", 1, "--format", "json"))  # type: ignore[operator]
    assert again == first and stored["run"] == first["run"]


@pytest.mark.parametrize("more", [("--claims", "llm"), ("-o", "k=2"), ("--title", "Ada"), ("gone.txt",)], ids=" ".join)
def test_resuming_otherwise_is_refused(localcheck: object, home: Path, more: tuple[str, ...]) -> None:
    report_of(localcheck("check", "--text", TEXT, "-d", "all-false", "--format", "json", "--fail-on", "never"))  # type: ignore[operator]
    done = localcheck("check", "--resume", interrupt(home), *more)  # type: ignore[operator]
    assert done.returncode == 2
    assert "hint" in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize("given", [("--samples", "0"), ("--samples", "-1"), ("-o", "samples=-1"), ("-o", "samples=0")])
def test_samples_are_at_least_one(localcheck: object, tmp_path: Path, given: tuple[str, str]) -> None:
    (tmp_path / "a.jsonl").write_text(json.dumps({"text": TEXT, "samples": [TEXT, "Marie Curie was a chemist."]}))
    done = localcheck("check", "a.jsonl", "-d", "selfcheck-ngram", "--no-store", *given)  # type: ignore[operator]
    assert done.returncode == 2, done.stdout
    assert "samples" in done.stderr and "1" in done.stderr


def test_several_documents_make_one_page(localcheck: object, tmp_path: Path) -> None:
    for name in ("one", "two", "three"):
        (tmp_path / f"{name}.txt").write_text(f"This is document number {name}. It says little.")
    files = ("one.txt", "two.txt", "three.txt")
    options = ("-d", "all-false", "--format", "html", "--out", "all.html", "--fail-on", "never")
    done = localcheck("check", *files, *options)  # type: ignore[operator]
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "all.html").read_text()
    assert all(f"document number {name}" in page for name in ("one", "two", "three"))
    anchors = [part.split('"')[0] for part in page.split(' id="')[1:]]
    links = [part.split('"')[0] for part in page.split('href="#')[1:]]
    assert len(anchors) == len(set(anchors)) and set(links) <= set(anchors)


def test_the_environment_may_name_the_settings_file(localcheck: object, home: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('[detector]\nname = "all-false"\n')
    common = ("check", "--text", TEXT, "--format", "json", "--fail-on", "never", "--no-store")
    found = report_of(localcheck(*common, LOCALCHECK_CONFIG=str(tmp_path / "mine.toml")))  # type: ignore[operator]
    assert found["run"]["detector"] == "all-false"
    (tmp_path / "other.toml").write_text('[detector]\nname = "selfcheck-ngram"\n')
    typed = localcheck("--config", "mine.toml", *common, LOCALCHECK_CONFIG=str(tmp_path / "other.toml"))  # type: ignore[operator]
    assert report_of(typed)["run"]["detector"] == "all-false", "what is typed wins"
    gone = localcheck(*common, LOCALCHECK_CONFIG=str(tmp_path / "gone.toml"))  # type: ignore[operator]
    assert gone.returncode == 2 and "gone.toml" in gone.stderr
    empty = localcheck(*common, LOCALCHECK_CONFIG="", LOCALCHECK_THREADS="", LOCALCHECK_DETECTOR="all-false")  # type: ignore[operator]
    assert report_of(empty)["run"]["detector"] == "all-false", "an empty variable is not set"


def test_an_empty_name_of_an_index_is_not_the_starter(localcheck: object) -> None:
    done = localcheck("check", "--text", TEXT, "--no-store", "--index", "")  # type: ignore[operator]
    assert done.returncode == 2 and "index: '' is not a name" in done.stderr
    assert "command line" not in done.stderr, "a settings file may have said it"


def test_plain_localcheck_takes_the_settings_file_that_is_named(home: Path, tmp_path: Path) -> None:
    """On a terminal; before, it opened the app with other settings."""
    theirs, ours = pty.openpty()
    try:
        done = subprocess.run(
            [sys.executable, "-m", "localcheck", "--config", "gone.toml"],
            stdin=ours,
            stdout=ours,
            stderr=ours,
            cwd=tmp_path,
            env={**os.environ, "LOCALCHECK_HOME": str(home), "PYTHONPATH": os.pathsep.join(sys.path), "TERM": "xterm"},
            timeout=60,
        )
        told = os.read(theirs, 65536).decode()
    finally:
        os.close(theirs)
        os.close(ours)
    assert done.returncode == 2 and "no such settings file" in told


def test_completion_offers_indexes_by_their_names(localcheck: object, home: Path) -> None:
    for name in ("mine.index", ".staging"):
        (home / "indexes" / name).mkdir(parents=True)
    done = localcheck(  # type: ignore[operator]
        _LOCALCHECK_COMPLETE="bash_complete", COMP_WORDS="localcheck check --index ", COMP_CWORD="3"
    )
    offered = [line.partition(",")[2] for line in done.stdout.splitlines()]
    assert offered == ["mine", "starter"]
    done = localcheck(  # type: ignore[operator]
        _LOCALCHECK_COMPLETE="bash_complete", COMP_WORDS="localcheck detectors gre", COMP_CWORD="2"
    )
    assert done.stdout.strip() == "plain,greybox"


def test_completion_of_an_unknown_command_writes_no_error_into_the_prompt(localcheck: object) -> None:
    done = localcheck(  # type: ignore[operator]
        _LOCALCHECK_COMPLETE="bash_complete", COMP_WORDS="localcheck nonsense ", COMP_CWORD="2"
    )
    assert (done.returncode, done.stderr) == (0, "")
