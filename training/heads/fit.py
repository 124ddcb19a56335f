"""Fits a head to the states in a journal: multinomial logistic regression with a ridge. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from localcheck.stats.metrics import auc_roc
from training import pairs as p
from training.pairs import Pair

Floats = npt.NDArray[np.float64]

SIDE = {p.ENTAILMENT: 0, p.CONTRADICTION: 1, p.NEUTRAL: 2}
"""Label -> column of a head (true, false, neither)."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A linear map for standardised states."""

    center: Floats
    scale: Floats
    weights: Floats
    """Shape (3, d)."""
    bias: Floats

    def scores(self, x: Floats) -> Floats:
        """Log-odds up to a constant of a row, shape (n, 3)."""
        found: Floats = ((x - self.center) / self.scale) @ self.weights.T + self.bias
        return found


@dataclass(frozen=True, slots=True)
class Turned:
    """States, standardised and turned to their singular directions: a fit there is the same, and faster."""

    center: Floats
    scale: Floats
    rows: Floats
    """Shape (n, r), r = min(n, d)."""
    back: Floats
    """Shape (r, d)."""


def turned(x: Floats) -> Turned:
    """``x``: shape (n, d)."""
    center, scale = x.mean(0), x.std(0) + 1e-3
    values, vectors = np.linalg.eigh((z := (x - center) / scale) @ z.T)
    keep = values > values.max() * 1e-9
    s, u = np.sqrt(values[keep]), vectors[:, keep]
    return Turned(center, scale, u * s, (z.T @ (u / s)).T)


def fit(on: Turned, labels: Sequence[int], ridge: float, weights: Floats | None = None) -> Fit:
    """``labels``: class numbers of `training.pairs`; `NOT_ENTAILMENT` counts as contradiction or neutral.

    ``ridge``: the penalty of one weight of size one, in rows. ``weights``: of the rows.
    """
    allowed = np.array([_allowed(label) for label in labels])
    each = np.ones(len(labels)) if weights is None else weights / weights.mean()

    def loss(flat: Floats) -> tuple[float, Floats]:
        w, b = flat[:-3].reshape(3, -1), flat[-3:]
        scores = on.rows @ w.T + b
        e = np.exp(scores - scores.max(1, keepdims=True))
        shares = e / e.sum(1, keepdims=True)
        mine = (shares * allowed).sum(1, keepdims=True)
        value = -(each * np.log(np.maximum(mine[:, 0], 1e-12))).sum() + 0.5 * ridge * float((w * w).sum())
        slope = (shares - shares * allowed / np.maximum(mine, 1e-12)) * each[:, None]
        return float(value), np.concatenate([(slope.T @ on.rows + ridge * w).ravel(), slope.sum(0)])

    from scipy.optimize import minimize

    begin = np.zeros(3 * on.rows.shape[1] + 3)
    found = minimize(loss, begin, jac=True, method="L-BFGS-B", options={"maxiter": 300}).x
    return Fit(on.center, on.scale, found[:-3].reshape(3, -1) @ on.back, found[-3:])


def surprise(scores: Floats, labels: Sequence[int], heat: float = 1.0) -> float:
    """Mean of -log P(label), natural logarithm, for log-odds divided by ``heat``."""
    z = scores / heat
    top = z.max(1, keepdims=True)
    logs = z - top - np.log(np.exp(z - top).sum(1, keepdims=True))
    allowed = np.array([_allowed(label) for label in labels])
    return float(-np.log(np.maximum((np.exp(logs) * allowed).sum(1), 1e-12)).mean())


def _allowed(label: int) -> list[float]:
    if label == p.NOT_ENTAILMENT:
        return [0.0, 1.0, 1.0]
    return [float(SIDE[label] == side) for side in range(3)]


def figures(scores: Floats, rows: Sequence[Pair]) -> Mapping[str, tuple[float, float, int]]:
    """Source -> (right of the labels that it has, AUC of true against false, n), x100; ``all`` for all of them."""
    found = {}
    for source in ("all", *sorted({row.source for row in rows})):
        mine = np.array([i for i, row in enumerate(rows) if source in ("all", row.source) and row.label in SIDE])
        labels = np.array([SIDE[rows[i].label] for i in mine])
        shown = scores[mine].copy()
        shown[:, [side for side in range(3) if side not in labels]] = -np.inf
        told = labels != SIDE[p.NEUTRAL]
        auc = auc_roc(labels[told] == 0, (scores[mine][:, 0] - scores[mine][:, 1])[told])
        found[source] = (100 * float((shown.argmax(1) == labels).mean()), 100 * auc, len(mine))
    return found


def right_of_three(scores: Floats, rows: Sequence[Pair]) -> dict[str, float]:
    """Source -> share of rows whose label has the highest of all three scores, x100, whatever labels the source has."""
    right = scores.argmax(1) == np.array([SIDE[row.label] for row in rows])
    sources = np.array([row.source for row in rows])
    return {
        "all": 100 * float(right.mean()),
        **{s: 100 * float(right[sources == s].mean()) for s in sorted(set(sources))},
    }
