"""Calibration of long inputs: how much must be added to the logit of entailment so that its probability is true there.

Nearly all long pairs in training are synthetic, and among them a claim in other words than the premise's is seldom entailed;
among people's claims it often is. One number, fitted by maximum likelihood on pairs kept out of training, takes that out (the
intercept of Platt scaling: Platt 1999, "Probabilistic outputs for support vector machines").
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from localcheck.models.manifest.card import MOST_SHIFT
from localcheck.stats.metrics import balanced_accuracy
from training.pairs import ENTAILMENT

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Fit:
    """A shift and what it does."""

    shift: float
    """To be added to the logit of entailment."""
    before: float
    """Balanced accuracy of entailed or not, without it."""
    after: float
    """The same with it, on the pairs that it was fitted on."""
    kept_out: float
    """The same on halves that it was not fitted on, mean of all draws."""
    spread: float
    """Standard deviation of the shift over the halves."""


def fitted(scores: Array, entailed: Flags, draws: int = 100, seed: int = 1) -> Fit:
    """The shift for probabilities (n, 3) of long pairs and which of them are entailed."""
    shift, shifts, kept_out = best_shift(scores, entailed), [], []
    for fit, test in _halves(len(entailed), draws, seed):
        shifts.append(best_shift(scores[fit], entailed[fit]))
        kept_out.append(balanced_after(scores[test], entailed[test], shifts[-1]))
    before, after = (balanced_after(scores, entailed, s) for s in (0.0, shift))
    return Fit(shift, before, after, float(np.mean(kept_out)), float(np.std(shifts)))


def best_shift(scores: Array, entailed: Flags) -> float:
    """The shift under which the labels are most likely."""
    from scipy.optimize import minimize_scalar

    def loss(shift: float) -> float:
        held = shifted(scores, shift)[:, 0]
        return float(-np.log(np.clip(np.where(entailed, held, 1 - held), 1e-12, None)).mean())

    return float(minimize_scalar(loss, bounds=(-MOST_SHIFT, MOST_SHIFT), method="bounded").x)


def shifted(scores: Array, shift: float) -> Array:
    """Probabilities after `shift` is added to the logit of entailment."""
    changed = scores * np.array([np.exp(shift), 1.0, 1.0])
    rows: Array = changed / changed.sum(1, keepdims=True)
    return rows


def balanced_after(scores: Array, entailed: Flags, shift: float) -> float:
    """Balanced accuracy of entailed or not after the shift."""
    return balanced_accuracy(entailed, shifted(scores, shift).argmax(1) == ENTAILMENT)


def _halves(n: int, draws: int, seed: int) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Random halves to fit and to test on, each half once as either."""
    rng = np.random.default_rng(seed)
    for _ in range(draws):
        order = rng.permutation(n)
        first, second = order[: n // 2], order[n // 2 :]
        yield first, second
        yield second, first
