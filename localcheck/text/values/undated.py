"""A claim without its date, to ask whether a sentence says the rest of it. Pure."""

from __future__ import annotations

import re

from localcheck.text.lexicon import LONE_YEAR, MONTH_NAME, YEAR

_YEAR = re.compile(LONE_YEAR)
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_DATE = re.compile(
    r",?\s?\b(?:in|on|during|since|by|until|around|about)\s+(?:the\s+(?:year|spring|summer|autumn|winter|fall)\s+(?:of\s+)?)?"
    rf"(?:(?:early|late|mid)[- ])?(?:{_DAY}\s+)?(?:{MONTH_NAME}\s+)?(?:{_DAY},?\s+|,\s*)?(?P<year>{LONE_YEAR}),?",
    re.IGNORECASE,
)
_TIME = re.compile(
    r"(?<![\d.,])\d{4}s?\b|\b(?:century|centuries|decade|twenties|thirties|forties|fifties|sixties)\b", re.I
)
_SPAN = re.compile(
    rf"\b({YEAR})\s?(?:to|until|till|through)\s?(?:{_DAY}\s)?(?:{MONTH_NAME}\s)?({YEAR})"
    rf"|\bbetween ({YEAR}) and ({YEAR})"
)
_BORN = re.compile(r"\b(?:born|birth|died|dies|death)\b", re.IGNORECASE)
_LASTING = re.compile(r"\b(?:was|were) (?:still )?(?:\w+ing|in|on|at|under|the|an?|part)\b|\bstill\b", re.IGNORECASE)
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
    return left[:1].upper() + left[1:] if len(left.split()) >= FEWEST else ""


def dated(text: str) -> bool:
    """True if the text names a year, a decade or a century."""
    return bool(_TIME.search(text))


def within_an_interval(claim: str, premise: str) -> bool:
    """True if the claim's only year lies in an interval of the premise, its ends included: what lasted from 1961 to 1989 may
    well have ended in 1989, and something may have happened in 1970. Not for births and deaths, which nothing else dates.

    >>> within_an_interval("The wall fell in 1989.", "It divided the city from 1961 to 1989.")
    True
    """
    if _BORN.search(claim):
        return False
    years = {int(y) for y in _YEAR.findall(claim)}
    spans = [(int(a or c), int(b or d)) for a, b, c, d in _SPAN.findall(premise)]
    return len(years) == 1 and any(first <= year <= last for year in years for first, last in spans)


def lasting_within(claim: str, premise: str) -> bool:
    """True if such a claim tells a state, which another year of the interval does not exclude, and not an event.

    >>> lasting_within("She was editing it in 1910.", "She edited it between 1904 and 1919.")
    True
    >>> lasting_within("The ban was lifted in 1671.", "The ban lasted from 1662 to 1680.")
    False
    """
    return within_an_interval(claim, premise) and bool(_LASTING.search(claim))
