"""Dates that a sentence counts from the one before it: "… on 10 April 1912. Four days later it …" means 14 April 1912. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta

from localcheck.text.lexicon import (
    LONE_YEAR,
    MONTH_NAME,
    MONTHS,
    NUMBER_WORDS,
    ONES,
    SMALL,
    TENS,
    WEEKDAY,
    YEAR,
    month_name,
    number_told,
)
from localcheck.text.patterns import regex

_YEARS = regex(LONE_YEAR)
_DATE = regex(
    rf"\b(?:(?P<day>\d{{1,2}}) (?P<month>{MONTH_NAME})|(?P<name>{MONTH_NAME}) (?P<number>\d{{1,2}}),) (?P<year>{YEAR})"
)
_LIFE = regex(r" ?\([^()]{0,30}\d{3,4} ?[–-] ?[^()]{0,30}\d{3,4}\)")
"""From when to when somebody lived, or something lasted, behind the name."""
_DAY = regex(rf"\b\d{{1,2}} {MONTH_NAME}\b|\b{MONTH_NAME} \d{{1,2}}\b")
_COUNTS = rf"\d{{1,3}}|a|{NUMBER_WORDS}"
_YEAR_COUNTS = rf"\d{{1,2}}|(?:{'|'.join(TENS)})-(?:{ONES})|{'|'.join(SMALL[2:])}"
"""Round tens are none of them: "forty years" are often only about forty."""
VAGUE = "".join(
    rf"(?<!\b{word} )"
    for word in "about some around nearly almost over than least few only just half hundred thousand".split()
)
"""What must not stand before a count that is meant to the day."""
ALONE = r"(?<![\w.,–-])"
"""Before a count that is no part of a longer number: not the "seven" of "twenty-seven", nor the "5" of "1.5"."""
_WAY = r"(?P<way>later|afterwards|after that|earlier|before that)\b(?! than\b)"
_DAYS = regex(
    rf"{VAGUE}{ALONE}(?P<count>{_COUNTS}) days? {_WAY}"
    r"|\b(?:(?P<until>until|by|since) |on )?the (?P<which>next|following|same|previous) day\b",
    re.IGNORECASE,
)
_YEAR_LATER = regex(
    r"\b(?:(?P<until>until|by|since) |in |during )?"
    r"(?P<which>the next|the following|the same|that same|that|the previous) year\b(?! (?:of|in|on|old|when|that|[a-z]+ed)\b)",
    re.IGNORECASE,
)
_YEARS_LATER = regex(rf"{VAGUE}{ALONE}(?P<count>{_YEAR_COUNTS}) years {_WAY}", re.IGNORECASE)
_NOT_AFTER = regex(r"\b(?:of|for|within|each|every|to|from|than|and|or)\s$", re.IGNORECASE)
_STEPS = {"next": 1, "following": 1, "same": 0, "previous": -1, "that": 0}
_MOVES_ON = regex(
    r"\b(?:(?i:later|afterwards?|after (?:that|an?|the)|earlier|before that|thereafter|meanwhile|tomorrow|yesterday"
    r"|(?:next|following|same|previous) (?:day|morning|afternoon|evening|night|week|month|year))"
    rf"|{WEEKDAY}|{MONTH_NAME})\b"
)
"""What says that a sentence tells of another time than the one before it."""
LOOKED_BACK = 6
"""Sentences that are read to know from what day a sentence counts: each of them may count from the one before it."""
_FRESH = 2
"""A date that so many sentences ago was told is counted from; an older one is not."""
_BACK = ("earlier", "before that")


def counted(claim: str, before: str) -> str:
    """``claim`` with the date in the place of "four days later", "the next day" or "the following year", where the sentence
    before it has one date to count from and the claim none; else as it is.

    Weeks, months and several years stay: people round them.

    >>> counted("Four days later, she hit an iceberg.", "She left on 10 April 1912.")
    'On 14 April 1912, she hit an iceberg.'
    >>> counted("He was released the following year.", "He was arrested in 1952.")
    'He was released in 1953.'
    >>> counted("The next year, their child was born.", "In 1867 he married Nina (1842–1935).")
    'In 1868, their child was born.'
    >>> counted("He was freed about two days later.", "He was arrested on 3 May 1952.")
    'He was freed about two days later.'
    """
    before = _LIFE.sub("", before)
    if _YEARS.search(claim) or _DAY.search(claim) or len(years := _YEARS.findall(before)) != 1:
        return claim
    if (found := _DAYS.search(claim)) and (start := _date(before)):
        day = _days_from(start, found)
        return _said(claim, found, _written(day), "on") if day else claim
    if found := _YEAR_LATER.search(claim):
        step = _STEPS[found["which"].lower().split()[-1]]
        return _said(claim, found, str(int(years[0]) + step), "in")
    return claim


def counted_within(claim: str, before: str) -> str:
    """The same where ``before`` is an earlier part of the claim's own sentence, or empty: several years count as well, as about
    so many, also from a year that the claim names before them.

    >>> counted_within("Napoleon died on Saint Helena six years later.", "Napoleon was beaten at Waterloo in 1815.")
    'Napoleon died on Saint Helena in about 1821.'
    >>> counted_within("She won a prize in 1903 and another one eight years later.", "")
    'She won a prize in 1903 and another one in about 1911.'
    """
    found = _YEARS_LATER.search(claim)
    if found is None:
        return counted(claim, before)
    years = _YEARS.findall(claim) or _YEARS.findall(before)
    if len(years) != 1 or _YEARS.search(claim, found.end()):
        return claim
    count = number_told(found["count"])
    year = int(years[0]) + (-count if found["way"].lower() in _BACK else count)
    return _said(claim, found, f"about {year}", "in")


def counts(text: str) -> bool:
    """True if the text counts a date from another, so that ``counted`` may change it.

    It is asked of every sentence that is read, and few have one of the two words.
    """
    low = text.lower()
    return bool((" day" in low and _DAYS.search(text)) or (" year" in low and _YEAR_LATER.search(text)))


def dated_before(earlier: Sequence[str]) -> str:
    """Of the sentences before, in order, the last that says when it was, if it is one of the last two, with the date that it
    counts itself; "" where none does, or where one tells of a time that is not known.

    >>> dated_before(["It was built in 1901.", "It has two towers."])
    'It was built in 1901.'
    >>> dated_before(["She left on 3 May 2024.", "Four days later she was in Lisbon."])
    'On 7 May 2024 she was in Lisbon.'
    >>> dated_before(["She left on 3 May 2024.", "Some weeks later she was in Lisbon."])
    ''
    """
    told, at = "", 0
    earlier = earlier[-LOOKED_BACK:]
    for i, sentence in enumerate(earlier):
        text = _LIFE.sub("", counted(sentence, told if i - at <= _FRESH else ""))
        if year := _YEARS.search(text):
            told, at = ("" if _MOVES_ON.search(text, year.end()) else text), i
        elif _MOVES_ON.search(text):
            told = ""
    return told if len(earlier) - at <= _FRESH else ""


def _date(text: str) -> date | None:
    """The day that the text names; None where it names none, or one that there is not."""
    found = _DATE.search(text)
    if found is None:
        return None
    day, month = found["day"] or found["number"], found["month"] or found["name"]
    try:
        return date(int(found["year"]), MONTHS[month.lower()], int(day))
    except ValueError:
        return None


def _days_from(start: date, found: re.Match[str]) -> date | None:
    if found["which"]:
        days = _STEPS[found["which"].lower()]
    else:
        days = 1 if found["count"].lower() == "a" else number_told(found["count"])
        days = -days if found["way"].lower() in _BACK else days
    try:
        return start + timedelta(days=days)
    except OverflowError:
        return None


def _written(day: date) -> str:
    """The day as English writes it, whatever language the machine is set to."""
    return f"{day.day} {month_name(day.month)} {day.year}"


def _said(claim: str, found: re.Match[str], when: str, preposition: str) -> str:
    """The claim with ``when`` in the place of what was found, behind the word that stood there or ``preposition``."""
    before = claim[: found.start()]
    if _NOT_AFTER.search(before):
        return claim
    word = found.groupdict().get("until") or preposition
    word = word.capitalize() if not before.strip() else word.lower()
    return f"{before}{word} {when}{claim[found.end() :]}"
