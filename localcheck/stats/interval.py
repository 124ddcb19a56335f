"""Intervals by the bootstrap over clusters: sentences of one document are not independent, documents are."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

IntArray = NDArray[np.int64]
Statistic = Callable[[IntArray], float]


def clusters_of(groups: Sequence[object]) -> list[IntArray]:
    """Row numbers of each cluster, in order of first appearance."""
    rows: dict[object, list[int]] = {}
    for i, g in enumerate(groups):
        rows.setdefault(g, []).append(i)
    return [np.asarray(r, dtype=np.int64) for r in rows.values()]


def cluster_bootstrap(
    groups: Sequence[object], statistic: Statistic, resamples: int = 1000, seed: int = 0, level: float = 0.95
) -> tuple[float, float]:
    """Percentile interval of ``statistic(rows)`` over resampled clusters; NaN for fewer than two clusters.

    ``statistic`` takes row numbers (with repeats) and returns a number; resamples that give NaN are left out.
    """
    values = resampled(groups, statistic, resamples, seed)
    if len(values) == 0:
        return float("nan"), float("nan")
    tail = (1 - level) / 2
    low, high = np.quantile(values, [tail, 1 - tail])
    return float(low), float(high)


def resampled(
    groups: Sequence[object], statistic: Statistic, resamples: int = 1000, seed: int = 0
) -> NDArray[np.float64]:
    """The statistic of every resample that gives a number."""
    clusters = clusters_of(groups)
    if len(clusters) < 2:
        return np.empty(0)
    rng = np.random.default_rng(seed)
    values = np.empty(resamples)
    for i in range(resamples):
        drawn = rng.integers(len(clusters), size=len(clusters))
        values[i] = statistic(np.concatenate([clusters[j] for j in drawn]))
    return values[np.isfinite(values)]


def wilson(successes: int, n: int, z: float = 1.959964) -> tuple[float, float]:
    """Wilson's score interval of a proportion; (0, 1) for n = 0."""
    if n == 0:
        return 0.0, 1.0
    p = successes / n
    centre = p + z * z / (2 * n)
    spread = z * float(np.sqrt(p * (1 - p) / n + z * z / (4 * n * n)))
    return max((centre - spread) / (1 + z * z / n), 0.0), min((centre + spread) / (1 + z * z / n), 1.0)
