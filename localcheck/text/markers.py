"""Markers in a source that say which claims are not to be reported: ``<!-- localcheck: ignore WHY -->``. Pure.

Markdown and HTML have them as comments, LaTeX as ``% localcheck: ignore WHY``, reStructuredText as ``.. localcheck: ignore
WHY``; all three are known in every text. A marker that stands behind text speaks for what stands on its line, one on a line of
its own for the paragraph that follows. One that gives no reason ignores nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from localcheck.text.patterns import regex
from localcheck.types import Span

_WHY = r"localcheck:[ \t]*ignore\b(?:[ \t:,\u2013\u2014]|-(?!-?>))*"
_MARKER = regex(
    rf"<!--\s{{0,100}}{_WHY}(?P<html>(?:(?!-->)[\s\S]){{0,1000}})-->"
    rf"|(?<!\\)%+[ \t]*{_WHY}(?P<latex>[^\n]*)"
    rf"|^[ \t]*\.\.[ \t]+{_WHY}(?P<rst>[^\n]*)",
    re.MULTILINE,
)
_REGION = regex(r"localcheck:[ \t]*ignore-\w")
"""What other tools have for a region or the next line is not known here, and no reason."""
_PARAGRAPH_ENDS = regex(r"\n[ \t]*(?=\n)|</(?:p|li|h[1-6]|td|th|dd|dt|blockquote|div)\s*>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Marker:
    """One marker in a source."""

    span: Span
    covers: Span
    """What it speaks for."""
    why: str
    """The reason that it gives; empty where it gives none."""


def markers(source: str) -> tuple[Marker, ...]:
    """The markers of ``source`` in their order."""
    return tuple(_marker(source, found) for found in _MARKER.finditer(source))


def _marker(source: str, found: re.Match[str]) -> Marker:
    told = "" if _REGION.search(found.group()) else found["html"] or found["latex"] or found["rst"] or ""
    why = " ".join(told.split())
    begins = source.rfind("\n", 0, found.start()) + 1
    ends = source.find("\n", found.end())
    ends = len(source) if ends < 0 else ends
    beside = source[begins : found.start()] + source[found.end() : ends]
    if beside.strip():
        covers = Span(begins, ends)
    else:
        start = len(source) - len(source[ends:].lstrip())
        end = _PARAGRAPH_ENDS.search(source, start)
        covers = Span(start, len(source) if end is None else end.start())
    return Marker(Span(found.start(), found.end()), covers, why)


def without(source: str, comments: bool = True) -> str:
    """``source`` with spaces in the place of its markers, so that they are not read as text; offsets and lines stay. Without
    ``comments`` those stay that are comments of HTML, for a reader that knows these.

    >>> without("Mars is red. % localcheck: ignore a joke")
    'Mars is red.                            '
    """

    def blank(found: re.Match[str]) -> str:
        return found[0] if found["html"] is not None and not comments else re.sub(r"[^\n]", " ", found[0])

    return _MARKER.sub(blank, source)
