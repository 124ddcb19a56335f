"""Awards as the value of a label: "Nobel Prize: Physics, 1921" is "the Nobel Prize in Physics in 1921". Pure."""

from __future__ import annotations

import re

from localcheck.text.lexicon import COUNT_WORDS
from localcheck.text.patterns import regex

_PRIZE = regex(r"Nobel (?:Peace )?Prize", re.IGNORECASE)
_YEAR = regex(r",? ?\(?(?:in )?\b((?:1[89]|20)\d\d)\b\)?[,: –—-]*")
_FIELDS = "Physics|Chemistry|Literature|Peace|Medicine|Economics|Physiology or Medicine"
_FIELD = regex(rf"(?:in )?({_FIELDS})", re.IGNORECASE)
_FIELD_YEAR = regex(rf"(?P<field>{_FIELDS}) \((?P<year>\d{{4}})\)")
_MORE_OF_PRIZE = ("for ", "with ", "shared ", "jointly ", "together ")
_COUNT = regex(rf"({COUNT_WORDS}|\d{{1,2}})\b(?! [A-Z])", re.IGNORECASE)


def prize(label: str, value: str) -> str:
    """ "Nobel Prize: Physics, 1921" as "the Nobel Prize in Physics in 1921"; nothing of the value is left out.

    >>> prize("nobel prizes", "two, one in physics and one in chemistry"), prize("nobel prize", "Physics 1903, Peace 1911")
    ('two Nobel Prizes, one in physics and one in chemistry', 'the Nobel Prizes in Physics 1903, Peace 1911')
    """
    named = label.startswith("nobel")
    if not (named or _PRIZE.match(value)):
        return value
    if named and value.lower() in ("none", "no", "never"):
        return "no Nobel Prize"
    if named and (count := _COUNT.match(value)) and "peace" not in label:
        return f"{count[1]} Nobel Prize{'s' * (count[1].lower() not in ('1', 'one'))}{value[count.end() :]}"
    several = list(_FIELD_YEAR.finditer(value))
    if len(several) > 1 and not re.search(r"\w", re.sub(r"\band\b", "", _FIELD_YEAR.sub("", value))):
        return " and ".join(f"the Nobel Prize in {m['field']} in {m['year']}" for m in several)
    if "peace" in label:
        if year := _YEAR.match(value):
            return f"the Nobel Peace Prize in {year[1]}, {value[year.end() :]}".rstrip(", ")
        return f"the {label} {value}"
    year, field = _YEAR.search(value), _FIELD.search(value)
    if field is None:
        return f"the {value}" if _PRIZE.match(value) else f"the Nobel Prize in {value}"
    name = "the Nobel Peace Prize" if field[1].lower() == "peace" else f"the Nobel Prize in {field[1]}"
    short = f"{name} in {year[1]}" if year else name
    left = _besides(value)
    if not left or left.startswith(_MORE_OF_PRIZE):
        return f"{short} {left}".rstrip()
    many = "s" * (len(_FIELD.findall(value)) > 1)
    return f"the {value}" if _PRIZE.match(value) else f"the Nobel Prize{many} in {value.removeprefix('in ')}"


def _besides(value: str) -> str:
    """What a value says besides a prize, its field and its year."""
    for pattern in (_PRIZE, _FIELD, _YEAR):
        value = pattern.sub(" ", value, count=1)
    return " ".join(value.split()).strip(" ,;()–—-")
