"""The exact stopping rule of Wang et al. 2023: the likelihoods of the features, the costs of errors and of reading, and
backward induction by dynamic programming over the posterior's log-odds (Eq. 6-7).

With a stronger reader there is one more action: to ask it about the document that was read last. Each document can be asked
about once, so that the state is (documents read, asked about the last one or not, log-odds), and the induction stays exact.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import numpy as np

from localcheck.stats.ragged import FloatArray


@dataclass(frozen=True, slots=True)
class Likelihoods:
    """P(f | factual) and P(f | not factual) of each feature, and where they were counted.

    The paper has ten features of entailment; a learned evidence score has as many symbols as were fitted.
    """

    __provided__: ClassVar[bool] = True

    factual: tuple[float, ...]
    """P(f | theta_1), positive numbers that sum to 1."""
    nonfactual: tuple[float, ...]
    """P(f | theta_0), likewise."""
    nli_sha256: str = ""
    """Hash of the NLI model whose scores were counted."""
    evidence: str = ""
    """Kind of evidence: ``index`` or ``web``."""
    data: str = ""
    """Which labelled claims were counted, for people."""
    n: tuple[int, int] = (0, 0)
    """Number of factual and of not factual claims."""
    unmoved: Likelihoods | None = None
    """The table before reviews moved it; None where none did. Reviews move this one again, so that each counts once."""

    def __post_init__(self) -> None:
        for name, row in (("factual", self.factual), ("nonfactual", self.nonfactual)):
            if len(row) < 2 or not all(0 < p <= 1 for p in row) or not math.isclose(sum(row), 1, abs_tol=1e-6):
                raise ValueError(f"{name}: positive probabilities that sum to 1 are needed")
        if len(self.factual) != len(self.nonfactual):
            raise ValueError("both rows must have a probability for each feature")

    def log_ratios(self) -> FloatArray:
        """log P(f | theta_1) - log P(f | theta_0), shape (features,)."""
        ratios: FloatArray = np.log(self.factual) - np.log(self.nonfactual)
        return ratios


@dataclass(frozen=True, slots=True)
class Costs:
    """The three costs of Section 3.4, and one that the paper does not have."""

    miss: float = 28.0
    """C_M: a hallucination is declared factual."""
    false_alarm: float = 96.0
    """C_FA: a fact is declared a hallucination."""
    retrieve: float = 1.0
    """C_retrieve: one more document."""
    abstain: float = math.inf
    """Cost of answering "not enough evidence" (Chow 1970). Infinity means, as in the paper, that one of the two labels must be
    declared."""

    def __post_init__(self) -> None:
        if min(self.miss, self.false_alarm, self.abstain) <= 0 or self.retrieve < 0:
            raise ValueError("costs of errors must be positive, and the cost of a document must not be negative")

    @property
    def threshold(self) -> float:
        """The posterior above which "factual" is the cheaper declaration: C_M / (C_M + C_FA)."""
        return self.miss / (self.miss + self.false_alarm)

    @property
    def factual_from(self) -> float:
        """The lowest posterior at which "factual" is the cheapest of the three answers: (1 - pi) C_M is at most C_abstain."""
        return max(self.threshold, 1.0 - self.abstain / self.miss)

    @property
    def nonfactual_to(self) -> float:
        """The highest posterior at which "not factual" is the cheapest of the three answers: pi C_FA is at most C_abstain."""
        return min(self.threshold, self.abstain / self.false_alarm)


@dataclass(frozen=True)
class ContinuationTable:
    """R_continue(n, pi) of the exact policy on a grid of log-odds."""

    log_odds: FloatArray
    """Shape (g,), increasing."""
    risks: FloatArray
    """Shape (K, g): expected cost of reading on after n documents."""
    consults: FloatArray | None = None
    """Shape (K + 1, g): expected cost of asking the stronger reader about the n-th document; None without one."""

    def risk(self, step: int, pi: float) -> float:
        """Interpolated R_continue after ``step`` documents."""
        return float(np.interp(_logit(pi), self.log_odds, self.risks[step]))

    def consult(self, step: int, pi: float) -> float | None:
        """Interpolated cost of asking the stronger reader about the ``step``-th document; None without reader or document."""
        if self.consults is None or step < 1:
            return None
        return float(np.interp(_logit(pi), self.log_odds, self.consults[step]))


POINTS = 16001
"""Log-odds at which the costs are computed."""


@lru_cache(maxsize=64)
def continuation_table(
    likelihoods: Likelihoods,
    costs: Costs,
    k: int,
    second: Likelihoods | None = None,
    c_consult: float = 0.0,
) -> ContinuationTable:
    """Backward induction (Eq. 6-7) by dynamic programming over the posterior log-odds.

    The log-odds are a sufficient statistic: a document with feature f adds log p1(f) - log p0(f), and the answer of a
    ``second`` reader, asked for ``c_consult``, likewise. The cost is O(K · POINTS · features) instead of the O(10^K) of the
    paper.
    """
    reach = min(40.0, 12.0 + k * float(np.abs(likelihoods.log_ratios()).max()))
    grid = np.linspace(-reach, reach, POINTS)
    pi = 1.0 / (1.0 + np.exp(-grid))
    stop = np.minimum(np.minimum((1.0 - pi) * costs.miss, pi * costs.false_alarm), costs.abstain)

    reading = _Answers(likelihoods, grid, pi)
    asking = None if second is None else _Answers(second, grid, pi)
    risks = np.empty((k, POINTS))
    consults = None if second is None else np.empty((k + 1, POINTS))
    onward = np.full(POINTS, np.inf)
    for n in range(k, -1, -1):
        asked = np.minimum(stop, onward)  # the value once the second reader was heard, or where there is none
        best = asked
        if asking is not None and consults is not None:
            consults[n] = c_consult + asking.expected(asked)
            best = np.minimum(asked, consults[n]) if n else asked
        if n:
            onward = risks[n - 1] = costs.retrieve + reading.expected(best)
    return ContinuationTable(grid, risks, consults)


class _Answers:
    """What one more answer with a table makes of each belief of an even grid."""

    def __init__(self, table: Likelihoods, grid: FloatArray, pi: FloatArray) -> None:
        self.points = len(grid)
        self.probabilities = [
            pi * yes + (1.0 - pi) * no for yes, no in zip(table.factual, table.nonfactual, strict=True)
        ]
        steps = np.clip(table.log_ratios() / (grid[1] - grid[0]), -self.points, self.points)
        self.whole = np.floor(steps).astype(int)
        self.part = steps - self.whole

    def expected(self, value: FloatArray) -> FloatArray:
        """The value after the answer, on average, at each belief: at its ends the grid continues as it ends.

        An answer moves all beliefs by the same log-odds, so that each lies between two neighbours by the same part.
        """
        wide = np.pad(value, (self.points, self.points + 1), mode="edge")
        found = np.zeros(self.points)
        for probability, whole, part in zip(self.probabilities, self.whole, self.part, strict=True):
            first = self.points + whole
            below, above = (wide[start : start + self.points] for start in (first, first + 1))
            found += probability * (below + part * (above - below))
        return found


def _logit(p: float) -> float:
    p = min(max(p, 1e-17), 1.0 - 1e-16)
    return math.log(p) - math.log1p(-p)
