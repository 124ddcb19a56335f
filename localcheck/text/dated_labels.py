"""Dates and places as they stand behind a label or before a dash: "14 March 1879, Ulm", "1969 – …"; dates in figures in words.
Pure.
"""

from __future__ import annotations

import re
from datetime import date

from localcheck.text.lexicon import MONTH_NAME, MONTHS, listed, month_name
from localcheck.text.patterns import regex

_MONTH = rf"(?:{MONTH_NAME}|(?:{'|'.join(name[:3].capitalize() for name in MONTHS)}|Sept)\.?)"
_ABOUT = r"(?:(?:c|ca|circa)\.?|around|about)"
_ERA = r"(?: (?:BCE?|AD|CE)\b)?"
DAY = (
    rf"(?:\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{_MONTH},? \d{{3,4}}|{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?, ?\d{{3,4}}){_ERA}"
)
YEAR = rf"(?:AD )?\d{{3,4}}(?:s|\b){_ERA}|\d{{1,4}} (?:BCE?|AD|CE)\b|AD \d{{1,2}}\b"
_CENTURY = rf"(?P<century>\d{{1,2}}(?:st|nd|rd|th) century{_ERA})"
_TIME = regex(rf"(?P<day>{DAY})|(?P<about>{_ABOUT} ?)?(?:(?P<month>{_MONTH} )?(?P<year>{YEAR})|{_CENTURY})")
_RANGE = regex(
    rf"(?P<first>{DAY}|(?:{_MONTH} )?(?:{YEAR})) ?(?:[–—-]|to|until) ?(?P<last>{DAY}|(?:{_MONTH} )?(?:{YEAR}))(?!\w)"
)
PREPOSITIONS = listed("dated_labels.prepositions")
"""What begins with one of these stands behind a verb as it is."""
_SIDE = r"(?:(?:north|south|east|west|northeast|northwest|southeast|southwest) of|close to|next to)\b"
_PLACE_FIRST = regex(r"(?!AD )(?P<place>[^\d()]+?),? \(?(?P<time>[^()]*\d[^()]*)\)?")
_AGED = regex(r"\s*\((?:aged?|at(?: the)? age)(?: of)? ?(?P<years>\d{0,3})[^()]*\)|,? aged? (?P<age>\d{1,3})")
_PART = regex(r"(?:early|mid|late)[ -](?=\d|the\b|[A-Z])")
_SOMEWHERE = regex(r"(?:the\b|[a-z-]+ (?:[a-z-]+ )?[A-Z]|[^a-z])")
"""What may be a place behind a time: "the Alps", "rural Kentucky", "Ulm", but not "later closed"."""
_HOW = regex(r"[a-z]+ly\b|an?\b|twice\b|once\b")
_CLOCK = regex(r"\d{1,2}:\d\d\b")


def spelled(time: str) -> str | None:
    """``time`` with "on" or "in" before it; None for what is no day, month, year or century, or more than that.

    >>> spelled("20 July 1969"), spelled("1066"), spelled("c. 1440"), spelled("1914–1918"), spelled("Ulm")
    ('on 20 July 1969', 'in 1066', 'around 1440', 'from 1914 to 1918', None)
    >>> spelled("1912-11-28"), spelled("AD 79")
    ('on 28 November 1912', 'in AD 79')
    """
    time = in_months(time.strip())
    if span := _RANGE.fullmatch(time):
        return f"from {span['first'].strip()} to {span['last'].strip()}"
    found = _TIME.fullmatch(time)
    if found is None:
        return None
    if found["day"]:
        return f"on {found['day']}"
    if found["century"]:
        return f"in the {found['century']}"
    when = (found["month"] or "") + found["year"]
    if found["about"]:
        return f"around {when}"
    return f"in the {when}" if found["year"].endswith("s") else f"in {when}"


def when_and_where(value: str) -> str:
    """What stands behind "Born:" as it stands behind "was born": the time with its preposition, and the place with "in".

    >>> when_and_where("14 March 1879, Ulm, Germany"), when_and_where("Warsaw (1867)"), when_and_where("by Steve Jobs in 1976")
    ('on 14 March 1879 in Ulm, Germany', 'in Warsaw in 1867', 'by Steve Jobs in 1976')
    >>> when_and_where("AD 126, Rome")
    'in AD 126 in Rome'
    >>> when_and_where("4 July 1934, of anaemia"), when_and_where("1933–1937, mostly by ironworkers")
    ('of anaemia on 4 July 1934', 'from 1933 to 1937, mostly by ironworkers')
    """
    value = in_months(_AGED.sub("", value).strip().rstrip("."))
    value = re.sub(r"^(?:on|in) (?=\d|[A-Z][a-z]+ \d)", "", value)
    if _PART.match(value):
        return f"in {value}"
    inside = None if value.startswith("by ") else _PLACE_FIRST.fullmatch(value)
    if inside and (time := spelled(inside["time"].removeprefix("in ").removeprefix("on "))):
        return f"{where(inside['place'])} {time}"
    when, rest = leading_time(value)
    if not (when and rest):
        return when or where(rest)
    if rest.startswith("of "):
        return f"{rest} {when}"  # as one says it: "died of anaemia on …"
    if _SOMEWHERE.match(rest) or _joins(rest):
        return f"{when} {where(rest)}"
    return f"{when}, {rest}"


def leading_time(value: str) -> tuple[str, str]:
    """The time that a value begins with, with its preposition, and what is behind it; "" for what is not there.

    >>> leading_time("1849, to Marie Laurent"), leading_time("Marie Laurent")
    (('in 1849', 'to Marie Laurent'), ('', 'Marie Laurent'))
    """
    found = _RANGE.match(value) or _TIME.match(value)
    if found is None:
        return "", value
    rest = value[found.end() :].strip(" ,;–—-")
    return spelled(found.group()) or "", rest[1:-1] if rest.startswith("(") and rest.endswith(")") else rest


def age_at(value: str) -> str:
    """The age that a value gives beside a date, as it stands behind the date; "" for none.

    >>> age_at("28 September 1895 (aged 72)"), age_at("28 September 1895")
    (', aged 72', '')
    """
    found = _AGED.search(value)
    years = found and (found["years"] or found["age"])
    return f", aged {years}" if years else ""


def where(place: str) -> str:
    """A place with "in" before it; what begins with another preposition, or says how, as it stands.

    >>> where("Ulm"), where("rural Kentucky"), where("Under the bridge"), where("mostly by ironworkers"), where("9:30")
    ('in Ulm', 'in rural Kentucky', 'under the bridge', 'mostly by ironworkers', 'at 9:30')
    """
    if _joins(place):
        return place[:1].lower() + place[1:]
    if _CLOCK.match(place):
        return f"at {place}"
    return place if _HOW.match(place) else f"in {place}"


def opens_with_when(value: str) -> bool:
    """Whether a value begins with a time, a preposition or an adverb, and not with what something is done to."""
    adverb = _HOW.match(value) is not None and not value.startswith(("a ", "an "))
    return bool(leading_time(in_months(value))[0]) or _PART.match(value) is not None or _joins(value) or adverb


def _joins(text: str) -> bool:
    """Whether a text begins with a preposition that is not the beginning of a title ("Under Milk Wood")."""
    first, _, rest = text.partition(" ")
    plain = first.islower() or not rest[:1].isupper() or first in ("In", "On", "At", "By")
    known = first.lower() in PREPOSITIONS and not (first.lower() in ("over", "around") and rest[:1].isdigit())
    return (known and plain) or re.match(_SIDE, text, re.IGNORECASE) is not None


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
