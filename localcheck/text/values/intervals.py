"""Numbers that belong together: the ends of an interval, and counts that have their unit from the number before them. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from localcheck.text.patterns import regex
from localcheck.text.values.bounds import BY, CHANGED
from localcheck.text.values.kinds import between_ages
from localcheck.text.values.quantity import COUNT, DAY, ORDINAL, PLAIN, YEAR, Quantity
from localcheck.text.values.units import TEMPERATURE, TIME
from localcheck.text.values.worded import compounds
from localcheck.types import Span

_CODE = r"(?:(?-i:CHF|SEK|NOK|DKK|JPY|PLN|CZK|INR)\s)?"
_RANGE = regex(rf"(?:\s|-\s)?(?:–|-|to|and|bis)\s?{_CODE}$", re.IGNORECASE)
"""Between the ends of an interval, also one in which both are joined to what follows: "6- to 12-year-olds";
money of some currencies is read without their codes."""
MINUS = regex(r"(?:(?<![\w°%)\]])(?<![\d°] )(?<!°[CF] )[-−–]|\bminus )$", re.IGNORECASE)
_AS_A_RANGE = 3
"""What rose by 30 cm to 60 cm rose by something between them; by 30 cm to more than so many times that, it was as much then."""
_OF_THEM = regex(r" of (?:them|these|those|which) (?:in|on|at|as|under|with|behind)\b")
_TIMES = regex(r"\s?[x×]\s?")
_FLAT = 12
"""A side is no longer than so many times the one before it: four runners run "4 × 100 m"."""
RANGE_BEFORE = regex(rf"\b(?P<word>between|from)\s+(?:the ages? of\s+)?{_CODE}$", re.IGNORECASE)
"""In front of the first end of an interval."""


def joined(text: str, found: list[Quantity]) -> Iterator[Quantity]:
    """Two numbers of one kind with "to" or a dash between them are the ends of one interval: between 50 and 60."""
    found.sort(key=lambda q: q.span.start)
    found = compounds(text, found)
    at = 0
    while at < len(found):
        one, other = found[at], found[at + 1] if at + 1 < len(found) else None
        interval = other and _interval(text, one, other)
        yield interval or one
        at += 2 if interval else 1


def with_units_behind(text: str, found: Sequence[Quantity]) -> list[Quantity]:
    """The numbers, those of a size all with the unit of the last one: "30 x 20 x 5 cm"."""
    kept: list[Quantity] = []
    for one in sorted(found, key=lambda q: -q.span.start):
        last = kept[-1] if kept else None
        sides = last and last.kind == "length" and _TIMES.fullmatch(text[one.span.end : last.span.start])
        if last and sides and one.kind in (COUNT, PLAIN) and not one.ranges and last.told <= _FLAT * one.told:
            side = one.told * last.value / last.told
            one = replace(one, value=side, kind=last.kind, unit=last.unit, system=last.system, things=frozenset())
        kept.append(one)
    return kept


def with_units_before(text: str, found: Iterable[Quantity]) -> Iterator[Quantity]:
    """The numbers, one "of them" with the unit of the time before it: "27 years in prison, 18 of them on an island"."""
    before: Quantity | None = None
    for one in found:
        if before and before.kind == TIME and before.told and _OF_THEM.match(text, one.span.end):
            in_seconds = one.told * before.value / before.told
            one = replace(one, value=in_seconds, kind=TIME, unit=before.unit, things=frozenset())
        before = one
        yield one


def _interval(text: str, one: Quantity, other: Quantity) -> Quantity | None:
    """Two numbers that follow each other as the ends of one interval; None if they are not."""
    if one.ranges or other.ranges or other.kind in (YEAR, DAY, ORDINAL) or other.soft:
        return None
    other = between_ages(text, one, other) or other
    between = text[one.span.start : other.span.start]
    before = text[max(0, one.span.start - 60) : one.span.start]
    minus = MINUS.search(before) if other.kind == TEMPERATURE else None  # "between −5 and 10 °C"
    before = before[: minus.start()] if minus else before
    lead, joint = RANGE_BEFORE.search(before), _RANGE.search(between)
    from_ = lead is not None and lead["word"].lower() == "from"
    if joint is None or len(between) > 40 or (from_ and CHANGED.search(before)):
        return None
    if BY.search(before) and "to" in joint.group() and _became(one, other):
        return None
    bare = joint.start() <= one.span.end - one.span.start
    if (not bare and lead is None) or ("and" in joint.group().lower() and (lead is None or from_)):
        return None  # "was £21,000, and was raised to £50,000"
    if one.kind not in (other.kind, other.kind.removesuffix(" per time"), PLAIN, COUNT) and not (
        bare and one.kind == YEAR
    ):
        return None
    shares_unit = one.kind in (PLAIN, COUNT) or one.kind != other.kind
    low = one.told * (other.value / other.told if other.told else 1.0) if shares_unit else one.value
    low = -abs(low) if minus else low
    if not low < other.value:
        return None
    start = one.span.start - sum(len(found.group()) for found in (lead, minus) if found)
    return replace(other, value=low, upto=other.value, told=one.told, span=Span(start, other.span.end))


def _became(one: Quantity, other: Quantity) -> bool:
    """True for "by 5 euros to 35 euros", where the second is what came of a rise by the first, and no end of an interval."""
    if one.kind != other.kind or not one.turn:  # "by 1.1 to 6.4 °C"
        return False
    return one.kind.startswith("money") or (one.kind != TEMPERATURE and other.value > _AS_A_RANGE * one.value)
