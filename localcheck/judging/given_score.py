"""How likely a claim is true, false, or not told, by what was read of a text that was given for it. Pure.

Quotes decide (``judging.sides``) by thresholds, and how loud they are says little of how often they are right. A multinomial
logistic model of what was read and of the side that the quotes take gives the three probabilities. Statements beside 229
texts were judged for it; it is fitted for the NLI models whose scores it was fitted on, and for no others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from localcheck.judging.fitted import FORMAT, made, numbers
from localcheck.ports import FloatArray
from localcheck.types import JSON, Label

NUMBERS = (
    "strongest sentence for it",
    "strongest sentence against it",
    "strongest window for it",
    "strongest window against it",
    "best sentences together for it",
    "best sentences together against it",
    "most relevant sentence for it",
    "most relevant sentence against it",
    "relevance of the most relevant",
    "relevance of the strongest for it",
    "relevance of the strongest against it",
    "share of its words in the strongest for it",
    "share of its words in the strongest against it",
    "largest share of its words",
    "cosine of the closest",
    "content words, as a share of 14",
)
"""What is told of a text (``evidence.features.in_numbers``): probabilities as log-odds, shares and cosines as they are."""
SIDES_TAKEN = (Label.SUPPORTED, Label.REFUTED)
"""The label of the quotes makes two more numbers, each 0 or 1."""
OWN, HEARD = 0.63, 0.47
"""Weights of the NLI model's and of a language model's log-probabilities where both have read a text."""
TOLD = (0.86, 0.0, 0.66)
"""Added for true, not told and false."""
DECIDES = 0.7
"""P(true) or P(false) from which on a side is taken: a wrong verdict costs three and a half times an open one, and
3.5 * (1 - 0.7) is about 1. (Decisions 0264 and 0267.)"""
LEAST = 1e-3
"""A probability below this counts as this in a pool."""


@dataclass(frozen=True, slots=True)
class GivenScore:
    """The weights for one NLI model."""

    __provided__: ClassVar[bool] = True

    nli_sha256: str
    data: str
    """What it was fitted on."""
    true: tuple[float, ...]
    """Log-odds of true against not told: the intercept, and the weights of ``NUMBERS`` and ``SIDES_TAKEN``."""
    false: tuple[float, ...]
    """The same of false."""
    decides: float = DECIDES
    """P(true) or P(false) from which this model takes a side; the starter alone is too unsure of plain facts for 0.7."""

    def shares(self, told: tuple[float, ...], label: Label) -> FloatArray:
        """P(true), P(not told) and P(false), shape (3,), of a claim of which the quotes say ``label``."""
        row = np.array([1.0, *told, *(float(label is side) for side in SIDES_TAKEN)])
        return as_shares(np.array([np.dot(self.true, row), 0.0, np.dot(self.false, row)]))


def joined(own: FloatArray, heard: FloatArray) -> FloatArray:
    """The NLI model's ``own`` probabilities and those ``heard`` of a language model as one distribution, shape (3,).

    A logarithmic opinion pool: the product of both, each to its weight, and of what a text decides oftener than they say
    together (Genest and Zidek 1986, section 3.3). The language model leans to false and to not told. Four numbers, fitted by
    ``scripts/fit_given.py --effort thorough`` (decision 0264).
    """
    return as_shares(OWN * np.log(np.maximum(own, LEAST)) + HEARD * np.log(np.maximum(heard, LEAST)) + np.array(TOLD))


def as_shares(odds: FloatArray) -> FloatArray:
    """Log-odds, shape (..., 3), as probabilities that sum to 1 (softmax)."""
    weights = np.exp(odds - odds.max(axis=-1, keepdims=True))
    shares: FloatArray = weights / weights.sum(axis=-1, keepdims=True)
    return shares


def to_json(score: GivenScore) -> JSON:
    """As it is kept in a file."""
    weights = {"true": list(score.true), "false": list(score.false)}
    return {"format": FORMAT, "nli_sha256": score.nli_sha256, "data": score.data, "decides": score.decides, **weights}


def from_json(row: JSON) -> GivenScore:
    """The score of a file. Raises ``ValueError`` where it holds none."""
    count = 1 + len(NUMBERS) + len(SIDES_TAKEN)
    return made(
        lambda row: GivenScore(
            str(row["nli_sha256"]),
            str(row["data"]),
            numbers(row["true"], count),
            numbers(row["false"], count),
            float(row["decides"]),
        ),
        row,
        "a score of given texts",
    )
