"""A second draft: unchanged sentences keep verdicts and decisions, marked as carried over; the rest is checked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from test_reviewing_records import DOCUMENT, INFO, SENTENCES, VERDICTS, by

from localcheck.reviewing.drafts import carry_over, earlier_draft
from localcheck.reviewing.exporting import render
from localcheck.reviewing.records import reviewed_run
from localcheck.store import Action, Review, RunState, Standing, Store
from localcheck.text.sentences import split_sentences
from localcheck.types import Label

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
