"""Dates that may be given to the day, the month or only the year (ISO 8601), and dates in the names of files. Pure."""

from __future__ import annotations

import calendar
from datetime import date

from localcheck.text.patterns import regex

_DATED = regex(r"((?:1[5-9]|20)\d\d)(?:-(\d\d)(?:-(\d\d))?)?")
_DAY_IN_NAME = regex(r"(?<!\d)((?:19|20)\d\d)[-_.]?(\d\d)[-_.]?(\d\d)(?!\d)")
_YEAR_IN_NAME = regex(r"(?:^|[-_. ])((?:19|20)\d\d)(?=$|[-_. ])")


def last_day(text: str) -> date | None:
    """The last day that ``text`` may mean: of ``"2018"`` the last of December; None for what is no date.

    What follows a full date (a time of day) is left out.
    """
    whole = text[:10] if len(text) > 10 else text
    found = _DATED.fullmatch(whole)
    if found is None:
        return None
    year, month, day = (None if part is None else int(part) for part in found.groups())
    assert year is not None
    month = 12 if month is None else month
    try:
        return date(year, month, calendar.monthrange(year, month)[1] if day is None else day)
    except (ValueError, calendar.IllegalMonthError):
        return None


def a_day(text: str) -> str:
    """The date that ``text`` begins with: ``2019-05-01T10:00:00Z`` -> ``2019-05-01``; perhaps only a year; else empty."""
    found = _DATED.match(text.strip())
    return found.group() if found and last_day(found.group()) is not None else ""


def in_name(name: str) -> str:
    """The date in a file's name: ``enwiki-20260101-pages`` -> ``2026-01-01``, ``enwiki_2018_15k`` -> ``2018``; else empty."""
    for found in _DAY_IN_NAME.finditer(name):
        day = "-".join(found.groups())
        if last_day(day) is not None:
            return day
    years = _YEAR_IN_NAME.findall(name)
    return str(years[0]) if len(years) == 1 else ""
