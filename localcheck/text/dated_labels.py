"""Dates and places as they stand behind a label or before a dash: "14 March 1879, Ulm", "1969 – …". Pure."""

from __future__ import annotations

import re

from localcheck.text.lexicon import MONTH_NAME, MONTHS

_MONTH = rf"(?:{MONTH_NAME}|(?:{'|'.join(name[:3].capitalize() for name in MONTHS)}|Sept)\.?)"
_ABOUT = r"(?:(?:c|ca|circa)\.?|around|about)"
_ERA = r"(?: (?:BCE?|AD|CE)\b)?"
DAY = (
    rf"(?:\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{_MONTH},? \d{{3,4}}|{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?, ?\d{{3,4}}){_ERA}"
)
YEAR = rf"(?:AD )?\d{{3,4}}(?:s|\b){_ERA}|\d{{1,4}} (?:BCE?|AD|CE)\b"
_CENTURY = rf"(?P<century>\d{{1,2}}(?:st|nd|rd|th) century{_ERA})"
_TIME = re.compile(rf"(?P<day>{DAY})|(?P<about>{_ABOUT} ?)?(?:(?P<month>{_MONTH} )?(?P<year>{YEAR})|{_CENTURY})")
_RANGE = re.compile(
    rf"(?P<first>{DAY}|(?:{_MONTH} )?(?:{YEAR})) ?(?:[–—-]|to|until) ?(?P<last>{DAY}|(?:{_MONTH} )?(?:{YEAR}))(?!\w)"
)
_PLACE = re.compile(r"(?P<prep>in|at|on|near|off|by)\b ?(?P<place>.+)", re.DOTALL)
_PLACE_FIRST = re.compile(r"(?P<place>[^\d()]+?),? \(?(?P<time>[^()]*\d[^()]*)\)?")
_AGED = re.compile(r"\s*\((?:aged?|at(?: the)? age)[^()]*\)|,? aged? \d+")


_ISO = re.compile(r"\b(?P<year>[12]\d{3})-(?P<month>0[1-9]|1[0-2])-(?P<day>0[1-9]|[12]\d|3[01])\b")


def _in_words(text: str) -> str:
    """A date in digits with its month's name: "1912-11-28" as "28 November 1912"."""
    names = [name.capitalize() for name in MONTHS]
    return _ISO.sub(lambda m: f"{int(m['day'])} {names[int(m['month']) - 1]} {m['year']}", text)


def spelled(time: str) -> str | None:
    """``time`` with "on" or "in" before it; None for what is no day, month, year or century, or more than that.

    >>> spelled("20 July 1969"), spelled("1066"), spelled("c. 1440"), spelled("1914–1918"), spelled("Ulm")
    ('on 20 July 1969', 'in 1066', 'around 1440', 'from 1914 to 1918', None)
    >>> spelled("1912-11-28")
    'on 28 November 1912'
    """
    time = _in_words(time.strip())
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
    """
    value = _in_words(_AGED.sub("", value).strip().rstrip("."))
    inside = None if value.startswith("by ") else _PLACE_FIRST.fullmatch(value)
    if inside and (when := spelled(inside["time"].removeprefix("in ").removeprefix("on "))):
        return f"{_placed(inside['place'])} {when}"
    value = re.sub(r"^(?:on|in) (?=\d|[A-Z][a-z]+ \d)", "", value)
    found = _RANGE.match(value) or _TIME.match(value)
    if found is None:
        return _placed(value)
    rest = value[found.end() :].strip(" ,;–—-")
    rest = rest[1:-1] if rest.startswith("(") and rest.endswith(")") else rest
    return " ".join(filter(None, (spelled(found.group()), rest and _placed(rest))))


def _placed(text: str) -> str:
    return text if _PLACE.match(text) else f"in {text}"
