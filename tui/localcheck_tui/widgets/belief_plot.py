"""The belief of one claim, drawn with characters: the posterior after each document, and the stop boundaries."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import groupby
from math import isfinite

from textual.content import Content
from textual.widgets import Static

from localcheck.text.counting import many
from localcheck.types import Belief, Verdict
from localcheck_tui.safe_text import one_line

LEVELS = " ▁▂▃▄▅▆▇█"
AXIS, BOUND, BAR, LAST = "$secondary", "$accent", "$primary 70%", "$primary bold"
"""How each part is coloured; parts differ by character, too."""
Cell = tuple[str, str]
"""One character of the chart and how it is coloured."""
Boundaries = Sequence[tuple[float, float]]
"""(low, high) after 0, 1, … documents: the method stops at or outside them."""
NO_CURVE = "no belief curve: this method decides in one step"
NOT_CHECKED = "no belief curve: this is not checked"


class BeliefPlot(Static):
    """P(factual) after each document, the stop boundaries, and why reading stopped."""

    DEFAULT_CSS = "BeliefPlot { height: 9; padding: 0 1; text-wrap: nowrap; text-overflow: clip; }"
    _plotted: tuple[Verdict | None, Boundaries, int | None, bool] = (None, (), None, False)

    def show(self, verdict: Verdict | None, boundaries: Boundaries, most: int | None, hidden: bool) -> None:
        """Plot another claim; ``most`` is the limit K of documents."""
        self._plotted = verdict, boundaries, most, hidden
        self.update(plot(*self._plotted, *self.content_size), layout=False)

    def on_resize(self) -> None:
        """As large as there is room for."""
        self.show(*self._plotted)


def plot(
    verdict: Verdict | None, boundaries: Boundaries, most: int | None, hidden: bool, width: int, height: int
) -> Content:
    """The chart, the titles of its documents, and why reading stopped; words where there is nothing to plot."""
    told = "hidden until you have decided" if hidden else stopped(verdict, most) if verdict is not None else ""
    words = textwrap.wrap(told, max(width, 10))
    if hidden or verdict is None or not verdict.beliefs:
        return Content.styled("\n".join(words), "$secondary italic")
    titles = textwrap.wrap(legend(verdict), max(width, 10), max_lines=max(1, height // 4), placeholder=" …")
    rows = chart(verdict.beliefs, boundaries, width, max(2, height - len(titles) - len(words)))
    lines = (Content(line.ljust(width)) for line in (*titles, *words))
    return Content("\n").join([*map(_coloured, rows), *lines])


def _coloured(row: Sequence[Cell]) -> Content:
    parts = groupby(row, key=lambda cell: cell[1])
    return Content.assemble(*(("".join(character for character, _ in part), style) for style, part in parts))


def chart(beliefs: Sequence[Belief], boundaries: Boundaries, columns: int, rows: int) -> list[list[Cell]]:
    """``rows`` lines of ``columns`` cells, P(factual) = 1 at the top, a bar for each document, the last one marked.

    Where the beliefs need more columns than there are, the first ones are left out. Dashes mark the stop boundaries; the last
    line has the number of the document under its bar, and an a where a language model was asked about it.
    """
    numbered = rows > 3
    rows, columns = max(rows - numbered, 2), max(columns, 12)
    scale = {0: "1.0┤", rows // 2: "0.5┤", rows - 1: "0.0┤"}
    axis = len(scale[0])
    step_width = max(2, min(6, (columns - axis) // max(len(beliefs), 1)))
    fit = (columns - axis) // step_width
    first = max(0, len(beliefs) - fit)
    grid = [[(character, AXIS) for character in scale.get(row, "   │").ljust(columns)] for row in range(rows)]
    for place, belief in enumerate(beliefs[first:]):
        left = axis + place * step_width
        _bounds(grid, boundaries, belief.step, left, step_width)
        _bar(grid, belief.p_factual, left, step_width - 1, LAST if first + place == len(beliefs) - 1 else BAR)
    return [*grid, _numbers(beliefs[first:], columns, axis, step_width)] if numbered else grid


def _numbers(beliefs: Sequence[Belief], columns: int, axis: int, width: int) -> list[Cell]:
    """Under each bar the number of its document."""
    numbers = (f"{belief.step or ''}{'a' if belief.consulted else ''}"[: width - 1] for belief in beliefs)
    line = " " * axis + "".join(number.center(width - 1) + " " for number in numbers)
    return [(character, AXIS) for character in line[:columns].ljust(columns)]


def _bounds(grid: list[list[Cell]], boundaries: Boundaries, step: int, left: int, width: int) -> None:
    if step >= len(boundaries):
        return
    for p in boundaries[step]:
        row = min(int((1.0 - p) * len(grid)), len(grid) - 1)
        for column in range(left, min(left + width, len(grid[0]))):
            grid[row][column] = "╌", BOUND


def _bar(grid: list[list[Cell]], p: float, left: int, width: int, style: str) -> None:
    """Draw a bar from the bottom in eighths of a row; a probability of zero still gives a thin line."""
    eighths = max(1, round(p * len(grid) * 8))
    for up in range(len(grid)):
        level = min(8, eighths - up * 8)
        if level <= 0:
            return
        row = grid[len(grid) - 1 - up]
        for column in range(left, min(left + width, len(row))):
            row[column] = LEVELS[level], style


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
        if most is not None:
            parts.append(f"{most - read} saved")
    return " · ".join(parts)


def legend(verdict: Verdict) -> str:
    """The titles of the documents behind the bars, by the numbers under them; empty before any document."""
    steps = sorted({b.step for b in verdict.beliefs if b.step})
    named = [(n, verdict.evidence[n - 1].passage.title) for n in steps if n <= len(verdict.evidence)]
    return " · ".join(f"{n} {one_line(title)}" for n, title in named if title)
