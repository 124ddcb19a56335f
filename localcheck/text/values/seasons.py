"""A month or a day of the year within those between which something is so: "from May to September" holds July. Pure.

Readers that were trained on pairs of sentences take "Bonfires are allowed in December" for contradicted by "Bonfires are only
allowed between 1 November and 31 January" (0.87).
"""

from __future__ import annotations

import re

from localcheck.text.lexicon import MONTH_NAME, month_number
from localcheck.text.patterns import regex
from localcheck.text.values.quantities import quantities
from localcheck.text.values.quantity import CLOCK, DAY, MONEY, Quantity

_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_DATE = rf"(?:the )?(?:{MONTH_NAME} {_DAY}|(?:{_DAY} (?:of )?)?{MONTH_NAME})\b"
_NO_YEAR = r"(?!,? \d{4})"
_SEASON = regex(
    rf"\b(?P<only>[Oo]nly )?(?P<told>[a-z]+ )?(?:(?:(?:[Ff]rom )?(?P<first>{_DATE}),?(?: (?:to|until|till|through) |\s?[–-]\s?)"
    rf"|[Bb]etween (?P<one>{_DATE}) and )(?P<last>{_DATE})){_NO_YEAR}"
)
_IN = regex(
    rf"\b(?P<when>(?:[Ii]n|[Oo]n|[Dd]uring) (?P<date>{_DATE})){_NO_YEAR}(?!\s?[–-]|,? (?:to|until|till|and|or)\b)"
)
_ENDS = regex(
    r"\b(?:opens|opened|opening|starts?|started|begins?|began|beginning|ends?|ended|ending|closes|closing|finish\w*|complet\w*"
    r"|launch\w*|inaugurat\w*|lasts?|lasted|first|last|only|until|till|since|from)\b",
    re.IGNORECASE,
)
"""Where one of these stands a claim may be about when something began or ended, or how long it was."""
_MONTH = regex(rf"\b{MONTH_NAME}\b")
_NUMBER = regex(r"\d+")
MONTH_END = 28
"""A day of a month from which on it counts as the last."""


def in_its_season(claim: str, premise: str) -> str:
    """The premise with the month or the day of the claim in the place of the interval that holds it, and without its "only".

    >>> in_its_season("You may light a fire in December.", "Fires are only allowed between 1 November and 31 January.")
    'Fires are allowed in December.'
    >>> in_its_season("It is open in December.", "The pool is open from May to September.")
    'The pool is open from May to September.'
    """
    asked = _IN.search(claim)
    if asked is None or len(_MONTH.findall(claim)) > 1 or _ENDS.search(claim):
        return premise
    if not all(map(_is_at_all_times, quantities(claim))):
        return premise
    when, began = asked["when"], _days(asked["date"])

    def told(found: re.Match[str]) -> str:
        first, last = _days(found["first"] or found["one"]), _days(found["last"])
        return f"{found['told'] or ''}{when[0].lower()}{when[1:]}" if _holds(first[0], last[1], *began) else found[0]

    return _SEASON.sub(told, premise)


def _is_at_all_times(number: Quantity) -> bool:
    """Whether a number holds in a part of the time as in all of it: a price or an hour, but no count of visitors."""
    return number.kind in (DAY, CLOCK) or number.kind.startswith(MONEY)


def _days(date: str) -> tuple[int, int]:
    """The first and the last day of a month or a day of the year, each month taken as 31 days."""
    month = month_number(next(iter(_MONTH.findall(date)))) - 1
    day = _NUMBER.search(date)
    return (31 * month + int(day[0]),) * 2 if day else (31 * month + 1, 31 * month + 31)


def _holds(first: int, last: int, begin: int, end: int) -> bool:
    """Whether an interval, perhaps over the end of a year, holds another one; its last day may be the last of a short month."""
    last += 31 - last % 31 if last % 31 >= MONTH_END else 0
    if first <= last:
        return first <= begin and end <= last
    return first <= begin or end <= last
