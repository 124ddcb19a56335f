"""Finds sentences in a table row, in quoted speech, in code or in a list of references or ingredients: a sentence alone does
not show that.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from localcheck.text.fences import fences
from localcheck.text.patterns import regex
from localcheck.types import Sentence, Span

_PARAGRAPH = regex(r"\n\s*\n")
_OPENS, _CLOSES = "“«„「『", "”»」』"
_MARK = regex(f'[{_OPENS}{_CLOSES}"]')
REACH = 5_000
"""Characters on either side of a sentence in which its quotation marks are looked for."""
CODE, TABLE_ROW = "code", "a table row"
_CELL = regex(r"^\s*\||\s\|\s")


def where_not_checked(text: str, sentences: Sequence[Sentence]) -> dict[int, str]:
    """Index of a sentence -> "code", "a table row" or "a quotation", for those of which the text says so.

    A text most of which stands in quotation marks is no quotation of others: its marks are then not looked at.
    """
    inside = [s.index for s in sentences if _quoted(text, s.span)]
    found = dict.fromkeys(inside if 2 * len(inside) <= len(sentences) else (), "a quotation")
    listed = list(lists_of_words(text))
    rows = {s.index: TABLE_ROW for s in sentences if _CELL.search(_line(text, s.span))}
    begun = [lines.start for lines, _ in listed]
    last = ((s, bisect_right(begun, s.span.start) - 1) for s in sentences)
    lists = {s.index: listed[at][1] for s, at in last if at >= 0 and s.span in listed[at][0]}
    return found | rows | lists | dict.fromkeys(in_code(text, sentences), CODE)


def in_code(text: str, sentences: Sequence[Sentence]) -> list[int]:
    """Indexes of the sentences inside fenced code; both are in order."""
    found, left = [], list(reversed(fences(text)))
    for sentence in sentences:
        while left and left[-1].span.end <= sentence.span.start:
            left.pop()
        if left and sentence.span in left[-1].span:
            found.append(sentence.index)
    return found


def _line(text: str, span: Span) -> str:
    """The lines that ``span`` touches."""
    first, last = max(0, span.start - REACH), min(len(text), span.end + REACH)
    end = text.find("\n", span.end, last)
    return text[max(first, text.rfind("\n", first, span.start) + 1) : end if end >= 0 else last]


def _quoted(text: str, span: Span) -> bool:
    """Whether the whole of ``span`` lies inside one pair of quotation marks of its paragraph."""
    first = max(0, span.start - REACH)
    breaks = [m.end() for m in _PARAGRAPH.finditer(text, first, span.start)]
    start = breaks[-1] if breaks else first
    opened = _opened(text[start : span.start])
    body = span.of(text)
    opening = 1 if not opened and body[:1] in _OPENS + '"' else 0
    closing = 1 if body[-1:] in _CLOSES + '"' or (opened or body)[:1] + body[-1:] == "„“" else 0
    if not opened and not opening:
        return False
    opened = opened or body[:1]
    for mark in _MARK.findall(body[opening : len(body) - closing]):
        opened = _after(mark, opened)
        if not opened:
            return False
    return bool(closing) or _closes_later(text, span.end)


def _opened(before: str) -> str:
    opened = ""
    for mark in _MARK.findall(before):
        opened = _after(mark, opened)
    return opened


def _after(mark: str, opened: str) -> str:
    """The marks that are open behind ``mark``; a straight mark opens and closes in turn, „ is closed by “."""
    if mark == '"':
        return "" if opened else mark
    if mark in _CLOSES or opened[-1:] + mark == "„“":
        return opened[:-1]
    return opened + mark


def _closes_later(text: str, at: int) -> bool:
    """Whether a quotation that is open at ``at`` is closed in its paragraph."""
    last = min(len(text), at + REACH)
    stop = _PARAGRAPH.search(text, at, last)
    return any(char in _CLOSES + '"' for char in text[at : stop.start() if stop else last])


_LINE = regex(r"[^\n]*\n?")
_LISTS = regex(
    r"[#=*_ \t]*(?:(?P<ingredients>ingredients)(?: (?:\(|for\b)[^\n:]*)?"
    r"|(?P<sources>sources?(?: used| cited)?)|references|bibliography|works cited|further reading|external links"
    r"|notes and references)[:=*_ \t]*",
    re.IGNORECASE,
)
"""A heading over a list of what is read or cooked, and of nothing that is so."""
_HEADING = regex(r"#{1,6} |=+[^=]+=+\s*$|\*\*[^*]+\*\*:?\s*$")
_ITEM = regex(r"\s*(?:[-*+•]\s|\d|[¼½¾⅓⅔]|$)|[^\n]*:\s*$")
_MEASURED = regex(r"(?:[-*+•]\s+)?[\d¼½¾⅓⅔]")
"""A line with how much to take of something; "Wheat flour" may be said of a product."""
_CITES = regex(
    r"(?:\[\d+\]|\d+\.|[-*•])?\s*[A-Z][\w'’-]+, (?:[A-Z]\.[ -]?){1,3}[^().\n]{0,60}(?:[A-Z]\.[^().\n]{0,20})?"
    r"\((?:\d{4}[a-z]?|n\.d\.)\)[.,:]"
)
"""An author and a year: "Smith, J. (2014)."."""


def lists_of_words(text: str) -> Iterator[tuple[Span, str]]:
    """The lines of a text that are references or ingredients, each with what it is.

    >>> text = "Ingredients\\n- 500 g flour\\nMix it.\\nReferences\\nTea in China. London, 1998."
    >>> [why for _, why in lists_of_words(text)]
    ['a heading', 'an ingredient', 'a heading', 'a reference']
    >>> [why for _, why in lists_of_words("Sources:\\n- NASA, 2021\\n\\nThe Moon is a star.")]
    ['a heading', 'a reference']
    """
    within, items_only = "", False
    for found in _LINE.finditer(text):
        line = found.group().strip()
        if heading := _LISTS.fullmatch(line):
            within, items_only = "an ingredient" if heading["ingredients"] else "a reference", bool(heading["sources"])
            yield Span(found.start(), found.end()), "a heading"
        elif within and items_only and not _ITEM.match(line):
            within = ""  # an answer may go on behind its sources
        elif _HEADING.match(line) or (within == "an ingredient" and not _ITEM.match(line)):
            within = ""
        elif (within and line and (within != "an ingredient" or _MEASURED.match(line))) or _CITES.match(line):
            yield Span(found.start(), found.end()), within or "a reference"
