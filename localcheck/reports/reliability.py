"""Reliability diagrams: bars for a terminal, SVG for a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from localcheck.reports.figure import axes, framed
from localcheck.stats.metrics import Bin

WIDTH, HEIGHT, PAD = 320, 320, 36
BAR = 30
SIDE_BY_SIDE = 2
"""Diagrams in a row of a file with several."""


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
