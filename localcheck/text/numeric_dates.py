"""Dates in figures, as dates with the name of the month. Pure."""

from __future__ import annotations

import re
from datetime import date

from localcheck.text.lexicon import MONTHS, month_name
from localcheck.text.patterns import regex

_DATE = regex(
    r"(?<![\w.,/-])(?:(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>[12]\d{3})"
    r"|(?P<first>[12]\d{3})(?P<mark>[-/.])(?P<second>\d{1,2})(?P=mark)(?P<third>\d{1,2})"
    r"|(?P<one>\d{1,2})(?P<slash>[/-])(?P<other>\d{1,2})(?P=slash)(?P<last>[12]\d{3})"
    r"|(?P<named>\d{1,2})-(?P<word>[A-Z][a-z]{2})-(?P<its>[12]\d{3}))(?![\w/-]|[.,]\d)"
)
"""15.03.2026, 2026-03-15, 15/03/2026 or 03/15/2026, and 15-Mar-2026."""


def in_months(text: str) -> str:
    """The text with dates in figures in words, but for those of which it is not plain which number is the day.

    >>> in_months("It starts on 15.03.2026 and ends on 2028-03-14."), in_months("Due 03/04/2026, paid 03/15/2026.")
    ('It starts on 15 March 2026 and ends on 14 March 2028.', 'Due 03/04/2026, paid 15 March 2026.')
    """
    return _DATE.sub(_in_words, text)


def _in_words(found: re.Match[str]) -> str:
    day, month, year = _parts(found)
    try:
        date(year, month, day)
    except ValueError:
        return found[0]
    return f"{day} {month_name(month)} {year}"


def _parts(found: re.Match[str]) -> tuple[int, int, int]:
    """Day, month and year; the month is 0 where it is not plain."""
    if found["day"]:
        return int(found["day"]), int(found["month"]), int(found["year"])
    if found["first"]:
        return int(found["third"]), int(found["second"]), int(found["first"])
    if found["named"]:
        month = next((number for number in MONTHS.values() if month_name(number)[:3] == found["word"]), 0)
        return int(found["named"]), month, int(found["its"])
    one, other, year = int(found["one"]), int(found["other"]), int(found["last"])
    day, month = (one, other) if one > 12 or one == other else (other, one)
    return day, month if day > 12 or one == other else 0, year
