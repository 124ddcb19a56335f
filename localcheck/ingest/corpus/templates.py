"""The templates that stand for words of a sentence. Every other template shows nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from localcheck.text.lexicon import MONTHS, rows
from localcheck.text.patterns import regex

T = TypeVar("T")
Arguments = list[str]
"""Positional arguments, stripped; named ones are left out except ``text`` and ``1`` … (see ``_split``)."""


def _each(table: Mapping[str, T]) -> dict[str, T]:
    """Each of the names before a value with that value."""
    return {name: value for names, value in table.items() for name in names.split("|")}


_FIRST = "|".join(rows("templates.first"))
_SECOND = "lang|transl|transliteration|wikt-lang|color|font color|colored|fontcolor|zh-tw|hover title|abbrlink|rtl-lang"
_FIXED = _each(
    {
        "ndash|en dash|endash": "–",
        "mdash|em dash|emdash|mdashb": "—",
        "snd|spnd|spaced ndash|spaced en dash|dash": " – ",
        "nbsp|spaces": " ",
        "'|'-|-'|sq": "'",
        "'s": "'s",
        "!": "",
        "=": "=",
        "pipe": "|",
        "·|middot": " · ",
        "bull": " • ",
        "pound": "£",
        "euro": "€",
    }
)
_SHIPS = frozenset("uss hms ss ms mv rms hmas hmcs usns usat sms rv ins smu hmnzs jds rfa".split())
_MONEY = _each(
    {"us$|usd": "US$", "gbp|£": "£", "€|eur": "€", "inr": "₹", "a$|aud": "A$", "c$|cad": "C$", "¥|jpy|cny": "¥"}
)
_UNITS = dict(row.split(": ") for row in rows("templates.units"))
_PAIRS = {("ft", "in"), ("yd", "ft"), ("mi", "yd"), ("mi", "ft"), ("lb", "oz"), ("st", "lb")}
"""Units of one measure: 6 ft 2 in."""
_RANGE_WORDS = _each({"-|–": "–", "to|to(-)": " to ", "and|and(-)": " and ", "or": " or ", "x": " × ", "by": " by "})
_HALF = regex(r"\d{1,2}/\d{1,2}")
"""A template that is called by the fraction that it writes."""
_MONTHS = [name.capitalize() for name in MONTHS]


def expand(content: str) -> str:
    """What ``{{content}}`` shows in running text; empty for what is no prose. Inner constructs are already text."""
    if len(content) > 20_000:
        return ""
    name, _, rest = content.partition("|")
    name = " ".join(name.replace("_", " ").split()).lower()
    if name in _FIXED:
        return _FIXED[name]
    if name.startswith("formatnum:"):
        return name.removeprefix("formatnum:").strip()
    if not rest and _HALF.fullmatch(name):
        return name
    if name == "val":
        return _value(rest)
    arguments = _split(rest) if rest else []
    if name in _SHIPS:
        return " ".join([name.upper(), *arguments[:1]])
    if name in _MONEY:
        return _MONEY[name] + arguments[0] if arguments else ""
    handler = _HANDLERS.get(name)
    return handler(arguments) if handler and arguments else ""


def _split(rest: str) -> Arguments:
    """Positional arguments in order. ``1=`` and ``text=`` count as the first, ``2=`` as the second."""
    found: list[str] = []
    for part in rest.split("|"):
        key, equals, value = part.partition("=")
        key = key.strip().lower()
        if not equals or " " in key or "/" in key or "<" in key:
            found.append(part.strip())
        elif key in ("1", "text", "quote") or (key == "2" and len(found) == 1):
            found.append(value.strip())
    return found


def _convert(a: Arguments) -> str:
    """``12|km|mi`` -> ``12 km``; ``5|to|8|km`` -> ``5 to 8 km``; ``6|ft|2|in|m`` -> ``6 feet 2 inches``: the source's own
    value, no computed one.
    """
    if len(a) >= 4 and (a[1], a[3]) in _PAIRS:
        return f"{a[0]} {_UNITS[a[1]]} {a[2]} {_UNITS[a[3]]}"
    said, unit = _range(a)
    return f"{said} {_UNITS.get(unit[0], unit[0])}" if unit else said


def _range(a: Arguments) -> tuple[str, Arguments]:
    """``10|by|20|by|30|m`` -> ``10 by 20 by 30``, and what follows."""
    said, rest = a[0], a[1:]
    while len(rest) > 1 and rest[0] in _RANGE_WORDS:
        said, rest = f"{said}{_RANGE_WORDS[rest[0]]}{rest[1]}", rest[2:]
    return said, rest


def _value(rest: str) -> str:
    """``5.97|e=24|u=kg`` -> ``5.97×10^24 kg``; an uncertainty is left out."""
    parts = [part.strip() for part in rest.split("|")]
    named = {key.strip(): value.strip() for key, equals, value in (p.partition("=") for p in parts) if equals}
    number, _ = _range([part for part in parts if part and "=" not in part] or [""])
    power = f"×10^{named['e']}" if named.get("e") else ""
    unit = named.get("u") or named.get("ul") or ""
    return f"{number}{power} {unit}".rstrip() if number else ""


def _as_of(a: Arguments) -> str:
    """``2010|7|5`` -> ``As of 5 July 2010``."""
    return f"As of {_date(a)}"


def _date(a: Arguments) -> str:
    """``1879|3|14`` -> ``14 March 1879``, ``1879|3`` -> ``March 1879``."""
    return " ".join([*(day.lstrip("0") for day in a[2:3]), *map(_month, a[1:2]), *a[:1]])


def _fraction(a: Arguments) -> str:
    return {1: f"1/{a[0]}", 2: "/".join(a[:2])}.get(len(a), f"{a[0]} {'/'.join(a[1:3])}")


def _nihongo(a: Arguments) -> str:
    """English, kanji, romaji."""
    inside = ", ".join(x for x in a[1:3] if x)
    return f"{a[0]} ({inside})" if inside else a[0]


_HANDLERS: dict[str, Callable[[Arguments], str]] = _each(
    {
        "convert|cvt": _convert,
        "circa|c.": lambda a: " – ".join(f"c. {year}" for year in a[:2] if year),
        "as of": _as_of,
        "start date|end date|dts|birth date|death date": _date,
        _FIRST: lambda a: a[0],
        _SECOND: lambda a: "".join(a[1:2]),
        "frac|sfrac|fraction": _fraction,
        "nihongo": _nihongo,
        "reign|r.": lambda a: "r. " + "–".join(a[:2]),
        "floruit|fl.": lambda a: "fl. " + "–".join(filter(None, a[:2])),
        "born in": lambda a: f"born {a[0]}",
        "in lang": lambda _: "",
        "chem|gaps": lambda a: "".join(a),
        "e|x10^|×10^": lambda a: f"×10^{a[0]}",
        "10^": lambda a: f"10^{a[0]}",
        "hlist": lambda a: ", ".join(a),
    }
)


def _month(value: str) -> str:
    return _MONTHS[int(value) - 1] if value.isdecimal() and len(value) <= 2 and 1 <= int(value) <= 12 else value
