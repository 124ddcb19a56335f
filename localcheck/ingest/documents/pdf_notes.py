"""What stands on the pages of a PDF and is none of its sentences. Pure.

Notes at the foot of a page, small print that begins with a number raised above it, are kept apart from the text; running
heads, running feet and page numbers are taken off.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

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


EDGE = 2
"""Lines at the top and at the bottom of a page that can be a running head or foot."""
FEWEST = 3
"""Pages on which a line must return."""
FEWEST_OF_A_SIDE = 2
"""Left or right pages on which it must, where left and right ones have heads of their own."""
_PAGE_NUMBER = regex(
    r"(?:(?:page|seite|p\.|s\.)\s*)?[-–—\s]*(?:\d{1,5}|[ivxlc]{1,7})[-–—\s]*(?:(?:of|von|/|\|)\s*\d{1,5})?",
    re.IGNORECASE,
)
_NAMED = regex(r"第\s*\d{1,5}\s*页(?:\s*[,，/]?\s*共\s*\d{1,5}\s*页)?")
_DIGITS = regex(r"\d+")


def without_furniture(pages: Sequence[str]) -> list[str]:
    """The pages without lines at their edges that are a page number, or that return but for their digits on most pages, or on
    most left or right ones, as in a book.
    """
    split = [page.splitlines() for page in pages]
    often, left, right = (_returning(some, FEWEST) for some in (split, split[1::2], split[::2]))
    few_left, few_right = (_returning(side, FEWEST_OF_A_SIDE) for side in (split[1::2], split[::2]))
    if left - few_right or right - few_left:
        often |= few_left | few_right
    return ["\n".join(_stripped(lines, often)).strip() for lines in split]


def _returning(pages: Sequence[Sequence[str]], fewest: int) -> set[str]:
    """The keys of the lines that stand at the edges of at least half of these pages, and of the fewest."""
    edges = Counter(key for lines in pages for key in {_key(line) for line in _edge(lines)} if key)
    return {key for key, n in edges.items() if n >= max(fewest, len(pages) / 2)}


def _edge(lines: Sequence[str]) -> Sequence[str]:
    return [*lines[:EDGE], *lines[-EDGE:]] if len(lines) > 2 * EDGE else lines


def _key(line: str) -> str:
    return _DIGITS.sub("0", " ".join(line.split()).casefold())


def _stripped(lines: Sequence[str], often: set[str]) -> list[str]:
    """The lines of one page, taken off from both ends as long as they are furniture."""
    first, last = 0, len(lines)
    while first < last and first < EDGE and _is_furniture(lines[first], often):
        first += 1
    while last > first and len(lines) - last < EDGE and _is_furniture(lines[last - 1], often):
        last -= 1
    return list(lines[first:last])


def _is_furniture(line: str, often: set[str]) -> bool:
    text = line.strip()
    return not text or bool(_PAGE_NUMBER.fullmatch(text) or _NAMED.fullmatch(text)) or _key(line) in often
