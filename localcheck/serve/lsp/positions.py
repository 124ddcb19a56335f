"""Offsets in a text, and the lines and columns that editors count in UTF-16, UTF-8 or UTF-32."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable

from lsprotocol.types import Position, PositionEncodingKind, Range

from localcheck.text.patterns import regex
from localcheck.types import Span

_END_OF_LINE = regex(r"\r\n|\n|\r")
"""What ends a line in the protocol; U+2028 and the form feed, at which ``str.splitlines`` cuts as well, do not."""


def _utf16(text: str) -> int:
    return len(text) if text.isascii() else len(text) + sum(c > "\uffff" for c in text)


def _utf8(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


_UNITS: dict[str, Callable[[str], int]] = {
    PositionEncodingKind.Utf16.value: _utf16,
    PositionEncodingKind.Utf8.value: _utf8,
    PositionEncodingKind.Utf32.value: len,
}


class Lines:
    """The lines of one text."""

    def __init__(self, text: str, encoding: str = "utf-16") -> None:
        """``encoding``: what client and server agreed on; the protocol's default is UTF-16."""
        self._text, self._units = text, _UNITS[encoding]
        ends = list(_END_OF_LINE.finditer(text))
        self._starts = [0, *(end.end() for end in ends)]
        self._ends = [*(end.start() for end in ends), len(text)]

    def position(self, offset: int) -> Position:
        """The line and column of a character; an offset between the two characters of a line end is its beginning."""
        line = bisect_right(self._starts, offset) - 1
        start = self._starts[line]
        return Position(line, self._units(self._text[start : min(offset, self._ends[line])]))

    def offset(self, position: Position) -> int:
        """The character at a position; one beyond the end of the line or of the text is that end."""
        if position.line >= len(self._starts):
            return len(self._text)
        start, end = self._starts[position.line], self._ends[position.line]
        line = self._text[start:end]
        if line.isascii():
            return min(start + position.character, end)
        low, high = 0, len(line)
        while low < high:  # the first character whose end is behind the position
            middle = (low + high) // 2
            if self._units(line[: middle + 1]) <= position.character:
                low = middle + 1
            else:
                high = middle
        return start + low

    def range(self, span: Span) -> Range:
        """The range of these characters."""
        return Range(self.position(span.start), self.position(span.end))

    def span(self, range: Range) -> Span:
        """The characters of a range; of one that ends before it begins, its beginning."""
        start = self.offset(range.start)
        return Span(start, max(start, self.offset(range.end)))
