"""Learning the likelihood table from features of labelled claims, and measuring how reliable its posteriors are. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from localcheck.stats import metrics
from localcheck.stats.bayes import FEATURES, Likelihoods, posterior
from localcheck.stats.ragged import FloatArray

FOLDS = 5


@dataclass(frozen=True, slots=True)
class Labelled:
    """The entailment features of the documents read for one claim, and whether the claim is factual."""

    features: tuple[int, ...]
    factual: bool


@dataclass(frozen=True, slots=True)
class Reliability:
    """How well probabilities agree with what happened."""

    n: int
    ece: float
    brier: float
    bins: tuple[metrics.Bin, ...]


def learn(
    claims: Sequence[Labelled],
    smoothing: float = 1.0,
    prior: Likelihoods | None = None,
    prior_weight: float = 0.0,
    monotone: bool = True,
) -> Likelihoods:
    """Counts of features by label (Wang et al. 2023, Section 3.4: one document a claim).

    There are as many features as in ``prior``, else the paper's ten. ``monotone`` pools neighbouring features until the
    likelihood ratio never falls as entailment rises: with 200 claims the counts of the middle features are noise. If ``prior``
    is given, each of its rows counts as ``prior_weight`` observations, so that a few reviews move the table only a little.
    """
    rows: list[FloatArray] = []
    size = FEATURES if prior is None else len(prior.factual)
    for factual in (True, False):
        features = [f for c in claims if c.factual is factual for f in c.features[:1]]
        found = np.bincount(np.asarray(features, dtype=np.int64), minlength=size)[:size]
        counts: FloatArray = found.astype(np.float64) + smoothing
        if prior is not None:
            counts = counts - smoothing + prior_weight * np.asarray(prior.factual if factual else prior.nonfactual)
            counts = np.maximum(counts, 1e-6)
        rows.append(counts)
    if monotone:
        rows = list(pooled(rows[0], rows[1]))
    factual_row, nonfactual_row = (tuple(float(p) for p in counts / counts.sum()) for counts in rows)
    counted = [c for c in claims if c.features]
    n = (sum(c.factual for c in counted), sum(not c.factual for c in counted))
    return Likelihoods(factual_row, nonfactual_row, n=n)


def pooled(yes: FloatArray, no: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Counts whose ratio yes/no does not fall as the feature rises: adjacent violators are pooled (Ayer et al. 1955).

    Inside a pool each feature keeps its share of the pool's counts; the totals of both rows do not change.
    """
    from scipy.optimize import isotonic_regression  # here, since reading a table does not need it

    both = yes + no
    share: FloatArray = isotonic_regression(yes / both, weights=both).x
    return share * both, (1 - share) * both


def replay(claim: Labelled, table: Likelihoods) -> float:
    """P(factual) after all documents that were read (Eq. 4)."""
    pi = 0.5
    for feature in claim.features:
        pi = posterior(pi, feature, table)
    return pi


def measure(claims: Sequence[Labelled], table: Likelihoods) -> Reliability:
    """Reliability of the posteriors under ``table``."""
    return reliability([c.factual for c in claims], [replay(c, table) for c in claims])


def cross_validated(
    claims: Sequence[Labelled], smoothing: float = 1.0, prior: Likelihoods | None = None, prior_weight: float = 0.0
) -> list[float]:
    """P(factual) of each claim, by a table learned from the other parts; ``FOLDS`` parts, stratified by label."""
    rng = np.random.default_rng(0)
    fold = np.empty(len(claims), dtype=np.int64)
    for factual in (True, False):
        rows = np.array([i for i, c in enumerate(claims) if c.factual is factual], dtype=np.int64)
        rng.shuffle(rows)
        fold[rows] = np.arange(rows.size) % FOLDS
    tables = [
        learn([c for c, f in zip(claims, fold, strict=True) if f != part], smoothing, prior, prior_weight)
        for part in range(FOLDS)
    ]
    return [replay(c, tables[f]) for c, f in zip(claims, fold, strict=True)]


def reliability(outcomes: Sequence[bool], probabilities: Sequence[float]) -> Reliability:
    """ECE, Brier score and the bars of the diagram."""
    return Reliability(
        len(outcomes),
        metrics.ece(outcomes, probabilities),
        metrics.brier(outcomes, probabilities),
        metrics.reliability(outcomes, probabilities),
    )


def best_threshold(outcomes: Sequence[bool], probabilities: Sequence[float], miss: float, false_alarm: float) -> float:
    """The threshold on P(factual) with the lowest total cost on these claims; of equal ones, the middle.

    Each not factual claim at or above the threshold costs ``miss``, each factual one below it ``false_alarm``.
    """
    p, y = np.asarray(probabilities, dtype=np.float64), np.asarray(outcomes, dtype=bool)
    values = np.unique(p)
    edges = np.r_[0.0, (values[1:] + values[:-1]) / 2, 1.0] if values.size else np.array([0.0, 1.0])
    costs = np.array([miss * ((p >= t) & ~y).sum() + false_alarm * ((p < t) & y).sum() for t in edges])
    best = np.flatnonzero(costs == costs.min())
    return float(edges[best[len(best) // 2]])
