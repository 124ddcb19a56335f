"""The journal of decisions, agreement, and exports."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from store_examples import DOCUMENT, INFO, SENTENCES, verdict

from localcheck.errors import BadInput, LocalcheckError
from localcheck.reviewing.exporting import export, render
from localcheck.reviewing.records import reviewed_run
from localcheck.store import Action, Review, Store
from localcheck.store.agreement import between, with_machine
from localcheck.types import Label

ACCEPT = Review(Action.ACCEPT, Label.SUPPORTED)
OVERRIDE = Review(Action.OVERRIDE, Label.REFUTED, "wrong year", "born in 1816", blind=True)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "localcheck.db") as opened:
        run_id = opened.begin_run(INFO, DOCUMENT, SENTENCES)
        assert run_id == 1
        opened.add_verdict(1, verdict())
        opened.add_verdict(1, verdict("1.0", Label.REFUTED, 0.9))
        yield opened


def test_the_last_decision_of_a_claim_stands(store: Store) -> None:
    store.reviews.add(1, "0.0", ACCEPT)
    store.reviews.add(1, "0.0", OVERRIDE)
    assert store.reviews.decisions(1)["0.0"].review == OVERRIDE
    assert store.summary(1).reviewed == 1


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("ada", "Ada"), (" ADA ", "Ada"), ("ÅSA", "Åsa"), ("Adam", "Adam"), ("bo", "bo"), ("Bo", "Bo"), ("", "")],
)
def test_a_name_in_other_capitals_is_the_same_reviewer(store: Store, typed: str, kept: str) -> None:
    """Ada could settle her own dispute as "ada". Names of 1.0 that differ in capitals alone stay two."""
    for name in ("Ada", "bo", "Bo"):
        store.reviews.add(1, "0.0", replace(ACCEPT, reviewer=name))
    store.reviews.see(1, "Åsa", ["0.0"])
    assert store.reviews.spelling(typed) == kept


def test_a_decision_on_a_run_that_was_removed_meanwhile_says_so(store: Store) -> None:
    store.remove([1])
    with pytest.raises(LocalcheckError, match="run 1 was removed meanwhile"):
        store.reviews.add(1, "0.0", ACCEPT)


def test_undo_brings_back_the_decision_before_and_the_journal_keeps_all(store: Store) -> None:
    store.reviews.add(1, "0.0", ACCEPT)
    store.reviews.add(1, "0.0", OVERRIDE)
    undone = store.reviews.undo(1)
    assert undone is not None and undone.review == OVERRIDE
    assert store.reviews.decisions(1)["0.0"].review == ACCEPT
    undone = store.reviews.undo(1)
    assert undone is not None and undone.review == ACCEPT
    assert store.reviews.undo(1) is None
    assert store.reviews.decisions(1) == {}
    assert [entry.action for entry in store.reviews.journal(1)] == ["accept", "override", "undo", "undo"]


def test_the_journal_is_append_only(store: Store) -> None:
    store.reviews.add(1, "0.0", ACCEPT)
    plain = sqlite3.connect(store.path)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        plain.execute("UPDATE reviews SET note = 'changed'")
    plain.close()


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(["0.0", "1.0", "undo"]), max_size=12))
def test_undo_is_a_stack(store: Store, moves: list[str]) -> None:
    run_id = store.begin_run(INFO, DOCUMENT, SENTENCES)
    stack: list[str] = []
    for move in moves:
        if move == "undo":
            undone = store.reviews.undo(run_id)
            assert (undone.claim_id if undone else None) == (stack.pop() if stack else None)
        else:
            store.reviews.add(run_id, move, ACCEPT)
            stack.append(move)
    assert set(store.reviews.decisions(run_id)) == set(stack)


def test_reviewers_do_not_undo_each_other(store: Store) -> None:
    store.reviews.add(1, "0.0", replace(ACCEPT, reviewer="ada"))
    store.reviews.add(1, "0.0", replace(OVERRIDE, reviewer="bob"))
    assert store.reviews.undo(1, "ada") is not None
    assert store.reviews.decisions(1, "ada") == {}
    assert store.reviews.decisions(1, "bob")["0.0"].review.label is Label.REFUTED


def test_reviewed_claims_pair_the_verdict_that_was_seen_with_the_label(store: Store) -> None:
    store.reviews.add(1, "0.0", OVERRIDE)
    store.add_verdict(1, verdict("0.0", Label.REFUTED, 0.8), "more")
    store.reviews.add(1, "1.0", Review(Action.SKIP))
    (reviewed,) = store.reviewed_claims()
    assert reviewed.verdict == verdict()
    assert (reviewed.label, reviewed.document_id, reviewed.detector) == (Label.REFUTED, "notes.txt", "bayes-sequential")


def test_a_decision_is_made_on_the_verdict_that_the_reviewer_saw(store: Store) -> None:
    assert store.revision_of(1, verdict()) == 1
    store.add_verdict(1, verdict("0.0", Label.REFUTED, 0.8), "more")
    seen = store.revision_of(1, verdict())
    store.reviews.add(1, "0.0", ACCEPT, seen)
    assert store.reviews.decisions(1)["0.0"].verdict_revision == 1
    assert store.reviewed_claims()[0].verdict == verdict()
    assert store.revision_of(1, verdict("0.0", Label.SUPPORTED, 0.2)) is None
    store.reviews.add(1, "0.0", ACCEPT)
    assert store.reviews.decisions(1)["0.0"].verdict_revision == 2


def test_a_claim_that_was_settled_in_two_runs_of_a_text_teaches_once(store: Store) -> None:
    """Two runs of one text, decided apart or with the decisions of one merged into the other, counted twice."""
    again = store.begin_run(INFO, DOCUMENT, SENTENCES)
    store.add_verdict(again, verdict())
    other = store.begin_run(INFO, replace(DOCUMENT, text=DOCUMENT.text + " More."), SENTENCES)
    store.add_verdict(other, verdict())
    store.reviews.add(1, "0.0", replace(OVERRIDE, reviewer="ada"))
    store.reviews.add(again, "0.0", replace(ACCEPT, reviewer="ada"))
    assert [(r.decision.run_id, r.label) for r in store.settled_claims()] == [(again, Label.SUPPORTED)]
    store.reviews.add(1, "0.0", replace(OVERRIDE, reviewer="bob"))
    assert store.settled_claims() == [], "they disagree, though in two runs"
    store.reviews.add(other, "0.0", replace(OVERRIDE, reviewer="bob"))
    assert [r.decision.run_id for r in store.settled_claims()] == [other], "another text has the claim for itself"


def test_a_claim_is_settled_once_by_the_decision_that_stands_and_not_while_it_is_disputed(store: Store) -> None:
    """What teaches the method: not one claim twice, and not both labels of a dispute."""
    store.reviews.add(1, "1.0", replace(OVERRIDE, reviewer="ada"))
    store.reviews.add(1, "1.0", replace(OVERRIDE, reviewer="bob"))
    store.reviews.add(1, "0.0", replace(ACCEPT, reviewer="ada"))
    assert [(r.decision.claim_id, r.label) for r in store.settled_claims()] == [
        ("1.0", Label.REFUTED),
        ("0.0", Label.SUPPORTED),
    ]
    store.reviews.add(1, "0.0", replace(OVERRIDE, reviewer="bob"))
    assert [r.decision.claim_id for r in store.settled_claims()] == ["1.0"]
    store.reviews.add(1, "0.0", replace(OVERRIDE, reviewer="cy", blind=False))
    (_, adjudicated) = store.settled_claims()
    assert (adjudicated.label, adjudicated.decision.review.reviewer) == (Label.REFUTED, "cy")


def test_agreement_with_the_machine_can_be_kept_to_blind_decisions(store: Store) -> None:
    store.reviews.add(1, "0.0", OVERRIDE)
    store.reviews.add(1, "1.0", Review(Action.ACCEPT, Label.REFUTED))
    everything = with_machine(store.reviewed_claims())
    assert (everything.n, everything.observed) == (2, 0.5)
    assert with_machine(store.reviewed_claims(), blind=True).observed == 0.0
    assert with_machine(store.reviewed_claims(), blind=False).observed == 1.0


def test_agreement_of_two_reviewers_counts_only_what_both_labelled(store: Store) -> None:
    store.reviews.add(1, "0.0", replace(ACCEPT, reviewer="ada"))
    store.reviews.add(1, "0.0", replace(OVERRIDE, reviewer="bob"))
    store.reviews.add(1, "1.0", replace(ACCEPT, reviewer="ada"))
    both = between(store.reviews.decisions(1, "ada"), store.reviews.decisions(1, "bob"), "notes.txt")
    assert (both.n, both.observed) == (1, 0.0)


def test_jsonl_has_a_line_a_claim_with_its_review(store: Store) -> None:
    store.reviews.add(1, "0.0", OVERRIDE)
    lines = [json.loads(line) for line in render(reviewed_run(store, 1), "jsonl").splitlines()]
    assert [line["verdict"]["claim"]["id"] for line in lines[:2]] == ["0.0", "1.0"]
    assert (lines[0]["label"], lines[0]["label_by"]) == ("refuted", "reviewer")
    assert lines[0]["decisions"][0]["review"]["quote"] == "born in 1816"
    assert (lines[1]["label_by"], lines[1]["decisions"]) == ("machine", [])
    assert lines[2]["record"]["document"] == "notes.txt"


@pytest.mark.parametrize("name", ["out.md", "out.html", "out.jsonl", "out.markdown"])
def test_export_writes_the_format_of_the_name(store: Store, tmp_path: Path, name: str) -> None:
    store.reviews.add(1, "0.0", OVERRIDE)
    export(reviewed_run(store, 1), tmp_path / name)
    text = (tmp_path / name).read_text()
    assert "wrong year" in text and "1815" in text
    assert [p.name for p in tmp_path.iterdir() if p.suffix == ".part"] == []


def test_an_export_by_another_name_is_refused(store: Store, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no export format"):
        export(reviewed_run(store, 1), tmp_path / "out.pdf")


def test_document_text_cannot_become_markup(store: Store) -> None:
    evil = replace(DOCUMENT, title="<script>alert(1)</script>")
    run_id = store.begin_run(INFO, evil, SENTENCES)
    assert "<script>" not in render(reviewed_run(store, run_id), "html")
    assert "\\<script\\>" in render(reviewed_run(store, run_id), "md")
