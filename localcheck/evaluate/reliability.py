"""How far probabilities hold: of P(factual), and of each of the three answers. Pure.

An answer states a probability of its own. SUPPORTED says that the claim is true with P(factual), REFUTED that it is false with
1 - P(factual), and NOT_ENOUGH_EVIDENCE that the likelier of these two would be right with no more than the larger one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray

from localcheck.evaluate.records import Row
from localcheck.ports import FloatArray
from localcheck.stats import metrics
from localcheck.types import JSON, Label

BoolArray = NDArray[np.bool_]
IntArray = NDArray[np.int64]
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
    answer = np.array([ANSWERS.index(Label(r.verdicts[0])) for r in known])
    stated, held = claimed(p, true, answer)
    found = [_diagram(FACTUAL, p, true)]
    return found + [_diagram(a.value, stated[answer == i], held[answer == i]) for i, a in enumerate(ANSWERS)
                    if (answer == i).any()]  # fmt: skip


def three_way(p: FloatArray, true: BoolArray, answer: IntArray) -> float:
    """ECE of the three-way answer: that of each answer, weighted by how often it was given. NaN for nothing."""
    stated, held = claimed(p, true, answer)
    given = [(int(which.sum()), metrics.ece(held[which], stated[which])) for i in range(len(ANSWERS))
             if (which := answer == i).any()]  # fmt: skip
    return sum(n * ece for n, ece in given) / sum(n for n, _ in given) if given else float("nan")


def claimed(p: FloatArray, true: BoolArray, answer: IntArray) -> tuple[FloatArray, BoolArray]:
    """The probability that each answer states, and whether it came true; ``answer`` counts ``ANSWERS``."""
    for_it = (answer == ANSWERS.index(Label.SUPPORTED)) | ((answer != ANSWERS.index(Label.REFUTED)) & (p >= 0.5))
    return np.where(for_it, p, 1.0 - p), np.where(for_it, true, ~true)


def as_json(found: Sequence[Diagram]) -> JSON:
    """Every diagram with its bins."""
    return {d.name: {"n": d.n, "ece": d.ece, "bins": [asdict(b) for b in d.bins]} for d in found}


def _diagram(name: str, stated: FloatArray, held: BoolArray) -> Diagram:
    return Diagram(name, len(stated), metrics.ece(held, stated), metrics.reliability(held, stated))
