"""The stretch of a text that holds the words of a query that are rarest in it, for a person to glance at. Pure."""

from __future__ import annotations

from collections import Counter
from math import log

from localcheck.sources.queries import build
from localcheck.text.han import paired
from localcheck.text.words import folded

STEP = 40
SCANNED = 200_000
"""Characters of a text that are looked at."""


def snippet(text: str, query: str, length: int = 240, title: str = "") -> str:
    """At most ``length`` characters of ``text`` on one line, cut at spaces, with an ellipsis where something is left out.

    A word counts the more, the fewer stretches hold it: that of one row of a table more than those of its columns. Words of
    the ``title``, which stands beside it, do not count where there are others.
    """
    asked = set(folded(paired(" ".join(build(query).terms))))
    wanted = asked - set(folded(paired(title))) or asked
    scanned = text[:SCANNED]
    starts = range(0, max(1, len(scanned) - length // 2), STEP)
    held = [wanted.intersection(folded(paired(scanned[start : start + length]))) for start in starts]
    number = Counter(word for words in held for word in words)
    scores = [sum(log(1 + len(held) / number[word]) for word in sorted(words)) for words in held]
    best = _middle(scores) * STEP
    start = best and (scanned.find(" ", best, best + length // 2) + 1 or best)  # Chinese has no spaces
    piece = " ".join(text[start : start + length].split())
    if start + length < len(text):
        piece = piece.rpartition(" ")[0] or piece
        piece += " …"
    return ("… " if start else "") + piece


def _middle(scores: list[float]) -> int:
    """The middle of the first run of the highest scores; the beginning where nothing was found."""
    first, most = scores.index(max(scores)), max(scores)
    behind = next((i for i in range(first, len(scores)) if scores[i] != most), len(scores))
    return (first + behind - 1) // 2 if most else 0
