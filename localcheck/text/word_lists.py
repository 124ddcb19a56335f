"""Lines of a text that state nothing: references and ingredients. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from localcheck.text.patterns import regex
from localcheck.types import Span

_LINE = regex(r"[^\n]*\n?")
_LISTS = regex(
    r"[#=*_ \t]*(?:(?P<ingredients>ingredients)(?: (?:\(|for\b)[^\n:]*)?"
    r"|references|bibliography|works cited|further reading|external links|notes and references)[:=*_ \t]*",
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
    """
    within = ""
    for found in _LINE.finditer(text):
        line = found.group().strip()
        if heading := _LISTS.fullmatch(line):
            within = "an ingredient" if heading["ingredients"] else "a reference"
            yield Span(found.start(), found.end()), "a heading"
        elif _HEADING.match(line) or (within == "an ingredient" and not _ITEM.match(line)):
            within = ""
        elif (within and line and (within != "an ingredient" or _MEASURED.match(line))) or _CITES.match(line):
            yield Span(found.start(), found.end()), within or "a reference"
