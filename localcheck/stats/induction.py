"""The exact stopping rule: backward induction by dynamic programming over the posterior's log-odds (Eq. 6-7)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from localcheck.stats.bayes import Costs, Likelihoods

FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class ContinuationTable:
    """R_continue(n, pi) of the exact policy on a grid of log-odds."""

    log_odds: FloatArray
    """Shape (g,), increasing."""
    risks: FloatArray
    """Shape (K, g): expected cost of reading on after n documents."""

    def risk(self, step: int, pi: float) -> float:
        """Interpolated R_continue after ``step`` documents."""
        return float(np.interp(_logit(pi), self.log_odds, self.risks[step]))


@lru_cache(maxsize=64)
def continuation_table(likelihoods: Likelihoods, costs: Costs, k: int, points: int = 16001) -> ContinuationTable:
    """Backward induction (Eq. 6-7) by dynamic programming over the posterior log-odds.

    The log-odds are a sufficient statistic: a document with feature f adds log p1(f) - log p0(f). The cost is
    O(K · points · features) instead of the O(10^K) of the paper.
    """
    reach = min(40.0, 12.0 + k * float(np.abs(likelihoods.log_ratios()).max()))
    grid = np.linspace(-reach, reach, points)
    pi = 1.0 / (1.0 + np.exp(-grid))
    stop = np.minimum(np.minimum((1.0 - pi) * costs.miss, pi * costs.false_alarm), costs.abstain)
    mixed = np.outer(pi, likelihoods.factual) + np.outer(1.0 - pi, likelihoods.nonfactual)
    after = grid[:, None] + likelihoods.log_ratios()[None, :]
    risks = np.empty((k, points))
    best = stop
    for n in range(k - 1, -1, -1):
        risks[n] = costs.retrieve + (np.interp(after, grid, best) * mixed).sum(axis=1)
        best = np.minimum(stop, risks[n])
    return ContinuationTable(grid, risks)


def _logit(p: float) -> float:
    p = min(max(p, 1e-17), 1.0 - 1e-16)
    return math.log(p) - math.log1p(-p)
