"""How well evidence is found for labelled claims: the article in the index, and the gold sentence in the article."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from localcheck.evaluate.datasets.examples import UNCOVERED, Example, claims
from localcheck.evaluate.fitting import FOLDS, claim_of_text, folds_of
from localcheck.judging.evidence.choose import COMPARED, Choice, choose
from localcheck.ports import Retriever, SentenceEncoder
from localcheck.sources.index_retriever import IndexRetriever
from training.measuring.choosing import EVERY, Ranked, fit_choice, ranked

ARTICLES = (1, 2, 3, 5)
"""The gold article is looked for among so many."""
FIRST = (1, 3, 5, 8)
"""Recall of gold sentences is measured among so many."""


def covered(path: Path) -> Iterator[Example]:
    """The claims of a file whose article is named; those without evidence in the index are left out."""
    return (example for example in claims(path) if example.group != UNCOVERED and example.document.title)


def with_gold(examples: Iterable[Example], index: IndexRetriever) -> Iterator[Ranked]:
    """The claims whose gold sentences stand in their article."""
    for example in examples:
        passage = index.article(example.document.title)
        said = claim_of_text(example.document.text)
        if passage is not None and (one := ranked(example.group, said, passage, " ".join(example.document.context))):
            yield one


def place_of_article(example: Example, index: Retriever, most: int = ARTICLES[-1]) -> int:
    """Place (from 0) of the gold article among those found for the claim, without its title; ``most`` if it is not there."""
    found = islice(index.search(example.document.text), most)
    return next((n for n, passage in enumerate(found) if passage.title == example.document.title), most)


def shares(places: Sequence[int], first: Sequence[int] = ARTICLES) -> list[float]:
    """The share of ``places`` that are among the first so many."""
    found = np.asarray(places)
    return [float((found < n).mean()) if found.size else float("nan") for n in first]


def places_of_gold(
    found: Sequence[Ranked], encoder: SentenceEncoder | None, looked_at: int = EVERY
) -> NDArray[np.int64]:
    """Place (from 0) of each claim's first gold sentence among the chosen, by weights of other articles; shape (n,).

    A gold sentence that is not among the ``looked_at`` best by words, or not among the ``COMPARED`` best, has place ``EVERY``.
    """
    fold = folds_of([one.group for one in found])
    places = np.full(len(found), EVERY)
    for k in range(FOLDS):
        choice = fit_choice([one for one in found if fold[one.group] != k], encoder)
        for i, one in enumerate(found):
            if fold[one.group] == k:
                places[i] = _place(one, choice, encoder, looked_at)
    return places


def recalls(places: NDArray[np.int64]) -> list[float]:
    """Share of the claims with a gold sentence among the first 1, 3, 5 and 8."""
    return [float((places < first).mean()) for first in FIRST]


def _place(one: Ranked, choice: Choice, encoder: SentenceEncoder | None, looked_at: int) -> int:
    chosen = choose(one.claim, one.passage, encoder, choice, COMPARED, looked_at)
    return next((place for place, number in enumerate(chosen.places) if number in one.gold), EVERY)
