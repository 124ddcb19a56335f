"""Figures of HaluAgent's tables beside those of all methods: whole responses, and how tools were used. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from localcheck.evaluate.records import Row
from localcheck.stats import metrics
from localcheck.types import JSON

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


def agent_figures(rows: Sequence[Row], threshold: float) -> JSON:
    """Whole responses, and the answers to single labels where there are verdicts."""
    said = answers(rows)
    return {"responses": responses(rows, threshold), **({"answers": said} if said else {})}


def answers(rows: Sequence[Row]) -> JSON:
    """The agent's own answers, label by label: only what is refuted is called wrong, and what is open is not.

    ``right`` and ``wrong`` count the verdicts that were given, supported and refuted.
    """
    pairs = [(label > 0, said) for r in rows if r.verdicts for label, said in zip(r.labels, r.verdicts, strict=True)]
    if not pairs:
        return {}
    gold, refuted = np.array([g for g, _ in pairs]), np.array([said == "refuted" for _, said in pairs])
    decided = metrics.confusion(gold, refuted)
    settled = [(g, said == "refuted") for g, said in pairs if said in SETTLED]
    right = sum(g == r for g, r in settled)
    shares = {"accuracy": decided.accuracy, "precision": decided.precision, "recall": decided.recall, "f1": decided.f1}
    finite = {name: value for name, value in shares.items() if np.isfinite(value)}
    return {"n": len(pairs), **finite, "right": right, "wrong": len(settled) - right}


def responses(rows: Sequence[Row], threshold: float) -> JSON:
    """Accuracy and F1 of whole responses: one is wrong when any of its labels is, and is called wrong when any verdict
    refutes; where a method gives no verdicts, when any score is above ``threshold``.
    """
    gold = np.array([max(r.labels) > 0 for r in rows])
    found = np.array(["refuted" in r.verdicts if r.verdicts else max(r.scores, default=0.5) > threshold for r in rows])
    decided = metrics.confusion(gold, found)
    return {"n": len(rows), "accuracy": decided.accuracy, **({"f1": decided.f1} if gold.any() or found.any() else {})}
