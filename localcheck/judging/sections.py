"""The headings above a sentence, without which it does not say of what it is: "Python 3.9 is no longer supported" below
"## 4.2.0". Pure.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from localcheck.text.headings import is_above_text
from localcheck.text.patterns import regex
from localcheck.text.sentences import sentence_places
from localcheck.text.stopwords import ENGLISH
from localcheck.text.words import folded
from localcheck.types import Span

_MARKS = regex(r"(?P<depth>#{1,6}) |(?P<rule>=+)(?=[^=]+=+$)")
_NUMBER = regex(r"(?:§ ?)?\d{1,2}(?:\.\d{1,2}){0,2}[.)]? +(?=[^\W\d_])")
_BREAK = regex(r"\n[ \t]*(?:-{3,}|_{3,}|\*{3,})[ \t]*(?:\n|$)")
"""A line that ends a part of a text, as between e-mails."""
_BULLET = regex(r"^[-*+•‣◦▪–·] +")
_CODE = regex(r"\d[\w.,:/-]*\w|\d")
_EARLIER = regex(r"\b(?:before|until|prior to|up to|older than) (?:(?:version|release) )?\d\S*", re.IGNORECASE)
"""What was so before a version is not what its section tells."""
_LINKED = regex(r"^\[(?P<name>[^\[\]]+)\](?:\([^()]*\))?")
"""The name of a heading that is a link, too: "[4.2.0] - 2026-09-14"."""
_BEHIND = regex(r" [–—|-]+ | ?[(\[]")
FEW = 8
"""Words of a line without marks that may be a heading."""
UNMARKED = 7
"""Depth of a heading without marks: below all that have some."""


@lru_cache(maxsize=512)
def sections(text: str) -> Mapping[int, tuple[str, ...]]:
    """Where sentences begin that stand below headings, with these, outermost first, without their marks and numbers. "# Title"
    above all of the text is none of them.

    >>> text = "# Changes\\n\\n## 4.2.0\\n- Python 3.9 is gone.\\n\\n## 4.1.0\\n- It is faster."
    >>> [*sections(text).values()]
    [('4.2.0',), ('4.1.0',)]
    """
    found: dict[int, tuple[str, ...]] = {}
    above: list[tuple[int, str]] = []
    places = sentence_places(text)
    depths = [_depth(text, span) for span in places]
    title = depths[:1] == [1] and depths.count(1) == 1
    end = 0
    for span, depth in zip(places[title:], depths[title:], strict=True):
        if _BREAK.search(text, end, span.start):
            above = []
        end = span.end
        if depth:
            above = [*(one for one in above if one[0] < depth), (depth, _bare(span.of(text)))]
        elif above:
            found[span.start] = tuple(heading for _, heading in above)
    return MappingProxyType(found)


def in_its_section(text: str, span: Span, said: str, claim: str) -> str:
    """``said``, which is what stands at ``span``, behind those of its headings that say what the claim names and it does not
    ("the rent"), or that a code of the claim tells from others of the text ("4.2.0").

    >>> text = "## 4.2.0\\n- Python 3.9 is gone.\\n\\n## 4.1.0\\n- It is faster."
    >>> in_its_section(text, Span(9, 30), "- Python 3.9 is gone.", "Version 4.1.0 needs Python 3.10.")
    '4.2.0: Python 3.9 is gone.'
    """
    headings = sections(text).get(span.start, ())
    wanted = _words(claim) - _words(said)
    numbered = not _numbers(text).isdisjoint(_CODE.findall(_EARLIER.sub("", claim)))
    led = [one if wanted & _words(one) else _name(one) * bool(numbered and _codes(one)) for one in headings]
    led = [one.rstrip(":") for one in led if one and not said.startswith(one)]
    return ": ".join([*led, _BULLET.sub("", said, count=1)]) if led else said


def _depth(text: str, span: Span) -> int:
    """How deep a heading is, 1 for the outermost; 0 for what is none."""
    said = span.of(text)
    if marks := _MARKS.match(said):
        return len(marks["depth"] or marks["rule"])
    alone = span.start < 3 or text.endswith(("\n\n", "\r\n\r\n"), 0, span.start)
    above = (alone or _NUMBER.match(said)) and text[span.end : span.end + 2].strip(" \r").count("\n") == 1
    few = len(said.split()) <= FEW and "\n" not in said and ":" not in said
    return UNMARKED if few and above and is_above_text(span, text) else 0


def _bare(heading: str) -> str:
    return _NUMBER.sub("", _LINKED.sub(r"\g<name>", heading.strip("#=*_ \t")), count=1).strip("*_ ")


def _name(heading: str) -> str:
    """A heading without what stands behind its first part: the "4.2.0" of "4.2.0 – 14 September 2026"."""
    return _BEHIND.split(heading, maxsplit=1)[0]


def _codes(heading: str) -> frozenset[str]:
    return frozenset(_CODE.findall(_name(heading)))


@lru_cache(maxsize=512)
def _numbers(text: str) -> frozenset[str]:
    """The codes of all headings of a text."""
    return frozenset(code for path in sections(text).values() for heading in path for code in _codes(heading))


def _words(text: str) -> frozenset[str]:
    return frozenset(word.removesuffix("s") for word in folded(text) if word not in ENGLISH and not word.isdigit())
