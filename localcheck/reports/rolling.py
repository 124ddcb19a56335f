"""Rolling means over time as lines: inline SVG, and characters for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from localcheck.reports.figure import escape
from localcheck.reports.words import DRAWN

WIDTH, ROW, LEFT, RIGHT, TOP = 760, 110, 60, 12, 26
GAP = 6 * 3600.0
"""The line is broken where there was no check for six hours or a tenth of the plot, whichever is longer."""
BLOCKS = "▁▂▃▄▅▆▇█"
LOW = 0.5
"""The lowest block stands for this, and for anything less."""
NOT_GIVEN = "(not given)"
"""Stands for the name of a group whose checks named no model, template or category."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the plot."""

    name: str
    times: Sequence[float]
    """Seconds since 1970, ascending."""
    values: Sequence[float]
    """In [0, 1]."""


def svg(lines: Sequence[Line], start: float, end: float, threshold: float) -> str:
    """One panel for each line, below one another, with the threshold dashed; times are UTC."""
    height = TOP + ROW * max(len(lines), 1) + 24
    parts = [
        f'<svg {DRAWN} xmlns="http://www.w3.org/2000/svg" role="img" width="{WIDTH}" height="{height}" '
        f'viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="12">',
        f"<title>Rolling mean faithfulness, {stamp(start)} to {stamp(end)}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
    ]
    for i, line in enumerate(lines):
        parts += _panel(line, TOP + i * ROW, start, end, threshold)
    y = TOP + ROW * max(len(lines), 1) + 8
    parts.append(f'<text x="{LEFT}" y="{y}">{stamp(start)}</text>')
    parts.append(f'<text x="{WIDTH - RIGHT}" y="{y}" text-anchor="end">{stamp(end)}</text></svg>')
    return "\n".join(parts)


def _panel(line: Line, top: int, start: float, end: float, threshold: float) -> list[str]:
    inner = ROW - 34

    def x(t: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (t - start) / (end - start)

    def y(v: float) -> float:
        return top + inner * (1 - v)

    last = f", now {line.values[-1]:.3f}" if line.values else ", no checks"
    parts = [
        f'<text x="{LEFT}" y="{top - 6}">{escape(line.name or NOT_GIVEN)}{last}</text>',
        *(
            f'<text x="{LEFT - 6}" y="{y(v) + 4:.1f}" text-anchor="end" fill="#555">{v:.1f}</text>'
            for v in (0.0, 0.5, 1.0)
        ),
        f'<path d="M{LEFT},{y(1):.1f} V{y(0):.1f} H{WIDTH - RIGHT}" fill="none" stroke="#999"/>',
        f'<path d="M{LEFT},{y(threshold):.1f} H{WIDTH - RIGHT}" stroke="#b00020" stroke-dasharray="4 3"/>',
    ]
    for run in runs(line, min(GAP, (end - start) / 10)):
        points = " ".join(f"{x(t):.1f},{y(v):.1f}" for t, v in run)
        parts.append(f'<polyline points="{points}" fill="none" stroke="#1a5fb4" stroke-width="1.5"/>')
        if len(run) == 1:
            parts.append(f'<circle cx="{x(run[0][0]):.1f}" cy="{y(run[0][1]):.1f}" r="2" fill="#1a5fb4"/>')
    return parts


def runs(line: Line, gap: float) -> list[list[tuple[float, float]]]:
    """The points of a line, broken where more than ``gap`` seconds lie between two of them."""
    found: list[list[tuple[float, float]]] = []
    for t, v in zip(line.times, line.values, strict=True):
        if found and t - found[-1][-1][0] <= gap:
            found[-1].append((t, v))
        else:
            found.append([(t, v)])
    return found


def spark(values: Sequence[float | None]) -> str:
    """One character for each value: blocks from ``LOW`` (or less) to 1, and a blank for a missing value."""
    return "".join(
        " " if v is None else BLOCKS[round((len(BLOCKS) - 1) * max(0.0, v - LOW) / (1 - LOW))] for v in values
    )


def stamp(seconds: float) -> str:
    """A point in time, UTC, to the minute."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")
