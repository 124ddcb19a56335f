"""Dates as people write them, in English and Chinese, and lengths of months and years, where a sentence says only that."""

from __future__ import annotations

import re
import unicodedata
from calendar import isleap, monthrange
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from localcheck.agent.arithmetic.numerals import numeral
from localcheck.text.lexicon import MONTH_OR_SHORT, month_number
from localcheck.text.patterns import regex

_BELOW_100 = "(?:[二三四五六七八九]?十[一二三四五六七八九]?|[一二三四五六七八九])"
"""Not "五六" or "五六十", which leave open what is meant."""
_MONTH, _DAY = r"(?P<m>0?[1-9]|1[0-2])", r"(?P<d>0?[1-9]|[12]\d|3[01])"
"""Between marks that also calculate: 1200 - 50 - 50 is no date, 2023-02-30 is one that the calendar does not have."""
_PATTERNS = (
    regex(rf"(?<!\d)(?<![-+*×÷/=] )(?P<y>\d{{4}})\s*(?P<s>[-/.])\s*{_MONTH}\s*(?P=s)\s*{_DAY}(?!\d|\s*[=≈*×÷+])"),
    regex(r"(?<!\d)(?P<y>\d{4})\s*年\s*(?P<m>\d{1,2})\s*月\s*(?P<d>\d{1,2})\s*[日号]?"),
    regex(
        rf"\b(?P<name>{MONTH_OR_SHORT})\.?\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?:of\s+)?(?P<y>\d{{3,4}})\b", re.I
    ),
    regex(
        rf"\b(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<name>{MONTH_OR_SHORT})\.?,?\s+(?P<y>\d{{3,4}})\b", re.I
    ),
    regex(rf"(?<!\d){_DAY}\.{_MONTH}\.(?P<y>\d{{4}})(?!\d)"),
    regex(rf"(?P<cy>[〇零一二三四五六七八九]{{4}})年(?P<cm>{_BELOW_100})月(?P<cd>{_BELOW_100})[日号]"),
)


GREGORIAN_FROM = 1753
"""First year in which the calendar of today was in use nearly everywhere; texts give earlier dates by either calendar."""


@dataclass(frozen=True, slots=True)
class Written:
    """A date in a text."""

    text: str
    start: int
    day: date | None
    """None where the calendar has no such day (30 February)."""
    julian: bool = False
    """Is it 29 February of a year that was a leap year in the old calendar only? Then ``day`` is None too."""


def plain_dates(text: str) -> str:
    """``text`` with full-width digits and signs in plain form."""
    return unicodedata.normalize("NFKC", text)


def dates(text: str) -> list[Written]:
    """The full dates of ``text`` (year, month, day), in order. Slashes are read year first; 03/04/2020 is no date here."""
    found: dict[int, Written] = {}
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            if not any(w.start <= match.start() < w.start + len(w.text) for w in found.values()):
                found[match.start()] = Written(match.group(), match.start(), *_day(match.groupdict()))
    return [found[start] for start in sorted(found)]


def _day(parts: dict[str, str | None]) -> tuple[date | None, bool]:
    if chinese := parts.get("cy"):
        year, month, day = numeral(chinese), numeral(parts["cm"] or ""), numeral(parts["cd"] or "")
    else:
        year, day = int(parts["y"] or 0), int(parts["d"] or 0)
        month = int(parts["m"] or 0) if parts.get("m") else month_number(parts.get("name") or "")
    try:
        return date(year, month, day), False
    except ValueError:
        return None, (month, day) == (2, 29) and julian_only(year)


def julian_only(year: int) -> bool:
    """Was it a leap year in the old calendar only, at a time when texts may go by it?"""
    return year % 100 == 0 and year % 400 != 0 and 0 < year < GREGORIAN_FROM


_TOLD = (
    regex(r"(?:(?P<year>\d{4})年)?(?:(?P<month>\d{1,2})月)?(?:份|全年)?(?:一?共|总共)?有(?P<days>\d{2,3})天[。.]?"),
    regex(
        rf"(?:The month of )?(?:(?P<month>{MONTH_OR_SHORT}),? ?)?(?:(?:The year )?(?P<year>\d{{4}}) )?"
        r"(?:has|had|have|will have) (?:exactly )?(?P<days>\d{2,3}) days[.]?",
        re.I,
    ),
    regex(
        r"There (?:are|were|will be) (?:exactly )?(?P<days>\d{2,3}) days in (?:the (?:month of|year) )?"
        rf"(?:(?P<month>{MONTH_OR_SHORT})(?:,? |\.?$))?(?P<year>\d{{4}})?[.]?",
        re.I,
    ),
)
MOST_APART = 3
"""Days by which a wrong length may differ: "April had 12 days" says something of that April."""


def told_lengths(sentence: str) -> Iterator[tuple[str, bool]]:
    """A line for a person, and whether the sentence is right; nothing for February without its year.

    >>> list(told_lengths("April has 31 days.")), list(told_lengths("2024年2月有29天。"))
    ([('month 4 has 30 days; the text says 31', False)], [('2024-02 has 29 days; the text says 29', True)])
    """
    told = next((m for pattern in _TOLD if (m := pattern.fullmatch(sentence.strip()))), None)
    if told is None:
        return
    year, name, said = int(told["year"] or 0), told["month"], int(told["days"])
    month = 0 if name is None else int(name) if name.isdecimal() else month_number(name)
    if month > 12 or not (year or month) or (month == 2 and not year) or (year and julian_only(year)):
        return
    days = monthrange(year or 1, month)[1] if month else 365 + isleap(year)
    if abs(days - said) <= MOST_APART:
        what = f"{year}-{month:02}" if year and month else f"month {month}" if month else str(year)
        yield f"{what} has {days} days; the text says {said}", days == said
