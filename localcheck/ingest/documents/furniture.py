"""Takes running heads, running feet and page numbers off the pages of a document: they are no sentences of it. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from localcheck.text.patterns import regex

EDGE = 2
"""Lines at the top and at the bottom of a page that can be a running head or foot."""
FEWEST = 3
"""Pages on which a line must return."""
FEWEST_OF_A_SIDE = 2
"""Left or right pages on which it must, where left and right ones have heads of their own."""
_NUMBER = regex(
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
    return not text or bool(_NUMBER.fullmatch(text) or _NAMED.fullmatch(text)) or _key(line) in often
