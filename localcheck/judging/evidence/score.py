"""The learned evidence score: one number for what a document says about a claim, and how far it moves the belief.

A logistic model turns the features of one document (``features``) into log-odds that the claim is factual. Thresholds
quantise these to K symbols, whose likelihoods were counted on labelled claims (``localcheck calibrate``). So contradiction
lowers the belief as entailment raises it, a document that says nothing hardly moves it, and the exact stopping rule remains
a small dynamic programme (``stats.bayes``).
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from localcheck.judging.evidence.choose import CLOSE, LEXICAL, MET, Choice
from localcheck.judging.evidence.features import FEATURES, INDEX, NOTHING, NUMBERS, TOGETHER, says_nothing, states
from localcheck.judging.fitted import likelihoods_of, likelihoods_row, made, number, numbers
from localcheck.ports import FloatArray
from localcheck.stats.bayes import Likelihoods
from localcheck.types import JSON

WEB = len(FEATURES)
"""Features of the web's evidence score: all of them."""


@dataclass(frozen=True, slots=True)
class EvidenceModel:
    """The evidence score for one NLI model and one kind of evidence (index or web)."""

    __provided__: ClassVar[bool] = True

    choice: Choice
    """How the sentences to read are chosen."""
    weights: tuple[float, ...]
    """One for each feature; for an encyclopedia without the last ones of ``FEATURES``."""
    bias: float
    edges: tuple[float, ...]
    """Log-odds at which the next symbol begins, in ascending order; one fewer than there are symbols of the score."""
    likelihoods: Likelihoods
    """P(symbol | factual) and P(symbol | not factual), with the model and the kind of evidence that they belong to. One more
    than the score has: the last is for a document that says the claim word for word; earlier tables lack it."""
    against: tuple[float, ...] = ()
    """A logistic rule for what may be quoted against a claim: its intercept, and a weight for each of ``features.NUMBERS``.
    Empty: whatever contradicts a claim may be."""
    yields: bool = True
    """Does a page of the web that says nothing stop counting once another one speaks for the claim (``judging.precedence``)?"""

    def __post_init__(self) -> None:
        if len(self.weights) not in (INDEX, WEB):
            raise ValueError(f"{INDEX} or {WEB} weights are needed, one for each feature")
        if list(self.edges) != sorted(self.edges) or len(self.likelihoods.factual) - len(self.edges) not in (1, 2):
            raise ValueError("edges in ascending order are needed, one or two fewer than symbols")
        if len(self.against) not in (0, 1 + len(NUMBERS)):
            raise ValueError(f"{1 + len(NUMBERS)} numbers are needed for what may be quoted against a claim")

    def log_odds(self, features: FloatArray) -> float:
        """The evidence score: log-odds that the claim is factual, by this document alone."""
        return float(np.dot(self.weights, features[: len(self.weights)]) + self.bias)

    def refutes(self, row: FloatArray, odds: float = 1.0) -> bool:
        """Whether a document with these numbers (``features.told_against``) contradicts its claim plainly enough to be quoted.

        ``odds``: how many claims of the kind are true for each that is false.
        """
        return not self.against or float(np.dot(self.against[1:], row) + self.against[0]) >= math.log(odds)

    @property
    def joins(self) -> bool:
        """Does it count what the best sentences say as one? With an encyclopedia's it does not, and need not be read."""
        return self.weights[TOGETHER] != 0.0

    def symbol(self, features: FloatArray) -> int:
        """The score's symbol, 0 (against the claim) to K - 1 (for it); the last of all for what says it word for word."""
        if states(features):
            return len(self.likelihoods.factual) - 1
        return bisect_right(self.edges, self.log_odds(features))

    @property
    def silence(self) -> int | None:
        """The symbol of a page that says nothing; None for an encyclopedia, where that does not move the belief."""
        return self.symbol(np.array(NOTHING)) if len(self.weights) == WEB else None

    def silent(self, features: FloatArray) -> bool:
        """True for a page of the web that says nothing, if that is to yield to one that speaks for the claim."""
        return self.yields and len(self.weights) == WEB and says_nothing(features)


@dataclass(frozen=True, slots=True)
class Tables:
    """What was measured with the NLI model and the kind of evidence in use.

    Each is looked up when it is first called for, so that a run is warned only of a table that it uses.
    """

    __provided__: ClassVar[bool] = True

    evidence: Callable[[], EvidenceModel]
    """The learned evidence score."""
    paper: Callable[[], Likelihoods]
    """The likelihoods of the paper's ten entailment features."""


def to_json(model: EvidenceModel) -> JSON:
    """The model as it is kept in a file."""
    return {
        **likelihoods_row(model.likelihoods),
        "choice": {
            "lexical": list(model.choice.lexical),
            "lexical_bias": model.choice.lexical_bias,
            "closeness": list(model.choice.closeness),
            "met": list(model.choice.met),
        },
        "weights": list(model.weights),
        "bias": model.bias,
        "edges": list(model.edges),
        "yields": model.yields,
        **({"against": list(model.against)} if model.against else {}),
    }


def from_json(row: JSON) -> EvidenceModel:
    """The model that a file holds. Raises ``ValueError`` if it holds none."""
    return made(_model, row, "an evidence model")


def _model(row: JSON) -> EvidenceModel:
    fitted = numbers(row["weights"]), number(row["bias"]), numbers(row["edges"])
    against = numbers(row["against"]) if "against" in row else ()
    return EvidenceModel(_choice(row["choice"]), *fitted, likelihoods_of(row), against, bool(row["yields"]))


def _choice(row: JSON) -> Choice:
    lexical, bias = numbers(row["lexical"], LEXICAL), number(row["lexical_bias"])
    return Choice(lexical, bias, numbers(row["closeness"], CLOSE), numbers(row["met"], MET))
