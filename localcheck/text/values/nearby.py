"""Where something is or came to, and what is only near: what stands close to the border of Kenya is not in Kenya. Pure.

A small NLI model finds both names and "in" in "stands in the north-east of Tanzania, near the border with Kenya".
"""

from __future__ import annotations

from functools import lru_cache

from localcheck.text.facts import negated
from localcheck.text.names import ONE_NAME, words_within
from localcheck.text.patterns import regex

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
