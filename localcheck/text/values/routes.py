"""Where something is, and the way there: what is only near, told the other way round, or was so before a change. Pure.

Where something is or came to, and what is only near: what stands close to the border of Kenya is not in Kenya.

A small NLI model finds both names and "in" in "stands in the north-east of Tanzania, near the border with Kenya".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from localcheck.text.facts import negated
from localcheck.text.irregular_verbs import stem
from localcheck.text.names import ONE_NAME, words_within
from localcheck.text.patterns import regex
from localcheck.text.stopwords import ENGLISH
from localcheck.text.values.opposites import POINT, TURNED

_FROM_TO = regex(
    rf"\bfrom (?:the )?(?P<start>{ONE_NAME})(?: [a-z]+){{0,4}}? (?:back )?(?:to|into) (?:the )?(?P<end>{ONE_NAME})"
)

_FLOWS = regex(
    r"\bflow(?:s|ed|ing)? (?:(?:generally|mainly|mostly|roughly|directly|almost|due) )*"
    rf"(?:from (?:the )?{POINT} to (?:the )?|to(?:wards?)? the |towards? )?(?P<end>{POINT})(?:wards?)?\b(?!-| (?:of|from)\b)"
)
_WHAT = r"[\w’'-]+(?:\.\d[\w-]*)? "
_END = r"(?:[^.;,]|[.,]\d)"
_CHANGED = regex(
    rf"\b(?P<what>(?:{_WHAT}){{1,8}})(?:was|were|(?:has|have) been) (?:moved|postponed|rescheduled|changed|raised|increased|cut"
    rf"|lowered|reduced|extended) from (?P<old>{_END}{{1,40}}?) to (?P<new>{_END}{{1,40}})"
)
_UNIT = regex(r"[$€£]?\d[\d.,]* (?P<unit>[^\W\d_]+)")
"""Behind the second number of "from 40 to 55 euros", and meant of the first as well."""
_NOW = regex(rf"(?P<what>(?:{_WHAT}){{1,6}}?)(?:is|are|costs?|begins?|starts?|lasts?|takes place) ")
_ONCE = regex(
    r"\b(?:was|were|had|been|before|until|previous\w*|former\w*|original\w*|first|no|not|from)\b|n['’]t\b", re.I
)


def before_a_change(claim: str, premise: str) -> bool:
    """True if the claim says that something is so, and the premise that this was changed to something else.

    >>> before_a_change("The meeting is on Tuesday.", "The meeting was moved from Tuesday to Thursday.")
    True
    >>> before_a_change("The meeting was on Tuesday.", "The meeting was moved from Tuesday to Thursday.")
    False
    """
    now, changed = _NOW.match(claim), next(_changes(premise), None)
    if now is None or changed is None or _ONCE.search(claim):
        return False
    said, (old, new) = _content(claim[now.end() :]), _ends(changed)
    subject, rest = _content(now["what"]), premise[changed.end() :]
    gone = old - new
    same = bool(subject) and subject <= _content(changed["what"])
    return same and bool(gone) and old <= said and not (new - old) & said and not gone & _content(rest)


def _changes(text: str) -> Iterator[re.Match[str]]:
    """Where a text says from what to what something was changed."""
    return _CHANGED.finditer(text) if " from " in text else iter(())


def _ends(changed: re.Match[str]) -> tuple[frozenset[str], frozenset[str]]:
    """The words of what something was changed from and to, both with the unit that stands at the second number only."""
    old, new, unit = _content(changed["old"]), _content(changed["new"]), _UNIT.match(changed["new"])
    return (old | {stem(unit["unit"].lower())} if unit and all(w[0].isdigit() for w in old) else old), new


def _content(text: str) -> frozenset[str]:
    return frozenset(stem(w) for w in re.findall(r"\d+(?:[.,]\d+)+|[\w’'-]+", text.lower()) if w not in ENGLISH)


def reversed_way(claim: str, premise: str) -> bool:
    """True if the premise tells the claim's way from one place to another the other way round, and not that way too.

    >>> reversed_way("She sailed from New York to Dover.", "The voyage from Dover to New York City began in April.")
    True
    >>> reversed_way("She sailed from New York to Dover.", "She went from New York to Dover.")
    False
    >>> reversed_way("The Nile flows from north to south.", "Nile. It flows north through Uganda.")
    True
    """
    mine, told = _ways(claim), _ways(premise)
    if len(mine) != 1 or not told:
        return False
    ((start, end),) = mine
    if start & end or any(_same(start, a) and _same(end, b) for a, b in told):
        return False
    return any(_same(start, b) and _same(end, a) for a, b in told)


def _ways(text: str) -> list[tuple[frozenset[str], frozenset[str]]]:
    """The words of the names, or the points of the compass, where each way begins and ends; where there is none those of what
    was changed from and to.
    """
    named = [(words_within(m["start"]), words_within(m["end"])) for m in _FROM_TO.finditer(text)]
    ends = [frozenset(point for point in TURNED if point in m["end"]) for m in _FLOWS.finditer(text)]
    named += [(frozenset(map(TURNED.__getitem__, end)), end) for end in ends]
    return named or [(old - new, new - old) for old, new in map(_ends, _changes(text))]


def _same(one: frozenset[str], other: frozenset[str]) -> bool:
    return bool(one and other) and (one <= other or other <= one)


_INSIDE = regex(
    r"\b(?:is|are|was|were|lies|lie|lay|stands?|stood|located|situated|found|flows?|runs?|rises)\b[^.,;]{0,30}?"
    rf" in (?:the )?(?:[a-z-]+ of (?:the )?)?(?P<place>{ONE_NAME})"
    rf"|\b(?:reach(?:es|ed)|arrived (?:in|at)|got to|entered|stood (?:on|at)) (?:the )?(?P<reached>{ONE_NAME})"
)
_OUTSIDE = regex(
    r"(?:\b(?:near|close to|next to|opposite|outside|bordering|borders|facing|overlooking|not far from)"
    r"|\bborders? (?:with|of|to|between)|\b(?:miles|kilometres|kilometers|km|metres|meters|hours)(?: \w+)?"
    rf" (?:of|from))(?P<names>(?:(?:,| and|, and)? (?:the )?(?:(?:border|frontier) (?:with|of) )?{ONE_NAME})+)"
)


def only_near(claim: str, premise: str) -> bool:
    """True if by the claim something is in a place or came to it, and the premise has its name only as of what is near.

    >>> only_near("Kilimanjaro lies in Kenya.", "It stands in the north of Tanzania, near the border with Kenya.")
    True
    >>> only_near("Kilimanjaro lies in Kenya.", "In Kenya it is seen from Amboseli, near the border with Tanzania.")
    False
    >>> only_near("Scott reached the Pole.", "Scott turned back 180 kilometres from the Pole.")
    True
    """
    if negated(claim) or negated(premise):
        return False
    outside = frozenset(word for m in _outside(premise) for word in m)
    for match in _INSIDE.finditer(claim):
        place = words_within(match["place"] or match["reached"])
        if place and place <= outside and not place & words_within(_OUTSIDE.sub(" _", premise)):
            return True
    return False


@lru_cache(maxsize=4096)
def _outside(text: str) -> tuple[frozenset[str], ...]:
    return tuple(words_within(match["names"]) for match in _OUTSIDE.finditer(text))
