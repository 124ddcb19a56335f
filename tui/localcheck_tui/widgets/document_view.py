"""The document: only the lines on screen are drawn, so 10,000 sentences scroll like ten."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from localcheck.reports.words import SYMBOL_OF
from localcheck.types import Judgement, Label, Sentence
from localcheck_tui.known import Shown
from localcheck_tui.layout import MARK, Lines, mark, wrap
from localcheck_tui.marks import DECIDED, HIDDEN, PENDING, SKIPPED
from localcheck_tui.safe_text import one_line

COMPONENT: dict[Shown, str] = {
    Label.SUPPORTED: "document--supported",
    Label.REFUTED: "document--refuted",
    Label.NOT_ENOUGH_EVIDENCE: "document--unsettled",
    Label.FAILED: "document--failed",
    Judgement.FACTUAL: "document--judged",
    Judgement.NOT_FACTUAL: "document--unsettled",
}


class DocumentView(ScrollView, can_focus=True, inherit_bindings=False):
    """A document with a mark before each sentence and its flagged sentences underlined.

    Arrows, Home and End belong to the review screen, which walks sentences with them.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pageup", "page_up", "page up", show=False),
        Binding("pagedown", "page_down", "page down", show=False),
    ]
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *COMPONENT.values(),
        "document--current",
        "document--between",
        "document--match",
        "document--plain",
        "document--tick",
    }
    DEFAULT_CSS = """
    DocumentView {
        overflow-x: hidden; overflow-y: scroll; scrollbar-size-vertical: 1; padding: 0 1;
        & > .document--plain { color: $foreground; }
        & > .document--between { color: $secondary; }
        & > .document--supported { color: $foreground; }
        & > .document--tick { color: $label-supported; }
        & > .document--refuted { color: $label-refuted; text-style: bold underline; }
        & > .document--unsettled { color: $label-unsettled; text-style: underline; }
        & > .document--judged { color: $label-unsettled; }
        & > .document--failed { color: $label-failed; text-style: italic underline; }
        & > .document--current { background: $primary 25%; }
        & > .document--match { background: $accent 45%; text-style: bold; }
    }
    """

    current: reactive[int] = reactive(0, repaint=False)
    """The sentence that is highlighted and kept in view."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._marked = mark("", ())
        self._lines: Lines = wrap("", 10)
        self._label_of: Callable[[int], Shown | None] = lambda _: None
        self._hidden: Callable[[int], bool] = lambda _: False
        self._mark_of: Callable[[int], str] = lambda _: ""
        self._strips: dict[int, Strip] = {}
        self._styles: dict[str, Style] = {}
        self._query = ""
        self._width = 0

    def show(
        self,
        text: str,
        sentences: tuple[Sentence, ...],
        label_of: Callable[[int], Shown | None],
        hidden: Callable[[int], bool],
        mark_of: Callable[[int], str],
    ) -> None:
        """Show another document. The functions are asked for the sentences on screen only; ``mark_of`` gives the symbol of a
        sentence that people decided about, which is dimmed.
        """
        self._marked = mark(text, sentences)
        self._label_of, self._hidden, self._mark_of = label_of, hidden, mark_of
        self._query = ""
        self._lay_out()
        self.scroll_home(animate=False)

    def search(self, query: str) -> None:
        """Highlight what contains ``query``."""
        self._query = one_line(query).casefold()
        self.redraw()

    def redraw(self, sentence: int | None = None) -> None:
        """Draw one sentence again, or everything: its label has changed."""
        if sentence is None:
            self._strips.clear()
            self.refresh()
            return
        if sentence < len(self._marked.starts):
            first, last = self._span(sentence)
            for line in range(first, last + 1):
                self._strips.pop(line, None)
            self.refresh_lines(first, last - first + 1)

    def _span(self, sentence: int) -> tuple[int, int]:
        """First and last line of a sentence."""
        start, stop = self._marked.starts[sentence], self._marked.stops[sentence]
        return self._lines.at(start), self._lines.at(max(start, stop - 1))

    def watch_current(self, before: int, after: int) -> None:
        """Move the highlight, and scroll no more than needed."""
        self.redraw(before)
        self.redraw(after)
        self.keep_in_view()

    def keep_in_view(self) -> None:
        """Scroll so that the current sentence can be read, with a line of what is around it."""
        if self.current >= len(self._marked.starts):
            return
        first, last = self._span(self.current)
        height = self.scrollable_content_region.height
        top = round(self.scroll_target_y)
        if first - 1 < top:
            self.scroll_to(y=max(0, first - 1), animate=False)
        elif last + 2 > top + height:
            self.scroll_to(y=min(first - 1, last + 2 - height) if last - first < height else first, animate=False)

    def on_resize(self, event: events.Resize) -> None:
        """Wrap again when the width has changed."""
        if self.scrollable_content_region.width != self._width:
            self._lay_out()
            self.keep_in_view()

    def notify_style_update(self) -> None:
        """The theme has changed."""
        super().notify_style_update()
        self._styles.clear()
        self._strips.clear()

    def _lay_out(self) -> None:
        self._width = self.scrollable_content_region.width
        self._lines = wrap(self._marked.text, self._width or 80)
        self._strips.clear()
        self.virtual_size = Size(self._width, len(self._lines))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One line on screen."""
        line = y + round(self.scroll_offset.y)
        if line >= len(self._lines):
            return Strip.blank(self._width, self.rich_style)
        strip = self._strips.get(line)
        if strip is None:
            strip = self._strips[line] = self._draw(line)
        return strip

    def _style(self, name: str) -> Style:
        if name not in self._styles:
            style = self.get_component_rich_style(name, partial=True)
            if style.bgcolor is None:
                style = self.rich_style + style
            else:
                # A partial style is laid over others; its colour is not blended with what is below it.
                wash = self.get_component_styles(name).background
                style += Style(bgcolor=(self.background_colors[1] + wash).rich_color)
            self._styles[name] = style
        return self._styles[name]

    def _draw(self, line: int) -> Strip:
        start, stop = self._lines.starts[line], self._lines.stops[line]
        segments: list[Segment] = []
        at = start
        while at < stop:
            sentence = self._marked.sentence_at(at)
            end = stop if sentence is None else min(stop, self._marked.stops[sentence])
            if sentence is None:
                following = bisect_right(self._marked.starts, at)
                end = min([stop, *self._marked.starts[following : following + 1]])
            segments += self._piece(at, end, sentence)
            at = end
        return Strip(segments).adjust_cell_length(self._width, self.rich_style).simplify()

    def _piece(self, start: int, end: int, sentence: int | None) -> list[Segment]:
        text = self._marked.text[start:end]
        if sentence is None:
            return [Segment(text, self._style("document--between"))]
        label = self._label_of(sentence)
        style = self._style(COMPONENT[label] if label else "document--plain") + Style.from_meta({"sentence": sentence})
        decided = self._mark_of(sentence)
        symbol = HIDDEN if self._hidden(sentence) else decided or (SYMBOL_OF[label] if label else PENDING)
        if decided in (DECIDED, SKIPPED):
            style += Style(dim=True)
        if sentence == self.current:
            style += self._style("document--current")
        segments = []
        if text.startswith(MARK):
            mark_style = style + Style(bold=True, underline=False)
            if label is Label.SUPPORTED and not decided:
                mark_style += self._style("document--tick")
            segments.append(Segment(f"{symbol} "[: len(text)], mark_style))
            text = text[2:]
        return [*segments, *self._matched(text, style)]

    def _matched(self, text: str, style: Style) -> list[Segment]:
        """``text`` with what is searched for highlighted."""
        folded = text.casefold()
        if not self._query or len(folded) != len(text) or self._query not in folded:
            return [Segment(text, style)] if text else []
        segments, at = [], 0
        while (found := folded.find(self._query, at)) >= 0:
            end = found + len(self._query)
            segments += [
                Segment(text[at:found], style),
                Segment(text[found:end], style + self._style("document--match")),
            ]
            at = end
        return [*segments, Segment(text[at:], style)]

    async def on_click(self, event: events.Click) -> None:
        """Go to the sentence under the pointer."""
        if (sentence := event.style.meta.get("sentence")) is not None:
            await self.run_action(f"screen.sentence({sentence})")
