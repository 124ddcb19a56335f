"""Conditional logit: which of several alternatives is chosen. Pure NumPy.

McFadden 1974, "Conditional logit analysis of qualitative choice behavior", Eq. 12: P(i | set) = exp(w x_i) / sum_j exp(w x_j).
Unlike a logistic model of single rows it is fitted on the order within each set alone, so a large set weighs no more than a
small one, and there is no intercept. With several right alternatives their shares are equal; the likelihood stays concave.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]


def fit(
    sets: Sequence[FloatArray],
    right: Sequence[NDArray[np.bool_]],
    each: Sequence[float],
    ridge: float = 1.0,
    steps: int = 30,
) -> FloatArray:
    """Weights of the features, shape (d,), by Newton's method.

    ``sets``: a row of features for each alternative; ``right``: at least one of them in each set; ``each``: what a set counts.
    ``ridge`` / 2 times the sum of squared weights of the standardised features is taken off the log-likelihood.
    """
    scale = 1.0 / np.maximum(np.concatenate(sets).std(axis=0), 1e-12)
    rows = [np.asarray(x, dtype=np.float64) * scale for x in sets]
    wanted = [r / r.sum() for r in right]
    beta = np.zeros(len(scale))
    for _ in range(steps):
        gradient, hessian = -ridge * beta, ridge * np.eye(len(beta))
        for x, share, weight in zip(rows, wanted, each, strict=True):
            p = shares(x @ beta)
            mean = p @ x
            gradient = gradient + weight * (share @ x - mean)
            hessian = hessian + weight * ((x * p[:, None]).T @ x - np.outer(mean, mean))
        step = np.linalg.solve(hessian, gradient)
        beta = beta + step * min(1.0, 2.0 / max(float(np.abs(step).max()), 1e-9))
        if np.abs(step).max() < 1e-7:
            break
    weights: FloatArray = beta * scale
    return weights


def shares(scores: FloatArray) -> FloatArray:
    """The probability of each alternative of one set; they sum to 1."""
    found = np.exp(scores - scores.max())
    p: FloatArray = found / found.sum()
    return p
