"""Times of day, written in any way: "5 pm", "17:00", "five o'clock", "half past six". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from localcheck.text.lexicon import ONES, SMALL, WORDS, number_told
from localcheck.text.patterns import regex
from localcheck.text.values.kinds import words_before
from localcheck.text.values.quantity import CLOCK, Quantity
from localcheck.types import Span

_CLOCK = regex(
    rf"(?<![\w.:,/$€£-])(?P<hour>\d{{1,2}}|{'|'.join(SMALL[1:13])})"
    r"(?:[:.](?P<minute>[0-5]\d))?\s?(?:(?P<half>[ap])(?:m\b|\.m\.)|o['’]clock\b)"
    r"|(?<![\w.:,/$€£-])(?<!\d )(?P<hour2>[01]?\d|2[0-3]):(?P<minute2>[0-5]\d)(?![\w:]|[.,]\d)",
    re.IGNORECASE,
)
_DOTTED = regex(
    r"(?<![\w.:,/$€£])(?<!\d )(?P<hour>[01]?\d|2[0-3])\.(?P<minute>[0-5][05])(?![\w%°]|[.,:]\d| ?[–-] ?\d+(?![\d.])"
    r"|\s(?:%|per\b|[ap]\.?m\b|(?:euro|pound|dollar|franc|cent|met(?:er|re)|mile|gram|lit(?:er|re)|ton)|[kcm]?[mgl]\b"
    r"|[mb]illion\b|or (?:later|newer|higher|above)\b))"
)
_WHEN = regex(
    r"\b(?:(?:at|from|until|till|before|after|between) |(?P<loose>to |by |and ))$|\.[0-5][05] ?[–-] ?$", re.IGNORECASE
)
_UNTIL = regex(r" ?[–-] ?\d\d?\.[0-5][05](?!\d)")
"""Around a time with a full stop: "opens at 6.30 on weekdays", "from 9.30 to 17.00", as the British write it."""
_BY_THE_CLOCK = regex(
    r"\b(?:(?:re)?open|clos|start|begin|end|leav|left|depart|arriv|meet|com(?:e|ing)\b|finish|last entry|kick|take place|doors"
    r"|breakfast|lunch|dinner|hours\b|daily|night|morning|afternoon|evening|noon|weekend|(?:week|Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)",
    re.IGNORECASE,
)
"""What tells that a number with two decimals is a time of day, before 13.00."""
AROUND = 50
"""Characters before and behind it among which such a word is looked for."""
_HOUR = rf"(?P<hour>1[0-2]|[1-9]|{'|'.join(SMALL[12:0:-1])})"
_COUNTED = rf"(?:{'|'.join(SMALL[:1:-1])}|twenty(?:[- ](?:{ONES}))?) minutes"
_MINUTES = rf"(?P<minutes>(?:a )?quarter|{_COUNTED}"
_ROUND = "twenty(?:[- ]five)?|ten|five"
_PAST = regex(
    rf"(?<![\w-]){_MINUTES}|half|{_ROUND}) past {_HOUR}\b(?![.,:]?\d|%|-| (?:[a-z]*[^\Ws]s|per|million|thousand|hundred)\b)",
    re.IGNORECASE,
)
_TO = regex(
    rf"\b(?:at|by|until|till|before|after|from|since) (?:about |around )?{_MINUTES}|(?<=\bat )(?:{_ROUND})) to {_HOUR}\b"
    r"(?=[.,;!?)]?$|[,;!?)] |\. [^a-z]"
    r"| (?:[ap]\.?m\b|o['’]clock|(?:in the|every|this|that|tomorrow|yesterday|on) [A-Za-z]+\b))",
    re.IGNORECASE,
)
"""Behind a word for when, and before the end or a word for the day: "from ten to twelve per cent" is no time of day."""
_WORDED_HALF = regex(
    r"(?: ?(?P<half>[ap])(?:m\b|\.m\.)| o['’]clock\b)?(?: in the (?P<part>morning|afternoon|evening)\b)?", re.IGNORECASE
)
_HALVES = {"morning": "a", "afternoon": "p", "evening": "p"}
ZONES: dict[str, int | None] = {
    "UTC": 0, "GMT": 0, "WET": 0, "CET": 60, "CEST": 120, "EET": 120, "EEST": 180, "MSK": 180, "JST": 540, "AEST": 600,
    "EST": -300, "EDT": -240, "CDT": -300, "MST": -420, "MDT": -360, "PST": -480, "PDT": -420,
    "BST": None, "CST": None, "IST": None,
}  # fmt: skip
"""Zone -> minutes ahead of UTC; None for a name that several zones have."""
_ZONE = regex(rf"\s?({'|'.join(ZONES)})\b(?!\s?[-+−]\d)")
_AT = r"(?: again)?(?: at)?(?: about| around)?"
_ENDS = rf"(?:end|finish|close|shut|stop)(?:s|es|ed|d)?{_AT}"
_STARTS = rf"(?:(?:start|open|reopen)(?:s|ed)?|begins?|began){_AT}"
_END = regex(rf"(?:\b(?:until|till|to|by|before|{_ENDS})|[-–])\s*$", re.IGNORECASE)
_START = regex(rf"\b(?:from|since|after|{_STARTS})\s*$", re.IGNORECASE)


def clock_times(text: str) -> Iterator[Quantity]:
    """The times of day of ``text``, in minutes since noon or midnight, with the half of the day as their unit where it is
    told: 5 pm is 17:00, and 10:30 may be either; with their zones.

    >>> [(q.value, q.unit) for q in clock_times("It opens at 9 a.m., closes at 17:00 and reopens at five o'clock.")]
    [(540.0, 'a'), (300.0, 'p'), (300.0, '')]
    """
    worded = [*_in_words(text), *_dotted(text)]
    yield from worded
    for match in _CLOCK.finditer(text):
        if any(one.span.start <= match.start() < one.span.end for one in worded):
            continue
        told = (match["hour"] or match["hour2"]).lower()
        hour = number_told(told)
        minute = int(match["minute"] or match["minute2"] or 0)
        near = _when(text, match.start())
        zone = _ZONE.match(text, match.end())
        value, span = (hour % 12) * 60.0 + minute, Span(match.start(), zone.end() if zone else match.end())
        half, things = _half(match, told, hour), frozenset(zone.groups() if zone else ())
        yield Quantity(
            value, CLOCK, things, half, near, told=hour + minute / 60, ahead=zone and ZONES[zone[1]], span=span
        )


def _in_words(text: str) -> Iterator[Quantity]:
    """The times of day that are told by the hour before or after them.

    >>> [(q.value, q.unit) for q in _in_words("It opens at half past six and closes at a quarter to seven in the evening.")]
    [(390.0, ''), (405.0, 'p')]
    >>> list(_in_words("It rose from ten to twelve per cent, and half of it from five to seven."))
    []
    """
    for way, form in ((1, _PAST), (-1, _TO)):
        for match in form.finditer(text):
            minutes = number_told(match["hour"]) % 12 * 60 + way * _minutes(match["minutes"])
            half = _WORDED_HALF.match(text, match.end())
            unit = (half["half"] or _HALVES.get(half["part"] or "", "")).lower() if half else ""
            start, end = match.start("minutes"), half.end() if half else match.end()
            value = float(minutes % 720)
            yield Quantity(value, CLOCK, unit=unit, near=_when(text, start), told=value / 60, span=Span(start, end))


def _dotted(text: str) -> Iterator[Quantity]:
    """The times of day with a full stop between hour and minutes.

    >>> [q.value for q in _dotted("It opens at 6.30 on weekdays and closes at 18.00. The rate stood at 1.25.")]
    [390.0, 360.0]
    """
    for match in _DOTTED.finditer(text):
        start, end, hour = match.start(), match.end(), int(match["hour"])
        before, behind = text[max(0, start - AROUND) : start], text[end : end + AROUND]
        placed = _WHEN.search(before) or _UNTIL.match(behind)
        sure = hour > 12 and placed is not None and not placed.groupdict().get("loose")
        around = f"{before.rpartition('. ')[2]}{behind.partition('. ')[0]}"
        if placed and (sure or _BY_THE_CLOCK.search(around)):
            value, unit = hour % 12 * 60.0 + int(match["minute"]), "p" if hour > 12 else ""
            told = hour + int(match["minute"]) / 60
            yield Quantity(value, CLOCK, unit=unit, near=_when(text, start), told=told, span=Span(start, end))


def _minutes(told: str) -> int:
    """How many minutes "half", "a quarter" or "twenty-five minutes" are."""
    words = told.lower().removesuffix(" minutes").replace("-", " ").split()
    if words[-1] in ("half", "quarter"):
        return 30 if words[-1] == "half" else 15
    return sum(int(WORDS.get(word, 0)) for word in words)


def _half(match: re.Match[str], told: str, hour: int) -> str:
    """``a`` before noon, ``p`` after it, empty where it may be either: 10:30."""
    if match["half"]:
        return match["half"].lower()
    return "p" if hour > 12 else "a" if told.startswith("0") else ""


def _when(text: str, at: int) -> frozenset[str]:
    """The words before a time, with whether it is a beginning or an end: "open from 9 am" is none until 5 pm."""
    before = text[:at]
    way = "end" if _END.search(before) else "start" if _START.search(before) else "at"
    return frozenset(f"{way} {word}" for word in words_before(text, at) or ("",))
