"""The risk–coverage curve of verdicts as SVG: the share of wrong verdicts among the most certain ones."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from html import escape as escape_html

from localcheck.reports.figure import axes, framed

escape = partial(escape_html, quote=False)

WIDTH, HEIGHT, PAD = 420, 320, 44
COLOURS = ("#1f5fa8", "#c33", "#2a8a4a", "#8a5ab8", "#b8860b", "#555")


def svg(curves: Sequence[tuple[str, Sequence[float], Sequence[float]]], title: str) -> str:
    """A plot of (name, coverage, risk) curves; the risk axis ends at the highest risk, or at 0.2 if that is more."""
    highest = max([0.2, *(r for _, _, risks in curves for r in risks)])
    width, height = WIDTH - 2 * PAD, HEIGHT - 2 * PAD
    lines, names = [], []
    for i, (name, coverages, risks) in enumerate(curves):
        colour = COLOURS[i % len(COLOURS)]
        points = " ".join(
            f"{PAD + width * c:.1f},{HEIGHT - PAD - height * r / highest:.1f}"
            for c, r in zip(coverages, risks, strict=True)
        )
        lines.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        names.append(f'<text x="{PAD + 8}" y="{PAD + 14 + 15 * i}" fill="{colour}">{escape(name)}</text>')
    captions = axes(WIDTH, HEIGHT, PAD, escape(title), "coverage, 0 to 1", f"wrong, 0 to {highest:.2f}")
    return framed(WIDTH, HEIGHT, "".join([captions, *lines, *names]))
