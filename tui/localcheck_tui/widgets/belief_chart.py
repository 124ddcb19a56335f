"""Draws the belief of one claim with characters: the posterior after each document, and the stop boundaries.

Pure: it turns beliefs into rows of (character, role). Colours are chosen where the chart is shown; roles also differ by
character.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from localcheck.text.counting import many
from localcheck.types import Belief, Verdict
from localcheck_tui.safe_text import one_line

LEVELS = " ▁▂▃▄▅▆▇█"


@dataclass(frozen=True, slots=True)
class Cell:
    """One character of the chart and what it is: ``axis``, ``bound``, ``bar`` or ``last``."""

    character: str
    role: str


Boundaries = Sequence[tuple[float, float]]
"""(low, high) after 0, 1, … documents: the method stops at or outside them."""


def chart(beliefs: Sequence[Belief], boundaries: Boundaries, columns: int, rows: int) -> list[list[Cell]]:
    """``rows`` lines of ``columns`` cells, P(factual) = 1 at the top, a bar for each document, the last one marked.

    Where the beliefs need more columns than there are, the first ones are left out. Dashes mark the stop boundaries; the last
    line has the number of the document under its bar, and an a where a language model was asked about it.
    """
    numbered = rows > 3
    rows, columns = max(rows - numbered, 2), max(columns, 12)
    axis = 4
    step_width = max(2, min(6, (columns - axis) // max(len(beliefs), 1)))
    fit = (columns - axis) // step_width
    first = max(0, len(beliefs) - fit)
    grid = [[Cell(" ", "axis") for _ in range(columns)] for _ in range(rows)]
    for row, text in ((0, "1.0┤"), (rows // 2, "0.5┤"), (rows - 1, "0.0┤")):
        for i, character in enumerate(text):
            grid[row][i] = Cell(character, "axis")
    for row in range(rows):
        if grid[row][axis - 1].character == " ":
            grid[row][axis - 1] = Cell("│", "axis")
    for place, belief in enumerate(beliefs[first:]):
        left = axis + place * step_width
        _bounds(grid, boundaries, belief.step, left, step_width)
        _bar(grid, belief.p_factual, left, step_width - 1, "last" if first + place == len(beliefs) - 1 else "bar")
    return [*grid, _numbers(beliefs[first:], columns, axis, step_width)] if numbered else grid


def _numbers(beliefs: Sequence[Belief], columns: int, axis: int, width: int) -> list[Cell]:
    """Under each bar the number of its document."""
    row = [Cell(" ", "axis")] * columns
    for place, belief in enumerate(beliefs):
        number = f"{belief.step or ''}{'a' if belief.consulted else ''}"[: width - 1]
        for i, character in enumerate(number.center(width - 1)):
            if (at := axis + place * width + i) < columns:
                row[at] = Cell(character, "axis")
    return row


def _bounds(grid: list[list[Cell]], boundaries: Boundaries, step: int, left: int, width: int) -> None:
    if step >= len(boundaries):
        return
    for p in boundaries[step]:
        row = min(int((1.0 - p) * len(grid)), len(grid) - 1)
        for column in range(left, min(left + width, len(grid[0]))):
            grid[row][column] = Cell("╌", "bound")


def _bar(grid: list[list[Cell]], p: float, left: int, width: int, role: str) -> None:
    """Draw a bar from the bottom in eighths of a row; a probability of zero still gives a thin line."""
    eighths = max(1, round(p * len(grid) * 8))
    for up in range(len(grid)):
        level = min(8, eighths - up * 8)
        if level <= 0:
            return
        row = grid[len(grid) - 1 - up]
        for column in range(left, min(left + width, len(row))):
            row[column] = Cell(LEVELS[level], role)


NO_CURVE = "no belief curve: this method decides in one step"
NOT_CHECKED = "no belief curve: this is not checked"


def stopped(verdict: Verdict, most: int | None) -> str:
    """How many documents were read, how many were not needed, and why reading stopped, for a person.

    ``most`` is the limit K, if known.
    """
    if not verdict.beliefs:
        return NO_CURVE if verdict.claim.checkable else NOT_CHECKED
    last = verdict.beliefs[-1]
    read = last.step
    parts = [f"{many(read, 'document')} read"]
    if most is not None and read >= most:
        parts.append("that is the limit")
    elif isfinite(last.risk_continue) and last.risk_stop <= last.risk_continue:
        parts.append("another would hardly change the answer")
    if most is not None and most > read:
        parts.append(f"{most - read} saved")
    return " · ".join(parts)


def legend(verdict: Verdict) -> str:
    """The titles of the documents behind the bars, by the numbers under them; empty before any document."""
    steps = sorted({b.step for b in verdict.beliefs if b.step})
    named = [(n, verdict.evidence[n - 1].passage.title) for n in steps if n <= len(verdict.evidence)]
    return " · ".join(f"{n} {one_line(title)}" for n, title in named if title)
