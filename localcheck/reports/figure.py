"""Figures as SVG files: curves of risk and coverage, and reliability diagrams, which a terminal shows as bars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape as escape_html

from localcheck.reports.words import DRAWN
from localcheck.stats.metrics import Bin
from localcheck.text.inert import xml_text

WIDTH, HEIGHT, PAD = 420, 320, 44
COLOURS = ("#1f5fa8", "#c33", "#2a8a4a", "#8a5ab8", "#b8860b", "#555")
BAR = 30
SIDE_BY_SIDE = 2
"""Diagrams in a row of a file with several."""


def escape(text: str) -> str:
    """``text`` as markup that shows it, whatever is in it."""
    return escape_html(xml_text(text), quote=False)


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


def terminal(bins: tuple[Bin, ...]) -> Iterator[str]:
    """One line for each bin: the stated probability, the share that was factual, and the number of claims."""
    yield f"{'stated':>12}  {'observed':>8}  n"
    for b in bins:
        filled = round(BAR * b.frequency)
        mark = min(round(BAR * b.confidence), BAR - 1)
        cells = ["█" if i < filled else "·" for i in range(BAR)]
        cells[mark] = "│"
        yield f"{b.low:.1f}–{b.high:.1f} {b.confidence:4.2f}  {b.frequency:8.2f}  {b.n:<5} {''.join(cells)}"


def svg(bins: tuple[Bin, ...], title: str) -> str:
    """The diagram as SVG: bars for the share that was factual, and the diagonal on which they should end."""
    return several([(title, "stated P(factual)", "share factual", bins)])


def several(diagrams: Sequence[tuple[str, str, str, tuple[Bin, ...]]]) -> str:
    """Diagrams beside each other in one SVG, each given as (title, what is stated, what was observed, bins)."""
    across = min(len(diagrams), SIDE_BY_SIDE)
    down = -(-len(diagrams) // SIDE_BY_SIDE)
    drawn = "".join(
        f'<g transform="translate({WIDTH * (i % SIDE_BY_SIDE)} {HEIGHT * (i // SIDE_BY_SIDE)})">{_drawn(*diagram)}</g>'
        for i, diagram in enumerate(diagrams)
    )
    return framed(WIDTH * across, HEIGHT * down, drawn)


def _drawn(title: str, stated: str, observed: str, bins: tuple[Bin, ...]) -> str:
    inner = WIDTH - 2 * PAD
    bars = "".join(
        f'<rect x="{PAD + inner * b.low:.1f}" width="{inner * (b.high - b.low):.1f}" '
        f'y="{HEIGHT - PAD - inner * b.frequency:.1f}" height="{inner * b.frequency:.1f}" fill="#4c8bd6" stroke="#fff">'
        f"<title>stated {b.confidence:.2f}, observed {b.frequency:.2f}, n = {b.n}</title></rect>"
        f'<text x="{PAD + inner * (b.low + b.high) / 2:.1f}" y="{HEIGHT - PAD + 12}" text-anchor="middle" '
        f'font-size="8">{b.n}</text>'
        for b in bins
    )
    diagonal = f'<path d="M{PAD} {HEIGHT - PAD}L{WIDTH - PAD} {PAD}" stroke="#c33" stroke-dasharray="4 3"/>'
    return bars + diagonal + axes(title, f"{stated}; below the bars how many", observed)
