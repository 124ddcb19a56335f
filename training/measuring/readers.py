"""Measures NLI models as readers of evidence: claims with their gold evidence, alone and mixed with other claims' evidence.

If a claim has several premises, the one with the clearest result decides, as in ``nli.pairs.collect``; with a cascade
this is where it must choose what to read again. Nothing is fitted here.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from localcheck.errors import BadInput
from localcheck.evaluate.datasets.files import load_json, rows_of
from localcheck.judging.together import read_spans
from localcheck.ports import NLI, FloatArray
from localcheck.stats.interval import Interval, cluster_bootstrap
from localcheck.stats.metrics import balanced_accuracy

ENTAIL, NEUTRAL, CONTRADICT = 0, 1, 2
LABELS = {"supported": ENTAIL, "refuted": CONTRADICT}


@dataclass(frozen=True, slots=True)
class Case:
    """One claim with the premises that it is compared with."""

    claim: str
    label: int
    """``ENTAIL`` or ``CONTRADICT``."""
    group: str
    """Article of the evidence: claims of one article are not independent."""
    source: str
    premises: tuple[str, ...]
    """The gold evidence, at a random place among other claims' evidence."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How one model read the cases of one source."""

    n: int
    balanced: float
    """Mean over both labels of the share judged correctly; neutral counts as wrong."""
    interval: Interval
    """Of ``balanced``, 95 %, bootstrap over articles."""
    contrary: float
    """Share judged as the opposite label."""


def read_cases(path: Path, others: int, seed: int = 0) -> list[Case]:
    """The claims of ``path``, each with its gold evidence and ``others`` foreign premises.

    A row has ``claim``, ``label``, ``evidence``, ``title``, ``source``. Claims that no article covers are left out. Raises
    ``BadInput``.
    """
    rows = [row for row in rows_of(path, load_json(path)) if not row.values.get("uncovered")]
    gold = [(row.text("title"), row.text("evidence")) for row in rows]
    rng = random.Random(seed)
    found = []
    for row, (title, evidence) in zip(rows, gold, strict=True):
        label = row.text("label")
        if label not in LABELS:
            raise row.bad(f"unknown label {label!r}", f"use {', '.join(LABELS)}")
        foreign = sorted({text for other, text in gold if other != title})
        premises = [evidence, *rng.sample(foreign, min(others, len(foreign)))]
        rng.shuffle(premises)
        source = row.text("source", default="")
        found.append(Case(row.text("claim"), LABELS[label], title, source, tuple(premises)))
    if not found:
        raise BadInput(path, "no claim with evidence in it")
    return found


def judged(cases: Sequence[Case], scores: FloatArray) -> NDArray[np.int64]:
    """The class of each case by its clearest premise: ``scores`` holds a row for every premise of every case, in order."""
    found, at = [], 0
    for case in cases:
        rows = scores[at : at + len(case.premises)]
        at += len(case.premises)
        found.append(int(rows[np.argmax(np.maximum(rows[:, ENTAIL], rows[:, CONTRADICT]))].argmax()))
    return np.array(found, dtype=np.int64)


def read_all(nli: NLI, cases: Sequence[Case], together: int = 16) -> tuple[FloatArray, float]:
    """Scores of all premises, ``together`` cases a call as ``judging.together`` asks, and the pairs of a second."""
    start = time.perf_counter()
    parts = [
        read_spans(nli, [[(premise, case.claim) for premise in case.premises] for case in cases[at : at + together]])
        for at in range(0, len(cases), together)
    ]
    scores = np.concatenate([rows for part in parts for rows in part])
    return scores, len(scores) / (time.perf_counter() - start)


def measured(cases: Sequence[Case], classes: NDArray[np.int64], source: str = "") -> Reading:
    """Figures of the cases of one source; of all when ``source`` is empty."""
    rows = np.array([i for i, case in enumerate(cases) if source in ("", case.source)], dtype=np.int64)
    labels, own = np.array([cases[i].label for i in rows]), classes[rows]
    interval = cluster_bootstrap(
        [cases[i].group for i in rows], lambda some: balanced_accuracy(labels[some], own[some])
    )
    return Reading(len(rows), balanced_accuracy(labels, own), interval, float((own == 2 - labels).mean()))
