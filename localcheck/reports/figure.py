"""Figures that are written as SVG files: what they have in common, and the curves of risk and coverage."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from html import escape as escape_html

from localcheck.reports.words import DRAWN

escape = partial(escape_html, quote=False)

WIDTH, HEIGHT, PAD = 420, 320, 44
COLOURS = ("#1f5fa8", "#c33", "#2a8a4a", "#8a5ab8", "#b8860b", "#555")


def framed(width: int, height: int, drawn: str) -> str:
    """A whole file: ``drawn`` on a white ground."""
    return (
        f'<svg {DRAWN} xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="#fff"/>{drawn}</svg>\n'
    )


def axes(title: str, below: str, beside: str) -> str:
    """The two axes, ``PAD`` from the edges, and the words over, below and beside them; these are markup already."""
    return (
        f'<path d="M{PAD} {PAD}V{HEIGHT - PAD}H{WIDTH - PAD}" fill="none" stroke="#555"/>'
        f'<text x="{WIDTH / 2}" y="22" text-anchor="middle">{title}</text>'
        f'<text x="{WIDTH / 2}" y="{HEIGHT - 10}" text-anchor="middle">{below}</text>'
        f'<text x="14" y="{HEIGHT / 2}" text-anchor="middle" transform="rotate(-90 14 {HEIGHT / 2})">{beside}</text>'
    )


def risk_coverage(curves: Sequence[tuple[str, Sequence[float], Sequence[float]]], title: str) -> str:
    """A plot of (name, coverage, risk) curves: the share of wrong verdicts among the most certain ones.

    The risk axis ends at the highest risk, or at 0.2 if that is more.
    """
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
    captions = axes(escape(title), "coverage, 0 to 1", f"wrong, 0 to {highest:.2f}")
    return framed(WIDTH, HEIGHT, "".join([captions, *lines, *names]))
