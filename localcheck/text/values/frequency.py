"""How often something happens: what takes place every four years does not take place every year. Pure."""

from __future__ import annotations

import re

from localcheck.text.lexicon import ORDINALS, WORDS
from localcheck.text.patterns import regex
from localcheck.text.values.quantities import quantities
from localcheck.text.values.quantity import CLOCK, DAY, NAME, ORDINAL, YEAR, Quantity

_DAYS = {"day": 1.0, "week": 7.0, "month": 30.4, "year": 365.25, "decade": 3652.5, "century": 36525.0}
_NAMED = {
    "daily": 1.0, "weekly": 7.0, "monthly": 30.4, "quarterly": 91.3, "annual": 365.25, "annually": 365.25, "yearly": 365.25,
    "biennial": 730.5, "biennially": 730.5, "quadrennial": 1461.0, "quadrennially": 1461.0,
}  # fmt: skip
_UNIT = r"(?P<unit{0}>day|week|month|year|decade|centur(?:y|ies))s?\b"
_OFTEN = regex(
    rf"\b(?:(?:every|each) (?:(?P<count>other|\d+(?:st|nd|rd|th)?|[a-z]+) )?{_UNIT.format(1)}"
    rf"|(?P<times>once|twice|two times|three times|four times) (?:a|each|every|per) {_UNIT.format(2)}"
    rf"|(?P<named>{'|'.join(_NAMED)})\b)",
    re.IGNORECASE,
)
_TIMES = {"once": 1.0, "twice": 2.0, "two times": 2.0, "three times": 3.0, "four times": 4.0}
REST = 0.005
"""Share by which an amount a year may differ from twelve monthly or 52 weekly ones."""
NO_AMOUNT = frozenset({YEAR, DAY, CLOCK, NAME, ORDINAL})
"""Kinds of numbers that are no amounts."""
ALIKE = 0.2
"""Share by which two such spans may differ and be the same."""


def otherwise_often(claim: str, premise: str) -> bool:
    """True if the claim and the premise both say how often, and nowhere the same; not of one amount told for two times.

    >>> otherwise_often("The Games take place every year.", "The Games are held every four years.")
    True
    >>> otherwise_often("It is held annually.", "It takes place once a year."), otherwise_often("It is held.", "Every year.")
    (False, False)
    """
    mine, others = spans_between(claim), spans_between(premise)
    if not mine or not others or any(abs(a - b) <= ALIKE * max(a, b) for a in mine for b in others):
        return False
    return not any(for_another_time(amount, claim, premise) for amount in quantities(claim))


def for_another_time(amount: Quantity, claim: str, premise: str) -> bool:
    """True if an amount of the claim is one of the premise, told for another time: an annual one beside a monthly one.

    >>> [for_another_time(quantities(c)[0], c, "Monthly pay is €500.") for c in ("Annual pay: €6,000.", "Annual pay: €5,000.")]
    [True, False]
    """
    if amount.kind in NO_AMOUNT:
        return False
    times = [(a, b) for a in spans_between(claim) for b in spans_between(premise) if a and b]
    same = (o for o in quantities(premise) if times and amount.same_kind(o) and not o.ranges)
    return any(abs(amount.value * b - o.value * a) <= REST * abs(amount.value * b) for o in same for a, b in times)


def spans_between(text: str) -> list[float]:
    """Days from one time to the next, for each phrase that says how often.

    >>> spans_between("every other week, twice a year, annually")
    [14.0, 182.625, 365.25]
    """
    return [days for match in _OFTEN.finditer(text) if (days := _days(match))]


def _days(match: re.Match[str]) -> float:
    """0 for a phrase whose count is no number: "every single day" is every day, "every school year" says nothing."""
    if match["named"]:
        return _NAMED[match["named"].lower()]
    unit = (match["unit1"] or match["unit2"]).lower()
    days = _DAYS["century" if unit.startswith("centur") else unit]
    if match["times"]:
        return days / _TIMES[match["times"].lower()]
    count = (match["count"] or "").lower()
    if count in ("", "single"):
        return days
    if digits := re.match(r"\d+", count):
        return days * float(digits.group())
    return days * float(2 if count == "other" else ORDINALS.get(count, WORDS.get(count, 0)))
