"""Numbers of several words ("three hundred and fifty", "two and a half"), parts of a unit ("three quarters of a mile"), and
measures in two units ("5 feet 10"). Pure.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from localcheck.text.lexicon import NUMBER_WORDS, PARTS, SCALES, TIMES, number_told
from localcheck.text.patterns import regex
from localcheck.text.values.quantity import AGE, COUNT, PLAIN, Quantity
from localcheck.text.values.units import TIME, UNITS
from localcheck.types import Span

SCALE = regex(r"[\s-]+(dozen|hundred|thousand|million|billion|trillion)\b", re.IGNORECASE)
FRACTIONS = "½¼¾⅓⅔"
_AND_A = regex(
    rf"\s+and\s+(?:a\s+(?:(?P<half>half)|quarter)|(?P<three>three[ -]quarters?)(?! of))\b|\s?(?P<sign>[{FRACTIONS}])"
    r"|(?<=(?<!\d{3})\d)[ \u00a0+-](?P<over>\d{1,2})[/⁄](?P<under>[2-68]|1[026]|32|64)(?![\w/⁄]|[.,]\d)",
    re.IGNORECASE,
)
"""Of a number with a fraction in figures, "12 1/2", the whole part has three digits at most: the others are years."""
_DIVIDED = (
    r"(?:(?:centi|kilo|milli)?(?:met(?:re|er)|lit(?:re|er)|gram)|mile|yard|foot|inch|acre|hectare|pint|gallon|ounce|tonne|ton|kilo"
    r"|minute|hour)(?:s|es)?"
)
"""Units of which parts are told. A second may be a rank, and half a day is hardly exact."""
OF_A_UNIT = rf"of an? (?:(?:square|cubic) )?{_DIVIDED}"
FRACTION = (
    rf"(?<![\w.,/⁄–-])(?<!\d[ \u00a0])(?:[{FRACTIONS}]|\d{{1,2}}[/⁄](?:[2-68]|1[06]|32|64))(?: of an?)?"
    rf"(?=[ \u00a0-](?:(?:square|cubic) )?(?:{_DIVIDED}|km|mi|ft|lbs?|oz|kg)\b)"
    rf"|(?<!\band )(?<!\w-)\b(?:half(?: of)? an?|(?:a |one )?(?:half|quarter)"
    rf"|(?:{'|'.join(TIMES)})[ -](?:{'|'.join(PARTS)})s? of an?)"
    rf"(?=[ -](?:(?:square|cubic) )?{_DIVIDED}\b)"
    r"|\b(?<!\band )(?:half a|a half)(?=[ -]year\b(?! (?:later|earlier|before|after|ago|old)\b))"
)
"""A part of a unit, with what stands between: "3/4", "three quarters of a", "half an"."""
_FIGURES = regex(r"(\d+)[/⁄](\d+)")
_TAIL = regex(
    rf"[\s-]+(?:and\s+)?(?P<words>{NUMBER_WORDS})\b",
    re.IGNORECASE,
)
_POWER = regex(
    r"(?P<times>[\s\u00a0]?[×x·*][\s\u00a0]?10)?(?:\^\(?(?P<plain>[-−–+]?\d{1,2})\)?|(?P<raised>[⁻⁺]?[⁰¹²³⁴-⁹]{1,2}))(?![\w^])"
)
_LOWERED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺−–", "0123456789-+--")
LARGEST_BASE = 1000
"""A number above this with a raised one behind it has a footnote."""
_BETWEEN_UNITS = regex(r",?\s+(?:and\s+)?")
_INCHES = regex(r"\s?(?:in\b|[″\"])|(?=\s+(?:tall|high)\b|\s*[.,;)]|$)")
"""Behind a number that follows feet: "6 ft 2 in", and "5 feet 10" at the end of what is said."""
_IN_TWO_UNITS = (TIME, "length", "mass")


def part_of_a_unit(told: str) -> float:
    """The part that a match of ``FRACTION`` tells.

    >>> part_of_a_unit("three quarters of a"), part_of_a_unit("half an"), part_of_a_unit("3/8"), part_of_a_unit("¾ of a")
    (0.75, 0.5, 0.375, 0.75)
    >>> part_of_a_unit("four fifths of a")
    0.8
    """
    if told[0] in FRACTIONS:
        return unicodedata.numeric(told[0])
    if figures := _FIGURES.match(told):
        return int(figures[1]) / int(figures[2])
    words = re.split(r"[\s-]+", told.lower())
    part = next(name for word in words if (name := word.removesuffix("s")) in PARTS)
    return TIMES.get(words[0], 1) / PARTS[part]


def and_a_half(text: str, end: int, value: float) -> tuple[float, int]:
    """The number that ends at ``end``, with "and a half", "and a quarter", "½" or "1/2" behind it, and where it ends then.

    >>> and_a_half("12 1/2 miles", 2, 12.0), and_a_half("on 12 3/4/1990", 5, 12.0)
    ((12.5, 6), (12.0, 5))
    """
    found = _AND_A.match(text, end)
    if found is None:
        return value, end
    if found["sign"]:
        part = unicodedata.numeric(found["sign"])
    elif found["over"]:
        part = int(found["over"]) / int(found["under"])
    else:
        part = 0.5 if found["half"] else 0.75 if found["three"] else 0.25
    return (value + part, found.end()) if part < 1 and value % 1 == 0 else (value, end)


def power(text: str, end: int, value: float) -> tuple[float, int] | None:
    """The number ``value`` that ends at ``end`` with the power of ten, or its own, behind it, and where that ends; else None.

    >>> power("6.02 × 10^23 atoms", 4, 6.02), power("a gram has 10^5 grains", 13, 10.0)
    ((6.02e+23, 12), (100000.0, 15))
    """
    found = _POWER.match(text, end)
    if found is None or (not found["times"] and not 1 < value <= LARGEST_BASE):
        return None
    exponent = int((found["plain"] or found["raised"]).translate(_LOWERED))
    return (value * 10.0**exponent if found["times"] else value**exponent), found.end()


def scaled_words(text: str, end: int, value: float, listed: bool) -> tuple[float, int, bool]:
    """The number ``value`` that ends at ``end`` with the scales and tails behind it, where it ends, and whether it has a scale.

    ``listed``: "between" stands before it, so that "and fifty" behind it is another number.

    >>> scaled_words("three hundred and fifty thousand ships", 5, 3.0, False)
    (350000.0, 32, True)
    >>> scaled_words("three thousand million pairs", 5, 3.0, False)
    (3000000000.0, 22, True)
    """
    total, current, scaled = 0.0, value, False
    while True:
        if scale := SCALE.match(text, end):
            factor, end, scaled = SCALES[scale[1].lower()], scale.end(), True
            if factor == 100:
                current *= 100
            elif not current and total:
                total *= factor  # "three thousand million"
            else:
                total, current = total + current * factor, 0.0
            continue
        tail = _TAIL.match(text, end) if scaled and not listed else None
        more = number_told(tail["words"]) if tail else math.inf
        behind = SCALE.match(text, tail.end()) if tail else None
        begins_anew = current and behind is not None and behind[1].lower() == "hundred"
        if tail is None or more >= 100 or begins_anew or current % 100:
            return total + current, end, scaled
        current, end = current + more, tail.end()


def compounds(text: str, found: Sequence[Quantity]) -> list[Quantity]:
    """The numbers, in their order, with "1 hour and 30 minutes" and "5 feet 10 inches" as one each."""
    kept: list[Quantity] = []
    for one in found:
        if kept and (inches := _inches(kept[-1], one, text)):
            one = inches
        if kept and smaller_unit(kept[-1], one, text):
            large = kept.pop()
            value, span = large.value + one.value, Span(large.span.start, one.span.end)
            told, things = large.told if large.things == AGE else value, one.things or large.things
            one = replace(one, value=value, told=told, larger=large.value, things=things, span=span)
        kept.append(one)
    return kept


def _inches(feet: Quantity, number: Quantity, text: str) -> Quantity | None:
    """A number without a unit that stands behind feet, in inches; None where it is something else."""
    behind = _INCHES.match(text, number.span.end)
    bare = number.kind in (PLAIN, COUNT) and number.told < 12 and not number.ranges
    if feet.unit not in ("ft", "foot", "feet") or behind is None or not bare:
        return None
    if not text[feet.span.end : number.span.start].isspace():
        return None
    inch, span = UNITS["inch"], Span(number.span.start, behind.end())
    return replace(number, value=number.told * inch.factor, kind=inch.kind, unit="inch", system=inch.system, span=span)


def smaller_unit(large: Quantity, small: Quantity, text: str) -> bool:
    """Whether a number continues with what is left of it in a smaller unit."""
    if large.kind != small.kind or large.kind not in _IN_TWO_UNITS or large.unit == small.unit or not large.told:
        return False
    if large.ranges or small.ranges or small.soft or small.value >= large.value / large.told:
        return False
    return _BETWEEN_UNITS.fullmatch(text[large.span.end : small.span.start]) is not None
