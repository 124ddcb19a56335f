"""The stretch of a text that holds most of a query's words, for a person to glance at. Pure."""

from __future__ import annotations

from localcheck.sources.queries import build
from localcheck.text.han import paired
from localcheck.text.words import folded

STEP = 40
SCANNED = 200_000
"""Characters of a text that are looked at."""


def snippet(text: str, query: str, length: int = 240) -> str:
    """At most ``length`` characters of ``text`` on one line, cut at spaces, with an ellipsis where something is left out."""
    wanted = set(folded(paired(" ".join(build(query).terms))))
    scanned = text[:SCANNED]
    best, best_score = 0, 0
    for start in range(0, max(1, len(scanned) - length // 2), STEP):
        score = len(wanted.intersection(folded(paired(scanned[start : start + length]))))
        if score > best_score:
            best, best_score = start, score
            if score == len(wanted):
                break
    start = best and (scanned.find(" ", best, best + length // 2) + 1 or best)  # Chinese has no spaces
    piece = " ".join(text[start : start + length].split())
    if start + length < len(text):
        piece = piece.rpartition(" ")[0] or piece
        piece += " …"
    return ("… " if start else "") + piece
