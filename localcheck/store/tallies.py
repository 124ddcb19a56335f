"""What the claims of a run came to: the label that people gave, else the one of the latest verdict. Only reads."""

from __future__ import annotations

import sqlite3
from collections import Counter

from localcheck.store.connection import translated
from localcheck.store.reviews import Reviews

KIND = (
    "CASE json_extract(body, '$.judgement') WHEN 'factual' THEN 'judged_factual'"
    " WHEN 'not_factual' THEN 'judged_not_factual' ELSE label END"
)
CHECKABLE = "FROM latest_verdicts WHERE run_id = ? AND json_extract(body, '$.claim.checkable') IS NOT 0"


def tally(connection: sqlite3.Connection, run_id: int) -> dict[str, int]:
    """Checkable claims by label, ``judged_factual`` and ``judged_not_factual`` included, and what only people took for a claim,
    by the label that they gave it. A disputed claim counts as the verdict says.
    """
    with translated("the store"):
        query = f"SELECT {KIND} AS kind, count(*) AS n {CHECKABLE} GROUP BY kind"
        found = Counter({row["kind"]: row["n"] for row in connection.execute(query, (run_id,))})
        given = {claim: c.label for claim, c in Reviews(connection).curations(run_id).items() if c.label is not None}
        if given:
            for row in connection.execute(f"SELECT claim_id, {KIND} AS kind {CHECKABLE}", (run_id,)):
                if (label := given.pop(row["claim_id"], None)) is not None:
                    found[row["kind"]] -= 1
                    found[label.value] += 1
            found.update(label.value for label in given.values())
    return {kind: n for kind, n in sorted(found.items()) if n}


def skipped(connection: sqlite3.Connection, run_id: int) -> int:
    """Checkable claims that people skipped and nobody gave a label."""
    left = "SELECT claim_id FROM decisions WHERE run_id = ? GROUP BY claim_id HAVING count(label) = 0"
    with translated("the store"):
        if connection.execute(f"{left} LIMIT 1", (run_id,)).fetchone() is None:
            return 0
        query = f"SELECT count(*) {CHECKABLE} AND claim_id IN ({left})"
        return int(connection.execute(query, (run_id, run_id)).fetchone()[0])
