"""The line and the column of a place in a text. Pure."""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache


def line_column(text: str, offset: int) -> tuple[int, int]:
    """Both counted from 1.

    >>> line_column("one\\ntwo", 0), line_column("one\\ntwo", 3), line_column("one\\ntwo", 5)
    ((1, 1), (1, 4), (2, 2))
    """
    ends = _line_ends(text)
    line = bisect_left(ends, offset)
    return line + 1, offset - (ends[line - 1] if line else -1)


@lru_cache(maxsize=2)  # every finding of a report asks about the same text
def _line_ends(text: str) -> tuple[int, ...]:
    return tuple(at for at, character in enumerate(text) if character == "\n")
