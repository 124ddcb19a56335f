"""Rows to metrics: pure, and the same for a fresh run and for one that is read again."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from localcheck.evaluate.records import Header, Row
from localcheck.stats import metrics
from localcheck.stats.interval import IntArray, cluster_bootstrap
from localcheck.types import Cost

JSON = Any
FloatArray = NDArray[np.float64]
Metrics = dict[str, float]
ENTAILED, NOT_ENTAILED = "entailment", "not_entailment"


def score(header: Header, rows: Sequence[Row], resamples: int = 1000, raw: str = "") -> JSON:
    """The published object: metrics, 95 % intervals clustered by document, groups, cost.

    ``raw`` names one of the method's own scores to be used instead of its score in [0, 1].
    """
    compute = METRICS[header.dataset]
    used = [_with_raw(r, raw) for r in rows] if raw else list(rows)
    values = compute(used, header.threshold)
    intervals = {
        name: cluster_bootstrap([r.id for r in used], _statistic(compute, used, header.threshold, name), resamples)
        for name in values
        if resamples and name in INTERVALS
    }
    groups = sorted({r.group for r in used if r.group})
    return {
        "dataset": header.dataset,
        "detector": header.detector,
        "n": sum(len(r.labels) for r in used),
        "documents": len(used),
        "failed": sum(r.failed for r in used),
        "metrics": _finite(values),
        "intervals": {k: [low, high] for k, (low, high) in intervals.items() if math.isfinite(low)},
        "by": {g: _finite(compute([r for r in used if r.group == g], header.threshold)) for g in groups},
        "cost": _cost(used),
        "run": header.run,
    }


INTERVALS = {
    "nonfact_auc_pr", "nonfact_star_auc_pr", "factual_auc_pr", "accuracy", "balanced_accuracy", "f1", "pearson", "spearman",
    "macro_f1",
}  # fmt: skip


def _with_raw(row: Row, raw: str) -> Row:
    return replace(row, scores=row.raw[raw]) if raw in row.raw else row


def _statistic(
    compute: Callable[[Sequence[Row], float], Metrics], rows: Sequence[Row], threshold: float, name: str
) -> Callable[[IntArray], float]:
    return lambda drawn: compute([rows[i] for i in drawn], threshold)[name]


def _finite(values: Metrics) -> Metrics:
    return {k: float(v) for k, v in values.items() if math.isfinite(v)}


def sentence_metrics(rows: Sequence[Row], threshold: float) -> Metrics:
    """WikiBio: AUC-PR for the three tasks, accuracy, and correlation of passage means (Manakul et al. 2023, Section 7)."""
    labels = np.concatenate([np.asarray(r.labels) for r in rows]) if rows else np.empty(0)
    scores = np.concatenate([np.asarray(r.scores) for r in rows]) if rows else np.empty(0)
    partial = [r for r in rows if np.mean(r.labels) < 1.0]
    star_labels = np.concatenate([np.asarray(r.labels) for r in partial]) if partial else np.empty(0)
    star_scores = np.concatenate([np.asarray(r.scores) for r in partial]) if partial else np.empty(0)
    decided = metrics.confusion(labels > 0, scores > threshold)
    human = [float(np.mean(r.labels)) for r in rows]
    ours = [float(np.mean(r.scores)) if r.passage is None else r.passage for r in rows]
    return {
        "nonfact_auc_pr": metrics.auc_pr(labels > 0, scores),
        "nonfact_star_auc_pr": metrics.auc_pr(star_labels == 1.0, star_scores),
        "factual_auc_pr": metrics.auc_pr(labels == 0, -scores),
        "accuracy": decided.accuracy,
        "balanced_accuracy": decided.balanced_accuracy,
        "pearson": metrics.pearson(human, ours),
        "spearman": metrics.spearman(human, ours),
        "evidence_per_claim": _mean([e for r in rows for e in r.evidence]),
        "evidence_per_sentence": _mean([e for r in rows for e in r.evidence_sentence]),
    }


def binary_metrics(rows: Sequence[Row], threshold: float) -> Metrics:
    """PHD, claims, HaluAgent: one decision a label; positive means not factual (Yang et al. 2023, Section 4)."""
    labels = np.asarray([x for r in rows for x in r.labels])
    scores = np.asarray([x for r in rows for x in r.scores])
    decided = metrics.confusion(labels > 0, scores > threshold)
    return {
        "precision": decided.precision,
        "recall": decided.recall,
        "f1": decided.f1,
        "accuracy": decided.accuracy,
        "balanced_accuracy": decided.balanced_accuracy,
        "macro_f1": metrics.macro_f1(labels > 0, scores > threshold),
        "nonfact_auc_pr": metrics.auc_pr(labels > 0, scores),
        "brier": metrics.brier(labels > 0, scores),
        "ece": metrics.ece(labels > 0, scores),
        "evidence_per_claim": _mean([e for r in rows for e in r.evidence]),
    }


def nli_metrics(rows: Sequence[Row], threshold: float) -> Metrics:
    """Accuracy, balanced accuracy and macro F1 over classes; ECE and Brier score of P(entailment).

    A source with a row labelled not_entailment has two classes: its rows are scored as entailed (P >= 0.5) or not.
    """
    two_way = {r.group for r in rows if r.gold[0] == NOT_ENTAILED}
    pairs = [_two_classes(r) if r.group in two_way else (r.gold[0], r.predicted[0]) for r in rows]
    gold, predicted = [g for g, _ in pairs], [p for _, p in pairs]
    entailed = [r.gold[0] == ENTAILED for r in rows]
    probability = [r.raw[ENTAILED][0] for r in rows]
    return {
        "accuracy": _mean([float(g == p) for g, p in pairs]),
        "balanced_accuracy": metrics.balanced_accuracy(gold, predicted),
        "macro_f1": metrics.macro_f1(gold, predicted),
        "ece": metrics.ece(entailed, probability),
        "brier": metrics.brier(entailed, probability),
    }


def _two_classes(row: Row) -> tuple[str, str]:
    gold = ENTAILED if row.gold[0] == ENTAILED else NOT_ENTAILED
    return gold, ENTAILED if row.raw[ENTAILED][0] >= 0.5 else NOT_ENTAILED


METRICS: dict[str, Callable[[Sequence[Row], float], Metrics]] = {
    "wikibio": sentence_metrics,
    "phd": binary_metrics,
    "claims": binary_metrics,
    "haluagent": binary_metrics,
    "nli": nli_metrics,
}


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values)) if len(values) else float("nan")


def _cost(rows: Sequence[Row]) -> JSON:
    return asdict(sum((r.cost for r in rows), Cost()))
