"""Dates as the days that they may mean: a day, March 2020, the spring of 2020, the 1990s, the 19th century. Pure.

A premise that names a period inside the claim's bears the claim's date out; one that names another period contradicts it.

The periods of a claim held against those of a premise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from localcheck.text.lexicon import MONTH_OR_SHORT, NUMERIC_DATE, ORDINALS, WEEKDAY, YEAR, month_number, nth_told
from localcheck.text.patterns import regex
from localcheck.text.values.kinds import words_before
from localcheck.types import Span

SEASONS = {"spring": (3, 6), "summer": (6, 9), "autumn": (9, 12), "fall": (9, 12), "winter": (12, 15)}
"""First and last month of the northern seasons as people use the words; winter ends in March of the next year."""
THIRDS = {
    "early": (1, 5), "beginning": (1, 4), "start": (1, 4), "mid": (4, 9), "middle": (4, 9), "late": (8, 12), "end": (9, 12),
    "first half": (1, 6), "second half": (7, 12),
}  # fmt: skip
"""The months that a part of a year may mean; of decades and centuries the same share."""
_YEAR = f"(?P<{{0}}>{YEAR})"
_PARTS = "|".join(THIRDS)
_ORDINALS = "|".join(ORDINALS).replace("-", "[- ]")
_DATED = regex(
    r"(?<![\w.,-])(?:"
    rf"(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\.?\s+(?:of\s+)?(?P<month1>{MONTH_OR_SHORT})\.?,?\s+{_YEAR.format('year1')}"
    rf"|(?P<month2>{MONTH_OR_SHORT})\.?\s+(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?,?\s+{_YEAR.format('year2')}"
    rf"|(?P<month3>{MONTH_OR_SHORT})\.?,?\s+(?:of\s+)?{_YEAR.format('year3')}"
    rf"|(?:the\s+)?(?P<season>{'|'.join(SEASONS)})\s+(?:of\s+)?{_YEAR.format('year4')}"
    rf"|(?:the\s+)?(?P<quarter>first|second|third|fourth|Q[1-4])\s+(?:quarter\s+)?(?:of\s+)?{_YEAR.format('year7')}"
    rf"|(?:the\s+)?(?P<half>first|second)\s+half\s+of\s+{_YEAR.format('year8')}"
    rf"|(?:the\s+)?(?:(?P<part>{_PARTS})(?:\s+of)?[-\s]+)?(?:the\s+)?(?:(?P<decade>1\d\d0|20\d0)['’]?s\b|{_YEAR.format('year5')})"
    rf"|(?:the\s+)?(?:(?P<part6>{_PARTS})(?:\s+of)?[-\s]+)?(?:the\s+)?(?P<century>\d{{1,2}}(?:st|nd|rd|th)|{_ORDINALS})[-\s]century"
    r")",
    re.IGNORECASE,
)
_NUMERIC = regex(NUMERIC_DATE)
_FIRST_DAY = regex(
    rf"(?<![\w.,-])(?P<date>(?:(?P<month>{MONTH_OR_SHORT})\.? )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?"
    rf"(?: (?:of )?(?P<month_behind>{MONTH_OR_SHORT})\.?)?)"
    rf"(?:,? (?:to|until|till|through|and) |\s?[–—-]\s?)(?:the )?(?:{WEEKDAY},? )?$",
    re.IGNORECASE,
)
"""In front of a day with its year, another one that has the year, and often the month, from that: "5 to 21 August 2016"."""
_BEFORE_IT = regex(r"\b(?:before|prior to|earlier than) (?:the )?$", re.IGNORECASE)
_BEFORE = 40
"""Characters in which it is looked for."""
MONTH_LONG = 31
YEAR_LONG = 12 * MONTH_LONG
"""Days of a month and of a year as days are counted here, so that every month begins at a round number."""


@dataclass(frozen=True, slots=True)
class Period:
    """A run of months or days; ``first`` and ``last`` count days as ``day_number`` does."""

    first: int
    last: int
    near: frozenset[str] = frozenset()
    """The words before it in its clause, which say what happened then."""
    span: Span = field(default=Span(0, 0), compare=False)
    opens: bool = False
    """Is it the first day of a range that has its year from the last one ("from 5 to 21 August 2016")?"""
    later: bool = False
    """Does "before" stand in front of it, so that it is later than what is meant?"""

    def holds(self, other: Period) -> bool:
        """True if ``other`` lies inside."""
        return self.first <= other.first and other.last <= self.last

    def meets(self, other: Period) -> bool:
        """True if a day may be in both."""
        return self.first <= other.last and other.first <= self.last

    @property
    def whole_years(self) -> bool:
        """True if it is told in years only."""
        return self.first % YEAR_LONG == 0 and (self.last + 1) % YEAR_LONG == 0


def day_number(year: int, month: int = 1, day: int = 1) -> int:
    """Days since the year 0, every month with 31 of them."""
    return year * YEAR_LONG + (month - 1) * MONTH_LONG + day - 1


def days_of_years(first: int, last: int) -> tuple[int, int]:
    """The first day of one year and the last day of another."""
    return day_number(first), day_number(last + 1) - 1


def parts_of(number: int) -> tuple[int, int, int]:
    """The year, month and day of a day number.

    >>> parts_of(day_number(1994, 12, 31))
    (1994, 12, 31)
    """
    year, rest = divmod(number, YEAR_LONG)
    month, day = divmod(rest, MONTH_LONG)
    return year, month + 1, day + 1


@lru_cache(maxsize=16384)
def periods(text: str) -> tuple[Period, ...]:
    """The periods that ``text`` names by their year, those in figures last; "the winter of 2020" is two: that which ends then,
    and the next; and so is 03/05/1994.

    >>> spring, march = periods("in the spring of 2020; in March 2020")
    >>> spring.holds(march), march.holds(spring)
    (True, False)
    """
    return tuple(_found(text))


def _found(text: str) -> Iterator[Period]:
    in_figures = list(_NUMERIC.finditer(text))
    for match in _DATED.finditer(text):
        if any(number.start() < match.end() and match.start() < number.end() for number in in_figures):
            continue
        ends = _ends(match)
        near, span = words_before(text, match.start()), Span(*match.span())
        if ends is not None:
            yield Period(*ends, near, span, later=_follows_before(text, match.start()))
        if ends is not None and (match["season"] or "").lower() == "winter":
            yield Period(ends[0] + YEAR_LONG, ends[1] + YEAR_LONG, near, span)
        if ends is not None and ends[0] == ends[1]:
            yield from _first_day(text, match.start(), ends[0])
    for match in in_figures:
        near, span = words_before(text, match.start()), Span(*match.span())
        for year, month, day in days_of(match):
            at = day_number(year, month, day)
            yield Period(at, at, near, span, later=_follows_before(text, match.start()))


def _follows_before(text: str, at: int) -> bool:
    return _BEFORE_IT.search(text, max(0, at - _BEFORE), at) is not None


def _first_day(text: str, end: int, last: int) -> Iterator[Period]:
    """The first day of a range that ends with the day ``last``, written from ``end`` on."""
    found = _FIRST_DAY.search(text, max(0, end - _BEFORE), end)
    if found is None or not 1 <= int(found["day"]) <= 31:
        return
    name = found["month"] or found["month_behind"]
    year, month, _ = parts_of(last)
    first = day_number(year, month_number(name) if name else month, int(found["day"]))
    if first > last and name:
        first -= YEAR_LONG  # from 28 December to 3 January 2019
    if first < last:
        yield Period(first, first, words_before(text, found.start()), Span(*found.span("date")), opens=True)


def days_of(match: re.Match[str]) -> list[tuple[int, int, int]]:
    """The year, month and day that a match of ``NUMERIC_DATE`` may mean: of 03/05/1994 the third of May, or the fifth of March.

    >>> [days_of(m) for m in re.finditer(NUMERIC_DATE, "1994-05-03 03/05/1994 31/5/1994")]
    [[(1994, 5, 3)], [(1994, 5, 3), (1994, 3, 5)], [(1994, 5, 31)]]
    """
    if match["iso_year"]:
        return [(int(match["iso_year"]), int(match["iso_month"]), int(match["iso_day"]))]
    year, one, other = int(match["last_year"]), int(match["one"]), int(match["other"])
    return [(year, month, day) for month, day in dict.fromkeys(((other, one), (one, other))) if month <= 12]


def _ends(match: re.Match[str]) -> tuple[int, int] | None:
    if year := match["year1"] or match["year2"]:
        day = int(match["day"] or match["day2"])
        at = day_number(int(year), month_number(match["month1"] or match["month2"]), day)
        return (at, at) if 1 <= day <= 31 else None
    if match["year3"]:
        return _months(int(match["year3"]), *2 * (month_number(match["month3"]),))
    if match["season"]:
        return _months(int(match["year4"]), *_season(match["season"]))
    if match["year7"]:
        number = "first second third fourth q1 q2 q3 q4".split().index(match["quarter"].lower()) % 4
        return _months(int(match["year7"]), 3 * number + 1, 3 * number + 3)
    if match["year8"]:
        return _months(int(match["year8"]), *((1, 6) if match["half"].lower() == "first" else (7, 12)))
    return _long(match)


def _long(match: re.Match[str]) -> tuple[int, int]:
    """Years, decades, centuries, and the parts of them."""
    part = match["part"] or match["part6"]
    low, high = THIRDS[part.lower()] if part else (1, 12)
    if match["century"]:
        first, years = 100 * (nth_told(match["century"]) - 1), 101
    elif match["decade"]:
        first = int(match["decade"])
        years = 100 if first % 100 == 0 and first < 2000 else 10
    else:
        first, years = int(match["year5"]), 1
    step = MONTH_LONG * years
    return day_number(first) + (low - 1) * step, day_number(first) + high * step - 1


def _months(year: int, first: int, last: int) -> tuple[int, int]:
    return day_number(year) + MONTH_LONG * (first - 1), day_number(year) + MONTH_LONG * last - 1


def _season(name: str) -> tuple[int, int]:
    first, last = SEASONS[name.lower()]
    return (first - 12, last - 12) if last > 12 else (first, last)


_CENTURY = 30 * YEAR_LONG
"""Days from which on a period is no year and no decade, which are compared as numbers; a part of a century is one, too."""


@dataclass(frozen=True, slots=True)
class ComparedDates:
    """The periods of the claim, and those of the premise."""

    mine: tuple[Period, ...]
    have: tuple[Period, ...]

    def bear_out(self, span: Span) -> bool:
        """True if what stands there belongs to a date of the claim that one of the premise bears out."""
        return any(span in p.span for p in self.mine if self._held(p))

    def leave_open(self, span: Span) -> bool:
        """True if what stands there belongs to a date of the claim that the premise has only in a longer one."""
        return any(span in p.span and _only_within(p, self.have) for p in self.mine)

    def others(self, lost: Sequence[Span]) -> Iterator[tuple[Span, Span]]:
        """The periods of the claim for which the premise has another one, each with that.

        Not what is settled already: a period that the premise bears out, or whose numbers are ``lost``. Of centuries only the
        number is lost, which alone says nothing against them.
        """
        for period in self.mine:
            among_lost = any(span in period.span for span in lost)
            looked_at = (
                _century(period) if among_lost else not any(p.span in period.span and self._held(p) for p in self.mine)
            )
            other = _another(period, self.mine, self.have) if looked_at else None
            if other is not None:
                yield period.span, other.span

    def _held(self, period: Period) -> bool:
        return any(period.holds(o) for o in self.have)


def _only_within(period: Period, have: tuple[Period, ...]) -> bool:
    """True for 1995 beside "the 1990s", where the premise has no date that is as near as the claim's."""
    length = period.last - period.first
    return any(o.holds(period) for o in have) and not any(o.last - o.first <= length for o in have)


def _century(period: Period) -> bool:
    """True for a century or a part of one."""
    return period.last - period.first >= _CENTURY


def _another(period: Period, mine: tuple[Period, ...], have: tuple[Period, ...]) -> Period | None:
    """A period of the premise for the same event that has no day in common with the claim's; None if it has one that has."""
    century = _century(period)
    if (period.whole_years and not century) or any(period.meets(o) for o in have):
        return None
    free = [o for o in have if (century or not o.whole_years) and not any(m.meets(o) for m in mine)]
    free = [o for o in free if not (period.later and not o.later and o.last < period.first)]
    alone = all(len({p.span for p in told if not p.opens}) == 1 for told in (mine, have))
    return next((o for o in free if alone or period.near & o.near), None)
