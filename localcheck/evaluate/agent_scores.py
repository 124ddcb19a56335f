"""Figures of HaluAgent's tables beside those of all methods: whole responses, and how tools were used. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from localcheck.evaluate.records import Row
from localcheck.stats import metrics

JSON = Any
SETTLED = {"supported", "refuted"}


def tool_use(rows: Sequence[Row]) -> JSON:
    """How often tools were used, how often a call succeeded, and how many labels got a verdict (Cheng et al. 2024, Fig. 2)."""
    totals: dict[str, list[int]] = {}
    for name, (calls, errors) in (item for row in rows for item in row.tools.items()):
        entry = totals.setdefault(name, [0, 0])
        entry[0] += calls
        entry[1] += errors
    every = sum(calls for calls, _ in totals.values())
    labels = [label for row in rows for label in row.verdicts]
    return {
        "use_rate": sum(bool(r.tools) for r in rows) / max(len(rows), 1),
        "success_rate": 1 - sum(errors for _, errors in totals.values()) / max(every, 1),
        "coverage": sum(label in SETTLED for label in labels) / max(len(labels), 1),
        "calls": {name: {"calls": calls, "errors": errors} for name, (calls, errors) in sorted(totals.items())},
    }


def responses(rows: Sequence[Row], threshold: float) -> JSON:
    """Accuracy and F1 of whole responses: one is wrong when any of its labels is, and is called wrong when any score is."""
    gold = np.array([max(r.labels) > 0 for r in rows])
    found = np.array([max(r.scores, default=0.5) > threshold for r in rows])
    decided = metrics.confusion(gold, found)
    return {"n": len(rows), "accuracy": decided.accuracy, **({"f1": decided.f1} if gold.any() or found.any() else {})}
