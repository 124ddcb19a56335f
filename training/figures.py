"""The figures of the model card, from a model folder and the data folder."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from localcheck.stats import agreement, metrics
from training import pairs as p

Scores = NDArray[np.float64]
Scorer = Callable[[Sequence[tuple[str, str]]], Scores]

ANNOTATIONS = {"accurate": 0.0, "minor_inaccurate": 0.5, "major_inaccurate": 1.0}
"""How wrong a WikiBio sentence is."""


@dataclass(frozen=True, slots=True)
class Measured:
    """Accuracy over a set of pairs."""

    n: int
    """Pairs."""
    accuracy: float
    """Share of right labels, three-way; rows labelled not_entailment are right when not entailed."""
    balanced: float
    """Mean recall of entailed and not entailed rows."""
    binary: float
    """Accuracy of entailed against not entailed."""
    refuting: float
    """Accuracy where only entailment and contradiction occur and neutral is not offered; NaN elsewhere."""


def measure(scores: Scores, labels: Sequence[int]) -> Measured:
    """Figures of probabilities (n, 3) against class numbers."""
    truth = np.array(labels)
    guess = scores.argmax(1)
    entailed, said = truth == p.ENTAILMENT, guess == p.ENTAILMENT
    right = np.where(truth == p.NOT_ENTAILMENT, ~said, guess == truth)
    two_way = set(truth.tolist()) <= {p.ENTAILMENT, p.CONTRADICTION}
    refuting = np.mean((scores[:, p.ENTAILMENT] > scores[:, p.CONTRADICTION]) == entailed) if two_way else np.nan
    shares = (np.mean(right), metrics.balanced_accuracy(entailed, said), np.mean(said == entailed), refuting)
    return Measured(len(truth), *map(float, shares))


def measure_sources(score: Scorer, pairs: Iterable[p.Pair]) -> dict[str, Measured]:
    """Figures of each source."""
    rows: dict[str, list[p.Pair]] = {}
    for pair in pairs:
        rows.setdefault(pair.source, []).append(pair)
    return {
        source: measure(score([(r.premise, r.hypothesis) for r in part]), [r.label for r in part])
        for source, part in sorted(rows.items())
    }


@dataclass(frozen=True, slots=True)
class Consistency:
    """SelfCheckGPT's three figures."""

    nonfact: float
    """Area under precision and recall of inaccurate sentences."""
    factual: float
    """Area under precision and recall of accurate sentences."""
    pearson: float
    """Correlation with the human scores over passages."""
    spearman: float
    """Rank correlation over passages."""


def consistency(scores: Sequence[NDArray[np.float64]], annotations: Sequence[NDArray[np.float64]]) -> Consistency:
    """Figures of sentence scores (higher is worse), one array a passage."""
    flat, truth = np.concatenate(scores), np.concatenate(annotations)
    means = [float(np.mean(s)) for s in scores], [float(np.mean(a)) for a in annotations]
    nonfact, factual = metrics.auc_pr(truth > 0, flat), metrics.auc_pr(truth == 0, -flat)
    return Consistency(nonfact, factual, metrics.pearson(*means), metrics.spearman(*means))


def wikibio(score: Scorer, rows: Sequence[dict[str, Any]], samples: int) -> dict[str, Consistency]:
    """SelfCheck-NLI on WikiBio rows with the first `samples` samples as premises; 0 takes the Wikipedia text instead.

    Both scores of `localcheck.stats.agreement`: `contradiction` is Eq. 9 of SelfCheckGPT, `unsupported` is 1 - P(entail).
    """
    truth = [np.array([ANNOTATIONS[a] for a in row["annotation"]]) for row in rows]
    found: dict[str, list[Scores]] = {"contradiction": [], "unsupported": []}
    for row in rows:
        premises = row["gpt3_text_samples"][:samples] if samples else [row["wiki_bio_text"]]
        sentences = row["gpt3_sentences"]
        probabilities = score([(premise, sentence) for sentence in sentences for premise in premises])
        cube = probabilities.reshape(len(sentences), len(premises), 3)
        found["contradiction"].append(agreement.contradiction(cube).mean(1))
        found["unsupported"].append(agreement.not_entailed(cube).mean(1))
    return {name: consistency(scores, truth) for name, scores in found.items()}


def wikibio_rows(data: Path) -> list[dict[str, Any]]:
    """The WikiBio development passages under `data`."""
    rows: list[dict[str, Any]] = json.loads((data / "wikibio" / "wikibio_dev.json").read_text(encoding="utf-8"))
    return rows
