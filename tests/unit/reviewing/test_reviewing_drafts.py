"""A second draft: unchanged sentences keep verdicts and decisions, marked as carried over; the rest is checked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from test_reviewing_records import DOCUMENT, INFO, SENTENCES, VERDICTS, by

from localcheck.claims.rules.extract import RuleClaims
from localcheck.errors import BackendError
from localcheck.ingest.documents import from_text
from localcheck.reviewing.drafts import carry_over, earlier_draft
from localcheck.reviewing.exporting import render
from localcheck.reviewing.merging import take_over
from localcheck.reviewing.records import reviewed_run
from localcheck.settings import Settings
from localcheck.store import Accepted, Action, Review, RunState, Standing, Store
from localcheck.text.sentences import split_sentences
from localcheck.types import Label, Span, Verdict

EDITED = "A new beginning. Mars has four moons. It is quite red. A title"


def test_decisions_of_unchanged_sentences_are_carried_over(tmp_path: Path) -> None:
    after = replace(DOCUMENT, text=EDITED)
    sentences = split_sentences(EDITED)
    with Store(tmp_path / "localcheck.db") as store:
        run = store.begin_run(INFO, DOCUMENT, SENTENCES)
        for made in VERDICTS:
            store.add_verdict(run, made)
        assert earlier_draft(store, after, sentences) is None, "nobody decided anything"
        store.reviews.add(run, "0.0", by("ada", note="two moons"))
        store.reviews.add(run, "1.0", by("ada", Label.SUPPORTED))
        store.reviews.add(run, "0.0", Review(Action.COMMENT, note="ask the author", reviewer="bob"))
        draft = earlier_draft(store, after, sentences)
        assert draft is not None and draft.kept == ((0, 1), (2, 3)) and not draft.same_text
        assert draft.left == 1, "what ada said of the changed sentence"
        number = carry_over(store, draft, after, sentences)
        moved = store.load(number)
        assert moved.summary.state is RunState.OPEN
        assert [v.claim.id for v in moved.verdicts] == ["1.0", "3.0"], "the changed sentence is to be checked"
        claim = moved.verdicts[0].claim
        assert claim.span.of(EDITED) == "Mars has four moons." and moved.verdicts[0].deciding.claim_id == "1.0"  # type: ignore[union-attr]
        ada = store.reviews.decisions(number, "ada")
        assert set(ada) == {"1.0"} and ada["1.0"].review.carried_run == run and ada["1.0"].review.note == "two moons"
        assert store.reviews.comments(number)["1.0"][0].review.note == "ask the author"
        assert "carried over from run 1" in render(reviewed_run(store, number), "csv")
        assert len(store.reviewed_claims()) == 2, "nothing is learnt twice from one decision"
        same = earlier_draft(store, DOCUMENT, SENTENCES)
        assert same is not None


@pytest.mark.parametrize("killed", [False, True])
def test_a_draft_is_carried_over_wholly_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, killed: bool
) -> None:
    """What was left in the middle was opened as the run of the draft, without the decisions that had not been carried yet."""
    path = tmp_path / "localcheck.db"
    with Store(path) as store:
        run = store.begin_run(INFO, DOCUMENT, SENTENCES)
        for made in VERDICTS:
            store.add_verdict(run, made)
        for claim in ("0.0", "1.0"):
            store.reviews.add(run, claim, by("ada"))
        draft = earlier_draft(store, DOCUMENT, SENTENCES)
        assert draft is not None
        add, seen = store.reviews.add, list[int]()

        def interrupted(*given: object, **named: object) -> int:
            seen.append(1)
            if len(seen) == 2:
                if killed:
                    with Store(path, read_only=True) as other:  # what stands on the disk at this moment
                        seen.append(len(other.runs()))
                raise OSError("No space left on device")
            return add(*given, **named)  # type: ignore[arg-type]

        monkeypatch.setattr(store.reviews, "add", interrupted)
        with pytest.raises(BackendError, match="No space left"):
            carry_over(store, draft, DOCUMENT, SENTENCES)
        assert [r.id for r in store.runs()] == [run] and (not killed or seen[-1] == 1)
        monkeypatch.undo()
        number = carry_over(store, draft, DOCUMENT, SENTENCES)
        assert set(store.reviews.decisions(number, "ada")) == {"0.0", "1.0"}
    with Store(path) as store:
        assert [r.id for r in store.runs()] == [number, run], "and it lasts"


def test_what_a_colleague_decided_in_another_run_of_the_text_is_known_and_taken_over(tmp_path: Path) -> None:
    with Store(tmp_path / "localcheck.db") as store:
        hers, his = (store.begin_run(INFO, DOCUMENT, SENTENCES) for _ in range(2))
        for made in VERDICTS:
            store.add_verdict(hers, made)
        for made in VERDICTS[:1]:
            store.add_verdict(his, made)
        store.reviews.add(hers, "0.0", by("ada", note="two moons"))
        store.reviews.add(hers, "1.0", by("ada"))
        store.reviews.add(his, "0.0", by("bob", Label.SUPPORTED))
        draft = earlier_draft(store, DOCUMENT, SENTENCES)
        assert draft is not None and draft.run.summary.id == his
        assert draft.elsewhere == ((hers, 1),), "his run has no verdict on the other claim"
        take_over(store, his, hers)
        told = [d.review for d in store.reviews.curations(his)["0.0"].decisions]
        assert {(r.reviewer, r.note) for r in told} == {("ada", "two moons"), ("bob", "")}
        draft = earlier_draft(store, DOCUMENT, SENTENCES)
        assert draft is not None and draft.elsewhere == ()


def test_a_claim_of_several_drafts_teaches_once_with_the_label_that_stands_in_the_last(tmp_path: Path) -> None:
    after = replace(DOCUMENT, text=EDITED)
    sentences = split_sentences(EDITED)

    def taught() -> list[tuple[int, Label]]:
        return [(r.decision.run_id, r.label) for r in store.settled_claims()]

    with Store(tmp_path / "localcheck.db") as store:
        run = store.begin_run(INFO, DOCUMENT, SENTENCES)
        for made in VERDICTS:
            store.add_verdict(run, made)
        store.reviews.add(run, "0.0", by("ada"))
        store.reviews.add(run, "1.0", by("ada"))
        for number in (2, 3):
            draft = earlier_draft(store, after, sentences)
            assert draft is not None and carry_over(store, draft, after, sentences) == number
        changed = (1, Label.REFUTED)
        assert taught() == [changed, (3, Label.REFUTED)]
        store.reviews.add(3, "1.0", by("ada", Label.SUPPORTED))
        assert taught() == [changed, (3, Label.SUPPORTED)], "she changed her mind"
        store.reviews.add(3, "1.0", by("bob"))
        assert taught() == [changed], "a disputed claim teaches nothing"
        store.reviews.undo(3, "bob")
        store.remove([1, 2])
        assert taught() == [(3, Label.SUPPORTED)], "though the draft that it was decided on is gone"


def test_a_pronoun_behind_a_changed_sentence_is_checked_again(tmp_path: Path) -> None:
    told = "Venus is hot. It is red. A title"
    with Store(tmp_path / "localcheck.db") as store:
        run = store.begin_run(INFO, DOCUMENT, SENTENCES)
        claim = replace(VERDICTS[1].claim, text="Mars is red.")
        for made in (VERDICTS[0], replace(VERDICTS[1], claim=claim), VERDICTS[2]):
            store.add_verdict(run, made)
        store.reviews.add(run, "1.0", by("ada"))
        after = replace(DOCUMENT, text=told)
        draft = earlier_draft(store, after, split_sentences(told))
        assert draft is not None
        number = carry_over(store, draft, after, split_sentences(told))
        assert [v.claim.id for v in store.load(number).verdicts] == ["2.0"]


NILE, EINSTEINS, TAUGHT = "The Nile flows through Egypt.", "Albert Einstein was born in Ulm.", "Albert Einstein taught."
LIFE = "Albert Einstein was a physicist. He taught. He was born in Ulm."
EINSTEIN = f"Two lives\n\n{LIFE}\n\n{NILE}"
BORN, CHEMIST = " He was born in Ulm.", "\n\nOtto Hahn was a chemist."
HAHN = f"Two lives\n\nAlbert Einstein was a physicist.{BORN}{CHEMIST}"
MEETING = f"Two lives\n\nAlbert Einstein met Niels Bohr. They met in Leiden. Critics praised him. {NILE}"
LYON = f"Lyon\n\nLyon lies on the Rhone. It has a cathedral.\n\nIt is a city in France.\n\n{NILE}"
GERMAN = "Zwei Leben\n\nAlbert Einstein war ein Physiker. Er lehrte. Er wurde in Ulm geboren.\n\nRom liegt am Tiber."


def kept_of(store: Store, before: str, after: str, models: tuple[tuple[str, str], ...] = ()) -> list[str]:
    """The claims that are carried over from a reviewed run on one text to the other, its draft."""
    document, draft_of_it = from_text(before, id="lives.txt"), from_text(after, id="lives.txt")
    sentences = split_sentences(document.text)
    run = store.begin_run(replace(INFO, models=models), document, sentences, Settings())
    for claim in RuleClaims().extract(document, sentences):
        store.add_verdict(run, Verdict(claim, Label.SUPPORTED, 0.1))
        store.reviews.add(run, claim.id, by("ada", Label.SUPPORTED))
    now = split_sentences(draft_of_it.text)
    draft = earlier_draft(store, draft_of_it, now)
    assert draft is not None
    return [v.claim.text for v in store.load(carry_over(store, draft, draft_of_it, now)).verdicts]


@pytest.mark.parametrize(
    ("text", "change", "kept"),
    [
        (EINSTEIN, ("Albert Einstein was", "Otto Hahn was"), [NILE]),
        (EINSTEIN, ("Albert Einstein was", "Lise Meitner was"), [NILE]),
        (EINSTEIN, ("a physicist", "a German physicist"), [NILE, TAUGHT, EINSTEINS]),
        (EINSTEIN, ("He taught.", "He sailed."), [NILE, "Albert Einstein was a physicist.", EINSTEINS]),
        (
            EINSTEIN,
            (f"{LIFE}\n\n{NILE}", f"{NILE}\n\n{LIFE}"),
            ["Albert Einstein was a physicist.", TAUGHT, EINSTEINS, NILE],
        ),
        (HAHN, (BORN + CHEMIST, CHEMIST + BORN), ["Albert Einstein was a physicist.", "Otto Hahn was a chemist."]),
        (MEETING, ("Albert Einstein", "Otto Hahn"), [NILE]),
        (LYON, ("Lyon", "Tours"), [NILE]),
        (GERMAN, ("Albert Einstein war", "Otto Hahn war"), ["Rom liegt am Tiber."]),
    ],
)
def test_what_leans_on_a_change_further_back_or_in_the_title_is_checked_again(
    tmp_path: Path, text: str, change: tuple[str, str], kept: list[str]
) -> None:
    headline = text.partition("\n")[0].replace(*change)
    with Store(tmp_path / "localcheck.db") as store:
        found = kept_of(store, text, text.replace(*change))
    assert sorted(set(found) - {headline}) == sorted(kept)


def test_behind_a_change_claims_in_the_words_of_a_language_model_are_checked_again(tmp_path: Path) -> None:
    edited = EINSTEIN.replace("a physicist", "a German physicist")
    with Store(tmp_path / "localcheck.db") as store:
        found = kept_of(store, EINSTEIN, edited, (("llm:small", "ab" * 32),))
    assert found == ["Two lives", NILE], "nobody knows what the model went by"


def test_grounds_disputes_what_was_seen_and_the_owner_are_carried_too(tmp_path: Path) -> None:
    told = f"{DOCUMENT.text} The end."
    with Store(tmp_path / "localcheck.db") as store:
        run = store.begin_run(INFO, DOCUMENT, SENTENCES)
        failed = replace(VERDICTS[1], label=Label.FAILED, error="the model broke")
        for made in (VERDICTS[0], failed, VERDICTS[2]):
            store.add_verdict(run, made)
        for name, label in (("ada", Label.REFUTED), ("bob", Label.SUPPORTED), ("cyd", Label.SUPPORTED)):
            store.reviews.add(run, "0.0", by(name, label))
        again = replace(VERDICTS[0], label=Label.SUPPORTED, score=0.1)
        store.add_verdict(run, again, "more")
        store.reviews.add(run, "1.0", by("ada", Label.SUPPORTED))
        store.reviews.see(run, "bob", ["0.0", "1.0"])
        store.places.own(run, "eve")
        draft = earlier_draft(store, replace(DOCUMENT, text=told), split_sentences(told))
        assert draft is not None
        number = carry_over(store, draft, replace(DOCUMENT, text=told), split_sentences(told))
        assert [r.verdict.label for r in store.history(number, "0.0")] == [Label.REFUTED, Label.SUPPORTED]
        reviewed = reviewed_run(store, number)
        assert reviewed.curations["0.0"].standing is Standing.ADJUDICATED
        ground = reviewed.made_on(reviewed.curations["0.0"].decisions[0])
        assert ground is not None and ground.label is Label.REFUTED, "each was made on the verdict before"
        assert reviewed.curations["1.0"].label is Label.SUPPORTED and "1.0" not in store.judged_claims(number)
        assert store.reviews.seen(number, "bob") == {"0.0", "1.0"} and store.places.owner(number) == "eve"


def test_accepted_corrections_times_and_methods_are_carried_too(tmp_path: Path) -> None:
    """A second draft lost its corrections, and every decision had the time at which it was carried over."""
    told = f"A new beginning. {DOCUMENT.text}"
    made = Accepted("0.0", Span(9, 13), "four", "two", "It has two moons -- Phobos & Deimos.", "Mars", "ada")
    with Store(tmp_path / "localcheck.db") as store:
        run = store.begin_run(INFO, DOCUMENT, SENTENCES)
        for verdict in VERDICTS:
            store.add_verdict(run, verdict)
        store.add_verdict(run, VERDICTS[2], "recheck:greybox")
        store.reviews.add(run, "0.0", by("ada"), at="2026-01-01T10:00:00+00:00")
        store.corrections.accept(run, replace(made, at="2026-01-01T10:01:00+00:00"))
        store.corrections.accept(run, replace(made, claim_id="1.0", span=Span(27, 30), old="red"))
        after = replace(DOCUMENT, text=told.replace("It is red", "It is pink"))
        draft = earlier_draft(store, after, split_sentences(after.text))
        assert draft is not None and draft.reviewed == (("decided", 1),)
        number = carry_over(store, draft, after, split_sentences(after.text))
        (carried,) = store.corrections.of(number)
        assert carried.claim_id == "1.0" and carried.span.of(after.text) == "four"
        assert carried.at == "2026-01-01T10:01:00+00:00"
        assert store.reviews.decisions(number, "ada")["1.0"].at == "2026-01-01T10:00:00+00:00"
        assert store.summary(number).started.endswith("Z")
        assert store.origins(number) == {"1.0": "carried:1", "3.0": "recheck:greybox"}


@pytest.mark.parametrize(
    ("review", "told"),
    [
        (Review(Action.SKIP, reviewer="ada"), (("skipped", 1),)),
        (Review(Action.COMMENT, note="ask", reviewer="ada"), (("commented", 1),)),
    ],
)
def test_a_review_of_skips_or_comments_is_found_again(
    tmp_path: Path, review: Review, told: tuple[tuple[str, int], ...]
) -> None:
    with Store(tmp_path / "localcheck.db") as store:
        run = store.begin_run(INFO, DOCUMENT, SENTENCES)
        for verdict in VERDICTS:
            store.add_verdict(run, verdict)
        store.reviews.add(run, "0.0", review)
        draft = earlier_draft(store, DOCUMENT, SENTENCES)
        assert draft is not None and draft.same_text and draft.reviewed == told
        store.reviews.undo(run, "ada")
        assert earlier_draft(store, DOCUMENT, SENTENCES) is None, "it was taken back"
