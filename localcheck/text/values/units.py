"""Units of measurement: what each measures, how much of the base unit it is, and how it is found behind a number. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

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


def _units(kind: str, table: str, system: str = "metric") -> dict[str, Unit]:
    found: dict[str, Unit] = {}
    for entry in table.split(","):
        factor, *names = entry.split()
        found |= {name: Unit(kind, float(factor), system, name) for name in names}
    return found


UNITS: dict[str, Unit] = {
    **_units("length", "1000 km kilometre kilometer,1 m metre meter,0.01 cm centimetre centimeter"),
    **_units("length", "0.001 mm millimetre millimeter,1e-6 µm micrometre micrometer,1e-9 nm nanometre nanometer"),
    **_units("length", "1609.344 mi mile,0.3048 ft foot feet,0.0254 inch inches,0.9144 yard yd", "imperial"),
    **_units("mass", "1 kg kilogram kilogramme kilo,0.001 g gram gramme,1e-6 mg milligram milligramme"),
    **_units("mass", "1e-9 µg mcg microgram,1000 t tonne ton"),
    **_units("mass", "0.45359237 lb lbs,0.028349523 oz ounce", "imperial"),
    **_units("area", "1e6 km² km2,1 m² m2 sqm,1e4 hectare ha"),
    **_units("area", "4046.8564 acre", "imperial"),
    **_units("volume", "1 l litre liter,0.01 cl centilitre centiliter,0.001 ml millilitre milliliter,1000 m³ m3"),
    **_units("volume", "3.785411784 gallon gal,0.473176473 pint", "imperial"),
    **_units(
        TIME, "1 second sec s,0.001 millisecond ms,60 minute min,3600 hour hr h,86400 day,604800 week,1209600 fortnight"
    ),
    **_units(TIME, f"{YEAR_IN_SECONDS / 12} month,{YEAR_IN_SECONDS} year yr,{YEAR_IN_SECONDS * 10} decade"),
    **_units(TIME, f"{YEAR_IN_SECONDS * 100} century"),
    **_units("pressure", "100000 bar,100 mbar millibar hpa,1 pa pascal,1000 kpa kilopascal,1e6 mpa megapascal"),
    **_units("pressure", "6894.757 psi", "imperial"),
    **_units("voltage", "1 V volt,1000 kv kilovolt,0.001 mv millivolt"),
    **_units("power", "1 W watt,1000 kw kilowatt,1e6 mw megawatt,1e9 gw gigawatt"),
    **_units("power", "745.7 hp horsepower", "imperial"),
    **_units("energy", "1 J joule,1000 kj kilojoule,3.6e6 kwh,3600 wh"),
    **_units("energy", "4184 kcal kilocalorie", "imperial"),
    **_units("charge", "1 ah,0.001 mah"),
    **_units("frequency", "1 hz hertz,1000 khz kilohertz,1e6 mhz megahertz,1e9 ghz gigahertz"),
    **_units("data", "1 byte,1000 kb kilobyte,1e6 mb megabyte,1e9 gb gigabyte,1e12 tb terabyte"),
    **_units("loudness", "1 db decibel"),
    **_units(SHARE, "0.01 percent %,0.001 ‰"),
    **_units(TEMPERATURE, "1 °c"),
    **_units(TEMPERATURE, "0.5555555555555556 °f", "imperial"),
    **_units("speed", "0.2777777777777778 kph kmh"),
    **_units("speed", "0.44704 mph,0.514444 knot", "imperial"),
    **_units("money, dollars", "1 dollar $ usd,0.01 cent ¢"),
    **_units("money, euros", "1 euro € eur"),
    **_units("money, pounds", "1 £ gbp,0.01 p pence penny"),
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
