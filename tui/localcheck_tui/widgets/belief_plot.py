"""The belief plot of the current claim, drawn with characters."""

from __future__ import annotations

import textwrap
from typing import ClassVar

from rich.segment import Segment
from textual.content import Content
from textual.strip import Strip
from textual.widget import Widget

from localcheck.types import Verdict
from localcheck_tui.belief_chart import Boundaries, chart, stopped

STYLES = {
    "axis": "plot--axis",
    "bound": "plot--bound",
    "bar": "plot--bar",
    "last": "plot--last",
}


class BeliefPlot(Widget):
    """P(factual) after each document, the stop boundaries, and why reading stopped."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {*STYLES.values()}
    DEFAULT_CSS = """
    BeliefPlot {
        height: 9; padding: 0 1;
        & > .plot--axis { color: $secondary; }
        & > .plot--bound { color: $accent; }
        & > .plot--bar { color: $primary 70%; }
        & > .plot--last { color: $primary; text-style: bold; }
    }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._verdict: Verdict | None = None
        self._boundaries: Boundaries = ()
        self._most: int | None = None
        self._hidden = False

    def show(self, verdict: Verdict | None, boundaries: Boundaries, most: int | None, hidden: bool) -> None:
        """Plot another claim; ``most`` is the limit K of documents."""
        self._verdict, self._boundaries, self._most, self._hidden = verdict, boundaries, most, hidden
        self.refresh()

    def render(self) -> Content:
        """Words where there is nothing to plot."""
        if self._hidden:
            return Content.styled("hidden until you have decided", "$secondary italic")
        if self._verdict is None:
            return Content("")
        return Content.styled("this method keeps no beliefs", "$secondary italic")

    def render_line(self, y: int) -> Strip:
        """A line of the plot; the last two lines say why reading stopped."""
        if self._hidden or self._verdict is None or not self._verdict.beliefs:
            return super().render_line(y)
        return self._plot_line(y)

    def _plot_line(self, y: int) -> Strip:
        width, height = self.size
        base = self.rich_style
        words = textwrap.wrap(stopped(self._verdict, self._most), max(width, 10)) if self._verdict else []
        rows = max(2, height - len(words))
        if y >= rows:
            text = words[y - rows] if y - rows < len(words) else ""
            return Strip([Segment(text, base)]).adjust_cell_length(width, base)
        assert self._verdict is not None
        cells = chart(self._verdict.beliefs, self._boundaries, width, rows)[y]
        segments = [Segment(c.character, self.get_component_rich_style(STYLES[c.role])) for c in cells]
        return Strip(segments).adjust_cell_length(width, base).simplify()
