"""Numbers with what they are numbers of: years, dates, lengths, weights, money, shares, times, and counts of things. Pure.

"13 books" is not borne out by "13 May", "120 km" is by "75 miles", and "nine awards" is contradicted by "eleven awards", not by
"in 1990". A value that cannot be typed is a plain number, which fits every kind.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from localcheck.text.lexicon import FUNCTION_WORDS, MONTHS, ORDINALS, SCALES, SMALL, TENS, WORDS

PLAIN, YEAR, DAY, ORDINAL, COUNT, MONEY, SHARE = "number", "year", "day", "ordinal", "count", "money", "share"
CLOSE = 0.02
"""Two values in different units are the same up to this share: 120 km and 75 miles."""
NEARBY = 3
"""Words after a number among which the thing that it counts is looked for."""
UNITS: dict[str, tuple[str, float]] = {
    **dict.fromkeys(("km", "kilometre", "kilometer"), ("length", 1000.0)),
    **dict.fromkeys(("m", "metre", "meter"), ("length", 1.0)),
    **dict.fromkeys(("cm", "centimetre", "centimeter"), ("length", 0.01)),
    **dict.fromkeys(("mm", "millimetre", "millimeter"), ("length", 0.001)),
    **dict.fromkeys(("mi", "mile"), ("length", 1609.344)),
    **dict.fromkeys(("ft", "foot", "feet"), ("length", 0.3048)),
    **dict.fromkeys(("inch",), ("length", 0.0254)),
    **dict.fromkeys(("yard", "yd"), ("length", 0.9144)),
    **dict.fromkeys(("kg", "kilogram", "kilo"), ("mass", 1.0)),
    **dict.fromkeys(("g", "gram"), ("mass", 0.001)),
    **dict.fromkeys(("tonne", "ton"), ("mass", 1000.0)),
    **dict.fromkeys(("lb", "lbs"), ("mass", 0.45359237)),
    **dict.fromkeys(("km²", "km2"), ("area", 1e6)),
    **dict.fromkeys(("m²", "m2"), ("area", 1.0)),
    **dict.fromkeys(("hectare", "ha"), ("area", 1e4)),
    **dict.fromkeys(("acre",), ("area", 4046.856)),
    **dict.fromkeys(("second",), ("time", 1.0)),
    **dict.fromkeys(("minute",), ("time", 60.0)),
    **dict.fromkeys(("hour",), ("time", 3600.0)),
    **dict.fromkeys(("week",), ("time", 7 * 86400.0)),
    **dict.fromkeys(("percent", "%"), (SHARE, 0.01)),
    **dict.fromkeys(("dollar", "$", "usd"), ("money, dollars", 1.0)),
    **dict.fromkeys(("euro", "€"), ("money, euros", 1.0)),
    **dict.fromkeys(("£",), ("money, pounds", 1.0)),
}
"""Unit, in the singular -> what it measures, and how much of the base unit it is."""
SPANS = frozenset({"day", "month", "year", "decade", "century"})
"""Times whose length is told in words: they are counted like things."""

_NUMBER = re.compile(
    r"(?P<money>[$€£]\s?)?(?<![\w.])(?:(?P<digits>\d{1,3}(?:[,\u202f\u00a0 ]\d{3})+|\d+)(?:[.](?P<part>\d+))?"
    r"(?P<tail>st|nd|rd|th|s)?(?![\w])|(?P<words>\b(?:" + "|".join([*TENS, *SMALL[::-1]]) + r")(?:[-\s]+(?:"
    + "|".join(SMALL[1:10]) + r"))?\b)|(?P<place>\b(?:" + "|".join(ORDINALS) + r")\b))",
    re.IGNORECASE,
)  # fmt: skip
_SCALE = re.compile(r"[\s-]+(hundred|thousand|million|billion|trillion)\b", re.IGNORECASE)
_AFTER = re.compile(r"[^\W\d_]+[²2]?|[%$€£]")
_MORE = re.compile(
    r"\b(?:(?:more|greater|larger|longer|higher|older) than|over|above|at least|exceed(?:s|ed|ing)?)\s+$", re.I
)
_LESS = re.compile(
    r"\b(?:not? (?:more|greater|larger|longer|higher|older) than|(?:less|fewer|smaller|shorter|lower|younger) than|under"
    r"|below|at most|up to)\s+$",
    re.I,
)
_ABOUT = re.compile(
    r"(?:\b(?:about|around|approximately|roughly|nearly|almost|circa|ca\.|some|close to|an? (?:estimated|average of))\s+"
    r"|[~≈]\s?)$",
    re.I,
)
_STOP = re.compile(r"[.;:!?()]|,\s")


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number and what it is a number of."""

    value: float
    """In the base unit of its kind."""
    kind: str
    things: frozenset[str] = frozenset()
    """For a count or an ordinal: the words after it, in the singular."""
    unit: str = ""
    """The unit as it was written, in the singular."""
    near: frozenset[str] = frozenset()
    """For a date: the words before it in its clause, which say what happened then ("was born in")."""
    bound: int = 0
    """1 for "more than" the value, -1 for "less than" it, 0 for the value itself."""
    within: float = 0.0
    """How far from it another number may be that this one rounds: for "about twelve" a half, for "3.7 million" 50,000."""

    def same_kind(self, other: Quantity) -> bool:
        """True if both may be numbers of the same property; a plain number may be of any that is no year or day."""
        if PLAIN in (self.kind, other.kind):
            return YEAR not in (self.kind, other.kind) and DAY not in (self.kind, other.kind)
        if self.kind != other.kind:
            return False
        if self.kind in (YEAR, DAY):
            return bool(self.near & other.near) or not (self.near and other.near)
        return self.kind not in (COUNT, ORDINAL) or bool(self.things & other.things)

    def agrees(self, other: Quantity) -> bool:
        """True if both may be the same number of the same thing; equal counts of different things may be, too.

        "More than two" agrees with eight, and with "less than ten"; "about twelve" with 11.86, "3.7 million" with 3,671,000.
        """
        fits = self.kind == other.kind or PLAIN in (self.kind, other.kind) or {self.kind, other.kind} <= _LOOSE
        if not fits:
            return False
        if self.value == other.value:
            return True
        if (self.bound or other.bound) and self.same_kind(other):
            return self._allows(other) and other._allows(self)
        within = max(self.within, other.within)
        if within and self.same_kind(other) and self.kind not in (YEAR, DAY, ORDINAL):
            return abs(self.value - other.value) <= within
        converted = self.unit != other.unit and self.kind == other.kind and self.kind not in (COUNT, ORDINAL, YEAR, DAY)
        return converted and abs(self.value - other.value) <= CLOSE * max(abs(self.value), abs(other.value))

    def _allows(self, other: Quantity) -> bool:
        """False where ``other`` lies on the wrong side of this bound."""
        return not self.bound or self.bound * (other.value - self.value) > 0


_LOOSE = frozenset({COUNT, ORDINAL, SHARE, "time"})
"""Kinds that are told apart too unsurely to say that the same value is another number."""


@lru_cache(maxsize=16384)
def quantities(text: str) -> tuple[Quantity, ...]:
    """The numbers of ``text`` in order, typed.

    >>> [(q.value, q.kind) for q in quantities("In 1886 it had 2.5 million rivets, rose 300 m and cost $4 million.")]
    [(1886.0, 'year'), (2500000.0, 'count'), (300.0, 'length'), (4000000.0, 'money, dollars')]
    """
    return tuple(_found(text))


def lost(claim: str, premise: str) -> tuple[Quantity, ...]:
    """Numbers of the claim that the premise does not have, or has of something else only."""
    have = quantities(premise)
    return tuple(q for q in quantities(claim) if not any(q.agrees(o) for o in have))


def rivals(claim: str, premise: str) -> bool:
    """True if the premise gives another number for a property that the claim gives a number for."""
    mine, have = quantities(claim), quantities(premise)
    missing = [q for q in mine if not any(q.agrees(o) for o in have)]
    return any(q.same_kind(o) and not any(o.agrees(m) for m in mine) for q in missing for o in have)


def _found(text: str) -> Iterator[Quantity]:
    for match in _NUMBER.finditer(text):
        value, ordinal = _value(match)
        if value is None:
            continue
        scale = _SCALE.match(text, match.end())
        end = scale.end() if scale else match.end()
        if scale:
            value *= SCALES[scale.group(1).lower()]
        found = _typed(text, match, value, ordinal, end, bool(scale))
        about = bool(_ABOUT.search(text[max(0, match.start() - 24) : match.start()]))
        within = _within(match, found.value, about, bool(scale))
        yield replace(found, bound=_bound(text, match.start()), within=within)


def _value(match: re.Match[str]) -> tuple[float | None, bool]:
    """The number, None for what is hardly one ("one", "first", "second"), and whether it is an ordinal."""
    if match["digits"]:
        value = float(re.sub(r"\D", "", match["digits"]) + (f".{match['part']}" if match["part"] else ""))
        return value, (match["tail"] or "").lower() in ("st", "nd", "rd", "th")
    if match["words"]:
        total = float(sum(WORDS[w] for w in re.split(r"[-\s]+", match["words"].lower())))
        return (None if total == 1 else total), False
    place = ORDINALS[match["place"].lower()]
    return (float(place) if place > 2 else None), True


def _typed(text: str, match: re.Match[str], value: float, ordinal: bool, end: int, scaled: bool) -> Quantity:
    if match["money"]:
        return Quantity(value, UNITS[match["money"].strip()][0], unit=match["money"].strip())
    after = _words_after(text, end)
    before = re.findall(r"[^\W\d_]+", text[max(0, match.start() - 12) : match.start()].lower())
    first = after[0] if after else ""
    near = _words_before(text, match.start())
    next_word = _AFTER.search(text, end)
    if _is_day(value, before, next_word.group().lower() if next_word else "", bool(match["digits"])):
        return Quantity(value, DAY, near=near)
    if ordinal:
        return Quantity(value, ORDINAL, frozenset(after))
    if first in UNITS and not (first in ("m", "g", "second") and not match["digits"]):
        kind, factor = UNITS[first]
        return Quantity(value * factor, kind, unit=first)
    if first == "per" and after[1:2] == ["cent"]:
        return Quantity(value * UNITS["percent"][1], SHARE, unit="percent")
    if match["digits"] and not scaled and not match["part"] and "," not in match["digits"] and 1000 <= value <= 2199:
        things = [w for w in after if w in SPANS or w in _COUNTED]
        counted = bool(things) and before[-1:] != ["in"]
        return Quantity(value, COUNT, frozenset(things)) if counted else Quantity(value, YEAR, near=near)
    return Quantity(value, COUNT, frozenset(after)) if after else Quantity(value, PLAIN)


_COUNTED = frozenset("people person inhabitant member student soldier resident men man".split())
"""After a number that could be a year, these say that it is none."""


def _bound(text: str, start: int) -> int:
    before = text[max(0, start - 24) : start]
    return -1 if _LESS.search(before) else 1 if _MORE.search(before) else 0


def _within(match: re.Match[str], value: float, about: bool, scaled: bool) -> float:
    """Half a unit of the last digit that is not a zero, if the number is said to be rounded or is told in millions; never more
    than an eighth of it, or a twentieth where nobody says "about".
    """
    if not (about or scaled) or not value or math.isinf(value):
        return 0.0
    digits = (
        re.sub(r"\D", "", f"{match['digits']}{match['part'] or ''}") if match["digits"] else str(_value(match)[0] or 0)
    )
    told = len(digits.split(".")[0].strip("0")) or 1
    unit = 10.0 ** (math.floor(math.log10(abs(value))) - told + 1)
    return min(0.5 * unit, (0.125 if about else 0.05) * abs(value))


def _is_day(value: float, before: list[str], first: str, digits: bool) -> bool:
    return digits and 1 <= value <= 31 and (first in MONTHS or (before[-1:] or [""])[0] in MONTHS)


def _words_after(text: str, end: int) -> list[str]:
    """The words that follow within the clause, in the singular, lower-cased, function words left out."""
    stop = _STOP.search(text, end)
    clause = text[end : min(stop.start() if stop else len(text), end + 60)]
    found: list[str] = []
    for word in (w.lower() for w in _AFTER.findall(clause)[: NEARBY + 1]):
        if word in FUNCTION_WORDS and word not in ("per", "m"):
            break
        found.append(_singular(word))
    return found[:NEARBY]


def _words_before(text: str, start: int) -> frozenset[str]:
    """The last words that carry meaning before a date in its clause, endings of verbs taken off."""
    clause = re.split(r"[.;:!?()]|,\s(?!\d)", text[max(0, start - 80) : start])[-1].lower()
    words = [w for w in re.findall(r"[^\W\d_]+", clause) if w not in FUNCTION_WORDS and w not in MONTHS]
    return frozenset(re.sub(r"(?:ed|d|ing)$", "", _singular(w)) for w in words[-2:])


def _singular(word: str) -> str:
    if word in ("feet", "inches", "lbs"):
        return {"feet": "feet", "inches": "inch", "lbs": "lbs"}[word]
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
