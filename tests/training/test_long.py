"""The shift of long inputs: found where it is known, and honest on pairs that it was not fitted on."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("scipy", reason="the extra train is not installed")

from training.long import balanced_after, best_shift, fitted, shifted


def drawn(n: int, missing: float, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Probabilities that are true, and those of a model whose logit of entailment is `missing` too low; and the labels."""
    rng = np.random.default_rng(seed)
    true = rng.dirichlet([1.0, 1.0, 1.0], n)
    return shifted(true, -missing), rng.random(n) < true[:, 0]


@pytest.mark.parametrize("missing", [-1.0, 0.0, 0.4, 1.5])
def test_a_missing_shift_is_found(missing: float) -> None:
    scores, entailed = drawn(6000, missing, 1)
    assert best_shift(scores, entailed) == pytest.approx(missing, abs=0.12)


@given(st.floats(-4, 4), st.integers(0, 50))
def test_a_shift_moves_the_odds_by_itself_and_the_others_in_step(shift: float, seed: int) -> None:
    scores, _ = drawn(20, 0.0, seed)
    moved = shifted(scores, shift)
    assert np.allclose(moved.sum(1), 1)
    assert np.allclose(np.log(moved[:, 0] / moved[:, 1]) - np.log(scores[:, 0] / scores[:, 1]), shift)
    assert np.allclose(moved[:, 1] / moved[:, 2], scores[:, 1] / scores[:, 2])
    assert np.allclose(shifted(moved, -shift), scores)


def test_the_gain_is_stated_on_pairs_that_were_not_fitted_too() -> None:
    scores, entailed = drawn(400, 1.5, 2)
    found = fitted(scores, entailed, draws=10)
    assert found.before == balanced_after(scores, entailed, 0.0) < found.kept_out < found.after + 0.01
    assert found.after == balanced_after(scores, entailed, found.shift)
    assert 0.05 < found.spread < 0.5
    assert found == fitted(scores, entailed, draws=10)


def test_chance_is_not_taken_for_a_gain() -> None:
    rng = np.random.default_rng(3)
    scores, entailed = rng.dirichlet([1.0, 1.0, 1.0], 60), rng.random(60) < 0.5
    found = fitted(scores, entailed, draws=20)
    assert abs(found.kept_out - 0.5) < 0.1
