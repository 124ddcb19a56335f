"""Metrics of two arrays, labels and scores. Pure; each docstring says what it returns for empty input.

Labels of sentences are 0 (accurate), 0.5 (minor inaccurate), 1 (major inaccurate); scores are P(not factual).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from localcheck.stats.ragged import FloatArray


def precision_recall_curve(positive: ArrayLike, scores: ArrayLike) -> tuple[FloatArray, FloatArray]:
    """Precision and recall at every distinct threshold, recall falling, ending in (1, 0).

    The points of scikit-learn's function of that name, which the published figures use.
    """
    y, s = np.asarray(positive, dtype=bool), np.asarray(scores, dtype=np.float64)
    order = np.argsort(-s, kind="stable")
    y, s = y[order], s[order]
    last_of_tie = np.r_[np.flatnonzero(s[1:] != s[:-1]), y.size - 1] if y.size else np.array([], dtype=np.int64)
    true_positives = np.cumsum(y)[last_of_tie]
    predicted = last_of_tie + 1
    total = max(int(y.sum()), 1)
    precision: FloatArray = true_positives / np.maximum(predicted, 1)
    recall: FloatArray = true_positives / total
    return np.r_[precision[::-1], 1.0], np.r_[recall[::-1], 0.0]


def auc_pr(positive: ArrayLike, scores: ArrayLike) -> float:
    """Area under the precision-recall curve by the trapezoid rule. NaN without a positive."""
    if not np.any(np.asarray(positive)):
        return float("nan")
    precision, recall = precision_recall_curve(positive, scores)
    return float(-np.trapezoid(precision, recall))


def auc_roc(positive: ArrayLike, scores: ArrayLike) -> float:
    """Area under the ROC curve: P(a positive scores higher than a negative), ties count half. NaN where one kind is missing."""
    y = np.asarray(positive, dtype=bool)
    n, m = int(y.sum()), int((~y).sum())
    if not n or not m:
        return float("nan")
    return float((ranks(np.asarray(scores, dtype=np.float64))[y].sum() - n * (n + 1) / 2) / (n * m))


def risk_coverage(wrong: ArrayLike, certainty: ArrayLike) -> tuple[FloatArray, FloatArray]:
    """(coverage, risk) as less and less certain verdicts are included; verdicts of equal certainty are included together."""
    bad, sure = np.asarray(wrong, dtype=np.float64), np.asarray(certainty, dtype=np.float64)
    if not bad.size:
        return np.empty(0), np.empty(0)
    order = np.argsort(-sure, kind="stable")
    ends = np.flatnonzero(np.r_[np.diff(sure[order]) != 0, True])
    kept = ends + 1
    return kept / bad.size, np.cumsum(bad[order])[ends] / kept


def pearson(a: ArrayLike, b: ArrayLike) -> float:
    """Pearson's r. NaN for fewer than two points, a constant, or a value that is not finite."""
    x, y = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    if x.size < 2 or not np.isfinite([x, y]).all() or np.ptp(x) == 0 or np.ptp(y) == 0:
        return float("nan")
    x, y = x - x.mean(), y - y.mean()
    x, y = x / np.linalg.norm(x), y / np.linalg.norm(y)
    return float(np.clip(x @ y, -1.0, 1.0))


def spearman(a: ArrayLike, b: ArrayLike) -> float:
    """Spearman's rho: Pearson's r of the average ranks."""
    return pearson(ranks(a), ranks(b))


def ranks(values: ArrayLike) -> FloatArray:
    """Ranks from 1, ties get their mean. All are NaN where one value is."""
    x = np.asarray(values, dtype=np.float64)
    _, which, counts = np.unique(x, return_inverse=True, return_counts=True)
    found: FloatArray = (np.cumsum(counts) - (counts - 1) / 2)[which]
    return found if not np.isnan(x).any() else np.full(x.shape, np.nan)


@dataclass(frozen=True, slots=True)
class Confusion:
    """Counts of a binary decision; positive means not factual."""

    tp: int
    fp: int
    fn: int
    tn: int

    @property
    def n(self) -> int:
        return self.tp + self.fp + self.fn + self.tn

    @property
    def precision(self) -> float:
        """0 when nothing was predicted positive."""
        return self.tp / (self.tp + self.fp) if self.tp + self.fp else 0.0

    @property
    def recall(self) -> float:
        """0 when nothing is positive."""
        return self.tp / (self.tp + self.fn) if self.tp + self.fn else 0.0

    @property
    def f1(self) -> float:
        """Harmonic mean of both; 0 when both are."""
        return 2 * self.tp / (2 * self.tp + self.fp + self.fn) if self.tp else 0.0

    @property
    def accuracy(self) -> float:
        """NaN for nothing."""
        return (self.tp + self.tn) / self.n if self.n else float("nan")


def confusion(positive: ArrayLike, predicted: ArrayLike) -> Confusion:
    """The four counts."""
    y, p = np.asarray(positive, dtype=bool), np.asarray(predicted, dtype=bool)
    return Confusion(int((y & p).sum()), int((~y & p).sum()), int((y & ~p).sum()), int((~y & ~p).sum()))


def macro_f1(labels: ArrayLike, predicted: ArrayLike) -> float:
    """Unweighted mean of the F1 of every class that occurs in either array."""
    y, p = np.asarray(labels), np.asarray(predicted)
    classes = np.unique(np.concatenate([y, p])) if y.size else np.array([])
    values = [confusion(y == c, p == c).f1 for c in classes]
    return float(np.mean(values)) if values else float("nan")


def balanced_accuracy(labels: ArrayLike, predicted: ArrayLike) -> float:
    """Mean recall over the classes that occur in ``labels``."""
    y, p = np.asarray(labels), np.asarray(predicted)
    values = [float((p[y == c] == c).mean()) for c in np.unique(y)]
    return float(np.mean(values)) if values else float("nan")


def brier(outcomes: ArrayLike, probabilities: ArrayLike) -> float:
    """Mean squared error of probabilities of a binary outcome. NaN for nothing."""
    y, p = np.asarray(outcomes, dtype=np.float64), np.asarray(probabilities, dtype=np.float64)
    return float(np.mean((p - y) ** 2)) if y.size else float("nan")


@dataclass(frozen=True, slots=True)
class Bin:
    """One bar of a reliability diagram."""

    low: float
    high: float
    n: int
    confidence: float
    """Mean probability of the bin."""
    frequency: float
    """Share of positive outcomes in it."""


def reliability(outcomes: ArrayLike, probabilities: ArrayLike, bins: int = 10) -> tuple[Bin, ...]:
    """The non-empty ones of ``bins`` bins of equal width."""
    y, p = np.asarray(outcomes, dtype=np.float64), np.asarray(probabilities, dtype=np.float64)
    place = _bin_of(p, bins)
    return tuple(
        Bin(i / bins, (i + 1) / bins, int(m.sum()), float(p[m].mean()), float(y[m].mean()))
        for i in range(bins)
        if (m := place == i).any()
    )


def ece(outcomes: ArrayLike, probabilities: ArrayLike, bins: int = 10) -> float:
    """Expected calibration error: mean |confidence - frequency| weighted by n: a bin has |sum(p - y)|. NaN for nothing."""
    y, p = np.asarray(outcomes, dtype=np.float64), np.asarray(probabilities, dtype=np.float64)
    return float(np.abs(np.bincount(_bin_of(p, bins), p - y)).sum() / y.size) if y.size else float("nan")


def _bin_of(p: FloatArray, bins: int) -> NDArray[np.int64]:
    return np.clip(p * bins, 0, bins - 1).astype(np.int64)
