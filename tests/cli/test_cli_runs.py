"""``localcheck runs`` as a process, on a home of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from localcheck.store import Action, Review, Store
from localcheck.types import Claim, Document, Label, RunInfo, Sentence, Span, Verdict
from tests import warm

TEXT = "Rome is in Spain."


@pytest.fixture
def home(tmp_path: Path) -> Path:
    with Store(tmp_path / "localcheck.db") as store:
        run = store.begin_run(RunInfo("all-false"), Document("rome.txt", TEXT), (Sentence(0, Span(0, 17), TEXT),))
        store.add_verdict(run, Verdict(Claim("0.0", 0, TEXT, Span(0, 17)), Label.REFUTED, 1.0, rationale="baseline"))
        store.reviews.add(run, "0.0", Review(Action.ACCEPT, Label.REFUTED, note="Italy"))
    return tmp_path


def localcheck(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LOCALCHECK_HOME": str(home), "NO_COLOR": "1"}
    return warm.run(["runs", *arguments], environment=environment)


def test_list_shows_a_line_a_run(home: Path) -> None:
    done = localcheck(home, "list")
    assert done.returncode == 0, done.stderr
    assert "rome.txt" in done.stdout and "1 refuted" in done.stdout


def test_a_run_of_several_labels_is_a_line(home: Path) -> None:
    """The time was cut short, and the labels stood one under another."""
    with Store(home / "localcheck.db") as store:
        run = store.begin_run(
            RunInfo("bayes-sequential"), Document("rome.txt", TEXT), (Sentence(0, Span(0, 17), TEXT),)
        )
        for number, label in enumerate((Label.SUPPORTED, Label.REFUTED, Label.NOT_ENOUGH_EVIDENCE)):
            store.add_verdict(run, Verdict(Claim(f"0.{number}", 0, TEXT, Span(0, 17)), label, 0.5))
        started = store.summary(run).started
    lines = localcheck(home, "list").stdout.splitlines()
    assert len(lines) == 3 and started[:16].replace("T", " ") in lines[1] and "…" not in lines[1]
    assert all(part in lines[1] for part in ("1 supported", "1 refuted", "1 open", "rome.txt"))


def test_list_json_and_filters(home: Path) -> None:
    assert json.loads(localcheck(home, "list", "--json").stdout)[0]["reviewed"] == 1
    assert json.loads(localcheck(home, "list", "--json", "--state", "finished").stdout) == []


def test_show_prints_claims_and_decisions(home: Path) -> None:
    said = localcheck(home, "show", "1").stdout
    assert "Italy" in said and said.startswith("# rome.txt\n") and "\\" not in said, (
        "a terminal shows no Markdown to be read"
    )
    shown = json.loads(localcheck(home, "show", "1", "--json").stdout)
    assert shown["rulings"]["0.0"]["decisions"][0]["review"]["note"] == "Italy"
    assert shown["verdicts"][0]["label"] == "refuted"


def test_export_to_a_file_and_to_stdout(home: Path) -> None:
    assert localcheck(home, "export", "1", "--out", str(home / "rome.html")).returncode == 0
    assert "<!doctype html>" in (home / "rome.html").read_text()
    assert (
        json.loads(localcheck(home, "export", "1").stdout.splitlines()[0])["decisions"][0]["review"]["note"] == "Italy"
    )


def test_an_export_without_a_signature_removes_that_of_the_file_before(home: Path) -> None:
    page, made = home / "rome.html", home / "rome.html.sig"
    made.write_text("-----BEGIN SSH SIGNATURE-----\n")
    done = localcheck(home, "export", "1", "-o", str(page))
    assert done.returncode == 0 and "rome.html.sig is removed: it signed what stood in rome.html before" in done.stderr
    assert not made.exists() and localcheck(home, "export", "1", "-o", str(page)).stderr == ""
    made.write_text("notes of my own")
    assert localcheck(home, "export", "1", "-o", str(page)).returncode == 0 and made.exists(), "no signature of ours"


def test_export_of_an_unfinished_report_says_how_to_finish_it(home: Path) -> None:
    done = localcheck(home, "export", "1", "--format", "json")
    assert (done.returncode, done.stdout) == (2, "")
    assert "localcheck review 1" in done.stderr


def test_remove_needs_a_yes(home: Path) -> None:
    refused = localcheck(home, "remove", "1")
    assert refused.returncode == 2 and "--yes" in refused.stderr
    assert localcheck(home, "remove", "1", "--yes").returncode == 0
    assert json.loads(localcheck(home, "list", "--json").stdout) == []


def test_a_run_that_is_being_written_is_not_removed_and_one_whose_writer_was_killed_is(home: Path) -> None:
    holds = (
        "import sys, time, pathlib\nfrom localcheck.store.database import writing\n"
        "with writing(pathlib.Path(sys.argv[1]), 1):\n    print('held', flush=True)\n    time.sleep(60)"
    )
    command = [sys.executable, "-c", holds, str(home / "localcheck.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None and writer.stdout.readline() == "held\n"
        done = localcheck(home, "remove", "1", "--yes")
        writer.kill()
    hint = "  hint: wait until it has ended, or stop it where it was started"
    assert (done.returncode, done.stderr.splitlines()) == (2, ["localcheck: error: run 1 is being written now", hint])
    assert localcheck(home, "remove", "1", "--yes").returncode == 0
    assert json.loads(localcheck(home, "list", "--json").stdout) == []


def test_an_unknown_run_is_a_usage_error(home: Path) -> None:
    done = localcheck(home, "show", "7")
    assert done.returncode == 2
    assert done.stderr.splitlines() == ["localcheck: error: unknown run '7'", "  hint: known: 1"]


def test_where_there_is_no_run_that_is_said(home: Path, tmp_path: Path) -> None:
    """A header stood over nothing, and the hint was "known: there is no run yet"."""
    assert localcheck(home, "list", "--state", "failed").stderr == "localcheck: no such run\n"
    empty = tmp_path / "empty"
    done = localcheck(empty, "list")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "localcheck: no run yet: localcheck check FILE\n")
    assert localcheck(empty, "show", "1").stderr.splitlines()[1] == "  hint: there is no run yet"


def test_diff_names_the_claims_that_flipped(home: Path) -> None:
    with Store(home / "localcheck.db") as store:
        run = store.begin_run(RunInfo("other"), Document("rome.txt", TEXT), (Sentence(0, Span(0, 17), TEXT),))
        store.add_verdict(run, Verdict(Claim("0.0", 0, TEXT, Span(0, 17)), Label.SUPPORTED, 0.1))
    done = localcheck(home, "diff", "1", "2", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert [(f["claim"], f["before"], f["after"]) for f in found["flips"]] == [(TEXT, "refuted", "supported")]
    assert "method: all-false → other" in localcheck(home, "diff", "1", "2").stdout
    assert localcheck(home, "diff", "1", "9").returncode == 2


def test_diff_counts_claims_of_one_run_alone_apart_from_those_that_flipped(home: Path) -> None:
    longer = f"{TEXT} Mars has two moons."
    spans = (Span(0, 17), Span(18, len(longer)))
    with Store(home / "localcheck.db") as store:
        sentences = tuple(Sentence(i, span, span.of(longer)) for i, span in enumerate(spans))
        run = store.begin_run(RunInfo("all-false"), Document("rome.txt", longer), sentences)
        for i, span in enumerate(spans):
            store.add_verdict(run, Verdict(Claim(f"{i}.0", i, span.of(longer), span), Label.REFUTED, 0.9))
    said = localcheck(home, "diff", "1", "2").stdout.splitlines()
    assert said[:2] == ["run 1 → run 2: 0 flipped, 1 claim in common", "  1 only in one of the runs"]
