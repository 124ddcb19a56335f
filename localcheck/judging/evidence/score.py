"""The learned evidence score: one number for what a document says about a claim, and how far it moves the belief.

A logistic model turns the features of one document (``features``) into log-odds that the claim is factual. Thresholds
quantise these to K symbols, whose likelihoods were counted on labelled claims (``localcheck calibrate``). So contradiction
lowers the belief as entailment raises it, a document that says nothing hardly moves it, and the exact stopping rule remains
a small dynamic programme (``stats.bayes``).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from localcheck.judging.evidence.choose import CLOSE, LEXICAL, Choice
from localcheck.judging.evidence.choose import FEATURES as CHOICE_FEATURES
from localcheck.judging.evidence.features import FEATURES, INDEX, NOTHING, says_nothing
from localcheck.ports import FloatArray
from localcheck.stats.bayes import Likelihoods

JSON = Any
FORMAT = 1
LARGEST = 1e6
"""Weights, edges and biases are log-odds: what lies beyond is no model."""
MOST = 1000
"""Symbols at most."""
WEB = len(FEATURES)
"""Features of the web's evidence score: all of them."""
EARLIER = 7
"""Features of the web's evidence scores of earlier versions: the first ones."""


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
    """Log-odds at which the next symbol begins, in ascending order; one fewer than there are symbols."""
    likelihoods: Likelihoods
    """P(symbol | factual) and P(symbol | not factual), with the model and the kind of evidence that they belong to."""
    yields: bool = True
    """Does a page of the web that says nothing stop counting once another one speaks for the claim (``judging.silence``)?"""

    def __post_init__(self) -> None:
        if len(self.weights) not in (INDEX, EARLIER, WEB):
            raise ValueError(f"{INDEX} or {WEB} weights are needed, one for each feature")
        if list(self.edges) != sorted(self.edges) or len(self.edges) + 1 != len(self.likelihoods.factual):
            raise ValueError("edges in ascending order are needed, one fewer than symbols")

    def log_odds(self, features: FloatArray) -> float:
        """The evidence score: log-odds that the claim is factual, by this document alone."""
        return float(np.dot(self.weights, features[: len(self.weights)]) + self.bias)

    def symbol(self, features: FloatArray) -> int:
        """The score's symbol, 0 (against the claim) to K - 1 (for it)."""
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
    choice, table = model.choice, model.likelihoods
    return {
        "format": FORMAT,
        "nli_sha256": table.nli_sha256,
        "evidence": table.evidence,
        "data": table.data,
        "n": list(table.n),
        "choice": {
            "lexical": list(choice.lexical),
            "lexical_bias": choice.lexical_bias,
            **(
                {"closeness": list(choice.closeness)}
                if choice.closeness
                else {"semantic": list(choice.semantic), "semantic_bias": choice.semantic_bias}
            ),
        },
        "weights": list(model.weights),
        "bias": model.bias,
        "edges": list(model.edges),
        "factual": list(table.factual),
        "nonfactual": list(table.nonfactual),
        "yields": model.yields,
    }


def from_json(row: JSON) -> EvidenceModel:
    """The model that a file holds. Raises ``ValueError`` if it holds none."""
    try:
        if row["format"] != FORMAT:
            raise ValueError(f"format {row['format']!r} is not {FORMAT}")
        return EvidenceModel(
            _choice(row["choice"]),
            _numbers(row["weights"]),
            _number(row["bias"]),
            _numbers(row["edges"]),
            Likelihoods(
                _numbers(row["factual"]),
                _numbers(row["nonfactual"]),
                str(row["nli_sha256"]),
                str(row["evidence"]),
                str(row.get("data", "")),
                (int(row["n"][0]), int(row["n"][1])),
            ),
            bool(row.get("yields", True)),
        )
    except (KeyError, TypeError, IndexError, AttributeError, OverflowError) as error:
        raise ValueError(f"not an evidence model: {error!r}") from error


def _choice(row: JSON) -> Choice:
    """The weights that choose sentences; tables that were fitted earlier have them in another form."""
    lexical, bias = _numbers(row["lexical"], LEXICAL), _number(row["lexical_bias"])
    if "closeness" in row:
        return Choice(lexical, bias, _numbers(row["closeness"], CLOSE))
    return Choice(lexical, bias, (), _numbers(row["semantic"], len(CHOICE_FEATURES)), _number(row["semantic_bias"]))


def _number(value: JSON) -> float:
    if type(value) not in (int, float) or not abs(value) <= LARGEST:
        raise ValueError(f"{str(value)[:40]!r} is not a number between -{LARGEST:g} and {LARGEST:g}")
    return float(value)


def _numbers(value: JSON, count: int = 0) -> tuple[float, ...]:
    """A list of numbers, as many as wanted where that is known."""
    if not isinstance(value, list) or len(value) > MOST or (count and len(value) != count):
        raise ValueError(f"a list of {count or f'at most {MOST}'} numbers is needed")
    return tuple(map(_number, value))
