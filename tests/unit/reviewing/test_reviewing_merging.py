"""Decisions of another machine, taken over from its export."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from test_reviewing_records import DOCUMENT, INFO, SENTENCES, VERDICTS, by, standing, store, verdict

from localcheck.cli.checks.verify_report import rows_in
from localcheck.cli.main import run as command
from localcheck.errors import BadInput
from localcheck.reviewing.exporting import export
from localcheck.reviewing.merging import Merged, merge
from localcheck.reviewing.records import reviewed_run
from localcheck.store import Action, Review, RunState, Standing, Store
from localcheck.types import JSON, Label

__all__ = ["store"]


@pytest.fixture
def theirs(tmp_path: Path) -> Path:
    """What Bob exported: a decision, a comment, and a decision on a verdict that only his machine has."""
    file = tmp_path / "bob.jsonl"
    with Store(tmp_path / "bob.db") as opened:
        run = opened.begin_run(INFO, DOCUMENT, SENTENCES)
        for made in (*VERDICTS, verdict("1.0", Label.SUPPORTED, 0.1)):
            opened.add_verdict(run, made)
        opened.end_run(run, RunState.FINISHED)
        opened.reviews.add(run, "0.0", by("bob", Label.SUPPORTED, note="four in the film", blind=True))
        opened.reviews.add(run, "0.0", Review(Action.COMMENT, note="ask her", reviewer="bob"))
        opened.reviews.add(run, "1.0", by("bob", Label.SUPPORTED))
        for path in (file, file.with_suffix(".html")):
            export(reviewed_run(opened, run), path)
    return file


def rows(file: Path) -> list[JSON]:
    return [row for _, row in rows_in(file)]


@pytest.mark.parametrize("ending", [".jsonl", ".html"])
def test_decisions_of_two_machines_stand_side_by_side_and_are_taken_over_once(
    store: Store, theirs: Path, ending: str
) -> None:
    store.reviews.add(1, "0.0", by("ada"))
    assert merge(store, 1, rows(theirs.with_suffix(ending)), "bob") == Merged(2, 0, 1)
    assert standing(store) == (Standing.DISPUTED, None)
    told = [d.review for d in store.reviews.curations(1)["0.0"].decisions]
    assert [(r.reviewer, r.note, r.blind) for r in told] == [("ada", "", False), ("bob", "four in the film", True)]
    assert [d.review.note for d in store.reviews.comments(1)["0.0"]] == ["ask her"]
    assert "1.0" not in store.reviews.curations(1), "Bob saw another verdict"
    store.reviews.undo(1, "bob")
    assert merge(store, 1, rows(theirs), "bob") == Merged(0, 2, 1), "what was taken back stays so"
    store.reviews.add(1, "0.0", by("bob", Label.REFUTED))
    assert merge(store, 1, rows(theirs), "bob").taken == 0
    assert standing(store) == (Standing.DECIDED, Label.REFUTED), "his later decision stands"


def test_a_name_in_other_capitals_is_the_reviewer_of_this_store(store: Store, theirs: Path) -> None:
    store.reviews.add(1, "1.0", by("Bob"))
    merge(store, 1, rows(theirs), "bob")
    assert [d.review.reviewer for d in store.reviews.curations(1)["0.0"].decisions] == ["Bob"]


def test_what_is_no_export_of_this_text_and_decisions_of_nobody_are_refused(store: Store, theirs: Path) -> None:
    lines = rows(theirs)
    other = [*lines[:-1], {"record": {**lines[-1]["record"], "text_sha256": "0"}}]
    nobody = json.loads(json.dumps(lines).replace('"bob"', '""'))
    for given, said in ((other, "another text"), (nobody, "was changed"), (lines[:-1], "no export"), ([], "no export")):
        with pytest.raises(BadInput, match=said):
            merge(store, 1, given, "bob")
    with Store(theirs.parent / "bob.db") as opened:
        opened.reviews.add(1, "0.0", by("", Label.SUPPORTED))
        export(reviewed_run(opened, 1), theirs)
    with pytest.raises(BadInput, match="without a reviewer's name"):
        merge(store, 1, rows(theirs), "bob")
    assert not store.reviews.reviewed(1), "nothing of it is taken over"
    assert merge(store, 1, rows(theirs), "bob", "cyd").taken == 3


def test_the_command_says_what_was_taken_over(home: Path, theirs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Store(home / "localcheck.db") as opened:
        run = opened.begin_run(INFO, DOCUMENT, SENTENCES)
        for made in VERDICTS:
            opened.add_verdict(run, made)
    assert command(["runs", "merge", "1", str(theirs), "--json"]) == 0
    printed = capsys.readouterr()
    assert "taken over: 2; left out, on verdicts that run 1 does not have: 1" in " ".join(printed.err.split())
    assert json.loads(printed.out) == [{"file": str(theirs), "taken": 2, "known": 0, "left_out": 1}]


def test_a_file_that_is_no_export_is_refused_with_what_to_give(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LOCALCHECK_HOME", str(tmp_path))
    (tmp_path / "bob.csv").write_text("claim,label\nMars has two moons.,supported\n", "utf-8")
    assert command(["runs", "merge", "1", str(tmp_path / "bob.csv")]) == 2
    assert "hint: give what `localcheck runs export RUN -o FILE` wrote" in capsys.readouterr().err
