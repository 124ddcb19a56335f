"""What units measure, and how many of the base unit one of them is."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from localcheck.text.lexicon import SCALES, rows
from localcheck.text.patterns import regex

SIZES: dict[str, tuple[str, Fraction]] = {
    name: (kind, Fraction(size))
    for kind, units in (row.split(": ") for row in rows("measuring.sizes"))
    for *names, size in map(str.split, units.split(";"))
    for name in names
}
"""For each unit what it measures, and how many of the base unit one is."""
_MANY = {f"{word}{end}": number for word, number in SCALES.items() for end in ("", "s")} | {
    "打": 12,
    "mn": 10**6,
    "bn": 10**9,
    "tn": 10**12,
}
MONEY = frozenset("$ € £ ¥ euro euros dollar dollars 元 块".split())
COINS = frozenset("cent cents ¢ c p pence penny pennies 分".split())
_PREFIXED = regex(r"([kKMGTPmnµc]?)(B|b|bits?|bytes?|bps|W|Wh|V|A|Hz|Pa|J|N|eV|cal|F|Ω)")
CURRENCIES = {sign: sign for sign in "$€£¥"} | {
    "dollar": "$", "dollars": "$", "euro": "€", "euros": "€", "元": "¥", "块": "¥", "yen": "yen",
}  # fmt: skip
SPACE = {"area": "length", "volume": "length"}
"""Kinds that products of another kind have: 40 cm * 50 cm = 0.2 m2."""


def measured_by(name: str) -> tuple[str, Fraction] | None:
    """What a unit measures, and its size; a word for many things ("million") measures a count."""
    bare = name.lstrip("/")
    return ("count", Fraction(_MANY[bare.lower()])) if bare.lower() in _MANY else SIZES.get(bare)


def differ_by_prefix(one: str, other: str) -> bool:
    """Are they one unit with two prefixes? How much a GB is, is not told alike everywhere.

    >>> differ_by_prefix("MB", "GB"), differ_by_prefix("W", "kW"), differ_by_prefix("B", "W")
    (True, True, False)
    """
    first, second = _PREFIXED.fullmatch(one), _PREFIXED.fullmatch(other)
    return first is not None and second is not None and first[2] == second[2] and first[1] != second[1]


def size_of(units: Iterable[str]) -> tuple[str, Fraction] | None:
    """(what is measured, how many base units) when all ``units`` are one and the same known unit, else None."""
    kinds = set(units)
    return SIZES.get(kinds.pop()) if len(kinds) == 1 else None
