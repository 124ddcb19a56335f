"""On which days, and from and until when, something is open: what a table of hours says of a claim. Pure.

A table has rows such as "Monday to Friday: 9:00–17:00", and names nothing. What prose says of some days says nothing of others.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from localcheck.text.facts import Says, negated
from localcheck.text.patterns import regex
from localcheck.text.values.clocks import clock_times
from localcheck.text.values.compare import compare
from localcheck.text.values.quantity import Quantity

_DAY = r"(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs?)?|Fri|Sat(?:ur)?|Sun)(?:days?)?\b"
DAYS = rf"{_DAY}(?:(?:\s?[–-]\s?|,\s?|/|,? (?:to|through|until|till|and|&) ){_DAY}){{0,6}}"
_TIME = r"\d{1,2}(?:[:.][0-5]\d)?(?:\s?[ap]\.?m\b\.?)?"
_ROW = regex(
    rf"(?P<days>{DAYS})(?: and (?:public|bank) holidays)?:?\s(?:from )?"
    rf"(?:(?P<begin>{_TIME})\s?(?:[–-]|to|until)\s?(?P<end>{_TIME})(?![\w:%])|(?P<closed>closed\b))"
    rf"|closed on (?P<off>{DAYS})"
)
_TABLE = regex(r"(?:(?:[Oo]pening )?(?:[Hh]ours|[Tt]imes): |(?:We are )?[Oo]pen:? )?(?=[MTWFS])")
"""What may stand in front of the first row."""
_WHO = (
    r"(?:[Ii]t|[Ww]e|[Tt]hey|(?:[Tt]he|[Oo]ur) (?:[a-z]+ )?(?:shop|store|office|pool|museum|library|gym|centre|center"
    r"|restaurant|café|cafe|branch|reception|market|practice|surgery|bank|garden|zoo|park|salon|pharmacy|workshop|showroom|counter|desk"
    r"|canteen|bar|studio|school|clinic|town hall))"
)
_ON = rf"[Oo]n (?:a )?(?P<first>{DAYS}),? "
_CLAIM = regex(
    rf"(?:{_ON})?{_WHO} (?:(?:is|are|will be) )?(?:not |usually )?(?P<what>open|opens|closes?|closed|shut)\b"
    rf"(?P<rest>(?: (?!only\b)[\w:.’'–-]+){{0,10}}?)(?:,? (?:on )?(?:every )?(?P<last>{DAYS})(?P<more>(?: [\w:.]+){{0,6}}))?$"
)
_PLACED = regex(r"(?: (?:to the public|from|at|until|till|to|and|closes?|for business|on|not|between))*[ .]*")
_ENDING = regex(r"\b(?:until|till|to|and|closes?(?: at)?)\s$")
_NAMES = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_MANY_DAYS = {"weekday": range(5), "weekend": (5, 6), "every day": range(7), "daily": range(7), "holiday": (7,)}
"""Words for several days, Monday being 0; 7 stands for holidays."""
HALF, WHOLE = 720, 1440
"""Minutes of half a day and of a day."""
Hours = tuple[int, int] | None
"""From and until when, in minutes; None for closed."""


def weekly(claim: str, premise: str) -> Says | None:
    """What a table of opening hours says of a claim about one of its days; None where it says nothing.

    >>> weekly("On Wednesdays it opens at half past six.", "Tuesday to Friday: 6:30–21:00")
    'borne out'
    >>> weekly("The shop is open until 8 pm on Saturdays.", "Mon–Fri 9am–8pm, Sat 10am–2pm, closed on Sundays")
    'contradicted'
    """
    table, found = _TABLE.match(premise), _CLAIM.match(claim.rstrip(". "))
    if table is None or found is None or bool(found["first"]) == bool(found["last"]):
        return None
    week, days = _week(premise[table.end() :]), weekdays(found["first"] or found["last"])
    times = tuple(clock_times(claim))
    if not days <= week.keys() or not _PLACED.fullmatch(
        _without(times, claim, f"{found['rest']}{found['more'] or ''}")
    ):
        return None
    own = [week[day] for day in days]
    if found["what"] in ("closed", "shut") or (negated(claim) and found["what"] == "open" and not times):
        return None if times else "borne out" if not any(own) else "contradicted"
    ends = [
        (time, found["what"].startswith("close") or bool(_ENDING.search(claim[: time.span.start]))) for time in times
    ]
    if negated(claim):
        return None
    told = all(hours and all(_is(hours[end], time) for time, end in ends) for hours in own)
    return "borne out" if told else "contradicted"


def of_other_days(claim: str, premise: str) -> bool:
    """True if a claim and a premise are of other days of the week, and of other values: what it costs on Mondays says nothing
    of what it costs at weekends.

    >>> of_other_days("On Sundays it opens at 12:00.", "On weekdays it opens at 10:00.")
    True
    >>> of_other_days("On Sundays it opens at 12:00.", "It opens at 10:00 every day.")
    False
    >>> of_other_days("It opened on Monday at 10:00.", "It opened on Tuesday at 10:00.")
    False
    """
    mine, its = days_told(claim), days_told(premise)
    return bool(mine and its) and mine.isdisjoint(its) and bool(compare(claim, premise).lost)


def days_told(text: str) -> set[int]:
    """The days that prose tells, by their names and by words for several of them."""
    named = (days for word, days in _MANY_DAYS.items() if word in text.lower())
    return weekdays(text).union(*named)


def _without(times: Sequence[Quantity], claim: str, words: str) -> str:
    """Words of the claim without its times of day."""
    for time in times:
        words = words.replace(time.span.of(claim).rstrip("."), "")
    return "".join(f" {word}" for word in words.split())


def _is(minutes: int, time: Quantity) -> bool:
    """Whether a time of day is this one; without its half of the day it may be either."""
    told = int(time.value) + HALF * (time.unit == "p")
    return (minutes - told) % (WHOLE if time.unit else HALF) == 0


def _week(table: str) -> dict[int, Hours]:
    """The hours of the days that the table names; those of a day that stands there twice are not known."""
    week: dict[int, Hours] = {}
    twice: set[int] = set()
    for row in _ROW.finditer(table):
        hours = (_minutes(row["begin"], row["end"]), _minutes(row["end"], "")) if row["begin"] else None
        if hours and hours[1] <= hours[0]:
            hours = (hours[0], hours[1] + HALF) if not _half(row["end"]) else hours
        days = weekdays(row["days"] or row["off"])
        twice |= days & week.keys()
        week |= dict.fromkeys(days, hours)
    return {day: hours for day, hours in week.items() if day not in twice}


def _half(time: str) -> str:
    """The a of "am" or the p of "pm"; empty where neither is told."""
    return "".join(char for char in time.lower() if char in "ap")[:1]


def _minutes(time: str, end: str) -> int:
    """In minutes; "9" of "9–11 pm" is of the half of the day of the end."""
    hour, minute = int(re.findall(r"\d+", time)[0]), int((re.findall(r"[:.](\d\d)", time) or ["0"])[0])
    half = _half(time)
    if not half and _half(end) == "p":
        half = "p" if hour < int(re.findall(r"\d+", end)[0]) and hour != 12 and hour < 8 else ""
    return (hour % 12 if half else hour) * 60 + minute + HALF * (half == "p")


def weekdays(text: str) -> set[int]:
    """The days of the week, Monday being 0, with those between two of them: "Monday to Friday"."""
    found: set[int] = set()
    last, end = 0, 0
    for name in re.finditer(_DAY, text):
        day = _NAMES.index(name.group()[:3].lower())
        through = re.search(r"[–-]|\b(?:to|through|until|till)\b", text[end : name.start()]) if found else None
        found |= {(last + i) % 7 for i in range((day - last) % 7 + 1)} if through else {day}
        last, end = day, name.end()
    return found
