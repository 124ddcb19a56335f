"""What a reader makes of the minimal pairs written by hand: three-way accuracy, and the order of true and false, by kind."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from localcheck.stats import metrics
from training import pairs as p
from training.figures import Scorer

MINIMAL = Path(__file__).parents[2] / "tests" / "reference" / "minimal_pairs.jsonl"
ALL = "all"
_LEAST = 1e-6


@dataclass(frozen=True, slots=True)
class Minimal:
    """One pair that was written by hand; its source is its kind."""

    kind: str
    """What tells the labels apart: converse, order, time …"""
    premise: str
    """Taken as true."""
    hypothesis: str
    """Held against it."""
    label: int
    """`training.pairs.ENTAILMENT`, `NEUTRAL` or `CONTRADICTION`."""


@dataclass(frozen=True, slots=True)
class ByKind:
    """What a reader reached on the pairs of one kind."""

    kind: str
    """The kind, or `all`."""
    n: int
    """Pairs."""
    accuracy: float
    """Share of right labels, three-way."""
    auc: float
    """P(a true hypothesis has higher odds of entailment against contradiction than a false one); NaN without both."""


def read(path: Path = MINIMAL) -> list[Minimal]:
    """The pairs of the file."""
    rows = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    return [Minimal(r["kind"], r["premise"], r["hypothesis"], p.LABELS.index(r["label"])) for r in rows]


def by_kind(score: Scorer, pairs: Iterable[Minimal]) -> Iterator[ByKind]:
    """The figures of every kind, then of all together."""
    rows = list(pairs)
    scores = np.asarray(score([(r.premise, r.hypothesis) for r in rows]), float)
    kinds, labels = np.array([r.kind for r in rows]), np.array([r.label for r in rows])
    odds = np.log(np.maximum(scores[:, p.ENTAILMENT], _LEAST)) - np.log(np.maximum(scores[:, p.CONTRADICTION], _LEAST))
    for kind in (*dict.fromkeys(kinds.tolist()), ALL):
        here = (kinds == kind) | (kind == ALL)
        told = here & (labels != p.NEUTRAL)
        true = labels[told] == p.ENTAILMENT
        order = metrics.auc_roc(true, odds[told]) if true.any() and not true.all() else float("nan")
        right = float(np.mean(scores[here].argmax(1) == labels[here]))
        yield ByKind(kind, int(here.sum()), right, order)
