"""Rolling means against the definition, computed the slow way."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.stats.rolling import binned_mean, rolling_mean, window_mean

events = st.lists(st.tuples(st.integers(0, 400), st.floats(0, 1)), max_size=40).map(sorted)


@given(events, st.integers(1, 200))
def test_each_mean_is_that_of_its_window(points: list[tuple[int, float]], window: int) -> None:
    times, values = [float(t) for t, _ in points], [v for _, v in points]
    found = rolling_mean(times, values, float(window))
    for at, mean in zip(times, found, strict=True):
        inside = [v for t, v in zip(times, values, strict=True) if at - window < t <= at]
        assert mean == pytest.approx(sum(inside) / len(inside), abs=1e-9)


@given(events, st.floats(-1e9, 1e9))
def test_only_differences_of_time_matter(points: list[tuple[int, float]], shift: float) -> None:
    """An epoch, a time zone, a summer time: nothing but a shift."""
    shift = float(round(shift))
    times, values = [float(t) for t, _ in points], [v for _, v in points]
    moved = rolling_mean([t + shift for t in times], values, 60.0)
    assert np.allclose(moved, rolling_mean(times, values, 60.0))


def test_what_fell_out_before_a_gap_does_not_come_back() -> None:
    assert rolling_mean([0, 1, 1000], [0.0, 0.0, 1.0], 10).tolist() == [0.0, 0.0, 1.0]


def test_times_must_ascend() -> None:
    with pytest.raises(ValueError, match="ascend"):
        rolling_mean([1, 0], [1, 1], 5)


@given(events, st.integers(1, 20))
def test_bins_cover_every_event_once(points: list[tuple[int, float]], bins: int) -> None:
    times, values = [float(t) for t, _ in points], [v for _, v in points]
    means = binned_mean(times, values, -1.0, 402.0 / bins, bins)
    for i, mean in enumerate(means):
        low, high = -1 + i * 402 / bins, -1 + (i + 1) * 402 / bins
        inside = [v for t, v in zip(times, values, strict=True) if low + 1e-9 < t <= high + 1e-9]
        near_edge = any(min(abs(t - low), abs(t - high)) < 1e-6 for t in times)
        if near_edge:
            continue
        assert math.isnan(mean) if not inside else mean == pytest.approx(sum(inside) / len(inside))


def test_an_interval_needs_two_documents() -> None:
    assert math.isnan(window_mean([0.5, 0.7], ["a", "a"]).interval[0])
    low, high = window_mean([0.5, 0.7, 0.9], ["a", "b", "c"]).interval
    assert low < 0.7 < high
    assert window_mean([], []).n == 0 and math.isnan(window_mean([], []).value)
