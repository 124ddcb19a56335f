"""Reliability diagrams of a measurement as one SVG: what is stated beside what happened."""

from __future__ import annotations

from collections.abc import Sequence

from localcheck.evaluate.sample import FACTUAL, Diagram
from localcheck.reports.reliability import several


def drawn(found: Sequence[Diagram]) -> str:
    """One diagram for P(factual), and one for each answer that was given."""
    shown = []
    for d in found:
        happened = "share factual" if d.name == FACTUAL else "share that is right"
        stated = "stated P(factual)" if d.name == FACTUAL else "stated probability"
        shown.append((f"{d.name.replace('_', ' ')}, n = {d.n}, ECE {100 * d.ece:.1f}", stated, happened, d.bins))
    return several(shown)
