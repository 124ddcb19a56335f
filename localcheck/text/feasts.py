"""Days that people name by what is kept on them: "on Christmas Day", "two days before Christmas", "the eve of New Year"."""

from __future__ import annotations

import re
from datetime import date, timedelta

from localcheck.text.counted_dates import ALONE, VAGUE
from localcheck.text.lexicon import SMALL, month_name, number_told
from localcheck.text.patterns import regex

_ON = {
    "Christmas Day": (12, 25),
    "Christmas Eve": (12, 24),
    "Boxing Day": (12, 26),
    "New Year's Day": (1, 1),
    "New Year's Eve": (12, 31),
    "Valentine's Day": (2, 14),
    "Bastille Day": (7, 14),
    "Halloween": (10, 31),
    "All Saints' Day": (11, 1),
}
"""Month and day of each."""
_BESIDE = {**_ON, "Christmas": (12, 25), "New Year": (1, 1)}
"""The same, and what names a day only where days are counted from it: "at Christmas" is no day."""
_NOT_DATED = r"(?!,? (?:(?:on )?\d{1,2} [A-Z]|(?:on )?[A-Z][a-z]+ \d|\())"
_NAMED = "|".join(_ON).replace("'", "['’]")
_FEAST = regex(rf"(?<=\b[Oo]n )(?P<feast>{_NAMED})(?: (?:of|in)(?= \d{{4}}))?{_NOT_DATED}")
_NO_SPAN = "".join(
    rf"(?<!\b{word} )" for word in "the The for For in In of within Within last first next every and or to".split()
)
"""Not "for two days after Christmas"."""
_COUNTED = regex(
    rf"{VAGUE}{_NO_SPAN}{ALONE}(?:(?P<word>[Oo]n|[Uu]ntil|[Ss]ince|[Bb]y|[Ff]rom) )?"
    rf"(?:(?:(?i:a|the|one) day|(?P<days>[2-9]|1[0-2]|(?i:{'|'.join(SMALL[2:13])})) days) (?P<way>before|after)|[Tt]he eve of)"
    rf" (?P<feast>{_NAMED}|Christmas|New Year)(?![\w'’-]| [A-Z]| (?:dinner|party|market|break|holiday|season)s?\b)"
    rf"(?:,? (?:(?:of|in) )?(?P<year>1\d{{3}}|20\d\d)\b)?{_NOT_DATED}"
)


def in_days(text: str) -> str:
    """The text with feasts as the days that they are, also where up to twelve days before or after them are counted.

    >>> in_days("He died on Christmas Day of 1977."), in_days("He was born two days before Christmas in 1822.")
    ('He died on 25 December 1977.', 'He was born on 23 December 1822.')
    >>> in_days("He stayed until the day after New Year’s Eve 1999."), in_days("It opened about two days before Christmas.")
    ('He stayed until 1 January 2000.', 'It opened about two days before Christmas.')
    """
    text = _COUNTED.sub(_said, text)
    return _FEAST.sub(lambda found: _day(date(2001, *_ON[_plain(found)])), text)


def _said(found: re.Match[str]) -> str:
    """The day that is counted, behind "on" or the word that stood before the count."""
    days = number_told(found["days"] or "one")
    year = int(found["year"] or 2001)
    day = date(year, *_BESIDE[_plain(found)]) + timedelta(days if found["way"] == "after" else -days)
    word = found["word"] or ("On" if found.group()[0].isupper() else "on")
    return f"{word} {_day(day)}{f' {day.year}' if found['year'] else ''}"


def _plain(found: re.Match[str]) -> str:
    return found["feast"].replace("’", "'")


def _day(day: date) -> str:
    return f"{day.day} {month_name(day.month)}"
