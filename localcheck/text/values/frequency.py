"""How often something happens, and amounts for a time: £15,000 a year are £1,250 a month. Pure.

How often something happened: "twice" is two times, and a fortnight is two weeks.
"""

from __future__ import annotations

import re

from localcheck.text.lexicon import ORDINALS, WEEKDAY, WORDS
from localcheck.text.patterns import regex
from localcheck.text.values.quantities import quantities
from localcheck.text.values.quantity import CLOCK, DAY, MONEY, NAME, ORDINAL, YEAR, Quantity
from localcheck.text.words import edited
from localcheck.types import Span

_YEAR = 365.25
_DAYS = {
    "day": 1.0, "week": 7.0, "month": _YEAR / 12, "quarter": _YEAR / 4, "year": _YEAR, "decade": 10 * _YEAR,
    "century": 100 * _YEAR,
}  # fmt: skip
_ADJECTIVES = {"week": "weekly", "month": "monthly", "quarter": "quarterly", "year": "annual"}
_NAMED = {adjective: _DAYS[unit] for unit, adjective in _ADJECTIVES.items()}
_NAMED |= {"daily": 1.0, "annually": _YEAR, "yearly": _YEAR}
_NAMED |= {f"{word}{end}": years * _YEAR for word, years in (("biennial", 2), ("quadrennial", 4)) for end in ("", "ly")}
_UNIT = r"(?P<unit{0}>day|week|month|year|decade|centur(?:y|ies))s?\b"
_OFTEN = regex(
    rf"\b(?:(?:every|each) (?:(?P<count>other|\d+(?:st|nd|rd|th)?|[a-z]+) )?(?:{_UNIT.format(1)}|(?P<weekday>{WEEKDAY})\b)"
    rf"|(?P<times>once|twice|two times|three times|four times) (?:a|each|every|per) {_UNIT.format(2)}"
    rf"|(?P<named>{'|'.join(_NAMED)})\b)",
    re.IGNORECASE,
)
_WEEKDAY = regex(WEEKDAY)
_PER_TIME = regex(
    r"(?P<per>\b(?:per|an?|each|every) |/ ?)(?P<unit>week|month|quarter|year)\b"
    r"|\b(?P<often>(?P<week>weekly)|(?P<month>monthly)|(?P<quarter>quarterly)|(?P<year>annual(?:ly)?|yearly))\b",
    re.IGNORECASE,
)
_DIGITS = regex(r"\d[\d.,]*(?<![.,])")
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
    """True if an amount of the claim is one of the premise, told for another time: an annual one beside a monthly one. For the
    same time it is another: €120 a year are not $120 a year.

    >>> [for_another_time(quantities(c)[0], c, "Monthly pay is €500.") for c in ("Annual pay: €6,000.", "Annual pay: €5,000.")]
    [True, False]
    """
    if amount.kind in NO_AMOUNT:
        return False
    times = [(a, b) for a in spans_between(claim) for b in spans_between(premise) if a and b and a != b]
    same = (o for o in quantities(premise) if times and amount.same_kind(o) and not o.ranges)
    return any(abs(amount.value * b - o.value * a) <= REST * abs(amount.value * b) for o in same for a, b in times)


def spans_between(text: str) -> list[float]:
    """Days from one time to the next, for each phrase that says how often.

    >>> spans_between("every other week, twice a year, annually")
    [14.0, 182.625, 365.25]
    >>> spans_between("every second Friday"), spans_between("every Friday and every Sunday")
    ([14.0], [])
    """
    several = len(set(_WEEKDAY.findall(text))) > 1
    found = (match for match in _OFTEN.finditer(text) if not (several and match["weekday"]))
    return [days for match in found if (days := _days(match))]


def _days(match: re.Match[str]) -> float:
    """0 for a phrase whose count is no number: "every single day" is every day, "every school year" says nothing."""
    if match["named"]:
        return _NAMED[match["named"].lower()]
    unit = "week" if match["weekday"] else (match["unit1"] or match["unit2"]).lower()
    days = _DAYS["century" if unit.startswith("centur") else unit]
    if match["times"]:
        return days / _TIMES[match["times"].lower()]
    count = (match["count"] or "").lower()
    if count in ("", "single"):
        return days
    if digits := re.match(r"\d+", count):
        return days * float(digits.group())
    return days * float(2 if count == "other" else ORDINALS.get(count, WORDS.get(count, 0)))


def in_its_time(claim: str, premise: str) -> str:
    """The claim with its only amount told for the time for which the premise tells its own.

    >>> in_its_time("The annual rent is £15,000.", "The monthly rent is £1,250.")
    'The monthly rent is £1,250.'
    >>> in_its_time("He pays £16,000 per year.", "The monthly rent is £1,250.")
    'He pays £1,333.33 per month.'
    """
    mine, its = _PER_TIME.search(claim), list(_PER_TIME.finditer(premise))
    if mine is None or not its or len(_PER_TIME.findall(claim)) > 1:
        return claim
    own, other, units = _amounts(claim), _amounts(premise), {_unit(found) for found in its}
    unit = units.pop()
    if units or unit == _unit(mine) or len(own) != 1 or len(other) != 1 or own[0].upto or other[0].upto:
        return claim
    written = _written(own[0].told * _DAYS[unit] / _DAYS[_unit(mine)], other[0], premise)
    place = own[0].span
    if mine["per"] and mine.end() == place.end:
        place = Span(place.start, mine.start())
    time = f"{mine['per']}{unit}" if mine["per"] else _ADJECTIVES[unit]
    time = time.capitalize() if mine[0][0].isupper() else time
    return edited(claim, [(place, _DIGITS.sub(written, place.of(claim), count=1)), (Span(*mine.span()), time)])


_EACH_WAY = regex(r"\b(?:each|per) way\b|\b(?:per|each|in each) (?:direction|crossing)\b")
_BOTH_WAYS = regex(
    r" (?:there and back|both ways|in both directions)\b"
    r"|(?<= )(?:return|round)[ -](?=(?:trip|ticket|fare|journey|crossing|tour)\b)"
    r"|(?<=\d) return(?=[.!]?$)|(?<=[a-z]) return(?=[.!]?$)"
)
_END = regex(r"[.!]?$")


def in_its_way(claim: str, premise: str) -> str:
    """The claim with its only amount told for one way, where it is for both and the premise tells its own for each way.

    >>> in_its_way("A car there and back costs 48 euros.", "A car costs 24 euros each way.")
    'A car costs 24 euros each way.'
    >>> in_its_way("A return ticket costs 48 euros.", "A single ticket costs 24 euros.")
    'A return ticket costs 48 euros.'
    """
    each, both = _EACH_WAY.search(premise), _BOTH_WAYS.search(claim)
    if each is None or both is None or _BOTH_WAYS.search(premise) or _EACH_WAY.search(claim):
        return claim
    kinds = [q for q in quantities(premise) if q.span.end <= each.start()]
    own = [q for q in quantities(claim) if kinds and q.kind == kinds[-1].kind]
    if len(own) != 1 or own[0].upto or kinds[-1].upto or not _DIGITS.search(own[0].span.of(claim)):
        return claim
    written = _written(own[0].told / 2, kinds[-1], premise)
    place, end = own[0].span, _END.search(claim)
    amount = _DIGITS.sub(written, place.of(claim), count=1)
    behind = Span(end.start(), end.start()) if end else Span(len(claim), len(claim))
    return edited(claim, [(place, amount), (Span(*both.span()), ""), (behind, f" {each[0]}")])


def _written(amount: float, other: Quantity, premise: str) -> str:
    """An amount in figures, as the premise writes its own where that is the same."""
    same = abs(amount - other.told) <= REST * amount
    figures = _DIGITS.search(other.span.of(premise)) if same else None
    return figures.group() if figures else f"{amount:,.2f}".removesuffix(".00")


def _unit(found: re.Match[str]) -> str:
    return (found["unit"] or next(unit for unit in _ADJECTIVES if found[unit])).lower()


def _amounts(text: str) -> list[Quantity]:
    """The amounts of money of a text."""
    return [q for q in quantities(text) if q.kind.startswith(MONEY)]


_TWICE = regex(
    r"\b(twice|thrice)\b(?! (?:as|the|a|an|that|this|its|his|her|their|what|more|higher|larger|over)\b|[- ]?weekly|-)",
    re.IGNORECASE,
)
_FORTNIGHT = regex(
    r"\b(?:(?P<every>(?<=once )a|(?<=twice )a|(?<=times )a|every|per|each) fortnight\b"
    r"|fortnightly(?=[.,;:)]|$| (?:on|in|at|by|from)\b)|(?:an?|one) fortnight(?P<of>['’]s)?\b)",
    re.IGNORECASE,
)


def in_times(text: str) -> str:
    """``text`` with "twice" and "thrice" as "two times" and "three times", but not where they compare ("twice as high").

    >>> in_times("She was honoured twice."), in_times("It is twice as high.")
    ('She was honoured two times.', 'It is twice as high.')
    """
    return _TWICE.sub(lambda match: "two times" if match[0].lower() == "twice" else "three times", text)


def in_weeks(text: str) -> str:
    """``text`` with "two weeks" for "a fortnight", and "every two weeks" for "fortnightly".

    >>> in_weeks("It takes a fortnight."), in_weeks("They meet fortnightly."), in_weeks("It is a fortnightly paper.")
    ('It takes two weeks.', 'They meet every two weeks.', 'It is a fortnightly paper.')
    """
    return _FORTNIGHT.sub(_weeks, text) if "ortnight" in text else text


def _weeks(match: re.Match[str]) -> str:
    if match["every"] or match[0].lower() == "fortnightly":
        return "every two weeks"
    return "two weeks’" if match["of"] else "two weeks"
