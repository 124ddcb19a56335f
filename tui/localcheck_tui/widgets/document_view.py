"""The document: only the lines on screen are drawn, so 10,000 sentences scroll like ten.

Wraps a document into lines, with a mark before each sentence whose width never changes.

Pure, and fast enough to be repeated on every resize: one regular expression finds the lines if all characters are
narrow; otherwise cell widths are added up.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from rich.cells import set_cell_size
from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from localcheck.reports.words import SYMBOL_OF
from localcheck.types import Judgement, Label, Sentence
from localcheck_tui.known import Shown
from localcheck_tui.marks import DECIDED, HIDDEN, PENDING, SKIPPED
from localcheck_tui.safe_text import breaks_after, cells, is_narrow, one_line, shown

MARK = "\ue000"
"""Placeholder for the symbol of a sentence's verdict."""
MARK_WIDTH = 2
"""The mark and a space that does not break."""


@dataclass(frozen=True, slots=True)
class Marked:
    """A document's text as it is shown, with a mark before each sentence."""

    text: str
    starts: tuple[int, ...]
    """Offset in ``text`` of each sentence's mark, increasing."""
    stops: tuple[int, ...]
    """Offset of each sentence's end."""

    def sentence_at(self, offset: int) -> int | None:
        """Index of the sentence that covers ``offset``."""
        i = bisect_right(self.starts, offset) - 1
        return i if i >= 0 and offset < self.stops[i] else None


def mark(text: str, sentences: Sequence[Sentence]) -> Marked:
    """Put a mark before each sentence. Sentences are in order and do not overlap."""
    safe = shown(text).replace(MARK, "\ufffd")  # one of the text's own would be taken for the place of a symbol
    parts: list[str] = []
    starts, stops, at, length = [], [], 0, 0
    for sentence in sentences:
        between = safe[at : sentence.span.start]
        body = safe[sentence.span.start : sentence.span.end]
        parts += (between, MARK, "\u00a0", body)
        starts.append(length + len(between))
        length += len(between) + MARK_WIDTH + len(body)
        stops.append(length)
        at = sentence.span.end
    parts.append(safe[at:])
    return Marked("".join(parts), tuple(starts), tuple(stops))


@dataclass(frozen=True, slots=True)
class Lines:
    """Where each line of a wrapped text begins and ends; spaces at a line's end are left out."""

    starts: tuple[int, ...]
    stops: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.starts)

    def at(self, offset: int) -> int:
        """The line that shows ``offset``."""
        return max(0, bisect_right(self.starts, offset) - 1)


def wrap(text: str, width: int) -> Lines:
    """Lines of at most ``width`` cells; an empty text has one empty line."""
    width = max(width, 4)
    starts, stops = [], []
    for begin, end in _paragraphs(text):
        for start, stop in _wrap_paragraph(text, begin, end, width):
            starts.append(start)
            stops.append(stop)
    return Lines(tuple(starts), tuple(stops))


def _paragraphs(text: str) -> Iterator[tuple[int, int]]:
    at = 0
    while (end := text.find("\n", at)) >= 0:
        yield at, end
        at = end + 1
    yield at, len(text)


def _wrap_paragraph(text: str, begin: int, end: int, width: int) -> Iterator[tuple[int, int]]:
    if begin == end:
        yield begin, end
    elif is_narrow(text[begin:end].replace(MARK, "")):
        for match in _pattern(width).finditer(text, begin, end):
            yield match.start(), match.start() + len(match[0].rstrip(" "))
    else:
        yield from _wrap_wide(text, begin, end, width)


@lru_cache(maxsize=8)
def _pattern(width: int) -> re.Pattern[str]:
    return re.compile(rf"[^\n]{{1,{width}}}(?: +|(?=\n)|\Z)|[^\n]{{{width}}}")


def _wrap_wide(text: str, begin: int, end: int, width: int) -> Iterator[tuple[int, int]]:
    start, at, used, last_break = begin, begin, 0, begin
    while at < end:
        character = text[at]
        size = cells(character)
        if used + size > width and character != " ":
            cut = last_break if last_break > start else at
            yield start, start + len(text[start:cut].rstrip(" "))
            start = cut
            while start < at and text[start] == " ":
                start += 1
            used = sum(map(cells, text[start:at]))
            last_break = start
        used += size
        at += 1
        if character == " " or (breaks_after(character) and character != "\u00a0"):
            last_break = at
    yield start, start + len(text[start:end].rstrip(" "))


Look = Callable[[int], tuple[Shown | None, bool, str]]
"""How a sentence is shown: its label, whether that is hidden, and the symbol where people decided about it, which dims it."""
STYLE: dict[Shown | None, str] = {
    None: "$foreground",
    Label.SUPPORTED: "$foreground",
    Label.REFUTED: "$label-refuted bold underline",
    Label.NOT_ENOUGH_EVIDENCE: "$label-unsettled underline",
    Label.FAILED: "$label-failed italic underline",
    Judgement.FACTUAL: "$label-unsettled",
    Judgement.NOT_FACTUAL: "$label-unsettled underline",
}
"""How a sentence is shown, by its label; None while it has none."""


class DocumentView(ScrollView, can_focus=True, inherit_bindings=False):
    """A document with a mark before each sentence and its flagged sentences underlined.

    Arrows, Home and End belong to the review screen, which walks sentences with them.
    """

    BINDINGS: ClassVar = [
        Binding("pageup", "page_up", "page up", show=False),
        Binding("pagedown", "page_down", "page down", show=False),
    ]
    DEFAULT_CSS = """
    DocumentView { overflow-x: hidden; overflow-y: scroll; scrollbar-size-vertical: 1; padding: 0 1; }
    """

    current: reactive[int] = reactive(0, repaint=False)
    """The sentence that is highlighted and kept in view."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._marked = mark("", ())
        self._lines: Lines = wrap("", 10)
        self._look: Look = lambda _: (None, False, "")
        self._strips: dict[int, Strip] = {}
        self._query = ""
        self._width = 0

    def show(self, text: str, sentences: tuple[Sentence, ...], look: Look) -> None:
        """Show another document; ``look`` is asked for the sentences on screen only. The same one stays where it is."""
        marked, self._look = mark(text, sentences), look
        if marked == self._marked:
            self.redraw()
            return
        self._marked, self._query = marked, ""
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

    def _draw(self, line: int) -> Strip:
        start, stop = self._lines.starts[line], self._lines.stops[line]
        pieces: list[Content] = []
        at = start
        while at < stop:
            sentence = self._marked.sentence_at(at)
            end = stop if sentence is None else min(stop, self._marked.stops[sentence])
            if sentence is None:
                following = bisect_right(self._marked.starts, at)
                end = min([stop, *self._marked.starts[following : following + 1]])
            pieces.append(self._piece(self._marked.text[at:end], sentence))
            at = end
        strip = Strip(Content("").join(pieces).render_segments(self.visual_style))
        return strip.adjust_cell_length(self._width, self.rich_style).simplify()

    def _piece(self, text: str, sentence: int | None) -> Content:
        if sentence is None:
            return Content.styled(text, "$secondary", strip_control_codes=False)
        label, hidden, decided = self._look(sentence)
        style = STYLE[label]
        if decided in (DECIDED, SKIPPED):
            style += " dim"
        if sentence == self.current:
            style += " on $primary 25%"
        mark = ""
        if text.startswith(MARK):
            symbol = HIDDEN if hidden else decided or (SYMBOL_OF[label] if label else PENDING)
            mark, text = f"{symbol} "[: len(text)], text[2:]
        ticked = label is Label.SUPPORTED and not decided
        mark_style = "$label-supported bold" if ticked else f"{style.replace(' underline', '')} bold"
        return Content.assemble((mark, mark_style), self._matched(text, style), strip_control_codes=False)

    def _matched(self, text: str, style: str) -> Content:
        """``text`` with what is searched for highlighted."""
        content, folded = Content.styled(text, style, strip_control_codes=False), text.casefold()
        if self._query and len(folded) == len(text):
            for found in re.finditer(re.escape(self._query), folded):
                content = content.stylize("on $accent 45% bold", *found.span())
        return content

    async def on_click(self, event: events.Click) -> None:
        """Go to the sentence under the pointer."""
        offset = event.get_content_offset(self)
        line = -1 if offset is None else offset.y + round(self.scroll_offset.y)
        if offset is not None and line < len(self._lines):
            start, stop = self._lines.starts[line], self._lines.stops[line]
            before = set_cell_size(self._marked.text[start:stop], offset.x)
            sentence = self._marked.sentence_at(max(start, min(start + len(before), stop - 1)))
            if sentence is not None:
                await self.run_action(f"screen.sentence({sentence})")
