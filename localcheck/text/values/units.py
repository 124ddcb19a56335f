"""Units of measurement: what each measures, how much of the base unit it is, and how it is found behind a number. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from localcheck.text.lexicon import rows
from localcheck.text.patterns import regex
from localcheck.text.words import singular

SHARE, TIME, TEMPERATURE = "share", "time", "temperature"
YEAR_IN_SECONDS = 31_556_952.0
"""The mean Gregorian year; a month is its twelfth, so that two years are 24 months exactly."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit."""

    kind: str
    """What it measures."""
    factor: float
    """How much of the base unit of its kind it is."""
    system: str = "metric"
    """Units of one system are converted exactly; between systems, figures are rounded more freely."""
    name: str = ""
    """How it is written, in the singular."""


UNITS = {
    name: Unit(kind, float(factor), system, name)
    for kind, system, table in (row.split(" | ") for row in rows("units"))
    for factor, *names in map(str.split, table.split(","))
    for name in names
}
"""Unit, in the singular and in lower case (symbols of one letter as they are written) -> what it is."""
SYMBOLS = frozenset("m g t l s h V W J p".split())
"""Units of one letter: only behind digits, and ``V``, ``W`` and ``J`` only as capitals."""
ATTACHED = (
    r"(?:km²?|cm|mm|m[²³]?|kg|mg|µg|g|ml|cl|l|L|bar|psi|k?Pa|MPa|hPa|V|kV|[kMG]?W|kWh|mAh|[kMG]?Hz|[kMGT]B|mph|kph|ft|lbs?|oz"
    r"|min|ms|h|hp|dB|kcal|°[CF]|(?<!\d{3})p)"
)
"""Symbols that may follow their digits without a space; "1080p" is no price."""
_UNIT = regex(
    r"(?P<degrees>°\s?[CF]\b|degrees?\s+(?:Celsius|Fahrenheit|centigrade))"
    r"|(?P<square>(?:square|cubic|sq\.?|cu\.?)\s+[^\W\d_]+)"
    r"|(?P<word>[^\W\d_]+[²2³3]?(?![^\W_])|[%‰$€£¢])(?P<per>\s?/\s?[^\W\d_]+|\s+(?:per|an?)\s+[^\W\d_]+\b(?!\s+(?:ago|later|earlier|previously|before\s*(?:[.,;:)]|$))))?",
    re.IGNORECASE,
)


def unit_at(text: str, at: int, digits: bool) -> tuple[Unit, int] | None:
    """The unit that is written at ``at``, and where it ends; None if there is none. ``digits``: the number is in digits.

    >>> [unit_at(text, 4, True)[0].kind for text in ("120 km/h", "120 kilometres wide", "120 sq. km")]
    ['length per time', 'length', 'area']
    """
    found = _UNIT.match(text, at)
    if found is None:
        return None
    if found["degrees"]:
        return UNITS["°f" if "f" in found["degrees"].lower().removeprefix("degrees") else "°c"], found.end()
    if found["square"]:
        kind, word = found["square"].split()
        unit = UNITS.get(singular(word.lower()))
        if unit is None or unit.kind != "length":
            return None
        name, power, of = ("square", 2, "area") if kind[0] in "sS" else ("cubic", 3, "volume")
        scale = 1.0 if power == 2 else 1000.0
        return Unit(of, scale * unit.factor**power, unit.system, f"{name} {unit.name}"), found.end()
    unit = _named(found["word"], digits)
    if unit is None or (unit.name == "p" and not text[at - 1 : at].isdigit()):  # "at 5 p.m."
        return None
    below = _named(re.split(r"[/\s]+", found["per"].strip())[-1], True) if found["per"] else None
    if below is None or below.kind not in (TIME, "volume", "mass", "area", "length", "energy"):
        return unit, found.end("word")
    return _rate(unit, below), found.end()


def _rate(unit: Unit, below: Unit) -> Unit:
    system = unit.system if unit.system == below.system else "mixed"
    kind = f"{unit.kind} per {below.kind}"
    return Unit(kind, unit.factor / below.factor, system, f"{unit.name}/{below.name}")


def _named(word: str, digits: bool) -> Unit | None:
    if len(word) == 1 and word.isalpha():
        word = "l" if word == "L" else word
        return UNITS.get(word) if digits and word in SYMBOLS else None
    small = singular(word.lower())
    if small in ("second", "foot") and not digits:
        return None
    unit = UNITS.get(small) or UNITS.get(word.lower())
    return Unit("length per time", unit.factor, unit.system, unit.name) if unit and unit.kind == "speed" else unit
