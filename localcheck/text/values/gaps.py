"""How many years a claim puts between two events: "more than fifty years", "a decade", "just two days". Pure."""

from __future__ import annotations

import re
from math import inf

from localcheck.text.lexicon import COUNT_WORDS, ONES, TENS, WORDS, rows
from localcheck.text.patterns import regex

Gap = tuple[float, float]
"""Years at least and at most."""
ANY: Gap = (0.0, inf)
_UNITS = {"year": 1, "decade": 10, "centur": 100}
_LENGTH = r"(?:years?|decades?|centur(?:y|ies)|months?|weeks?|days?|hours?)"
_TENS = "|".join(TENS)
_MANY = rf"(?:\d+|half an?|(?:an?|{ONES}) hundred|an?|(?:{_TENS})(?:[- ](?:{ONES}))?|{COUNT_WORDS})"
_BOUND = "more than|over|less than|under|within|nearly|almost|barely|at least"
_WORDS = "|".join(rows("gaps.words"))
HOW_LONG = rf"(?:(?:{_WORDS}|\d+|(?:{_TENS})(?:-(?:{ONES}))?|{COUNT_WORDS}|{_LENGTH}) ){{0,9}}"
"""Before "before" and "after", as a pattern: nothing, or words such as "more than twenty years " with a space behind each. Word
by word, so that there is one way only to read them: a pattern of phrases took minutes for "a few a few a few …"."""
_GAP = regex(rf"(?:(?P<bound>{_BOUND}) )?(?:(?P<number>{_MANY}) )?(?:full )?(?P<unit>{_LENGTH})\b")


def gap(told: str) -> Gap:
    """Years at least and at most of "more than twenty years": those of two calendar years are one off at most.

    >>> gap("about ten years "), gap("less than three years "), gap("a decade "), gap("just two days "), gap("long ")
    ((8.5, 11.5), (0.0, 3), (7.5, 12.5), (0.0, 1.0), (0.0, inf))
    >>> gap("more than fifty-five years "), gap("half a century "), gap("a hundred years ")
    ((55, inf), (37.5, 62.5), (85.0, 115.0))
    """
    found = _GAP.search(told)
    if found is None:
        return ANY
    scale = next((years for unit, years in _UNITS.items() if found["unit"].startswith(unit)), 0)
    number = found["number"]
    if number is None:
        return (0.0, 1.0) if found["unit"][:3] in ("day", "hou", "wee") else ANY
    count = _count(number)
    if not scale:
        return 0.0, 1.0 + (count // 12 if found["unit"].startswith("month") else 0)
    return _around(count * scale, found["bound"], max(1.0, 0.15 * count, 0.25 * count * scale if scale > 1 else 0.0))


def _around(length: float, bound: str | None, near: float) -> Gap:
    """A length, as its bound tells it: "more than", "less than"; else up to ``near`` off."""
    if bound in ("more than", "over", "at least"):
        return length, inf
    if bound in ("less than", "under", "within"):
        return 0.0, length
    return length - near, length + near


def _count(number: str) -> float:
    if number.isdigit():
        return int(number)
    if number.startswith("half"):
        return 0.5
    if number.endswith("hundred"):
        return 100 * WORDS.get(number.split()[0], 1)
    return sum(WORDS.get(word, 1) for word in re.split("[- ]", number))


def fits(years: float, told: Gap) -> bool | None:
    """Whether what lies between two calendar years, which is up to a year more or less, is as told; None where it may be.

    >>> fits(29, (50, inf)), fits(54, (50, inf)), fits(50, (50, inf)), fits(1, gap("two days "))
    (False, True, None, None)
    """
    least, most = told
    if years + 1 <= least or years - 1 >= most:
        return False
    return True if (years <= most - 1 if least == 0 else least < years <= most) else None
