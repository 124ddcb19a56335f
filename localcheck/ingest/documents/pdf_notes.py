"""The notes at the foot of a PDF's page, apart from its text: small print that begins with a number raised above it. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from localcheck.ingest.documents.furniture import EDGE
from localcheck.text.patterns import regex
from localcheck.text.raised import joined

SMALL = 0.9
"""Letters below this part of the size of most letters on the page are small print."""
_NUMBER = regex(r"\s*(\d{1,3})(?=\s|[A-Z\"“]|\Z)[.)]?\s*")


class Piece(NamedTuple):
    """A piece of text as it is printed."""

    text: str
    raised: bool
    size: float


Line = list[Piece]


def body_and_notes(pieces: Sequence[Piece]) -> tuple[str, list[str]]:
    """The text of a page, and its notes without their numbers. The number that leads to a note goes, wherever it stands."""
    lines = list(_lines(pieces))
    first, end = _foot(lines)
    marks = {piece.text.strip() for line in lines[:first] for piece in line if piece.raised}
    starts = [n for n in range(first, end) if _number(lines[n]) in marks]
    if not starts:
        return joined((piece.text, piece.raised) for piece in pieces), []
    known = {_number(lines[n]) for n in starts}
    kept = [piece for line in (*lines[: starts[0]], *lines[end:]) for piece in line]
    notes = [_printed(lines[at:after]) for at, after in zip(starts, [*starts[1:], end], strict=True)]
    return joined(_unmarked(kept, known)), [_NUMBER.sub("", note, count=1).strip() for note in notes]


def _lines(pieces: Sequence[Piece]) -> Iterator[Line]:
    """The lines, each with its end."""
    line: Line = []
    for piece in pieces:
        for text in piece.text.splitlines(keepends=True):
            line.append(piece._replace(text=text))
            if text.endswith("\n"):
                yield line
                line = []
    yield line


def _foot(lines: Sequence[Line]) -> tuple[int, int]:
    """Where the small print at the foot of a page begins and ends; a page number may stand below it."""
    sizes = Counter[float]()
    for line in lines:
        for piece in line:
            sizes[round(piece.size, 1)] += len(piece.text.strip())
    most = max(sizes, key=lambda size: sizes[size], default=0.0) * SMALL
    small = [all(piece.size < most for piece in line if piece.text.strip()) for line in lines]
    end = max((n + 1 for n, is_small in enumerate(small) if is_small and _printed([lines[n]]).strip()), default=0)
    if sum(bool(_printed([line]).strip()) for line in lines[end:]) > EDGE:
        end = 0
    first = end
    while first and small[first - 1]:
        first -= 1
    return first, end


def _number(line: Line) -> str:
    found = _NUMBER.match(_printed([line]))
    return found[1] if found else ""


def _printed(lines: Sequence[Line]) -> str:
    return "".join(piece.text for line in lines for piece in line)


def _unmarked(pieces: Sequence[Piece], numbers: set[str]) -> Iterator[tuple[str, bool]]:
    """The pieces without the raised numbers of notes; one behind a digit may be a power."""
    before = ""
    for text, raised, _ in pieces:
        if raised and text.strip() in numbers and not before[-1:].isdigit():
            text = text[len(text.rstrip()) :]
        before = text or before
        yield text, raised
