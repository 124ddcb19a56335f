"""Items of a list that stand beside one another: one of them is not in the other. Pure."""

from __future__ import annotations

import re

from localcheck.text.facts import negated
from localcheck.text.names import ONE_NAME
from localcheck.text.patterns import regex

_IN = regex(
    r"(?:The |An? )?[^,;:]{2,60}? (?:is|are|was|were|stands?|lies?|hangs?|stood|lay|hung)(?: (?:located|situated|kept|shown))?"
    rf" (?:in|inside|at) (?:the )?(?P<place>{ONE_NAME})[.!]?"
)


def only_beside_it(claim: str, premise: str) -> bool:
    """True if a claim says that something is in a place, which the premise only names as the first item of a list.

    >>> only_beside_it("The clock stands in Prague Castle.", "Sights are Prague Castle, the Charles Bridge, and the clock.")
    True
    >>> only_beside_it("The clock stands in Prague Castle.", "In Prague Castle, the clock, the hall and the church are old.")
    False
    """
    mine = None if negated(claim) else _IN.fullmatch(claim)
    if mine is None:
        return False
    place = re.escape(mine["place"])
    item = rf"\b(?:includ(?:es?|ing)|such as|are) (?:the )?{place}, (?!(?:where|which|with|whose|in)\b)[^.;]*\band "
    return len(re.findall(rf"\b{place}\b", premise)) == 1 and re.search(item, premise) is not None
