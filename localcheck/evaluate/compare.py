"""Compares two experiments on the same examples: paired bootstrap differences, and the items whose outcome changed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from localcheck.errors import UsageError
from localcheck.evaluate.records import Header, Row
from localcheck.evaluate.sample import Sample
from localcheck.evaluate.scoring import METRICS, with_passages
from localcheck.stats.interval import across_zero, bootstrap_table, percentile
from localcheck.stats.ragged import FloatArray, IntArray
from localcheck.types import JSON, Label

Experiment = tuple[Header, list[Row]]
FEWEST = 6
"""Fewer independent examples, or fewer with an item whose outcome changed, cannot show a difference: where all five go one
way, the exact sign test of two sides gives 2 · 0.5 ** 5 = 0.0625.
"""


@dataclass(frozen=True, slots=True)
class _Side:
    """One experiment on the examples in common."""

    header: Header
    sample: Sample

    def values(self) -> dict[str, float]:
        return METRICS[self.header.dataset](self.sample, self.header.threshold)

    def drawn(self, rows: IntArray) -> dict[str, float]:
        return METRICS[self.header.dataset](self.sample.take(rows), self.header.threshold)


def _side(header: Header, rows: list[Row]) -> _Side:
    return _Side(header, Sample.of(with_passages(header, rows)))


def compare(first: Experiment, second: Experiment, resamples: int = 1000) -> JSON:
    """Differences second - first with 95 % intervals over resampled articles or documents, and two-sided p-values.

    Only examples that both runs have are compared; ``too_few`` says where they are too few to show anything, and of fewer than
    ``FEWEST`` there are no p-values. Raises ``UsageError`` if there is none, or if their labels differ.
    """
    (head_a, _), (head_b, _) = first, second
    if head_a.dataset != head_b.dataset:
        raise UsageError(f"one run is on {head_a.dataset}, the other on {head_b.dataset}")
    pairs = in_common(first[1], second[1])
    if not pairs:
        raise UsageError("the runs have no example in common")
    sides = _side(head_a, [a for a, _ in pairs]), _side(head_b, [b for _, b in pairs])
    a, b = (side.values() for side in sides)
    drawn = [a.drawn_with for a, _ in pairs]
    table_a, table_b = (bootstrap_table(drawn, side.drawn, resamples) for side in sides)
    shown = [name for name in a if math.isfinite(a[name]) and math.isfinite(b.get(name, math.nan))]
    few = len(set(drawn)) < FEWEST
    flipped = list(_flipped(pairs, *sides, by_verdict=_settled(a) or _settled(b)))
    return {
        "dataset": head_a.dataset,
        "first": head_a.detector,
        "second": head_b.detector,
        "differs": _differing(head_a, head_b),
        "n": len(pairs),
        "independent": len(set(drawn)),
        "left_out": len(first[1]) + len(second[1]) - 2 * len(pairs),
        "metrics": {n: _difference(a[n], b[n], _paired(table_a, table_b, n), few) for n in shown},
        "too_few": _too_few(pairs, {item["id"] for item in flipped}),
        "flipped": flipped,
    }


def _too_few(pairs: Sequence[tuple[Row, Row]], flipped: Set[str]) -> str:
    """Why no difference can be significant; empty where one can be. ``flipped``: ids of the examples with a changed item."""
    independent = {a.drawn_with for a, _ in pairs}
    what = "examples" if len(independent) == len(pairs) else "articles"
    if len(independent) < FEWEST:
        return f"too few {what} for p-values: of fewer than {FEWEST} none can show a difference; take more"
    if 0 < len({a.drawn_with for a, _ in pairs if a.id in flipped}) < FEWEST:
        told = f"items flipped in fewer than {FEWEST} {what}: nothing that counts right and wrong can be significant"
        return f"{told} (exact sign test), whatever p says; take more {what}"
    return ""


def _differing(first: Header, second: Header) -> JSON:
    """What both runs say of how they were made, where it is not the same."""
    a, b = _made(first), _made(second)
    return {name: {"first": a[name], "second": b[name]} for name in a if name in b and a[name] != b[name]}


def _made(header: Header) -> dict[str, JSON]:
    """The index, the models, and the options of the method by name."""
    run = header.run or {}
    models = ", ".join(dict(run.get("models") or ()))
    return {"index": run.get("index"), "models": models, **dict(run.get("parameters") or ())}


def _settled(figures: dict[str, float]) -> bool:
    """Do these figures count verdicts, and was any given? A method that only ranks gives none."""
    return figures.get("right", 0.0) + figures.get("wrong", 0.0) > 0


def in_common(first: list[Row], second: list[Row]) -> list[tuple[Row, Row]]:
    """Rows of the same example with the same labels, by id. Raises ``UsageError`` when labels differ."""
    by_id = {r.id: r for r in second}
    pairs = sorted(((r, by_id[r.id]) for r in first if r.id in by_id), key=lambda pair: pair[0].id)
    for a, b in pairs:
        if a.labels != b.labels or a.gold != b.gold:
            raise UsageError(f"example {a.id} has other labels in the second run", "compare runs on the same data")
    return pairs


def _paired(a: dict[str, FloatArray], b: dict[str, FloatArray], name: str) -> FloatArray | list[float]:
    """Differences over the same resamples: both tables are drawn with the same seed."""
    return b[name] - a[name] if name in a and name in b else []


def _difference(a: float, b: float, draws: FloatArray | list[float], few: bool) -> JSON:
    """The difference and its interval; without a p-value where the examples are too ``few``."""
    low, high = percentile(draws)
    found = {"first": a, "second": b, "difference": b - a}
    if not math.isfinite(low):
        return found
    return found | {"low": low, "high": high} | ({} if few else {"p": across_zero(draws)})


def _flipped(pairs: list[tuple[Row, Row]], first: _Side, second: _Side, by_verdict: bool) -> Iterator[JSON]:
    """The items that were right, wrong or open and now are something else. ``by_verdict``: as the figures count verdicts."""
    for k, (a, b) in enumerate(pairs):
        for i, label in enumerate(a.labels):
            if by_verdict:
                was, now = _of_verdict(a, i), _of_verdict(b, i)
            else:
                was, now = ("right" if _right(side, row, k, i) else "wrong" for side, row in ((first, a), (second, b)))
            if was != now:
                yield {
                    "id": a.id,
                    "item": i,
                    "label": a.gold[i] if a.gold else label,
                    "first": _said(a, i, by_verdict),
                    "second": _said(b, i, by_verdict),
                    "was": was,
                    "now": now,
                }


def _of_verdict(row: Row, item: int) -> str:
    """``right``, ``wrong``, or ``open`` where the verdict neither supports nor refutes."""
    if row.verdicts[item] not in (Label.SUPPORTED, Label.REFUTED):
        return "open"
    return "right" if (row.verdicts[item] == Label.REFUTED) == (row.labels[item] > 0) else "wrong"


def _said(row: Row, item: int, by_verdict: bool) -> str | float:
    """What the run said of an item: its verdict, its class, or its score."""
    said = row.verdicts if by_verdict else row.predicted
    return said[item] if said else row.scores[item]


def _right(side: _Side, row: Row, document: int, item: int) -> bool:
    if row.gold and row.predicted:
        return bool(side.sample.gold[document] == side.sample.predicted[document])
    return (row.scores[item] > side.header.threshold) == (row.labels[item] > 0)
