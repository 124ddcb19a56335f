"""Prose that knows where each of its characters stands in the source that an editor shows."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from localcheck.text.inert import writable
from localcheck.text.patterns import regex
from localcheck.text.table_text import numbered, side_by_side
from localcheck.types import Span

_END_OF_LINE = regex(r"\r\n|\r")
_RUN = regex(r"\s+|\S+")
_CITED = regex(
    r"^\[\d{1,6}\] “[^\n]*” — [^\n]*$| \((?:[^()\n]|\([^()\n]{0,200}\)){1,200}, https?://[^\s()]+\)", re.MULTILINE
)
"""A note with a quote, and a source in brackets, as the editors' actions write them: they cite, and claim nothing."""
PARAGRAPH = "\n\n"
CLOSING = ".,;:!?)"


@dataclass(frozen=True, slots=True)
class Placed:
    """The prose of a source, without its markup, and the place of every character of it in the source."""

    text: str
    starts: array[int]
    """For each character of ``text`` the offset in the source where what it stands for begins."""
    ends: array[int]
    """And where it ends: one further for a character that was copied, more for ``&amp;``."""
    title: str = ""
    left_out: int = 0
    """Tables that were not read."""

    def place(self, of: Span) -> Span:
        """The range of the source that holds these characters of ``text``, and the markup between them."""
        if of.start == of.end:
            at = self.starts[of.start] if of.start < len(self.starts) else (self.ends[-1] if self.ends else 0)
            return Span(at, at)
        return Span(self.starts[of.start], self.ends[of.end - 1])

    def unbroken(self, of: Span) -> bool:
        """True if no markup stands between these characters, so that they can be replaced without breaking any."""
        return all(self.ends[i] == self.starts[i + 1] for i in range(of.start, of.end - 1))


class Prose:
    """Puts ``Placed`` together, piece by piece, in the order of the source."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._pieces: list[str] = []
        self._starts, self._ends = array("q"), array("q")
        self._at_space = True
        """Whether white space that comes now is left out: at the beginning of a paragraph, and after other white space."""
        self._after_gap = False

    def copy(self, start: int, end: int) -> None:
        """The characters of the source from ``start`` to ``end`` as they stand there."""
        if start >= end:
            return
        if self._after_gap and self._source[start] in CLOSING and self._pieces and self._pieces[-1] == " ":
            self._pieces.pop()
            self._drop(1)
        self._after_gap = False
        self._pieces.append(self._source[start:end])
        self._starts.extend(range(start, end))
        self._ends.extend(range(start + 1, end + 1))
        self._at_space = self._source[end - 1].isspace()

    def flow(self, start: int, end: int) -> None:
        """The same with each run of white space, line ends included, as one space."""
        for run in _RUN.finditer(self._source, start, end):
            if run.group()[0].isspace():
                self.space(run.start(), run.end())
            else:
                self.copy(run.start(), run.end())

    def space(self, start: int, end: int) -> None:
        """One space for what stands there, unless there is one already."""
        if not self._at_space:
            self.put(" ", start, end)

    def gap(self) -> None:
        """Something was left out here, such as a citation: white space before it goes if a full stop or the like follows."""
        self._after_gap = True

    def put(self, text: str, start: int, end: int) -> None:
        """``text`` for what stands there, such as a character for its entity; each character of it has the whole place."""
        if text:
            self._pieces.append(text)
            self._starts.extend([start] * len(text))
            self._ends.extend([end] * len(text))
            self._at_space = text[-1].isspace()

    def add(self, placed: Placed, length: int) -> None:
        """The first ``length`` characters of what was put together apart from this, with their places."""
        if length:
            self._pieces.append(placed.text[:length])
            self._starts.extend(placed.starts[:length])
            self._ends.extend(placed.ends[:length])
            self._at_space = False

    def table(
        self, rows: Sequence[tuple[Span, Sequence[str]]], header: bool = True, marked: bool | None = None
    ) -> None:
        """The rows as paragraphs, each with the place of its row: sentences where the first is a header, else side by side.

        ``marked``: whether the file says that the first row is a header; None where it cannot say so.
        """
        told: Iterable[tuple[int, str]] = numbered(((n, cells) for n, (_, cells) in enumerate(rows)), marked)
        if not header:
            told = ((number, side_by_side(cells)) for number, (_, cells) in enumerate(rows))
        for number, text in told:
            self.paragraph()
            self.put(" ".join(text.split()), rows[number][0].start, rows[number][0].end)
        self.paragraph()

    def paragraph(self) -> None:
        """What follows is a paragraph of its own."""
        while self._pieces and not (last := self._pieces[-1].rstrip(" ")).strip("\n"):
            if last:
                return  # the paragraph is begun already
            self._drop(len(self._pieces.pop()))
        if self._pieces:
            kept = self._pieces[-1].rstrip(" ")
            self._drop(len(self._pieces[-1]) - len(kept))
            self._pieces[-1] = kept
            at = self._ends[-1] if self._ends else 0
            self.put(PARAGRAPH, at, at)
        self._at_space = True

    @property
    def length(self) -> int:
        """Characters so far."""
        return len(self._starts)

    @property
    def tail(self) -> str:
        """The last words so far."""
        return "".join(self._pieces[-5:])

    def since(self, length: int) -> str:
        """What was put behind the first ``length`` characters."""
        return "".join(self._pieces)[length:]

    def done(self, title: str = "") -> Placed:
        """All of it, without white space at its end."""
        text = "".join(self._pieces)
        self._drop(len(text) - len(text.rstrip()))
        return Placed(text.rstrip(), self._starts, self._ends, title)

    def _drop(self, number: int) -> None:
        if number:
            del self._starts[-number:], self._ends[-number:]


def plain(source: str) -> Placed:
    """The whole source, as a text without markup; only citations (``_CITED``) are left out."""
    prose, at = Prose(source), 0
    for note in _CITED.finditer(source):
        prose.copy(at, note.start())
        at = note.end()
    prose.copy(at, len(source))
    return prose.done()


@dataclass(frozen=True, slots=True)
class Clean:
    """A source as readers take it: one kind of line end, nothing that cannot be written."""

    text: str
    origin: array[int] | None
    """For each character its offset in the source, and at last the length of the source; None where nothing moved."""

    def moved_back(self, placed: Placed) -> Placed:
        """``placed`` with its places in the source instead of in ``text``."""
        if self.origin is None:
            return placed
        starts = array("q", (self.origin[at] for at in placed.starts))
        ends = array("q", (self.origin[at] for at in placed.ends))
        return replace(placed, starts=starts, ends=ends)

    def span_in_source(self, span: Span) -> Span:
        """A range of ``text`` in the source."""
        return span if self.origin is None else Span(self.origin[span.start], self.origin[span.end])


def clean(source: str) -> Clean:
    r"""``source`` without a byte order mark, with ``\n`` for every line end, and U+FFFD for NUL and lone surrogates."""
    text = writable(source)
    if not text.startswith("\ufeff") and "\r" not in text:
        return Clean(text, None)
    pieces, origin = [], array("q")
    at = 1 if text.startswith("\ufeff") else 0
    for end in _END_OF_LINE.finditer(text):
        pieces += [text[at : end.start()], "\n"]
        origin.extend(range(at, end.start() + 1))
        at = end.end()
    origin.extend(range(at, len(text) + 1))
    return Clean("".join([*pieces, text[at:]]), origin)
