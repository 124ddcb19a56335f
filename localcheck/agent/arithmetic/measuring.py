"""What units measure, and how many of the base unit one of them is."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from localcheck.text.patterns import regex

_TABLE = {
    "length": "mm 毫米 millimeters millimetres 0.001; cm 厘米 公分 centimeter centimeters centimetre centimetres 0.01"
    "; dm 分米 0.1; m 米 meter meters metre metres 1; km 千米 公里 kilometer kilometers kilometre kilometres 1000"
    "; inch inches 0.0254; foot feet 0.3048; yard yards 0.9144; mile miles 1609.344",
    "area": "平方毫米 0.000001; 平方厘米 cm2 0.0001; 平方分米 dm2 0.01; 平方米 m2 1; 亩 2000/3; 公顷 10000"
    "; 平方千米 平方公里 km2 1000000",
    "volume": "立方毫米 0.000001; 立方厘米 毫升 ml mL cm3 milliliters millilitres 0.001"
    "; 立方分米 升 l L dm3 liter liters litre litres 1; 立方米 m3 1000",
    "kitchen": "cup cups 1; pint pints 2; quart quarts 4; gallon gallons 16",
    "mass": "mg 毫克 milligrams 0.001; g 克 gram grams 1; kg 千克 公斤 kilogram kilograms 1000; 斤 500; t 吨 1000000"
    "; ounce ounces oz 28.349523125; pound pounds lb lbs 453.59237",
    "time": "秒 s second seconds 1; 分 分钟 min minute minutes 60; 小时 时 h hour hours 3600; 天 日 day days 86400"
    "; 周 week weeks 604800",
    "months": "month months 1; year years 12; decade decades 120; century centuries 1200",
    "money": "分钱 0.01; 角 0.1; 元 块 1",
}
SIZES: dict[str, tuple[str, Fraction]] = {
    name: (kind, Fraction(words[-1]))
    for kind, rows in _TABLE.items()
    for row in rows.split(";")
    for words in [row.split()]
    for name in words[:-1]
}
"""For each unit what it measures, and how many of the base unit one is."""
_MANY = {
    **dict.fromkeys(("dozen", "dozens", "打"), 12),
    **dict.fromkeys(("hundred", "hundreds"), 100),
    **dict.fromkeys(("thousand", "thousands"), 10**3),
    **dict.fromkeys(("million", "millions", "mn"), 10**6),
    **dict.fromkeys(("billion", "billions", "bn"), 10**9),
    **dict.fromkeys(("trillion", "trillions", "tn"), 10**12),
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
