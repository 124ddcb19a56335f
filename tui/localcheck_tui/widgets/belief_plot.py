"""The belief plot of the current claim, drawn with characters."""

from __future__ import annotations

import textwrap
from typing import ClassVar

from rich.segment import Segment
from textual.content import Content
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from localcheck.types import Verdict
from localcheck_tui.widgets.belief_chart import Boundaries, chart, legend, stopped

STYLES = {"axis": "plot--axis", "bound": "plot--bound", "bar": "plot--bar", "last": "plot--last"}


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
        self._strips: list[Strip] = []
        self._drawn_for: Size | None = None

    def show(self, verdict: Verdict | None, boundaries: Boundaries, most: int | None, hidden: bool) -> None:
        """Plot another claim; ``most`` is the limit K of documents."""
        self._verdict, self._boundaries, self._most, self._hidden = verdict, boundaries, most, hidden
        self._drawn_for = None
        self.refresh()

    def notify_style_update(self) -> None:
        """The theme has changed."""
        super().notify_style_update()
        self._drawn_for = None

    def render(self) -> Content:
        """Words where there is nothing to plot."""
        if self._hidden:
            return Content.styled("hidden until you have decided", "$secondary italic")
        if self._verdict is None:
            return Content("")
        return Content.styled(stopped(self._verdict, self._most), "$secondary italic")

    def render_line(self, y: int) -> Strip:
        """A line of the plot; the last lines say why reading stopped."""
        if self._hidden or self._verdict is None or not self._verdict.beliefs:
            return super().render_line(y)
        if self._drawn_for != self.size:
            self._strips, self._drawn_for = self._draw(self._verdict), self.size
        return self._strips[y] if y < len(self._strips) else Strip.blank(self.size.width, self.rich_style)

    def _draw(self, verdict: Verdict) -> list[Strip]:
        width, height = self.size
        base = self.rich_style
        styles = {role: self.get_component_rich_style(name) for role, name in STYLES.items()}
        told = textwrap.wrap(stopped(verdict, self._most), max(width, 10))
        titles = textwrap.wrap(legend(verdict), max(width, 10), max_lines=max(1, height // 4), placeholder=" …")
        words = [*titles, *told]
        rows = chart(verdict.beliefs, self._boundaries, width, max(2, height - len(words)))
        strips = [Strip([Segment(c.character, styles[c.role]) for c in row]).simplify() for row in rows]
        strips += [Strip([Segment(text, base)]) for text in words]
        return [strip.adjust_cell_length(width, base) for strip in strips]
