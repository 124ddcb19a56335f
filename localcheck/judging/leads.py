"""The line that leads an item of a list in, without which the item says something else: "We do not cover:" above "loss of
keys". Pure.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from localcheck.claims.rules.grammar import has_clause
from localcheck.text.facts import denying, negated
from localcheck.text.patterns import regex
from localcheck.text.sentences import sentence_places
from localcheck.types import Span

_MARK = regex(
    r"(?P<bullet>[-*+•‣◦▪–·](?=\s))|\(?(?:(?P<digits>\d{1,3})|(?P<roman>[ivx]{1,5})|(?P<letter>[a-zA-Z]))[.)、](?=\s)"
)
"""What an item begins with."""
_COLON = regex(r"[:：][*_]{0,3}$")
_ASKS_WHICH = regex(r"(?:Q(?:uestion)?\s?\d{0,3}\s?[:.)] ?)?(?:wh(?:at|ich|o|en|ere)|how)\b.*[?？]$", re.IGNORECASE)
"""A question whose answers may stand below it: "What is not covered?"."""
_HEADING = regex(r"#{1,6}\s|=+[^=]+=+$")
_GREETING = regex(r"(?:dear|hi|hello|hey|good (?:morning|afternoon|evening)|sehr geehrte\w*)\b", re.IGNORECASE)
_STOP = regex(r"[.!?。！？][\"'”’»)\]*_]*$")
_EXCLUDES = regex(r"\bexclu(?:ded|sions?)\b|\b(?:forbidden|prohibited)\b", re.IGNORECASE)
_ANSWER = regex(r"[*_]{0,3}A(?:nswer)?\s?\d{0,3}:[*_]{0,3} ")
_ENDS = regex(r"[;,.]?(?: (?:and|or))?[*_\s]{0,4}$")
"""What an item ends with that another one follows."""
_UNFINISHED = regex(
    r"\b(?:(?:not|must|may|can|cannot|will|shall|should|do|does)(?: [a-z]+(?<!ed))?|if|when|unless|that|to|for|of|by|with|from)"
    r"[:：]$"
)
"""The end of a line that the item goes on from without a colon: "The tenant must not:", "Do not take it if:"."""
_FOLLOWING = regex(r"\bfollow(?:s|ing)\b[^:：]*[:：]$")
_WHAT_NOT = regex(
    r"^What (?P<who>we|you|they|(?:the|your|this) [a-z]+)(?= (?:(?:do|does|will|can|may|must|shall)(?: not|n['’]t)|cannot)"
    r"(?: [a-z]+){1,3}$)"
)
"""A heading of what is denied, as the statement that it stands for: "What we do not pay for"."""
_PRONOUN = regex(r"(?:They|It|These|This)\b")
_AROUND = "*_# \t\n"
"""Marks of headings and of bold print."""
DEEPEST = 3
"""Lines at most that lead in one another."""
LONGEST = 300
"""Characters of a line that leads in."""
FEW = 8
"""Words of a heading that says what is spoken of."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A sentence that begins a line."""

    text: str
    """Without the mark of an item, and marks of headings and bold print."""
    indent: int
    kind: str
    """The kind of mark with which an item begins: bullet, digits, roman or letter; empty for none."""
    number: int
    """Of an item that begins with one; else 0."""
    heading: bool

    @property
    def opens(self) -> bool:
        """Whether it leads in what stands below it."""
        leading = _COLON.search(self.text) is not None and not _GREETING.match(self.text)
        return (leading or self.asks) and len(self.text) <= LONGEST

    @property
    def asks(self) -> bool:
        """Whether it is a question that an item may answer."""
        return _ASKS_WHICH.match(self.text) is not None

    @property
    def small(self) -> bool:
        """Whether it begins in small letters."""
        return self.text[:1].islower()

    @property
    def part(self) -> bool:
        """Whether it is less than a sentence, which is no statement by itself: "loss of keys", "if you are pregnant"; no row of
        a table, and no question."""
        apart = self.text.startswith("|") or self.text.endswith(("?", "？"))
        return not apart and (self.small or not has_clause(self.text))

    def goes_on_from(self, item: _Line) -> bool:
        """Whether it is the next item behind ``item``, or stands below that one."""
        if self.kind == item.kind and self.indent == item.indent:
            return self.number in (item.number, item.number + 1)
        return self.indent > item.indent

    def stands_below(self, item: _Line) -> bool:
        """Whether it is an item of ``item``, which leads it in."""
        return self.indent > item.indent or (self.indent == item.indent and self.kind != item.kind)

    def is_more_of(self, first: _Line) -> bool:
        """Whether, without a mark, it is one more item of a list that begins with ``first``, which has none either."""
        return not first.kind and self.part and (self.small or not first.small)


@dataclass(slots=True)
class _Level:
    """A line that leads in, and what stands below it."""

    lead: _Line
    first: _Line | None = None
    last: _Line | None = None
    """The first item and the last one so far."""

    def holds(self, line: _Line) -> bool:
        """Whether it leads in ``line``, too."""
        if self.first is None or self.last is None:
            if line.kind:
                return not self.lead.kind or line.stands_below(self.lead)
            return line.part or (self.lead.opens and not self.lead.asks and denying(self.lead.text))
        if line.kind:
            return line.goes_on_from(self.last) or line.goes_on_from(self.first)
        return line.indent > self.first.indent if self.first.kind else line.is_more_of(self.first)

    def take(self, line: _Line) -> None:
        """``line`` is its next item; one that stands below another item is none."""
        if self.first is None or line.kind != self.first.kind or line.indent == self.first.indent:
            self.first, self.last = self.first or line, line


@lru_cache(maxsize=512)
def leads(text: str) -> Mapping[int, str]:
    """Where sentences begin that a line above leads in, with that line (and those that lead it in).

    >>> [*leads("We do not cover:\\n- war\\n- loss of:\\n  - keys\\n\\nWe cover fire.").values()]
    ['We do not cover:', 'We do not cover:', 'We do not cover: loss of:']
    """
    found: dict[int, str] = {}
    above: list[_Level] = []
    end, before = 0, None
    for span in sentence_places(text):
        begins, end = not end or "\n" in text[end : span.start], span.end
        begins = begins or bool(above and above[-1].lead.asks and above[-1].first is None)
        line, tail = _lines(text, span)
        if begins:
            above = _still_open(above, before, line)
            if above:
                found[span.start] = " ".join(level.lead.text for level in above)
                above[-1].take(line)
            before = tail or line
        last = tail or line
        if last.opens:
            above = [*_outer(above, last), _Level(last)]
    return MappingProxyType(found)


def item_behind(lead: str, item: str) -> str:
    """An item, without its mark, behind the line that leads it in.

    >>> item_behind("We do not cover:", "- loss of keys;"), item_behind("Do not take it", "• if you are pregnant,")
    ('We do not cover loss of keys.', 'Do not take it if you are pregnant.')
    """
    lead = _WHAT_NOT.sub(lambda found: found["who"].capitalize(), lead)
    bare = _ENDS.sub("", _ANSWER.sub("", _MARK.sub("", item.strip(), count=1).strip(), count=1))
    if bare[:1].islower() and _UNFINISHED.search(lead) and not _FOLLOWING.search(lead):
        return f"{lead.rstrip(':： ')} {bare}."
    colon = ":" * (lead[-1:] not in ":：?？" and not (bare[:1].islower() and denying(lead)))
    return f"{lead}{colon} {bare}."


def _still_open(above: list[_Level], before: _Line | None, line: _Line) -> list[_Level]:
    """The levels that lead in ``line``, outermost first. ``before``: the line above it."""
    if line.heading:
        return []
    if not above and before is not None and (_names_exclusions(before, line) or _is_about(before, line)):
        return [_Level(before)]
    while above and not above[-1].holds(line):
        above = above[:-1]
    return above if line.kind or line.small or not line.opens else []


def _outer(above: list[_Level], lead: _Line) -> list[_Level]:
    """The levels that lead in a line which leads in others: an item goes on from all, "but not:" from the outermost."""
    return above[:DEEPEST] if lead.kind else above[:1] if lead.small else []


def _lines(text: str, span: Span) -> tuple[_Line, _Line | None]:
    """What a sentence begins with as a line, and its last line where that is one more: "(b) storm;" and "but not:"."""
    said = span.of(text)
    indent = span.start - (text.rfind("\n", 0, span.start) + 1)
    head, cut, tail = said.rpartition("\n")
    tail = tail.strip()
    if not cut or not (_COLON.search(tail) if tail[:1].islower() else _MARK.match(said) and not _STOP.search(tail)):
        return _line(said, indent), None
    return _line(head if _COLON.search(tail) else said, indent), _line(tail, indent)


def _line(said: str, indent: int) -> _Line:
    mark = _MARK.match(said)
    kind = (mark.lastgroup or "") if mark else ""
    number = int(mark["digits"]) if mark and mark["digits"] else 0
    bare = " ".join((said[mark.end() :] if mark else said).split()).strip(_AROUND)
    return _Line(bare, indent, kind, number, _HEADING.match(said) is not None)


def _names_exclusions(heading: _Line, item: _Line) -> bool:
    """Whether a line without a colon leads in what stands below it: "Do not take it", "What is not covered"."""
    numbered = heading.kind and heading.kind == item.kind
    alone = not (numbered or _STOP.search(heading.text) or ": " in heading.text) and len(heading.text) <= LONGEST
    told = negated(heading.text) or _EXCLUDES.search(heading.text)
    return alone and bool(told) and (bool(item.kind) or not item.opens) and item.part


def _is_about(heading: _Line, line: _Line) -> bool:
    """Whether a line says of whom or of what the line below it is, which does not say so itself: "Part-time employees" above
    "- 20 days" and above "They receive 20 days.".
    """
    alone = not (heading.kind or _STOP.search(heading.text) or ":" in heading.text) and len(heading.text.split()) <= FEW
    return alone and (line.part if line.kind else _PRONOUN.match(line.text) is not None)
