"""Fenced code in a text: where it stands. Linear in the length of the text, whatever is in it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from localcheck.text.patterns import regex
from localcheck.types import Span

_LINE = regex(r"^ {0,3}(`{3,}|~{3,})[ \t]*([^\n`]*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Fence:
    """One block of code between two fences."""

    span: Span
    """With both fences."""
    body: Span
    """The code alone, with its last line break."""
    language: str
    """The first word after the opening fence, in small letters; empty where there is none."""


def fences(text: str) -> list[Fence]:
    """The fenced blocks of ``text`` in order. A fence that is never closed encloses nothing.

    >>> [f.language for f in fences("a\\n```python\\nx = 1\\n```\\nb")]
    ['python']
    """
    if "```" not in text and "~~~" not in text:
        return []
    lines = list(_LINE.finditer(text))
    found, at = [], 0
    unclosed: dict[str, int] = {}
    while at < len(lines):
        opening = lines[at]
        mark = opening[1]
        if len(mark) >= unclosed.get(mark[0], len(mark) + 1):
            at += 1
            continue
        closing = next((i for i in range(at + 1, len(lines)) if _closes(lines[i], mark)), None)
        if closing is None:
            unclosed[mark[0]] = len(mark)
            at += 1
            continue
        end = lines[closing]
        words = opening[2].split()
        start = min(opening.end() + 1, end.start())
        found.append(
            Fence(Span(opening.start(1), end.end(1)), Span(start, end.start()), words[0].lower() if words else "")
        )
        at = closing + 1
    return found


def _closes(line: re.Match[str], mark: str) -> bool:
    return line[1].startswith(mark) and not line[2].strip()
