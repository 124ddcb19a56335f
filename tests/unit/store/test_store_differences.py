"""Which claims flipped between two runs, and what is said of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from store_examples import DOCUMENT, INFO, SENTENCES, verdict

from localcheck.store import Store
from localcheck.store.differences import Differences, differences, made_differently
from localcheck.types import Entailment, Label, RunInfo, Verdict


def compared(folder: Path, first: list[Verdict], second: list[Verdict], info: RunInfo = INFO) -> Differences:
    with Store(folder / "localcheck.db") as store:
        ids = []
        for made, how in ((first, INFO), (second, info)):
            ids.append(store.begin_run(how, DOCUMENT, SENTENCES))
            for one in made:
                store.add_verdict(ids[-1], one)
        return differences(store.load(ids[0]), store.load(ids[1]))


def test_equal_runs_have_no_differences(tmp_path: Path) -> None:
    found = compared(tmp_path, [verdict(), verdict("1.0")], [verdict(), verdict("1.0")])
    assert (found.flips, found.settings, found.claims, found.same_text) == ((), (), 2, True)


def test_a_flip_names_the_evidence_that_changed(tmp_path: Path) -> None:
    old = verdict()
    passage = replace(old.evidence[0].passage, title="Ada", text="Ada was born in 1816.")
    item = replace(old.evidence[0], passage=passage, quote="Ada was born in 1816.")
    (flip,) = compared(tmp_path, [old], [replace(old, label=Label.REFUTED, score=0.9, evidence=(item,))]).flips
    assert (flip.before, flip.after) == ("supported", "refuted")
    text = " ".join(flip.why)
    assert "no longer read: Ada Lovelace (revision 7)" in text and "newly read: Ada (revision 7)" in text
    assert "“Ada was born in 1816.”" in text


def test_the_same_text_weighed_by_another_model(tmp_path: Path) -> None:
    old = verdict()
    item = replace(old.evidence[0], entailment=Entailment(0.1, 0.1, 0.8))
    info = replace(INFO, models=(("nli:other", "ff" * 32),), parameters=(("k", 0),))
    found = compared(tmp_path, [old], [replace(old, label=Label.REFUTED, evidence=(item,))], info)
    assert any("weighed differently" in why for why in found.flips[0].why)
    assert "model nli:other: – → ffffffffffff" in found.settings and "option k: 10 → 0" in found.settings


def test_claims_that_only_one_run_has_are_named(tmp_path: Path) -> None:
    found = compared(tmp_path, [verdict(), verdict("1.0")], [verdict()])
    assert [(f.before, f.after) for f in found.flips] == [("supported", "absent")]


def worded(number: int, text: str, label: Label, checkable: bool = True) -> Verdict:
    made = verdict(label=label)
    claim = replace(made.claim, id=f"{number}.0", text=text, sentence=number, checkable=checkable)
    return replace(made, claim=claim, evidence=tuple(replace(e, claim_id=claim.id) for e in made.evidence))


def test_an_edited_claim_stands_beside_what_it_was(tmp_path: Path) -> None:
    first = [
        worded(0, "Her life", Label.NOT_ENOUGH_EVIDENCE, checkable=False),
        worded(1, "Ada was born in Vienna in 1815.", Label.REFUTED),
        worded(2, "She wrote a programme.", Label.SUPPORTED),
        worded(3, "Her father was a poet.", Label.SUPPORTED),
        worded(4, "It rained on that day.", Label.NOT_ENOUGH_EVIDENCE),
    ]
    second = [
        worded(0, "Her whole life", Label.NOT_ENOUGH_EVIDENCE, checkable=False),
        worded(1, "Ada was born in London in 1815.", Label.SUPPORTED),
        worded(2, "She wrote a programme.", Label.SUPPORTED),
        worded(3, "Her father was a famous poet.", Label.SUPPORTED),
        worded(4, "Nobody knows why cats purr.", Label.NOT_ENOUGH_EVIDENCE),
    ]
    found = compared(tmp_path, first, second)
    assert [(f.claim, f.reworded, f.before, f.after) for f in found.flips] == [
        ("Ada was born in Vienna in 1815.", "Ada was born in London in 1815.", "refuted", "supported"),
        ("It rained on that day.", "", "not_enough_evidence", "absent"),
        ("Nobody knows why cats purr.", "", "absent", "not_enough_evidence"),
    ]
    assert (found.claims, found.reworded) == (1, 1)


def test_how_runs_were_made() -> None:
    assert made_differently(INFO, INFO) == ()
    assert made_differently(INFO, replace(INFO, index="enwiki")) == ("index: starter → enwiki",)
    assert made_differently(INFO, replace(INFO, seed=5)) == (f"seed: {INFO.seed} → 5",)
    other = replace(INFO, detector="zero-shot", parameters=(("unit", "passage"),))
    assert made_differently(INFO, other) == (f"method: {INFO.detector} → zero-shot",), (
        "options of two methods are others"
    )
