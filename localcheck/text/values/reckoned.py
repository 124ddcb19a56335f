"""Numbers and dates of a claim that a premise does not tell and that may be reckoned from what it tells. Pure.

Two rents of 850 euros are 1,700 euros, and what is due within 14 days of 3 May is due on 17 May. Whether they are meant so,
only a reader sees: such a number is not borne out, but the other numbers of the premise do not contradict it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import date
from itertools import combinations

from localcheck.text.lexicon import MONTH_OR_SHORT, month_number
from localcheck.text.patterns import regex
from localcheck.text.values.dates import Period, parts_of, periods
from localcheck.text.values.frequency import NO_AMOUNT, for_another_time
from localcheck.text.values.quantities import quantities, single_units
from localcheck.text.values.quantity import CLOCK, COUNT, DAY, MONEY, PLAIN, YEAR, Quantity
from localcheck.text.values.units import SHARE, TIME
from localcheck.types import Span

NEAR = {"month": 2, "year": 2}
"""Units of time -> days by which an end so much later may be off: a contract of a year ends a day before its day."""
FEW = 10
"""Counts below this make nearly every other number together: they are added only where they count the same things."""
MOST = 12
"""Of more numbers of a kind nearly any other one is a sum."""
_DAY = 86_400.0
_HALF_A_DAY = 720
"""Minutes, as times of day are told."""
_LASTS = regex(r"\b(?:last(?:s|ed|ing)?|tak(?:es?|ing)|took|runs?|ran|goes on|went on|long)\b|-day\b")
_THE_REST = regex(r"\bthe (?:others|rest|remaining|remainder)\b")
_IN_ALL = regex(r"\b(?:together|altogether|combined|in (?:all|total))\b", re.IGNORECASE)
"""In a claim that adds, so that also counts of different words may be meant."""
_DAY_AND_MONTH = regex(
    rf"\b(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<month>{MONTH_OR_SHORT})"
    rf"|(?P<month2>{MONTH_OR_SHORT}) (?P<day2>\d{{1,2}})(?:st|nd|rd|th)?)\b(?!,? \d{{4}})",
    re.IGNORECASE,
)
_FACTORS = frozenset({COUNT, PLAIN, TIME})
_NO_AMOUNT = NO_AMOUNT | {SHARE}


def may_be_reckoned(number: Quantity, claim: str, premise: str) -> bool:
    """True if a number of the claim is the sum of two numbers of the premise or the difference of two amounts, a number of it
    so many times, or how many times that is, with or without a share of it, a rate times another number of the claim, or the
    same told for another time; the time between two of its dates, or part of a date or a time of day that is so
    long after one of them.

    >>> rent = "The deposit amounts to two monthly rents. The monthly rent is 850 euros."
    >>> [may_be_reckoned(quantities(c)[0], c, rent) for c in ("It is 1,700 euros.", "It is 2,550 euros.")]
    [True, False]
    >>> moved = "Of its 210 employees 150 moved and the others left."
    >>> [may_be_reckoned(quantities(c)[0], c, moved) for c in ("60 employees left.", "70 employees left.")]
    [True, False]
    """
    if number.kind in (YEAR, DAY):
        days = [day for told in periods(claim) if number.span in told.span for day in _dates(told)]
        dated = [day for told in periods(premise) for day in _dates(told)]
        undated = [day for span, day in _days_of_a_year(claim) if number.span in span]
        return _is_later(days, dated, premise) or _is_later(undated, [d for _, d in _days_of_a_year(premise)], premise)
    if number.kind == CLOCK:
        return _is_hours_later(number, premise)
    if _by_a_rate(number, claim, premise):
        return True
    if number.kind in _NO_AMOUNT or number.upto is not None:
        return False
    if for_another_time(number, claim, premise) or (number.kind == TIME and _lies_between(number, premise)):
        return True
    have = quantities(premise)
    if _is_a_factor(number, claim, have) or _are_the_rest(number, have, premise):
        return True
    mine = [q for q in quantities(claim) if q.told not in {number.told, *(o.told for o in have)}]
    alike = [o for o in have if number.same_kind(o) and not o.ranges and o.kind not in _NO_AMOUNT]
    times = [o for o in (*have, *mine) if o.kind in _FACTORS and o.told.is_integer() and o.told > 1]
    if len(alike) > MOST:
        return False
    multiplied = ((f.told * o.value, f.told * o.told, o) for o in alike for f in times if o.told != 1 and f is not o)
    pairs = [(a, b) for a, b in combinations(alike, 2) if _IN_ALL.search(claim) or _added(number, a, b)]
    added = ((a.value + b.value, a.told + b.told, a) for a, b in pairs)
    taken = ((abs(a.value - b.value), abs(a.told - b.told), a) for a, b in pairs if a.kind.startswith(MONEY))
    shares = [share for o in have if o.kind == SHARE for share in (o.value, 1 + o.value, 1 - o.value)]
    shared = ((o.value * share, o.told * share, o) for o in alike for share in shares)
    return any(_same(number, of, value, told) for value, told, of in (*multiplied, *added, *taken, *shared))


def _by_a_rate(number: Quantity, claim: str, premise: str) -> bool:
    """True for the €30 and the 100 km of "€30 for 100 km" beside "€0.30 per km"."""
    rates, told = [rate for rate in quantities(premise) if " per " in rate.kind], quantities(claim)
    return any(
        number.span in (made.span, times.span)
        and rate.kind == f"{made.kind} per {times.kind}"
        and abs(rate.value * times.value - made.value) <= max(1e-6 * made.value, made.within)
        for rate in rates
        for made in told
        for times in told
    )


def _is_a_factor(number: Quantity, claim: str, have: Sequence[Quantity]) -> bool:
    """True for the two nights of "two nights cost 190 francs" where the premise has 95 francs."""
    if number.kind not in _FACTORS or not number.told.is_integer() or number.told < 2:
        return False
    made = [q for q in quantities(claim) if q.kind not in _NO_AMOUNT and q.span != number.span]
    priced = [o for o in have if o.kind not in _NO_AMOUNT and not o.ranges and o.told != 1]
    return any(
        made_of.same_kind(o) and _same(made_of, o, number.told * o.value, number.told * o.told)
        for made_of in made
        for o in priced
    )


def _are_the_rest(number: Quantity, have: Sequence[Quantity], premise: str) -> bool:
    """True for 60 employees beside "of its 210 employees 150 moved and the others left"."""
    if number.kind != COUNT or not _THE_REST.search(premise):
        return False
    counts = [o for o in have if o.kind in (COUNT, PLAIN) and not o.ranges]
    return any(number.same_kind(o) and o.told - number.told in {part.told for part in counts} for o in counts)


def _same(number: Quantity, other: Quantity, value: float, told: float) -> bool:
    """Whether the number is ``value`` in the base unit of the other one; by the numbers as told where it has another base."""
    mine, made = (number.value, value) if number.kind == other.kind else (number.told, told)
    return abs(mine - made) <= max(1e-6 * abs(made), number.within)


def _added(number: Quantity, one: Quantity, other: Quantity) -> bool:
    if one.kind != other.kind:
        return False
    few = one.kind in (COUNT, PLAIN) and min(one.value, other.value) < FEW
    return not few or bool(number.things & one.things & other.things)


def _is_later(days: Sequence[date], starts: Sequence[date], premise: str) -> bool:
    """True if one of the days is as long after one of the premise as it tells a time in days, weeks, months or years.

    What starts on the 3rd and lasts four days ends on the 6th: the first day counts.
    """
    lasting = [q for q in (*quantities(premise), *single_units(premise)) if q.kind == TIME and q.value >= _DAY]
    first = int(bool(_LASTS.search(premise)))
    return len(lasting) <= MOST and any(
        -max(NEAR.get(time.unit, 0), first) <= (mine - start).days - time.value / _DAY <= NEAR.get(time.unit, 0)
        for mine in days
        for start in starts
        for time in lasting
    )


def _is_hours_later(clock: Quantity, premise: str) -> bool:
    """True for a time of day that is as long after one of the premise as it tells a time in hours and minutes."""
    told = quantities(premise)
    starts = [q for q in told if q.kind == CLOCK and q.things == clock.things]
    lasting = [q for q in (*told, *single_units(premise)) if q.kind == TIME and q.value < _DAY]
    return len(lasting) <= MOST and any(
        (start.value + time.value / 60 - clock.value) % _HALF_A_DAY == 0 for start in starts for time in lasting
    )


def _days_of_a_year(text: str) -> Iterator[tuple[Span, date]]:
    """The days that a text tells without a year, with where; as those of one year without a 29 February."""
    for found in _DAY_AND_MONTH.finditer(text):
        with suppress(ValueError):
            day, month = found["day"] or found["day2"], month_number(found["month"] or found["month2"])
            yield Span(*found.span()), date(2001, month, int(day))


def _lies_between(time: Quantity, premise: str) -> bool:
    """True for a time in days, weeks, months or years that lies between two days of the premise."""
    days = sorted({day for told in periods(premise) for day in _dates(told)})
    near = NEAR.get(time.unit, 0)
    return len(days) <= MOST and any(abs((b - a).days - time.value / _DAY) <= near for a, b in combinations(days, 2))


def _dates(period: Period) -> Iterator[date]:
    """The day of the calendar that a period of one day is; nothing for a longer one, and for a 30 February."""
    if period.first == period.last:
        with suppress(ValueError):
            yield date(*parts_of(period.first))
