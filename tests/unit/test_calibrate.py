"""Learning likelihoods from labelled features, and the reliability of the posteriors."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.stats.bayes import Likelihoods
from localcheck.stats.calibrate import (
    Labelled,
    best_threshold,
    cross_validated,
    learn,
    measure,
    pooled,
    reliability,
    replay,
)

rows = st.lists(st.tuples(st.integers(0, 9), st.booleans()), min_size=1, max_size=60)


def counted(features: list[int]) -> list[float]:
    """Counts with smoothing 1 (Section 3.4 of Wang et al. 2023)."""
    return [(features.count(f) + 1) / (len(features) + 10) for f in range(10)]


@given(rows)
def test_learning_is_counting(found: list[tuple[int, bool]]) -> None:
    table = learn([Labelled((f,), y) for f, y in found], monotone=False)
    assert table.factual == pytest.approx(counted([f for f, y in found if y]))
    assert table.nonfactual == pytest.approx(counted([f for f, y in found if not y]))


@given(rows)
def test_more_entailment_never_speaks_less_for_the_claim(found: list[tuple[int, bool]]) -> None:
    table = learn([Labelled((f,), y) for f, y in found])
    assert (np.diff(table.log_ratios()) >= -1e-9).all()
    raw = learn([Labelled((f,), y) for f, y in found], monotone=False)
    if (np.diff(raw.log_ratios()) >= 0).all():
        assert table.factual == pytest.approx(raw.factual)


@given(st.lists(st.tuples(st.floats(0.5, 40), st.floats(0.5, 40)), min_size=1, max_size=12))
def test_pooling_is_isotonic_regression(counts: list[tuple[float, float]]) -> None:
    from scipy.optimize import isotonic_regression

    yes, no = np.array(counts).T
    expected = isotonic_regression(yes / (yes + no), weights=yes + no).x
    found = pooled(yes, no)
    assert found[0] / (yes + no) == pytest.approx(expected)
    assert found[0] + found[1] == pytest.approx(yes + no)


def drawn(n: int, table: Likelihoods, seed: int) -> list[Labelled]:
    rng = np.random.default_rng(seed)
    labels = rng.random(n) < 0.5
    return [Labelled((int(rng.choice(10, p=table.factual if y else table.nonfactual)),), bool(y)) for y in labels]


TRUTH = Likelihoods(tuple(counted([9] * 60 + [5] * 20 + [0] * 20)), tuple(counted([0] * 70 + [5] * 20 + [9] * 10)))


def test_learned_posteriors_are_reliable_and_beat_a_wrong_table() -> None:
    claims = drawn(1500, TRUTH, 0)
    flat = Likelihoods((0.1,) * 10, (0.1,) * 10)
    found = reliability([c.factual for c in claims], cross_validated(claims))
    assert found.ece < 0.03
    assert found.brier < measure(claims, flat).brier - 0.05
    assert found.n == 1500


def test_few_reviews_move_the_table_a_little() -> None:
    reviews = [Labelled((0,), True)] * 4
    moved = learn(reviews, prior=TRUTH, prior_weight=40, monotone=False)
    assert TRUTH.factual[0] < moved.factual[0] < learn(reviews, monotone=False).factual[0]
    assert moved.nonfactual == pytest.approx(TRUTH.nonfactual)


def test_replay_multiplies_the_ratios() -> None:
    claim = Labelled((9, 9), True)
    ratio = TRUTH.factual[9] / TRUTH.nonfactual[9]
    assert replay(claim, TRUTH) == pytest.approx(ratio**2 / (1 + ratio**2))


def test_the_threshold_weighs_both_errors() -> None:
    outcomes = [False, False, True, False, True, True]
    p = [0.1, 0.2, 0.3, 0.4, 0.8, 0.9]
    assert 0.2 < best_threshold(outcomes, p, miss=1, false_alarm=10) < 0.3
    assert 0.4 < best_threshold(outcomes, p, miss=10, false_alarm=1) < 0.8
