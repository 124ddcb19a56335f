"""Bootstrap intervals that resample whole documents or articles, because what is said in or of one is not independent."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from localcheck.stats.ragged import FloatArray, IntArray

Statistic = Callable[[IntArray], float]
Interval = tuple[float, float]
LEVEL = 0.95
"""What an interval holds of the resamples."""


def clusters_of(groups: Sequence[object]) -> list[IntArray]:
    """Row numbers of each cluster, in order of first appearance."""
    rows: dict[object, list[int]] = {}
    for i, g in enumerate(groups):
        rows.setdefault(g, []).append(i)
    return [np.asarray(r, dtype=np.int64) for r in rows.values()]


def draws(clusters: Sequence[IntArray], resamples: int) -> Iterator[IntArray]:
    """``resamples`` times the rows of as many clusters, drawn with replacement; nothing for fewer than two clusters."""
    rng = np.random.default_rng(0)
    n = len(clusters)
    for _ in range(resamples if n > 1 else 0):
        yield np.concatenate([clusters[j] for j in rng.integers(n, size=n)])


def cluster_bootstrap(groups: Sequence[object], statistic: Statistic, resamples: int = 1000) -> Interval:
    """Percentile interval of ``statistic(rows)`` over resampled clusters; NaN for fewer than two clusters.

    ``statistic`` takes row numbers (with repeats) and returns a number; resamples that give NaN are left out.
    """
    return percentile([statistic(rows) for rows in draws(clusters_of(groups), resamples)])


def bootstrap_table(
    groups: Sequence[object], statistics: Callable[[IntArray], Mapping[str, float]], resamples: int = 1000
) -> dict[str, FloatArray]:
    """All statistics of every resample of the clusters: name -> (resamples,), NaN where one is not defined."""
    table: dict[str, list[float]] = {}
    for rows in draws(clusters_of(groups), resamples):
        for name, value in statistics(rows).items():
            table.setdefault(name, []).append(value)
    return {name: np.asarray(values, dtype=np.float64) for name, values in table.items()}


def percentile(values: Sequence[float] | FloatArray) -> Interval:
    """The interval that holds the middle ``LEVEL`` of the values; NaNs are ignored, and without values it is NaN."""
    kept = np.asarray(values, dtype=np.float64)
    kept = kept[np.isfinite(kept)]
    if kept.size == 0:
        return float("nan"), float("nan")
    tail = (1 - LEVEL) / 2
    low, high = np.quantile(kept, [tail, 1 - tail])
    return float(low), float(high)


def across_zero(differences: Sequence[float] | FloatArray) -> float:
    """Two-sided p-value: twice the share of resampled differences on the other side of zero, at most 1. NaN for none."""
    kept = np.asarray(differences, dtype=np.float64)
    kept = kept[np.isfinite(kept)]
    if kept.size == 0:
        return float("nan")
    return min(1.0, 2.0 * min(float((kept <= 0).mean()), float((kept >= 0).mean())))
