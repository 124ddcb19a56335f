"""Who came after whom: a sentence that tells it of another pair says nothing of the claim's. Pure.

"George V, who had succeeded Edward VII" has the words of "Queen Victoria was succeeded by George V", and "He was succeeded by
David Cameron", said of Gordon Brown, those of "Tony Blair was succeeded by Gordon Brown". A small model takes the one for said,
the other for denied.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from localcheck.text.facts import negated
from localcheck.text.names import CAPITAL, ONE_NAME, after_title, without_parenthesis
from localcheck.text.patterns import regex

_KIN = r"(?:(?:his|her|its|the) (?:[a-z-]+ ){1,4})?"
_ROLE = r"(?: as (?:(?!by\b)[\w’'-]+ ){1,12}?| )"
_BEHIND = r"(?: as [\w ’'-]{2,60})?(?: in \d{4}| on \d[\w ]{3,20})?[.!]?"
_WAS = rf"(?:was|is|had been) (?:later )?(?:succeeded|followed|replaced){_ROLE}by"
_PASSIVE = rf"(?P<before>{ONE_NAME}) {_WAS} {_KIN}(?P<after>{ONE_NAME})"
_ACTIVE = rf"(?P<after>{ONE_NAME})(?:, who)? (?:had |later )?(?:succeeded|replaced) {_KIN}(?P<before>{ONE_NAME})"
_CLAIMS = regex(rf"{_PASSIVE}{_BEHIND}"), regex(rf"{_ACTIVE}{_BEHIND}")
_TELLING = regex(_PASSIVE), regex(_ACTIVE)
_PRONOUN = regex(r"\b(?:He|She)(?= (?:was|had|later|succeeded|replaced)\b)")
_FOLLOWING = regex(
    rf"\b(?:succe|follow|replac|preced|predecess|inherit|oust|depos|overthr|access|throne|crown|assum|resign|heir|appoint|sworn"
    rf"|bec[ao]me|elect|took over|takes over|defeat|(?:after|before|from) (?:the [a-z]+ of )?[{CAPITAL}])",
)
"""Words of which a sentence that tells who came after whom has one."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Words of two names, of which the second came after the first."""

    before: frozenset[str]
    after: frozenset[str]

    def is_of(self, other: Pair) -> bool:
        """Whether both may be the same two."""
        return _same(self.before, other.before) and _same(self.after, other.after)


def another_pair(claim: str, premise: str) -> bool:
    """True if a claim says who came after whom, and the premise tells who came after or before one of the two at the other side
    of him only, or of no succession at all.

    >>> another_pair("Queen Victoria was succeeded by George V.", "George V, who had succeeded Edward VII, was serious.")
    True
    >>> another_pair("Tony Blair was followed by Gordon Brown.", "Gordon Brown. He was succeeded by David Cameron.")
    True
    >>> another_pair("Tony Blair was followed by Gordon Brown.", "Tony Blair. He was succeeded by Brown in 2007.")
    False
    """
    found = next((m for pattern in _CLAIMS if (m := pattern.fullmatch(claim))), None)
    if found is None or negated(claim):
        return False
    mine, told = _pair(found), list(_told(premise))
    if not told:
        return not _FOLLOWING.search(premise)
    if any(mine.is_of(other) or mine.is_of(Pair(other.after, other.before)) for other in told):
        return False
    return all(_same(mine.after, o.after) or _same(mine.after, o.before) or _same(mine.before, o.after) for o in told)


def _told(premise: str) -> Iterator[Pair]:
    """The pairs that a premise tells; "He" stands for the name in its title."""
    title = without_parenthesis(after_title(premise)[0])
    text = _PRONOUN.sub(lambda m: title or m.group(), premise)
    for pattern in _TELLING:
        yield from map(_pair, pattern.finditer(text))


def _pair(found: re.Match[str]) -> Pair:
    return Pair(_words(found["before"]), _words(found["after"]))


def _words(name: str) -> frozenset[str]:
    return frozenset(word.rstrip(".'’").lower() for word in name.split() if word[0].isupper())


def _same(one: frozenset[str], other: frozenset[str]) -> bool:
    return one <= other or other <= one
