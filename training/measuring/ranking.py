"""How well evidence is found for labelled claims: the article in the index, and the gold sentence in the article."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import numpy as np

from localcheck.evaluate.datasets.examples import UNCOVERED, Example, claims
from localcheck.evaluate.learning.choosing import Ranked, ranked
from localcheck.evaluate.learning.likelihoods import claim_of_text
from localcheck.ports import Retriever
from localcheck.sources.indexes import IndexRetriever

ARTICLES = (1, 2, 3, 5)
"""The gold article is looked for among so many."""


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
