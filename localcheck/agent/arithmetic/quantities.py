"""Quantities as people write them, put in the form of an equality or a sum: "240 grams in 2.4 kg", "3 hours 20 minutes"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from localcheck.text.patterns import regex

Sizes = Mapping[str, tuple[str, Fraction]]
_NUMBER = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_HELD = regex(
    rf"\bthere (?:are|is)(?P<about> (?:about|around|approximately|roughly))?(?: exactly)? (?P<n>{_NUMBER}) ?"
    rf"(?P<unit>[A-Za-z]+) in (?P<m>an?|one|each|every|{_NUMBER}) ?(?P<whole>[A-Za-z]+)\b",
    re.IGNORECASE,
)
_TWO = regex(
    rf"(?<![\d.,+*/^-])(?<![+*/^-] )(?P<n>{_NUMBER})(?P<gap> ?)(?P<unit>[A-Za-z]+|[\u4e00-\u9fff]{{1,3}}?)(?: and|又|零)? ?"
    rf"(?P<m>{_NUMBER}) ?(?P<part>[A-Za-z]+|[\u4e00-\u9fff]{{1,2}})"
)

_SHARE = regex(
    rf"\b(?:an? |the )?({_NUMBER}) ?% (?:tip|discount|tax|vat|fee|surcharge|commission|service charge) (?:on|of) (?=[$€£¥\d])",
    re.IGNORECASE,
)


def in_full(text: str, sizes: Sizes) -> str:
    """``text`` with what lies in a quantity as an equality, and a quantity in two units as a sum. ``sizes``: the known units.

    >>> sizes = {"hours": ("time", Fraction(3600)), "minutes": ("time", Fraction(60))}
    >>> in_full("There are 90 minutes in 1.5 hours.", sizes), in_full("1 hours 30 minutes = 90 minutes", sizes)
    ('1.5 hours = 90 minutes.', '(1 hours + 30 minutes) = 90 minutes')
    """
    text = _SHARE.sub(r"\1% of ", text)
    text = _HELD.sub(lambda m: _equality(m, sizes), text)
    return _TWO.sub(lambda m: _sum(m, sizes), text)


def _equality(match: re.Match[str], sizes: Sizes) -> str:
    if not _of_one_kind(match["unit"], match["whole"], sizes):
        return match.group()
    many = match["m"] if match["m"][0].isdigit() else "1"
    # what stands in brackets is a sum of its own
    ends = ";" if match.string[match.end() :].lstrip().startswith("(") else ""
    return f"{many} {match['whole']} {'≈' if match['about'] else '='} {match['n']} {match['unit']}{ends}"


def _sum(match: re.Match[str], sizes: Sizes) -> str:
    unit, part = match["unit"], match["part"]
    if not _of_one_kind(unit, part, sizes) or sizes[unit][1] <= sizes[part][1]:
        return match.group()
    return f"({match['n']}{match['gap']}{unit} + {match['m']}{match['gap']}{part})"


def _of_one_kind(first: str, second: str, sizes: Sizes) -> bool:
    return first in sizes and second in sizes and sizes[first][0] == sizes[second][0]
