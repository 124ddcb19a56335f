"""Takes running heads, running feet and page numbers off the pages of a document: they are no sentences of it. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

EDGE = 2
"""Lines at the top and at the bottom of a page that can be a running head or foot."""
FEWEST = 3
"""Pages on which a line must return."""
_NUMBER = re.compile(
    r"(?:(?:page|seite|p\.|s\.)\s*)?[-–—\s]*(?:\d{1,5}|[ivxlc]{1,7})[-–—\s]*(?:(?:of|von|/|\|)\s*\d{1,5})?",
    re.IGNORECASE,
)
_NAMED = re.compile(r"第\s*\d{1,5}\s*页(?:\s*[,，/]?\s*共\s*\d{1,5}\s*页)?")
_DIGITS = re.compile(r"\d+")


def without_furniture(pages: Sequence[str]) -> list[str]:
    """The pages without lines at their edges that are a page number, or that return on most pages but for their digits."""
    split = [page.splitlines() for page in pages]
    edges = Counter(key for lines in split for key in {_key(line) for line in _edge(lines)} if key)
    often = {key for key, n in edges.items() if n >= max(FEWEST, len(pages) / 2)}
    return ["\n".join(_stripped(lines, often)).strip() for lines in split]


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
