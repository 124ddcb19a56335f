"""Agreement of two raters beyond chance, with an interval that respects that claims cluster in documents.

Cohen, J. (1960). A coefficient of agreement for nominal scales. Educational and Psychological Measurement 20(1).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from localcheck.stats.ragged import FloatArray

Z95 = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far two raters agree."""

    n: int
    """Items that both rated."""
    clusters: int
    """Documents that these items come from."""
    observed: float
    """Share of items with equal ratings, in [0, 1]; 0 when there is none."""
    expected: float
    """Share expected by chance, from how often each rater gives each label."""
    kappa: float | None
    """(observed - expected) / (1 - expected); None if undefined (no items, or both raters give one label throughout)."""
    low: float | None
    """Lower end of the 95 % interval by the delete-one-document jackknife; None with fewer than two documents."""
    high: float | None
    labels: tuple[str, ...]
    confusion: tuple[tuple[int, ...], ...]
    """Counts, first rater down, second rater across, in the order of ``labels``."""


def agreement(first: Sequence[str], second: Sequence[str], clusters: Sequence[str]) -> Agreement:
    """Agreement of two raters over the same items; ``clusters[i]`` names the document of item i.

    Raises ``ValueError`` for sequences of different length.
    """
    if not len(first) == len(second) == len(clusters):
        raise ValueError("two raters and the documents must be given for the same items")
    labels = tuple(sorted({*first, *second}))
    place = {label: i for i, label in enumerate(labels)}
    names = sorted(set(clusters))
    row = {name: i for i, name in enumerate(names)}
    tables = np.zeros((len(names), len(labels), len(labels)))
    for a, b, name in zip(first, second, clusters, strict=True):
        tables[row[name], place[a], place[b]] += 1
    total = tables.sum(axis=0)
    observed, expected = _shares(total)
    low, high = _interval(tables)
    return Agreement(
        n=len(first),
        clusters=len(names),
        observed=observed,
        expected=expected,
        kappa=kappa(total),
        low=low,
        high=high,
        labels=labels,
        confusion=tuple(tuple(int(v) for v in line) for line in total),
    )


def kappa(table: FloatArray) -> float | None:
    """Cohen's kappa of a square table of counts; None where it is undefined.

    >>> round(kappa(np.array([[20.0, 5.0], [10.0, 15.0]])), 3)
    0.4
    """
    observed, expected = _shares(table)
    if table.sum() == 0 or np.isclose(expected, 1.0):
        return None
    return float((observed - expected) / (1.0 - expected))


def _shares(table: FloatArray) -> tuple[float, float]:
    n = float(table.sum())
    if n == 0:
        return 0.0, 0.0
    expected = float(table.sum(axis=1) @ table.sum(axis=0)) / n**2
    return float(np.trace(table)) / n, expected


def _interval(tables: FloatArray) -> tuple[float | None, float | None]:
    """Jackknife over documents: pseudo-values n*k - (n-1)*k_without_i (Efron & Tibshirani 1993, ch. 11)."""
    n = len(tables)
    total = tables.sum(axis=0)
    whole = kappa(total) if n else None
    without = [kappa(total - table) for table in tables]
    if n < 2 or whole is None or any(k is None for k in without):
        return None, None
    left_out = np.array(without, dtype=float)
    error = float(np.sqrt((n - 1) / n * np.sum((left_out - left_out.mean()) ** 2)))
    return max(-1.0, whole - Z95 * error), min(1.0, whole + Z95 * error)
