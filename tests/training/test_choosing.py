"""Fitting the choice of sentences: which sentences are gold, that the weights learn, and that recall is cross-fitted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from localcheck.judging.evidence.choose import Choice, described
from localcheck.ports import VectorArray
from localcheck.types import Claim, Passage, Source, Span
from localcheck.types.infos import ModelInfo
from training.measuring import choosing
from training.measuring.choosing import (
    EVERY,
    Ranked,
    fit_choice,
    gold_sentences,
    ranked,
)
from training.measuring.ranking import places_of_gold, recalls

TEXT = (
    "The lighthouse of {0} stands on the northern cliff. It was built by {1} in the spring of 1801. "
    "Sheep graze on the meadows below the tower. The keeper of the lamp lived there with his family."
)
NAMES = ("Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Gorse", "Hazel", "Iris", "Juniper", "Larch", "Maple")


def one(name: str) -> Ranked:
    said = f"{name}'s tower was built in 1801."
    text = TEXT.format(name, f"{name} Smith")
    found = ranked(
        "made",
        Claim("0.0", 0, said, Span(0, len(said))),
        Passage(f"Lighthouse of {name}", text, Source("test", "memory")),
        f"It was built by {name} Smith in the spring of 1801 .",
    )
    assert found is not None
    return found


def test_gold_sentences_are_those_of_which_most_stands_in_the_evidence() -> None:
    text = TEXT.format("Alder", "Ann Smith")
    assert gold_sentences(text, "It was built by Ann Smith in the spring of 1801 , people say .") == {1}
    assert gold_sentences(text, "IT WAS BUILT, by Ann Smith in the Spring of 1801, on the northern cliff.") == {1}
    assert gold_sentences(text, "It was built by Bob in the autumn of 1801.") == frozenset()
    assert gold_sentences("Too short here.", "Too short here.") == frozenset()


def test_a_claim_whose_article_lacks_the_evidence_is_left_out() -> None:
    said = Claim("0.0", 0, "The tower is old.", Span(0, 17))
    passage = Passage("Tower", TEXT.format("Alder", "Ann"), Source("test", "memory"))
    assert ranked("made", said, passage, "Nothing of this stands in the article at all.") is None


def test_weights_that_were_fitted_put_the_gold_sentence_first_in_articles_not_seen() -> None:
    found = [one(name) for name in NAMES]
    choice = fit_choice(found, None)
    assert choice.closeness == choosing.Choice().closeness, "nothing was compared by meaning"
    places = places_of_gold(found, None)
    assert places.tolist() == [0] * len(NAMES) and recalls(places) == [1.0] * 4


def test_recall_counts_claims_with_a_gold_sentence_among_the_first() -> None:
    assert recalls(np.array([0, 2, 4, 7, 8, EVERY, EVERY, EVERY])) == [1 / 8, 2 / 8, 3 / 8, 4 / 8]


class Hinting:
    """Vectors by which the sentence about the year is near to the claim."""

    info = ModelInfo("hinting", "abc", (), ("en",), 512, embeds=True)

    def embed(self, texts: Sequence[str]) -> VectorArray:
        return np.array([[1.0, 0.0] if "1801" in t or "Adam" in t else [0.0, 1.0] for t in texts], dtype=np.float32)


def test_every_source_weighs_the_same_however_many_claims_it_has() -> None:
    easy = [one(name) for name in NAMES for _ in range(5)]
    said = "Adam put up the light."
    hard = [replace(one(name), source="hard", claim=Claim("0.0", 0, said, Span(0, len(said)))) for name in NAMES[:4]]
    hard = [replace(h, lexical=described(h.claim, h.passage, None, Choice(), EVERY)[1]) for h in hard]
    choice = fit_choice([*easy, *hard], Hinting())
    words, cosine, _ = choice.closeness
    assert cosine > 0 and words > 0
    with_less = fit_choice([*easy, *hard[:1]], Hinting()).closeness
    assert with_less[1] > 0, "one claim of a source is enough to be heard"
    places = places_of_gold([*easy, *hard], Hinting())
    assert places.tolist() == [0] * len(places)
