"""The rows of an experiment as arrays, so that a thousand resamples of its documents take seconds; and how far the
probabilities in them hold, of P(factual) and of each of the three answers.

An answer states a probability of its own. SUPPORTED says that the claim is true with P(factual), REFUTED that it is false
with 1 - P(factual), and NOT_ENOUGH_EVIDENCE that the likelier of these two would be right with no more than the larger one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from localcheck.evaluate.records import Row
from localcheck.stats import metrics
from localcheck.stats.ragged import FloatArray, IntArray, Ragged
from localcheck.types import JSON, Label

CLASSES = ("entailment", "neutral", "contradiction", "not_entailment")
ENTAILED, NOT_ENTAILED = 0, 3
BoolArray = NDArray[np.bool_]
StrArray = NDArray[np.str_]


@dataclass(frozen=True, slots=True)
class Sample:
    """The rows of all documents as arrays; ``take`` selects documents."""

    labels: Ragged
    scores: Ragged
    evidence: Ragged
    """Documents read, one number for each claim."""
    evidence_sentence: Ragged
    """Documents read, one number for each label."""
    human: FloatArray
    """Mean label of each document."""
    passage: FloatArray
    """The method's score of each document: its own, or the mean of its sentences' (Manakul et al. 2023, Eq. 12)."""
    gold: NDArray[np.int64]
    """Index into ``CLASSES``; empty unless the data set has classes."""
    predicted: NDArray[np.int64]
    entailment: FloatArray
    """P(entailment), likewise."""
    verdicts: StrArray
    """That of each document with one label; empty unless all have one."""
    seconds: FloatArray
    """Time of each document."""
    quoted: FloatArray
    """Share of each document's quote that stands in the gold evidence; NaN where that is not known."""

    @classmethod
    def of(cls, rows: Sequence[Row]) -> Sample:
        """Rows in their order."""
        labels = Ragged.of(r.labels for r in rows)
        scores = Ragged.of(r.scores for r in rows)
        own = np.array([np.nan if r.passage is None else r.passage for r in rows], dtype=np.float64)
        gold, predicted, entailment = _classes(rows)
        return cls(
            labels,
            scores,
            Ragged.of(r.evidence for r in rows),
            Ragged.of(r.evidence_sentence for r in rows),
            labels.means(),
            np.where(np.isnan(own), scores.means(), own),
            gold,
            predicted,
            entailment,
            _verdicts(rows),
            np.array([r.cost.seconds for r in rows], dtype=np.float64),
            np.array([np.nan if r.quoted is None else r.quoted for r in rows], dtype=np.float64),
        )

    def take(self, rows: IntArray) -> Sample:
        """The documents of these numbers, repeats allowed."""

        def taken(part: Any) -> Any:
            return part.take(rows) if isinstance(part, Ragged) else part[rows if part.size else rows[:0]]

        return Sample(*(taken(getattr(self, field.name)) for field in fields(self)))


def _verdicts(rows: Sequence[Row]) -> StrArray:
    alone = all(len(r.verdicts) == 1 == len(r.labels) for r in rows)
    return np.array([r.verdicts[0] for r in rows] if alone else [], dtype=np.str_)


def _classes(rows: Sequence[Row]) -> tuple[NDArray[np.int64], NDArray[np.int64], FloatArray]:
    """True and predicted classes. A source that has a row "not_entailment" has two classes: P(entailment) >= 0.5 or not."""
    if not all(r.gold and r.predicted for r in rows):
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64), np.empty(0)
    two_way = {r.group for r in rows if r.gold[0] == CLASSES[NOT_ENTAILED]}
    entailment = np.array([r.raw[CLASSES[ENTAILED]][0] for r in rows], dtype=np.float64)
    gold = np.array([CLASSES.index(r.gold[0]) for r in rows], dtype=np.int64)
    predicted = np.array([CLASSES.index(r.predicted[0]) for r in rows], dtype=np.int64)
    merged = np.array([r.group in two_way for r in rows], dtype=bool)
    gold[merged & (gold != ENTAILED)] = NOT_ENTAILED
    predicted[merged] = np.where(entailment[merged] >= 0.5, ENTAILED, NOT_ENTAILED)
    return gold, predicted, entailment


ANSWERS = (Label.SUPPORTED, Label.REFUTED, Label.NOT_ENOUGH_EVIDENCE)
FACTUAL = "P(factual)"


@dataclass(frozen=True, slots=True)
class Diagram:
    """Stated probabilities beside what happened."""

    name: str
    """``P(factual)``, or one of the three answers."""
    n: int
    ece: float
    bins: tuple[metrics.Bin, ...]


def diagrams(rows: Sequence[Row]) -> list[Diagram]:
    """That of P(factual), and one for each answer that was given.

    None where no claim was settled. A failed claim states nothing and is in none of them.
    """
    known = [r for r in rows if len(r.labels) == len(r.scores) == len(r.verdicts) == 1 and not r.error]
    known = [r for r in known if r.verdicts[0] in ANSWERS and 0.0 <= r.scores[0] <= 1.0]
    if all(r.verdicts[0] == Label.NOT_ENOUGH_EVIDENCE for r in known):
        return []
    p, true = 1.0 - np.array([r.scores[0] for r in known]), np.array([r.labels[0] == 0.0 for r in known])
    answer = np.array([r.verdicts[0] for r in known])
    stated, held = claimed(p, true, answer)
    found = [_diagram(FACTUAL, p, true)]
    return found + [_diagram(a, stated[answer == a], held[answer == a]) for a in ANSWERS if (answer == a).any()]


def three_way(p: FloatArray, true: BoolArray, answer: StrArray) -> float:
    """ECE of the three-way answer: that of each answer, weighted by how often it was given. NaN for nothing."""
    stated, held = claimed(p, true, answer)
    given = [(int(w.sum()), metrics.ece(held[w], stated[w])) for a in ANSWERS if (w := answer == a).any()]
    return sum(n * ece for n, ece in given) / sum(n for n, _ in given) if given else float("nan")


def claimed(p: FloatArray, true: BoolArray, answer: StrArray) -> tuple[FloatArray, BoolArray]:
    """The probability that each answer states, and whether it came true."""
    for_it = (answer == Label.SUPPORTED) | ((answer != Label.REFUTED) & (p >= 0.5))
    return np.where(for_it, p, 1.0 - p), np.where(for_it, true, ~true)


def as_json(found: Sequence[Diagram]) -> JSON:
    """Every diagram with its bins."""
    return {d.name: {"n": d.n, "ece": d.ece, "bins": [asdict(b) for b in d.bins]} for d in found}


def _diagram(name: str, stated: FloatArray, held: BoolArray) -> Diagram:
    return Diagram(name, len(stated), metrics.ece(held, stated), metrics.reliability(held, stated))
