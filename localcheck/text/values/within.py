"""A date, a time of day or a number within those between which something is so: "from May to September" holds July. Pure.

Readers that were trained on pairs of sentences take "Bonfires are allowed in December" for contradicted by "Bonfires are only
allowed between 1 November and 31 January" (0.87), "You can call at 3 pm" by "between 8 am and 6 pm" (0.95), and "Exit 4 is
closed" for something else than "Exits 3 to 6 are closed". With the claim's own date in the place of the interval they read it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from localcheck.text.facts import negated
from localcheck.text.lexicon import MONTH_NAME, ORDINALS, month_number, nth_told
from localcheck.text.patterns import regex
from localcheck.text.values.quantities import quantities, single_units
from localcheck.text.values.quantity import CLOCK, DAY, MONEY, ORDINAL, Quantity
from localcheck.text.values.units import TIME
from localcheck.text.words import singular

_NTH = r"\d{1,2}(?:st|nd|rd|th)?"
_DATE = rf"(?:the )?(?:{MONTH_NAME} {_NTH}|(?:{_NTH} (?:of )?)?{MONTH_NAME})\b"
_YEAR = r"(?:,? (?P<year>\d{4})\b|(?!,? \d{4}\b))"
_SEASON = regex(
    rf"\b(?:[Oo]nly )?(?P<told>[a-z]+ )?(?:(?:(?:[Ff]rom )?(?P<first>{_DATE}),?(?: (?:to|until|till|through) |\s?[–-]\s?)"
    rf"|[Bb]etween (?P<one>{_DATE}) and )(?P<last>{_DATE})|[Uu](?:ntil|p to) (?P<until>{_DATE})|[Ff]rom (?P<since>{_DATE}))"
    rf"{_YEAR}(?!,? (?:to|until|till|through)\b|\s?[–-])"
)
_IN = regex(rf"\b(?P<when>(?:[Ii]n|[Oo]n|[Dd]uring) (?P<date>{_DATE}){_YEAR})(?!\s?[–-]|,? (?:to|until|till|and|or)\b)")
_TIME = r"(?:\d{1,2}(?:[:.][0-5]\d)?(?:\s?[ap](?:\.m\.|m\b))?|noon|midday|midnight)"
_HOURS = regex(
    rf"\b(?:only )?(?:(?:from )?(?P<from>{_TIME}),?(?: (?:to|until|till) |\s?[–-]\s?)|between (?P<between>{_TIME}) and )"
    rf"(?P<to>{_TIME})(?![\w:%])",
    re.IGNORECASE,
)
_AT = regex(
    rf"\b(?P<when>at (?P<time>{_TIME}))(?![\w:%]|\s?[–-]| (?:to|until|till|and|or|per|euros?|pounds?|dollars?)\b)",
    re.IGNORECASE,
)
_CLEARLY = regex(r"[:.]\d\d|[ap]\.?m\b|noon|midday|midnight", re.IGNORECASE)
_NUMBERED = regex(
    r"\b(?P<nouns>[A-Za-z]{3,20}s) (?P<from>\d{1,4})(?: (?:to|through) |\s?[–-]\s?)(?P<to>\d{1,4})\b(?![%:.]\d)"
)
_ONE = regex(
    rf"\b(?P<when>(?P<noun>[A-Za-z]{{3,20}}) (?P<n>\d{{1,4}})|[Tt]he (?P<nth>{'|'.join(ORDINALS)}) (?P<of>[a-z]{{3,20}}))\b"
)
_LONG = regex(r"\b(?P<when>(?P<told>(?:[a-z]+|\d+(?:\.\d+)?)(?: and a half)? (?:hours?|minutes?)))\b", re.IGNORECASE)
_ENDS = regex(
    r"\b(?:opens|opened|opening|starts?|started|begins?|began|beginning|ends?|ended|ending|closes|closing|finish\w*|complet\w*"
    r"|launch\w*|inaugurat\w*|lasts?|lasted|first|last|only|until|till|since|from|leaves?|left|departs?|arrives?|arrived)\b",
    re.IGNORECASE,
)
"""Where one of these stands a claim may be about when something began or ended, or how long it was."""
_MONTH = regex(rf"\b{MONTH_NAME}\b")
_NUMBER = regex(r"\d+")
_BANNED = regex(r"\b(?:closed|forbidden|prohibited|banned|suspended|cancelled|unavailable)\b")
MONTH_END = 28
"""A day of a month from which on it counts as the last."""
HALF_DAY = 720
"""Minutes."""
YEAR, RECENT = 372, 62
"""Days, of twelve months of 31: how long what is so from a day on may be taken to last, and what is so until a day to have been
so before it."""
Holds = Callable[[re.Match[str], re.Match[str]], bool]


def within(claim: str, premise: str) -> str:
    """The premise with the date, the time of day or the number of the claim in the place of an interval that holds it.

    >>> within("You may light a fire in December.", "Fires are only allowed between 1 November and 31 January.")
    'Fires are allowed in December.'
    >>> within("You can call at 3 pm.", "Calls are taken between 8 am and 6 pm.")
    'Calls are taken at 3 pm.'
    >>> within("Exit 4 is shut.", "Exits 3 to 6 are shut.")
    'Exit 4 are shut.'
    >>> within("It is open in December.", "The pool is open from May to September.")
    'The pool is open from May to September.'
    """
    of_an_end = _ENDS.search(_ONE.sub("", claim)) is not None
    for asks, intervals, holds in _KINDS[3 * of_an_end :]:
        for asked in asks.finditer(claim):
            if all(_is_at_all_times(q, asked) for q in quantities(claim)):
                premise = intervals.sub(partial(_told, asked, holds), premise)
    return premise


def out_of_season(claim: str, premise: str) -> bool:
    """True if a premise tells of a part of the year in which something is closed or not allowed, and a claim of another part.

    >>> out_of_season("Dogs are allowed in December.", "Dogs are not allowed from May to September.")
    True
    """
    asked = _IN.search(claim)
    if asked is None or not (negated(premise) or _BANNED.search(premise)):
        return False
    told = [found for found in _SEASON.finditer(premise) if found["last"]]
    return bool(told) and not any(_meets(asked, found) for found in told)


def _told(asked: re.Match[str], holds: Holds, found: re.Match[str]) -> str:
    """What stands in the place of an interval, with its year, if that holds what the claim tells."""
    if not holds(asked, found):
        return found[0]
    when, of_it, mine = asked["when"], found.groupdict(), asked.groupdict()
    when = when if "noun" in mine else when[0].lower() + when[1:]
    when = f"for {when}" if "told" in mine else when
    year = "" if mine.get("year") or not of_it.get("year") else f" {found['year']}"
    return f"{of_it.get('told') or ''}{when}{year}"


def _is_at_all_times(number: Quantity, asked: re.Match[str]) -> bool:
    """Whether a number holds in a part of the time as in all of it: a price or an hour, but no count of visitors."""
    inside = asked.start() <= number.span.start and number.span.end <= asked.end()
    return inside or number.kind in (DAY, CLOCK, ORDINAL) or number.kind.startswith(MONEY)


def _in_season(asked: re.Match[str], found: re.Match[str]) -> bool:
    """Whether a month or a day lies in a part of the year, or behind its beginning, or not long before its end."""
    begin, end = _days(asked["date"])
    if found["since"] and bool(asked["year"]) <= bool(found["year"]):
        years = int(asked["year"]) - int(found["year"]) if asked["year"] else 0
        return 0 <= begin + years * YEAR - _days(found["since"])[0] <= YEAR
    if asked["year"] and asked["year"] != found["year"]:
        return False
    if found["until"]:
        return _last(found["until"]) - RECENT <= begin and end <= _last(found["until"])
    first, last = _days(found["first"] or found["one"])[0], _last(found["last"])
    return first <= begin and end <= last if first <= last else first <= begin or end <= last


def _meets(asked: re.Match[str], found: re.Match[str]) -> bool:
    """Whether a month or a day lies at least partly in a part of the year."""
    begin, end = _days(asked["date"])
    first, last = _days(found["first"] or found["one"])[0], _last(found["last"])
    return first <= end and begin <= last if first <= last else first <= end or begin <= last


def _days(date: str) -> tuple[int, int]:
    """The first and the last day of a month or a day of the year, each month taken as 31 days."""
    month = month_number(_MONTH.findall(date)[0]) - 1
    day = _NUMBER.search(date)
    return (31 * month + int(day[0]),) * 2 if day else (31 * month + 1, 31 * month + 31)


def _last(date: str) -> int:
    """The last day of an interval that ends so; that of a short month counts as the 31st."""
    last = _days(date)[1]
    return last + 31 - last % 31 if last % 31 >= MONTH_END else last


def _in_hours(asked: re.Match[str], found: re.Match[str]) -> bool:
    """Whether a time of day lies in an interval of a day, perhaps over midnight."""
    if not _CLEARLY.search(asked["time"]) or (_half(found["to"]) and not _half(asked["time"])):
        return False
    told, at = _hours(found), _minutes(asked["time"])
    return told is not None and (told[0] <= at < told[1] or told[0] <= at + 2 * HALF_DAY < told[1])


def _as_long(asked: re.Match[str], found: re.Match[str]) -> bool:
    """Whether an interval of a day is as long as what is told in hours or minutes."""
    told, long = _hours(found), quantities(asked["told"]) or single_units(asked["told"])
    return told is not None and len(long) == 1 and long[0].kind == TIME and (told[1] - told[0]) * 60 == long[0].value


def _hours(found: re.Match[str]) -> tuple[int, int] | None:
    """From and to when an interval is, in minutes since midnight, the latter after the former; None where that is not plain."""
    first, last = found["from"] or found["between"], found["to"]
    begin, end = _minutes(first), _minutes(last)
    if not _CLEARLY.search(f"{first} {last}") or (_half(first) and not _half(last)):
        return None
    if _half(last) in ("a", "p") and not _half(first):  # "9–5 pm" begins in the morning, "2–5 pm" in the afternoon
        begin += HALF_DAY * (_half(last) == "p" and begin % HALF_DAY < end % HALF_DAY)
    if not _half(last) and end < begin and end <= HALF_DAY:
        return None  # "9:00–5:00"
    return begin, end if begin < end else end + 2 * HALF_DAY


def _half(time: str) -> str:
    """The a of "am" or the p of "pm", "-" for noon and midnight; empty where no half of the day is told."""
    time = time.lower()
    return "-" if time[0] in "mn" else next((half for half in "ap" if half in time), "")


def _minutes(time: str) -> int:
    """Minutes since midnight."""
    if time[0].lower() in "mn":
        return 0 if time.lower() == "midnight" else HALF_DAY
    hour, *minute = map(int, _NUMBER.findall(time))
    half = _half(time)
    return (hour % 12 if half else hour) * 60 + sum(minute) + HALF_DAY * (half == "p")


def _of_the_numbered(asked: re.Match[str], found: re.Match[str]) -> bool:
    """Whether something with a number or an ordinal is one of those that are told by their first and last number."""
    number = int(asked["n"]) if asked["n"] else nth_told(asked["nth"])
    noun = (asked["noun"] or asked["of"]).lower()
    return singular(found["nouns"].lower()) == noun and int(found["from"]) <= number <= int(found["to"])


_KINDS: tuple[tuple[re.Pattern[str], re.Pattern[str], Holds], ...] = (
    (_IN, _SEASON, _in_season),
    (_AT, _HOURS, _in_hours),
    (_ONE, _NUMBERED, _of_the_numbered),
    (_LONG, _HOURS, _as_long),
)
"""What is looked for in a claim, which intervals in a premise, and whether one holds the other, or is as long."""
