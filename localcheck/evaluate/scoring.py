"""Computes metrics from rows. Pure; the same for a run that has just ended and for one read from its file."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace

import numpy as np
from numpy.typing import NDArray

from localcheck.errors import UsageError
from localcheck.evaluate.agent_scores import agent_figures, tool_use
from localcheck.evaluate.gold import SHARE
from localcheck.evaluate.records import Header, Row
from localcheck.evaluate.sample import ENTAILED, Sample, as_json, diagrams, three_way
from localcheck.stats import metrics
from localcheck.stats.interval import bootstrap_table, percentile
from localcheck.stats.ragged import Ragged
from localcheck.types import JSON, Cost, Label

Metrics = dict[str, float]
Compute = Callable[[Sample, float], Metrics]


def score(header: Header, rows: Sequence[Row], resamples: int = 1000, raw: str = "") -> JSON:
    """Metrics with 95 % intervals clustered by article or document, for all rows and by group, and the cost.

    ``raw`` names one of the method's own scores to be used instead of its score in [0, 1]. The order of ``rows`` does
    not matter.
    """
    used = sorted(with_passages(header, with_raw(rows, raw), raw), key=lambda r: r.id)
    compute, sample = _measures(header.dataset, used), Sample.of(used)
    values = compute(sample, header.threshold)
    drawn = [r.drawn_with for r in used]
    table = bootstrap_table(drawn, lambda rows: compute(sample.take(rows), header.threshold), resamples)
    intervals = {name: percentile(table[name]) for name in values if name in table}
    groups = sorted({r.group for r in used if r.group})
    return {
        "dataset": header.dataset,
        "detector": header.detector,
        "n": int(sample.scores.values.size),
        "documents": len(used),
        "independent": len(set(drawn)),
        "failed": sum(r.failed for r in used),
        "threshold": header.threshold,
        "raw": raw,
        "metrics": finite(values),
        "intervals": {k: [low, high] for k, (low, high) in intervals.items() if math.isfinite(low)},
        "by": {g: finite(compute(Sample.of([r for r in used if r.group == g]), header.threshold)) for g in groups},
        **({"tools": tool_use(used)} if any(r.tools for r in used) else {}),
        **({"reliability": as_json(stated)} if (stated := diagrams(used)) else {}),
        **(agent_figures(used, header.threshold) if header.dataset == "haluagent" else {}),
        "cost": cost_of(used),
        "run": header.run,
    }


def risk_curves(rows: Sequence[Row]) -> list[tuple[str, list[float], list[float]]]:
    """(name, coverage, risk) for all rows and for each group: the share of wrong verdicts among the most certain ones.

    Certainty is the distance of the score from 0.5. A claim without a verdict is never wrong and comes last.
    """
    groups = sorted({r.group for r in rows if r.group})
    parts = [("all", list(rows)), *((g, [r for r in rows if r.group == g]) for g in groups)]
    curves = []
    for name, part in parts:
        sample = Sample.of(part)
        if not sample.verdicts.size:
            continue
        false, verdicts = sample.labels.values > 0, sample.verdicts
        supported, refuted = verdicts == Label.SUPPORTED, verdicts == Label.REFUTED
        given = supported | refuted
        sure = np.where(given, 1.0 + np.abs(sample.scores.values - 0.5), 0.0)
        coverage, risk = metrics.risk_coverage((supported & false) | (refuted & ~false), sure)
        kept = coverage <= given.mean() + 1e-12
        curves.append((name, coverage[kept].tolist(), risk[kept].tolist()))
    return curves


OF_PROBABILITIES = frozenset("accuracy balanced_accuracy precision recall f1 macro_f1 brier ece ece_three_way".split())


def _measures(dataset: str, rows: Sequence[Row]) -> Compute:
    """The metrics of a data set; scores beyond [0, 1] have no threshold and are no probabilities, only an order."""
    compute = METRICS[dataset]
    if all(0.0 <= x <= 1.0 for r in rows for x in r.scores):
        return compute
    return lambda sample, threshold: {
        name: value for name, value in compute(sample, threshold).items() if name not in OF_PROBABILITIES
    }


def with_raw(rows: Sequence[Row], raw: str) -> list[Row]:
    """Rows whose scores are the raw ones of that name. Raises ``UsageError`` when no row has it.

    A row or a sentence that FAILED has none; it takes the median of the others, so that it stays in the denominator undecided.
    """
    if not raw:
        return list(rows)
    known = [x for r in rows for x in r.raw.get(raw, ()) if not math.isnan(x)]
    if not known:
        names = sorted({name for r in rows for name in r.raw})
        raise UsageError(f"no raw score is named {raw!r}", f"there are: {', '.join(names) or 'none'}")
    middle = float(np.median(known))
    each = (r.raw.get(raw, (math.nan,) * len(r.labels)) for r in rows)
    return [
        replace(r, scores=tuple(middle if math.isnan(x) else x for x in own)) for r, own in zip(rows, each, strict=True)
    ]


def with_passages(header: Header, rows: Sequence[Row], raw: str = "") -> list[Row]:
    """Rows with a score of the whole passage where the score in use is a mean over tokens: the mean over all tokens of the
    passage, not that of its sentences' means (Manakul et al. 2023, Section 7.2).
    """
    options = dict((header.run or {}).get("parameters") or ())
    chosen = raw or str(options.get("measure") or options.get("score") or "")
    if not chosen.startswith("avg"):
        return list(rows)
    return [
        replace(r, passage=float(np.average(r.scores, weights=weights))) if sum(weights) > 0 else r
        for r in rows
        for weights in [np.nan_to_num(r.raw.get("tokens", ()))]
    ]


def best_threshold(rows: Sequence[Row]) -> float:
    """The passage score above which calling a passage not factual gives the best F1 on these rows; ties go to the lowest.

    A passage with any error is not factual: how Yang et al. 2023 (Section 5) carry a score from WikiBio to PHD. Their code
    takes the lowest score of 200 passages that are all not factual, where that is the same threshold.
    """
    sample = Sample.of(rows)
    scores = np.unique(sample.passage)
    edges = np.r_[scores[:1] - 1e-9, (scores[1:] + scores[:-1]) / 2]
    f1 = [metrics.confusion(sample.human > 0, sample.passage > edge).f1 for edge in edges]
    return float(edges[int(np.argmax(f1))]) if f1 else 0.5


def finite(values: Mapping[str, float]) -> Metrics:
    """The metrics without those that are NaN."""
    return {k: float(v) for k, v in values.items() if math.isfinite(v)}


def _found(decided: metrics.Confusion) -> Metrics:
    """Precision, recall and F1 of what is not factual. Where nothing is, there is nothing to find: recall and F1 are NaN, and
    so is precision unless something was called not factual all the same.
    """
    there = decided.tp + decided.fn > 0
    shares = {"recall": decided.recall, "f1": decided.f1}
    precision = decided.precision if there or decided.fp else math.nan
    return {"precision": precision, **{k: v if there else math.nan for k, v in shares.items()}}


def sentence_metrics(sample: Sample, threshold: float) -> Metrics:
    """WikiBio: AUC-PR for the three tasks, accuracy, and correlation of passage means (Manakul et al. 2023, Section 7).

    NonFact*: major errors in the passages that are not entirely wrong.
    """
    labels, scores = sample.labels.values, sample.scores.values
    partial = np.repeat(sample.human < 1.0, sample.labels.lengths)
    decided = metrics.confusion(labels > 0, scores > threshold)
    return {
        "nonfact_auc_pr": metrics.auc_pr(labels > 0, scores),
        "nonfact_star_auc_pr": metrics.auc_pr(labels[partial] == 1.0, scores[partial]),
        "factual_auc_pr": metrics.auc_pr(labels == 0, -scores),
        "accuracy": decided.accuracy,
        "balanced_accuracy": metrics.balanced_accuracy(labels > 0, scores > threshold),
        **_found(decided),
        "pearson": metrics.pearson(sample.human, sample.passage),
        "spearman": metrics.spearman(sample.human, sample.passage),
        **_evidence(sample),
    }


def binary_metrics(sample: Sample, threshold: float) -> Metrics:
    """PHD, claims, HaluAgent: one decision a label; positive means not factual (Yang et al. 2023, Section 5)."""
    labels, scores = sample.labels.values, sample.scores.values
    decided = metrics.confusion(labels > 0, scores > threshold)
    return {
        **_found(decided),
        "accuracy": decided.accuracy,
        "balanced_accuracy": metrics.balanced_accuracy(labels > 0, scores > threshold),
        "macro_f1": metrics.macro_f1(labels > 0, scores > threshold),
        "nonfact_auc_pr": metrics.auc_pr(labels > 0, scores),
        "factual_auc_pr": metrics.auc_pr(labels == 0, -scores),
        "brier": metrics.brier(labels > 0, scores),
        "ece": metrics.ece(labels > 0, scores),
        **_evidence(sample),
    }


def claim_metrics(sample: Sample, threshold: float) -> Metrics:
    """Claims against an index: what the labels say first, where the detector gives labels; then ``binary_metrics``.

    ``right``: the verdict is the label; ``wrong``: it is contrary to it; ``not_enough``: neither. The three sum to 1, failed
    claims among the last. ``quoted_gold``: of the right verdicts whose claim has gold evidence in the data set, the share whose
    quote stands in it. ``label_against_posterior``: verdicts whose own probability says the opposite, a count.
    ``ece_three_way``: how far the probability that each answer states is from how often it comes true (``reliability``).
    """
    if not sample.verdicts.size:
        return binary_metrics(sample, threshold)
    scores, false = sample.scores.values, sample.labels.values > 0
    supported, refuted = sample.verdicts == Label.SUPPORTED, sample.verdicts == Label.REFUTED
    right, wrong = (supported & ~false) | (refuted & false), (supported & false) | (refuted & ~false)
    return {
        "right": float(right.mean()),
        "wrong": float(wrong.mean()),
        "not_enough": float((~right & ~wrong).mean()),
        "quoted_gold": _mean_of(sample.quoted[right] >= SHARE, ~np.isnan(sample.quoted[right])),
        "auc": metrics.auc_roc(false, scores),
        "label_against_posterior": float(((supported & (scores > 0.5)) | (refuted & (scores < 0.5))).sum()),
        "ece_three_way": three_way(1.0 - scores, ~false, sample.verdicts),
        "seconds": float(sample.seconds.mean()),
        **binary_metrics(sample, threshold),
    }


def nli_metrics(sample: Sample, threshold: float) -> Metrics:
    """Accuracy, balanced accuracy and macro F1 over classes; ECE and Brier score of P(entailment)."""
    gold, predicted = sample.gold, sample.predicted
    entailed = gold == ENTAILED
    return {
        "accuracy": float((gold == predicted).mean()) if gold.size else float("nan"),
        "balanced_accuracy": metrics.balanced_accuracy(gold, predicted),
        "macro_f1": metrics.macro_f1(gold, predicted),
        "ece": metrics.ece(entailed, sample.entailment),
        "brier": metrics.brier(entailed, sample.entailment),
    }


def _evidence(sample: Sample) -> Metrics:
    """Mean number of documents read, by claim and by sentence; NaN for methods that read none anywhere."""
    if not sample.evidence.values.any():
        return {"evidence_per_claim": float("nan"), "evidence_per_sentence": float("nan")}
    return {"evidence_per_claim": _mean(sample.evidence), "evidence_per_sentence": _mean(sample.evidence_sentence)}


def _mean_of(values: NDArray[np.bool_], known: NDArray[np.bool_]) -> float:
    return float(values[known].mean()) if known.any() else float("nan")


def _mean(counts: Ragged) -> float:
    return float(counts.values.mean()) if counts.values.size else float("nan")


METRICS: dict[str, Compute] = {
    "wikibio": sentence_metrics,
    "phd": binary_metrics,
    "claims": claim_metrics,
    "haluagent": binary_metrics,
    "nli": nli_metrics,
}


def cost_of(rows: Sequence[Row]) -> JSON:
    """What the run used altogether, and per document (Yang et al. 2023, Table 5): tokens, seconds, samples."""
    total = sum((r.cost for r in rows), Cost())
    tokens = total.tokens_in + total.tokens_out
    each = max(len(rows), 1)
    return {
        **asdict(total),
        "tokens": tokens,
        "per_document": {
            "tokens": tokens / each,
            "seconds": total.seconds / each,
            "samples": total.samples / each,
            "llm_calls": total.llm_calls / each,
            "nli_pairs": total.nli_pairs / each,
        },
    }
