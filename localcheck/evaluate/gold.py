"""How much of a text stands in the gold evidence of a data set, which is of another year than the article."""

from __future__ import annotations

from localcheck.text.words import Variant, words

RUN = 5
"""Words of a run: gold evidence and articles are of different years, and agree in runs of words at best."""
SHARE = 0.6
"""A sentence is gold if at least this share of its runs stands in the gold evidence."""


def share_in(text: str, evidence: str) -> float:
    """The share of the runs of ``text`` that stand in ``evidence``; 0 for a text too short to have one."""
    own = runs(text)
    return len(own & runs(evidence)) / len(own) if own else 0.0


def runs(text: str) -> set[tuple[str, ...]]:
    """Every ``RUN`` words that follow each other, lower-cased."""
    found = words(text.lower(), Variant.RUNS)
    return {tuple(found[i : i + RUN]) for i in range(len(found) - RUN + 1)}
