"""Conditional logit: the closed form of one binary feature, the law that made the choices, and what may not matter."""

from __future__ import annotations

import numpy as np
import pytest

from training.measuring.conditional import fit, shares


def test_one_feature_that_tells_two_alternatives_apart_has_the_log_odds_of_the_counts() -> None:
    # In 3 of 4 sets of two the alternative with the feature is right: P = 1 / (1 + exp(-w)) = 3/4, so w = log 3.
    sets = [np.array([[1.0], [0.0]])] * 4
    right = [np.array([True, False])] * 3 + [np.array([False, True])]
    assert fit(sets, right, [1.0] * 4, ridge=1e-9) == pytest.approx([np.log(3)], abs=1e-5)
    assert fit(sets, right, [1.0, 1.0, 1.0, 3.0], ridge=1e-9) == pytest.approx([0.0], abs=1e-5), (
        "sets weigh what they count"
    )


def test_the_weights_that_made_the_choices_are_found() -> None:
    drawn = np.random.default_rng(0)
    truth = np.array([1.5, -0.7])
    sets = [drawn.normal(size=(12, 2)) for _ in range(800)]
    right = []
    for rows in sets:
        chosen = drawn.choice(12, p=shares(rows @ truth))
        right.append(np.arange(12) == chosen)
    assert fit(sets, right, [1.0] * 800, ridge=0.01) == pytest.approx(truth, abs=0.15)


def test_what_all_alternatives_of_a_set_share_does_not_matter() -> None:
    drawn = np.random.default_rng(1)
    sets = [drawn.normal(size=(6, 2)) for _ in range(50)]
    right = [rows[:, 0] == rows[:, 0].max() for rows in sets]
    moved = [rows + drawn.normal(size=2) * [0.0, 5.0] for rows in sets]
    first, second = fit(sets, right, [1.0] * 50), fit(moved, right, [1.0] * 50)
    assert first[0] == pytest.approx(second[0], rel=0.05) and first[0] > 0
