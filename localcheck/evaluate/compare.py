"""Two experiments on the same examples: paired bootstrap differences and the items that flipped."""

from __future__ import annotations

from typing import Any

import numpy as np

from localcheck.errors import UsageError
from localcheck.evaluate.records import Header, Row
from localcheck.evaluate.scoring import METRICS
from localcheck.stats.interval import resampled

JSON = Any


def compare(first: tuple[Header, list[Row]], second: tuple[Header, list[Row]], resamples: int = 1000) -> JSON:
    """Differences second - first with 95 % intervals over resampled documents, p by the share of resamples across zero.

    Only examples that both hold are compared. Raises ``UsageError`` when there is none.
    """
    (head_a, rows_a), (head_b, rows_b) = first, second
    if head_a.dataset != head_b.dataset:
        raise UsageError(f"one run is on {head_a.dataset}, the other on {head_b.dataset}")
    by_id = {r.id: r for r in rows_b}
    pairs = [(r, by_id[r.id]) for r in rows_a if r.id in by_id]
    if not pairs:
        raise UsageError("the runs have no example in common")
    compute = METRICS[head_a.dataset]
    ids = [a.id for a, _ in pairs]

    def values(side: int, rows: Any) -> dict[str, float]:
        return compute([pairs[i][side] for i in rows], (head_a, head_b)[side].threshold)

    everything = range(len(pairs))
    a, b = values(0, everything), values(1, everything)
    rows = {}
    for name in a:
        if not np.isfinite(a[name]) or not np.isfinite(b.get(name, float("nan"))):
            continue
        draws = resampled(ids, lambda drawn, n=name: values(1, drawn)[n] - values(0, drawn)[n], resamples)  # type: ignore[misc]
        rows[name] = _difference(a[name], b[name], draws)
    return {
        "dataset": head_a.dataset,
        "first": head_a.detector,
        "second": head_b.detector,
        "n": len(pairs),
        "metrics": rows,
        "flipped": list(_flipped(pairs, head_a.threshold, head_b.threshold)),
    }


def _difference(a: float, b: float, draws: Any) -> JSON:
    low, high = np.quantile(draws, [0.025, 0.975]) if len(draws) else (float("nan"), float("nan"))
    across = min(float((draws <= 0).mean()), float((draws >= 0).mean())) if len(draws) else float("nan")
    finite = {"low": float(low), "high": float(high), "p": min(2 * across, 1.0)} if len(draws) else {}
    return {"first": a, "second": b, "difference": b - a, **finite}


def _flipped(pairs: list[tuple[Row, Row]], threshold_a: float, threshold_b: float) -> Any:
    for a, b in pairs:
        for i, label in enumerate(a.labels):
            right_a = (a.scores[i] > threshold_a) == (label > 0)
            right_b = (b.scores[i] > threshold_b) == (label > 0)
            if right_a != right_b:
                yield {
                    "id": a.id,
                    "item": i,
                    "label": label,
                    "first": a.scores[i],
                    "second": b.scores[i],
                    "now": right_b,
                }
