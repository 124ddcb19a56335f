"""Logistic regression by Newton's method, with a ridge on standardised weights. Pure NumPy: fits take milliseconds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from localcheck.stats.ragged import FloatArray

STEPS = 50
"""Of Newton's method, at most."""


@dataclass(frozen=True, slots=True)
class Logistic:
    """Weights in the units of the features, and an intercept."""

    weights: FloatArray
    bias: float

    def log_odds(self, rows: FloatArray) -> FloatArray:
        """Log-odds of each row, shape (n,)."""
        found: FloatArray = rows @ self.weights + self.bias
        return found


def fit(
    rows: FloatArray,
    outcomes: FloatArray,
    ridge: float = 1.0,
    weights: FloatArray | None = None,
    offset: FloatArray | float = 0.0,
) -> Logistic:
    """Maximise the log-likelihood minus ``ridge`` / 2 times the sum of squared weights of the standardised features.

    ``offset`` are log-odds that are known beforehand, and are not part of the result. A feature that never varies gets weight
    zero. The penalised likelihood is strictly concave, so the fit is unique.
    """
    x, y = np.asarray(rows, dtype=np.float64), np.asarray(outcomes, dtype=np.float64)
    each = np.ones(len(y)) if weights is None else np.asarray(weights, dtype=np.float64)
    deviation = x.std(axis=0)
    scale = np.where(deviation > 1e-12, 1.0 / np.maximum(deviation, 1e-12), 0.0)
    design = np.column_stack([x * scale, np.ones(len(y))])
    penalty = np.diag([*np.full(x.shape[1], ridge), 1e-6])
    beta = np.zeros(design.shape[1])
    for _ in range(STEPS):
        p = 1.0 / (1.0 + np.exp(-np.clip(design @ beta + offset, -30, 30)))
        gradient = design.T @ (each * (y - p)) - penalty @ beta
        hessian = (design * (each * np.maximum(p * (1 - p), 1e-6))[:, None]).T @ design + penalty
        step = np.linalg.solve(hessian, gradient)
        beta = beta + step * min(1.0, 5.0 / max(float(np.abs(step).max()), 1e-9))
        if np.abs(step).max() < 1e-8:
            break
    return Logistic(beta[:-1] * scale, float(beta[-1]))
