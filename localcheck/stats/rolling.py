"""Rolling means over events at irregular times. Times are seconds since 1970 in UTC, windows are half-open: (t - w, t].

Rows, hours and time zones play no role: an event counts until it is older than the window, also across gaps without events.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from localcheck.stats.interval import Interval, cluster_bootstrap
from localcheck.stats.ragged import FloatArray


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with its count and interval."""

    n: int
    value: float
    """NaN for ``n`` = 0."""
    interval: Interval
    """95 %, by the bootstrap over ``groups``; NaN for fewer than two of them."""


def rolling_mean(times: Sequence[float], values: Sequence[float], window: float) -> FloatArray:
    """For every event the mean of the values in (t - ``window``, t], in the order of the times; shape (n,).

    Events at the same time see each other. Raises ``ValueError`` unless the times ascend.

    >>> rolling_mean([0, 10, 20], [1.0, 0.0, 1.0], window=15).tolist()
    [1.0, 0.5, 0.5]
    """
    t, v = np.asarray(times, dtype=np.float64), np.asarray(values, dtype=np.float64)
    if t.size and (np.diff(t) < 0).any():
        raise ValueError("the times of a rolling mean must ascend")
    sums = np.concatenate([[0.0], np.cumsum(v)])
    first = np.searchsorted(t, t - window, side="right")
    after = np.searchsorted(t, t, side="right")
    mean: FloatArray = np.clip(
        (sums[after] - sums[first]) / np.maximum(after - first, 1), v.min(initial=1), v.max(initial=0)
    )
    return mean


def window_mean(values: Sequence[float], groups: Sequence[object]) -> Mean:
    """The mean over one window, with an interval that resamples documents, because checks of one document are dependent."""
    v = np.asarray(values, dtype=np.float64)
    if not v.size:
        return Mean(0, float("nan"), (float("nan"), float("nan")))
    interval = cluster_bootstrap(groups, lambda rows: float(v[rows].mean()))
    return Mean(int(v.size), float(v.mean()), interval)


def binned_mean(times: Sequence[float], values: Sequence[float], start: float, width: float, bins: int) -> FloatArray:
    """Mean of the values in each of ``bins`` intervals (start + i·width, start + (i+1)·width]; NaN for an empty one."""
    t, v = np.asarray(times, dtype=np.float64), np.asarray(values, dtype=np.float64)
    place = np.ceil((t - start) / width).astype(np.int64) - 1
    inside = (place >= 0) & (place < bins)
    counts = np.bincount(place[inside], minlength=bins)
    sums = np.bincount(place[inside], weights=v[inside], minlength=bins)
    return np.where(counts > 0, sums / np.maximum(counts, 1), np.nan)
