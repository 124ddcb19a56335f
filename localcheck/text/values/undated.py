"""A claim without its date, to ask whether a sentence says the rest of it; and what a year says of a state that lasts. Pure."""

from __future__ import annotations

import re

from localcheck.text.lexicon import LONE_YEAR, MONTH_NAME, YEAR, month_number
from localcheck.text.patterns import regex
from localcheck.text.values.dates import day_number
from localcheck.text.words import with_capital

_YEAR = regex(LONE_YEAR)
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_DATE = regex(
    r",?\s?\b(?:in|on|during|since|by|until|around|about)\s+(?:the\s+(?:year|spring|summer|autumn|winter|fall)\s+(?:of\s+)?)?"
    rf"(?:(?:early|late|mid)[- ])?(?:{_DAY}\s+)?(?:{MONTH_NAME}\s+)?(?:{_DAY},?\s+|,\s*)?(?P<year>{LONE_YEAR}),?",
    re.IGNORECASE,
)
_TIME = regex(r"(?<![\d.,])\d{4}s?\b|\b(?:century|centuries|decade|twenties|thirties|forties|fifties|sixties)\b", re.I)
_SPAN = regex(
    rf"\b({YEAR})\s?(?:to|until|till|through)\s?(?:{_DAY}\s)?(?:{MONTH_NAME}\s)?({YEAR})"
    rf"|\bbetween ({YEAR}) and ({YEAR})"
)
_BORN = regex(r"\b(?:born|birth|died|dies|death)\b", re.IGNORECASE)
_DAYS = regex(
    rf"\b(?:from|between|night of)(?: the)?(?: (?P<day1>{_DAY}))?(?: (?P<month1>{MONTH_NAME}))?(?:,? (?P<year1>{YEAR}))?"
    rf" (?:to|until|till|through|and)(?: the)?(?: (?P<day2>{_DAY}))? (?P<month2>{MONTH_NAME})(?:,? (?P<year2>{YEAR}))?"
)
_WHEN = regex(rf"\b(?:(?P<day>{_DAY}) )?(?P<month>{MONTH_NAME})(?:,? (?P<year>{YEAR}))?(?! \d)")
_LASTING = regex(
    r"\b(?:is|are|was|were) (?:still )?"
    r"(?:\w+ing|in|on|at|under|the|an?|part|open|closed|divided|king|queen|emperor|president)\b"
    r"|(?-i:\b(?:applied|belonged|governed|lived|reigned|ruled|served|worked|ran|taught|night of)\b)|\bstill\b",
    re.IGNORECASE,
)
FEWEST = 3
"""Words that must be left."""


def undated(claim: str) -> str:
    """The claim without the phrase that says in which year; empty if it names no year, several, or little else.

    >>> undated("In 1905 Albert Einstein published four papers."), undated("He won the 1921 Nobel Prize.")
    ('Albert Einstein published four papers.', '')
    >>> undated("It was launched from Florida in July 1969.")
    'It was launched from Florida.'
    """
    found = _DATE.search(claim)
    if found is None or len(_YEAR.findall(claim)) != 1:
        return ""
    left = " ".join(f"{claim[: found.start()]} {claim[found.end() :]}".split())
    left = re.sub(r"\s+([.,;:!?])", r"\1", left)
    return with_capital(left) if len(left.split()) >= FEWEST else ""


def dated(text: str) -> bool:
    """True if the text names a year, a decade or a century."""
    return bool(_TIME.search(text))


def within_an_interval(claim: str, premise: str) -> bool:
    """True if each year of the claim lies in an interval of the premise, its ends included: what lasted from 1961 to 1989 may
    well have ended in 1989, and something may have happened in 1970. Not for births and deaths, which nothing else dates, and
    not for an interval.

    >>> within_an_interval("The wall fell in 1989.", "It divided the city from 1961 to 1989.")
    True
    """
    if _BORN.search(claim) or _SPAN.search(claim):
        return False
    years = {int(y) for y in _YEAR.findall(claim)}
    return bool(years) and all(in_an_interval(year, premise) for year in years)


def in_an_interval(year: float, premise: str) -> bool:
    """True if the year lies in an interval of years that the premise tells, its ends included."""
    return any(int(a or c) <= year <= int(b or d) for a, b, c, d in _SPAN.findall(premise))


def lasting_within(claim: str, premise: str) -> bool:
    """True if such a claim tells a state, which another year or day of the interval does not exclude, and not an event.

    >>> lasting_within("She was editing it in 1910.", "She edited it between 1904 and 1919.")
    True
    >>> lasting_within("The ban was lifted in 1671.", "The ban lasted from 1662 to 1680.")
    False
    >>> lasting_within("It is closed on 24 December.", "It is closed from 1 November to 31 March.")
    True
    """
    if not _LASTING.search(claim) or _BORN.search(claim):
        return False
    days = _within_days(claim, premise)
    return within_an_interval(claim, premise) if days is None else days


def _within_days(claim: str, premise: str) -> bool | None:
    """Whether the claim's only day or month lies in an interval of days or months; None where one of them has none, or where
    years are told by one of them only, and the interval is longer than one.
    """
    told = list(_WHEN.finditer(claim))
    spans = [whole for span in _DAYS.finditer(premise) if (whole := _interval(span, told)) is not None]
    if len(told) != 1 or not spans:
        return None
    when = told[0]
    year, month, day = int(when["year"] or 0), month_number(when["month"]), _number(when["day"])
    first, last = day_number(year, month, day or 1), day_number(year, month, day or 31)
    turns = (0,) if year else (0, day_number(1))
    return any(low <= first + turn and last + turn <= high for low, high in spans for turn in turns)


def _interval(span: re.Match[str], told: list[re.Match[str]]) -> tuple[int, int] | None:
    """First and last day of an interval, in the year 0 where the claim tells no year; None where they cannot be compared."""
    dated = any(when["year"] for when in told)
    if not (span["day1"] or span["month1"]):
        return None
    if (dated and not span["year2"]) or (not dated and span["year1"] not in (None, span["year2"])):
        return None
    year = int(span["year2"]) if dated else 0
    one, other = month_number(span["month1"] or span["month2"]), month_number(span["month2"])
    over = one > other and span["year1"] is None  # from 1 November to 31 March
    last = day_number(year, other, _number(span["day2"]) or 31)
    if dated:
        return day_number(int(span["year1"] or year - over), one, _number(span["day1"]) or 1), last
    return day_number(0, one, _number(span["day1"]) or 1), last + over * day_number(1)


def _number(day: str | None) -> int:
    return int(re.sub(r"\D", "", day)) if day else 0
