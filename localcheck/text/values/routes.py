"""Where something is, and the way there: told the other way round, and what is only near: what stands close to the border of
Kenya is not in Kenya. Pure.

A small NLI model finds both names and "in" in "stands in the north-east of Tanzania, near the border with Kenya".
"""

from __future__ import annotations

from functools import lru_cache

from localcheck.text.facts import negated
from localcheck.text.names import ONE_NAME, words_within
from localcheck.text.patterns import regex
from localcheck.text.values.opposites import POINT, TURNED

_FROM_TO = regex(
    rf"\bfrom (?:the )?(?P<start>{ONE_NAME})(?: [a-z]+){{0,4}}? (?:back )?(?:to|into) (?:the )?(?P<end>{ONE_NAME})"
)

_FLOWS = regex(
    r"\bflow(?:s|ed|ing)? (?:(?:generally|mainly|mostly|roughly|directly|almost|due) )*"
    rf"(?:from (?:the )?{POINT} to (?:the )?|to(?:wards?)? the |towards? )?(?P<end>{POINT})(?:wards?)?\b(?!-| (?:of|from)\b)"
)


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
    """The words of the names, or the points of the compass, where each way begins and ends."""
    named = [(words_within(m["start"]), words_within(m["end"])) for m in _FROM_TO.finditer(text)]
    ends = [frozenset(point for point in TURNED if point in m["end"]) for m in _FLOWS.finditer(text)]
    named += [(frozenset(map(TURNED.__getitem__, end)), end) for end in ends]
    return named


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
