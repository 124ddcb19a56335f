"""A number as it is written: in digits, in words or with a scale, and how exact that makes it. Pure."""

from __future__ import annotations

import math
import re

from localcheck.text.lexicon import NUMBER_WORDS, ORDINALS, SCALES, number_told
from localcheck.text.patterns import regex
from localcheck.text.values import worded
from localcheck.text.values.intervals import RANGE_BEFORE
from localcheck.text.values.kinds import COUNTED, OF_MONTH
from localcheck.text.values.units import ATTACHED

NUMBER = regex(
    rf"(?P<fraction>{worded.FRACTION})|"
    r"(?P<money>(?:(?:US)?[$€£]|\b(?:EUR|USD|GBP)(?=\s\d))\s?)?(?<![\w.])(?:(?P<digits>\d{1,3}(?P<dots>(?:\.\d{3})+)(?=,\d\d?(?!\d))"
    r"|\d{1,3}(?:[,\u202f\u00a0 ]\d{3})+|\d+)(?:[.](?P<part>\d+))?"
    rf"(?:,(?P<comma>\d{{1,2}})(?(dots)|(?=\s?(?:{ATTACHED}|%|million|billion)(?!\w))))?"
    rf"(?:(?P<tail>st|nd|rd|th|s)?(?![\w])|(?=(?:{ATTACHED}|[kmb]n?)(?![\w])|[{worded.FRACTIONS}]))"
    r"|(?P<place>\b(?:" + "|".join(ORDINALS).replace("-", r"\s?-\s?") + r")\b)"
    rf"|(?P<words>\b{NUMBER_WORDS}\b)"
    r"|\b(?P<scaled>half an?(?= (?:dozen|century|decade)\b)"
    r"|(?:half )?an?(?= (?:hundred|thousand|million|billion|trillion)\b))"
    r"|(?:(?<=than )|(?<=over )|(?<=under )|(?<=about )|(?<=nearly )|(?<=almost ))(?P<one>an?)(?= [a-z]))",
    re.IGNORECASE,
)  # fmt: skip
_SHORT_SCALE = regex(r"\s?(k|m|mn|mln|bn|b)\b", re.IGNORECASE)
_SHORT_OF = regex(
    rf"\s?(?:bn|mln)\b|[km](?= (?:{'|'.join(sorted(COUNTED))}|user|euro|dollar|pound)s?\b)", re.IGNORECASE
)
"""The same without a sign of money before it: 5 m may be metres, 5m people are none."""
_SIGNS = {"EUR": "€", "USD": "$", "GBP": "£"}
_SHORT = {"k": 1e3, "m": 1e6, "mn": 1e6, "mln": 1e6, "bn": 1e9, "b": 1e9}


def value_of(match: re.Match[str]) -> tuple[float | None, bool]:
    """The number, None for what is hardly one ("one", "first", "second"), and whether it is an ordinal.

    "More than a tonne" is a number: 1 of the unit.
    """
    if match["digits"]:
        value = float(re.sub(r"\D", "", match["digits"]) + "." + decimals(match))
        return value, (match["tail"] or "").lower() in ("st", "nd", "rd", "th")
    if match["one"]:
        return 1.0, False
    if match["fraction"]:
        return worded.part_of_a_unit(match["fraction"]), False
    if match["scaled"]:
        return (0.5 if match["scaled"].lower().startswith("half") else 1.0), False
    if match["words"]:
        return float(number_told(match["words"])), False
    place = ORDINALS[re.sub(r"\s", "", match["place"].lower())]
    return (float(place) if place > 2 or OF_MONTH.match(match.string, match.end()) else None), True


def with_words(text: str, match: re.Match[str], value: float) -> tuple[float, int, bool]:
    """The number with what words add behind it, where it ends, and whether a word as "thousand" is among them."""
    if match["digits"] and (raised := worded.power(text, match.end(), value)):
        return *raised, True
    value, end = worded.and_a_half(text, match.end(), value)
    if match["money"] or not (match["words"] or match["scaled"]):
        return value, end, False
    listed = RANGE_BEFORE.search(text[: match.start()]) is not None
    return worded.scaled_words(text, end, value, listed)


def scale_behind(text: str, match: re.Match[str], begun: int, scaled: bool) -> tuple[float, int, bool]:
    """The factor of the scale behind a number that ends at ``begun``, where that ends, and whether there is one; ``scaled``:
    its words have one already.
    """
    if not scaled and (scale := worded.SCALE.match(text, begun)):
        return float(SCALES[scale.group(1).lower()]), scale.end(), True
    short = (_SHORT_SCALE if match["money"] else _SHORT_OF).match(text, match.end()) if match["digits"] else None
    return (_SHORT[short.group().strip().lower()], short.end(), True) if short else (1.0, begun, False)


def form_of(match: re.Match[str], ordinal: bool, scaled: bool) -> str:
    """How the number is written, as ``kinds.typed`` wants to know it."""
    if match["money"]:
        written = match["money"].strip().upper()
        return f"money {_SIGNS.get(written, written[-1])}"
    if ordinal:
        return "ordinal"
    if match["fraction"]:
        return "figure"
    if not match["digits"]:
        return "words"
    whole = not scaled and not decimals(match) and not re.search(r"\D", match["digits"])
    return "digits" if whole else "figure"


def decimals(match: re.Match[str]) -> str:
    """The digits behind the decimal point, or the comma of "2,5 kg"."""
    return match["part"] or match["comma"] or ""


def within(match: re.Match[str], value: float, about: bool, scaled: bool, told: float) -> float:
    """Half a unit of the last digit that is not a zero, if the number is said to be rounded or is told in millions; never more
    than an eighth of it, or a twentieth where nobody says "about".
    """
    if not (about or scaled) or not value or not told or math.isinf(value):
        return 0.0
    digits = re.sub(r"\D", "", match["digits"] + decimals(match)) if match["digits"] else f"{told:.0f}"
    significant = len(digits.split(".")[0].strip("0")) or 1
    unit = 10.0 ** (math.floor(math.log10(abs(told))) - significant + 1) * abs(value / told)
    return min(0.5 * unit, (0.125 if about else 0.05) * abs(value))
