"""What a head is measured on, never trained or steered: the pairs written by hand, and claims beside their gold evidence."""

from __future__ import annotations

import json
from pathlib import Path

from localcheck.judging.spans import titled
from training import pairs as p

LABEL = {"supported": p.ENTAILMENT, "refuted": p.CONTRADICTION}
HARD = "foolmetwice"


def by_hand(path: Path) -> list[p.Pair]:
    """The minimal pairs of the reference tests; the kind of each is its source."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [p.Pair(row["premise"], row["hypothesis"], p.LABELS.index(row["label"]), row["kind"]) for row in rows]


def gold(path: Path, every: int) -> list[p.Pair]:
    """The labelled claims beside the sentences that settle them: all of FoolMeTwice, then one in ``every`` of the others."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    pairs = [
        p.Pair(titled(row.get("title", ""), row["evidence"]), row["claim"], LABEL[row["label"]], row["source"])
        for row in rows
    ]
    others = [pair for pair in pairs if pair.source != HARD]
    return [*(pair for pair in pairs if pair.source == HARD), *others[::every]]
