"""Dates as people write them, in English and Chinese."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import date

from localcheck.agent.arithmetic.numerals import numeral
from localcheck.text.lexicon import MONTH_OR_SHORT, month_number
from localcheck.text.patterns import regex

_BELOW_100 = "(?:[二三四五六七八九]?十[一二三四五六七八九]?|[一二三四五六七八九])"
"""Not "五六" or "五六十", which leave open what is meant."""
_PATTERNS = (
    regex(r"(?<!\d)(?P<y>\d{4})\s*[-/.]\s*(?P<m>\d{1,2})\s*[-/.]\s*(?P<d>\d{1,2})(?!\d)"),
    regex(r"(?<!\d)(?P<y>\d{4})\s*年\s*(?P<m>\d{1,2})\s*月\s*(?P<d>\d{1,2})\s*[日号]?"),
    regex(
        rf"\b(?P<name>{MONTH_OR_SHORT})\.?\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?:of\s+)?(?P<y>\d{{3,4}})\b", re.I
    ),
    regex(
        rf"\b(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<name>{MONTH_OR_SHORT})\.?,?\s+(?P<y>\d{{3,4}})\b", re.I
    ),
    regex(r"(?<!\d)(?P<d>\d{1,2})\.(?P<m>\d{1,2})\.(?P<y>\d{4})(?!\d)"),
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
