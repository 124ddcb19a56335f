"""Metrics against scikit-learn and SciPy, and their invariants."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.stats import interval, metrics
from tests.needs import Later

sk, stats = Later("sklearn.metrics"), Later("scipy.stats")

pairs = st.lists(st.tuples(st.booleans(), st.integers(0, 8).map(lambda i: i / 8)), min_size=2, max_size=60)


@given(pairs)
def test_auc_pr_equals_scikit_learn(rows: list[tuple[bool, float]]) -> None:
    y, s = map(list, zip(*rows, strict=True))
    if not any(y):
        assert math.isnan(metrics.auc_pr(y, s))
        return
    precision, recall, _ = sk.precision_recall_curve(y, s)
    assert metrics.auc_pr(y, s) == pytest.approx(sk.auc(recall, precision), abs=1e-12)


@given(pairs)
def test_decisions_equal_scikit_learn(rows: list[tuple[bool, float]]) -> None:
    y, s = map(np.array, zip(*rows, strict=True))
    found = metrics.confusion(y, s > 0.5)
    p, r, f, _ = sk.precision_recall_fscore_support(y, s > 0.5, average="binary", zero_division=0)
    assert (found.precision, found.recall, found.f1) == pytest.approx((p, r, f))
    assert found.accuracy == pytest.approx(sk.accuracy_score(y, s > 0.5))
    if len(set(y.tolist())) == 2:
        assert metrics.balanced_accuracy(y, s > 0.5) == pytest.approx(sk.balanced_accuracy_score(y, s > 0.5))
    assert metrics.macro_f1(y, s > 0.5) == pytest.approx(sk.f1_score(y, s > 0.5, average="macro", zero_division=0))
    assert metrics.brier(y, s) == pytest.approx(
        sk.brier_score_loss(y, s, labels=[False, True]) if len(set(y.tolist())) == 2 else np.mean((s - y) ** 2)
    )


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=2, max_size=40))
def test_correlations_equal_scipy(rows: list[tuple[int, int]]) -> None:
    a, b = map(list, zip(*rows, strict=True))
    if len(set(a)) < 2 or len(set(b)) < 2:
        assert math.isnan(metrics.pearson(a, b))
        return
    assert metrics.pearson(a, b) == pytest.approx(stats.pearsonr(a, b).statistic, abs=1e-9)
    assert metrics.spearman(a, b) == pytest.approx(stats.spearmanr(a, b).statistic, abs=1e-9)


def test_no_value_has_a_rank_beside_one_that_is_no_number() -> None:
    assert metrics.ranks([2.0, 1.0, 2.0]).tolist() == [2.5, 1.0, 2.5]
    assert np.isnan(metrics.ranks([2.0, math.nan, 1.0])).all()


@given(pairs)
def test_calibration_error_is_bounded_and_zero_when_frequencies_fit(rows: list[tuple[bool, float]]) -> None:
    y, p = zip(*rows, strict=True)
    assert 0 <= metrics.ece(y, p) <= 1
    bins = metrics.reliability(y, p)
    assert sum(b.n for b in bins) == len(rows)
    assert metrics.ece(y, p) == pytest.approx(sum(b.n * abs(b.confidence - b.frequency) for b in bins) / len(rows))
    assert metrics.ece([1, 0], [0.5, 0.5]) == 0


def test_a_bin_has_its_bounds_its_mean_and_its_share() -> None:
    low, high = metrics.reliability([1, 0, 1], [0.05, 0.07, 0.95])
    assert (low.low, low.high, low.n, low.frequency) == (0.0, 0.1, 2, 0.5) and low.confidence == pytest.approx(0.06)
    assert (high.low, high.high, high.n, high.confidence, high.frequency) == (0.9, 1.0, 1, 0.95, 1.0)


def test_the_cluster_interval_covers_the_mean_and_clusters_widen_it() -> None:
    rng = np.random.default_rng(0)
    effect = np.repeat(rng.normal(size=60), 10)
    values = effect + 0.1 * rng.normal(size=600)

    def mean(rows: np.ndarray) -> float:
        return float(values[rows].mean())

    low, high = interval.cluster_bootstrap(np.repeat(np.arange(60), 10).tolist(), mean)
    alone = interval.cluster_bootstrap(list(range(600)), mean)
    assert low < values.mean() < high
    assert high - low > 2 * (alone[1] - alone[0])


def test_empty_cases() -> None:
    assert all(math.isnan(x) for x in interval.cluster_bootstrap(["a", "a"], lambda r: 1.0))
    assert math.isnan(metrics.ece([], []))
    assert metrics.confusion([], []).f1 == 0


def test_an_infinite_score_ties_with_another_one() -> None:
    scores = [math.inf, math.inf, 1.0]
    assert (
        metrics.auc_pr([1, 0, 0], scores) == metrics.auc_pr([0, 1, 0], scores) == metrics.auc_pr([1, 0, 0], [9, 9, 1])
    )
    assert math.isnan(metrics.pearson([1, 0, 0], scores))
