"""Wraps a document into lines, with a mark before each sentence whose width never changes.

Pure, and fast enough to be repeated on every resize: one regular expression finds the lines if all characters are
narrow; otherwise cell widths are added up.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from localcheck.types import Sentence
from localcheck_tui.safe_text import breaks_after, cells, is_narrow, shown

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
    safe = shown(text)
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
