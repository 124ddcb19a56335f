"""Fitting ``fused``: from labelled passages and what the parts say of them to weights for every set of parts.

Everything is cross-fitted by passage where it is scored: the posterior of a passage comes from weights of other passages, and
so does the evidence score behind it (``judged``).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from localcheck.errors import BadInput
from localcheck.evaluate.datasets.examples import Example
from localcheck.evaluate.fitting import FOLDS, folds_of
from localcheck.evaluate.records import Row
from localcheck.judging.evidence.fusing import EVIDENCE, NUMBERS, Fusion, Mix
from localcheck.ports import FloatArray
from localcheck.stats.logistic import fit
from localcheck.stats.metrics import precision_recall_curve
from localcheck.system import resources
from localcheck.system.jsontext import NotJson, parse_object
from localcheck.types import JSON

RIDGE = 10.0
"""Weight of the penalty, in sentences."""
IN_ODDS = frozenset({"evidence", "consistency"})
"""Parts whose first number is log-odds."""
Numbers = dict[str, tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class Said:
    """What the parts say of one labelled passage."""

    id: str
    labels: tuple[float, ...]
    """0 accurate, 0.5 minor error, 1 major error: one a sentence."""
    numbers: tuple[Numbers, ...]
    """By part, one a sentence."""
    documents: tuple[int, ...] = ()
    """Documents read, one a claim."""


def every_set() -> list[tuple[str, ...]]:
    """All sets of parts that can be at hand, the largest last."""
    return list(chain.from_iterable(combinations(NUMBERS, n) for n in range(1, len(NUMBERS) + 1)))


def usable(said: Sequence[Said], parts: tuple[str, ...]) -> Iterator[tuple[str, Numbers, float]]:
    """(passage, numbers, label) of the sentences of which all ``parts`` say something."""
    for one in said:
        for numbers, label in zip(one.numbers, one.labels, strict=True):
            if all(p in numbers for p in parts):
                yield one.id, numbers, label


def mix_of(said: Sequence[Said], parts: tuple[str, ...]) -> Mix:
    """Weights of ``parts``: a logistic model of "not factual", in which a minor error is half of one.

    Every number is higher for worse sentences, so no weight may be negative: one that would be is left out, and the others are
    fitted again. The evidence's own number is a posterior's log-odds already: its weight is pulled towards one, not zero.
    """
    found = list(usable(said, parts))
    rows = np.array([_row(numbers, parts) for _, numbers, _ in found])
    labels = np.array([label for _, _, label in found])
    means = rows.mean(axis=0)
    kept = np.ones(rows.shape[1], dtype=bool)
    known = np.array([float(part == EVIDENCE and place == 0) for part in parts for place in range(len(NUMBERS[part]))])
    while True:
        offset = (rows - means) @ (known * kept)
        model = fit((rows - means) * kept, labels, ridge=RIDGE, offset=offset)
        weights = (model.weights + known) * kept
        if not (weights < 0).any():
            break
        kept &= weights >= 0
    return Mix(parts, _split(weights, parts), _split(means, parts), round(float(model.bias), 6))


def _row(numbers: Numbers, parts: tuple[str, ...]) -> list[float]:
    return [x for part in parts for x in numbers[part]]


def _split(values: FloatArray, parts: tuple[str, ...]) -> tuple[tuple[float, ...], ...]:
    rounded = iter(round(float(x), 6) for x in values)
    return tuple(tuple(next(rounded) for _ in NUMBERS[part]) for part in parts)


def fused_of(said: Sequence[Said], named: Fusion) -> Fusion:
    """The fusion of all passages; ``named`` says which model, evidence, score and data, and counts reverse validation."""
    mixes = tuple(mix_of(said, parts) for parts in every_set() if any(True for _ in usable(said, parts)))
    n = (sum(len(one.labels) for one in said), len(said))
    return replace(named, mixes=mixes, n=n)


def cross_fitted(said: Sequence[Said], parts: tuple[str, ...]) -> list[Row]:
    """A row a passage as ``eval wikibio`` has them: the posterior by weights of the other folds' passages."""
    fold = folds_of([one.id for one in said])
    models = [mix_of([o for o in said if fold[o.id] != k], parts) for k in range(FOLDS)]
    return [_judged(one, Fusion((models[fold[one.id]],), ((0, 0), (0, 0)))) for one in said]


def _judged(one: Said, fusion: Fusion) -> Row:
    (mix,) = fusion.mixes
    found = [
        fusion.fuse({p: numbers[p] for p in mix.parts}) if all(p in numbers for p in mix.parts) else None
        for numbers in one.numbers
    ]
    scores = tuple(0.5 if f is None else f.p_not_factual for f in found)
    return Row(one.id, "", one.labels, scores, evidence=one.documents if "evidence" in mix.parts else ())


def alone(said: Sequence[Said], part: str) -> list[Row]:
    """The same of the first number of a part as it is, with nothing fitted: higher is worse; log-odds as a probability."""

    from scipy.special import expit

    def shown(value: float) -> float:
        return float(expit(value)) if part in IN_ODDS else value

    return [
        Row(o.id, "", o.labels, tuple(shown(n[part][0]) if part in n else 0.5 for n in o.numbers),
            evidence=o.documents if part == "evidence" else ())
        for o in said
    ]  # fmt: skip


def average_precision(positive: ArrayLike, scores: ArrayLike) -> float:
    """Average precision: the precision-recall curve summed in steps, without interpolation. NaN without positives.

    The published areas use the trapezoid rule, which a small first group of equal scores can change by several points.
    """
    precision, recall = precision_recall_curve(positive, scores)
    return float(-np.sum(np.diff(recall) * precision[:-1])) if len(recall) > 1 else float("nan")


def areas(rows: Sequence[Row]) -> dict[str, float]:
    """Average precision of both kinds of sentences: the area without the lines that trapezoids draw between two points."""
    labels = np.array([x for r in rows for x in r.labels])
    scores = np.array([x for r in rows for x in r.scores])
    return {
        "nonfact_average_precision": average_precision(labels > 0, scores),
        "factual_average_precision": average_precision(labels == 0, -scores),
    }


def read_said(path: Path) -> list[Said]:
    """What an earlier run has written there; nothing where there is no file. Raises ``BadInput``."""
    if not path.is_file():
        return []
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            found.append(_from_json(parse_object(line)))
        except (NotJson, KeyError, TypeError, AttributeError) as error:
            raise BadInput(path, f"not what the parts say of a passage: {error!r}", "remove it", number) from error
    return found


def _from_json(row: JSON) -> Said:
    numbers = tuple({part: tuple(values) for part, values in one.items()} for one in row["numbers"])
    return Said(row["id"], tuple(row["labels"]), numbers, tuple(row["documents"]))


def add_said(path: Path, one: Said) -> None:
    """Append one passage."""
    with resources.regular(path).open("a", encoding="utf-8") as f:
        row = {"id": one.id, "labels": one.labels, "numbers": one.numbers, "documents": one.documents}
        f.write(json.dumps(row) + "\n")


Hear = Callable[[Example], Said]
"""The parts' answers for one passage."""


def heard(examples: Sequence[Example], hear: Hear, path: Path) -> Iterator[Said]:
    """What the parts say of every passage, from ``path`` where it is there already: an interrupted run goes on."""
    known = {one.id: one for one in read_said(path)}
    for example in examples:
        if (one := known.get(example.id)) is None:
            one = hear(example)
            add_said(path, one)
        yield one
