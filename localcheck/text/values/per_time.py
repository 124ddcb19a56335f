"""Amounts of money for a year beside those for a month: a claim in the time for which its source tells them. Pure."""

from __future__ import annotations

import re

from localcheck.text.patterns import regex
from localcheck.text.values.quantities import quantities
from localcheck.text.values.quantity import MONEY, Quantity

_MONTHS = {"week": 12 / 52, "month": 1.0, "quarter": 3.0, "year": 12.0}
_ADJECTIVES = {"week": "weekly", "month": "monthly", "quarter": "quarterly", "year": "annual"}
_TIME = regex(
    r"(?P<per>\b(?:per|an?|each|every) |/ ?)(?P<unit>week|month|quarter|year)\b"
    r"|\b(?P<often>(?P<week>weekly)|(?P<month>monthly)|(?P<quarter>quarterly)|(?P<year>annual(?:ly)?|yearly))\b",
    re.IGNORECASE,
)
_DIGITS = regex(r"\d[\d.,]*(?<![.,])")
REST = 0.005
"""Share by which an amount a year may differ from twelve monthly ones."""


def in_its_time(claim: str, premise: str) -> str:
    """The claim with its only amount told for the time for which the premise tells its own.

    >>> in_its_time("The annual rent is £15,000.", "The monthly rent is £1,250.")
    'The monthly rent is £1,250.'
    >>> in_its_time("He pays £16,000 per year.", "The monthly rent is £1,250.")
    'He pays £1,333.33 per month.'
    """
    mine, its = _TIME.search(claim), list(_TIME.finditer(premise))
    if mine is None or not its or len(_TIME.findall(claim)) > 1:
        return claim
    own, other, units = _amounts(claim), _amounts(premise), {_unit(found) for found in its}
    unit = units.pop()
    if units or unit == _unit(mine) or len(own) != 1 or len(other) != 1 or own[0].upto or other[0].upto:
        return claim
    told = own[0].told * _MONTHS[unit] / _MONTHS[_unit(mine)]
    same = abs(told - other[0].told) <= REST * told
    amount = _DIGITS.search(other[0].span.of(premise)) if same else None
    written = amount.group() if amount else f"{told:,.2f}".removesuffix(".00")
    number = _DIGITS.sub(written, own[0].span.of(claim), count=1)
    time = f"{mine['per']}{unit}" if mine["per"] else _ADJECTIVES[unit]
    time = time.capitalize() if mine[0][0].isupper() else time
    places = [(own[0].span.start, own[0].span.end, number), (mine.start(), mine.end(), time)]
    if mine["per"] and mine.end() == own[0].span.end:
        places[0] = (
            own[0].span.start,
            mine.start(),
            _DIGITS.sub(written, claim[own[0].span.start : mine.start()], count=1),
        )
    for start, end, new in sorted(places, reverse=True):
        claim = f"{claim[:start]}{new}{claim[end:]}"
    return claim


def _unit(found: re.Match[str]) -> str:
    return (found["unit"] or next(unit for unit in _MONTHS if found[unit])).lower()


def _amounts(text: str) -> list[Quantity]:
    """The amounts of money of a text."""
    return [q for q in quantities(text) if q.kind.startswith(MONEY)]
