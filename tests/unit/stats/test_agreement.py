"""Scores of SelfCheckGPT against closed forms, a second computation, and their bounds."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.stats import agreement

UNIT = st.floats(0, 1)
LOGITS = st.lists(st.tuples(*[st.floats(-8, 8)] * 3), min_size=1, max_size=6)
COUNTS = st.floats(0, 40)


@given(LOGITS)
def test_eq_9_is_the_softmax_over_two_logits(logits: list[tuple[float, float, float]]) -> None:
    from scipy.special import softmax

    array = np.array(logits)
    expected = softmax(array[:, [0, 2]], axis=1)[:, 1]
    assert agreement.contradiction(softmax(array, axis=1)) == pytest.approx(expected)


def test_pure_neutral_says_nothing() -> None:
    assert agreement.contradiction(np.array([[0.0, 1.0, 0.0]])).tolist() == [0.5]
    assert agreement.mean_over_samples(np.array([])) == 0.5


def test_not_entailed_serves_two_classes() -> None:
    assert agreement.not_entailed(np.array([[0.25, 0.75, 0.0]])).tolist() == [0.75]


def test_the_least_neutral_window_speaks_for_its_sample() -> None:
    rows = np.array([[0.1, 0.9, 0.0], [0.8, 0.1, 0.1], [0.2, 0.5, 0.3]])
    assert agreement.most_telling(rows, [0, 0, 1]).tolist() == [rows[1].tolist(), rows[2].tolist()]


def test_greedy_matching_by_hand() -> None:
    similarity = np.array([[1.0, 0.2], [0.4, 0.6], [0.0, 0.5]])
    recall, precision = (1.0 + 0.6 + 0.5) / 3, (1.0 + 0.6) / 2
    assert agreement.greedy_f1(similarity, np.eye(2)) == pytest.approx(2 * recall * precision / (recall + precision))
    assert agreement.greedy_f1(np.zeros((0, 2)), np.eye(2)) == 0.0


def test_a_text_is_most_like_itself() -> None:
    vectors = np.linalg.qr(np.random.default_rng(0).normal(size=(5, 5)))[0]
    assert agreement.greedy_f1(vectors, vectors) == pytest.approx(1.0)
    assert agreement.bertscore_inconsistency(np.array([1.0])) == 0.0


def test_rescaling_puts_the_baseline_at_zero() -> None:
    assert agreement.rescale(np.array([0.8, 0.9, 1.0]), 0.8) == pytest.approx([0.0, 0.5, 1.0])


@given(COUNTS, COUNTS)
def test_eq_19_is_bayes_theorem(matches: float, mismatches: float) -> None:
    """Eq. 16-18 multiplied out, with equal priors."""
    beta = 0.8
    false = (1 - beta) ** matches * beta**mismatches
    true = beta**matches * (1 - beta) ** mismatches
    assert agreement.bayes_inconsistency(matches, mismatches) == pytest.approx(false / (false + true))


@given(COUNTS, COUNTS, st.floats(0.1, 5))
def test_more_mismatches_are_worse(matches: float, mismatches: float, more: float) -> None:
    here = agreement.bayes_inconsistency(matches, mismatches)
    assert here <= agreement.bayes_inconsistency(matches, mismatches + more)
    assert agreement.bayes_inconsistency(matches + more, mismatches) <= here
    assert agreement.simple_counting(matches, mismatches) <= agreement.simple_counting(matches, mismatches + more)


def test_no_evidence_is_even() -> None:
    assert agreement.bayes_inconsistency(0, 0) == 0.5
    assert agreement.simple_counting(0, 0) == 0.5
    assert agreement.simple_counting(3, 1) == 0.25


def test_unequal_betas() -> None:
    gamma_1, gamma_2 = 0.9 / (1 - 0.7), 0.7 / (1 - 0.9)
    expected = gamma_2**2 / (gamma_1**3 + gamma_2**2)
    assert agreement.bayes_inconsistency(3, 2, 0.7, 0.9) == pytest.approx(expected)


@given(st.lists(st.tuples(st.booleans(), UNIT), max_size=10), UNIT)
def test_counts_add_up(answers: list[tuple[bool, float]], threshold: float) -> None:
    same = np.array([s for s, _ in answers], dtype=bool)
    alpha = np.array([a for _, a in answers], dtype=float)
    assert math.fsum(agreement.soft_counts(same, alpha)) == pytest.approx(math.fsum(alpha))
    assert sum(agreement.hard_counts(same, alpha, threshold)) == sum(a >= threshold for _, a in answers)
