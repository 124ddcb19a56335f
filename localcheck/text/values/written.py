"""A number as it is written: in digits, in words or with a scale, and how exact that makes it. Pure.

Numbers that belong together: the ends of an interval, and counts that have their unit from the number before them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from localcheck.text.lexicon import NUMBER_WORDS, ORDINALS, SCALES, number_told
from localcheck.text.patterns import regex
from localcheck.text.values import worded
from localcheck.text.values.bounds import BY, CHANGED
from localcheck.text.values.kinds import COUNTED, OF_MONTH, between_ages
from localcheck.text.values.quantity import CLOCK, COUNT, DAY, ORDINAL, PLAIN, YEAR, Quantity
from localcheck.text.values.units import ATTACHED, TEMPERATURE, TIME
from localcheck.text.values.worded import compounds
from localcheck.types import Span

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


_CODE = r"(?:(?-i:CHF|SEK|NOK|DKK|JPY|PLN|CZK|INR)\s)?"
_RANGE = regex(rf"(?:\s|-\s)?(?:–|-|to|and|bis)\s?{_CODE}$", re.IGNORECASE)
"""Between the ends of an interval, also one in which both are joined to what follows: "6- to 12-year-olds";
money of some currencies is read without their codes."""
MINUS = regex(r"(?:(?<![\w°%)\]])(?<![\d°] )(?<!°[CF] )[-−–]|\bminus )$", re.IGNORECASE)
_AS_A_RANGE = 3
"""What rose by 30 cm to 60 cm rose by something between them; by 30 cm to more than so many times that, it was as much then."""
_OF_THEM = regex(r" of (?:them|these|those|which) (?:in|on|at|as|under|with|behind)\b")
_TIMES = regex(r"\s?[x×]\s?")
_FLAT = 12
"""A side is no longer than so many times the one before it: four runners run "4 × 100 m"."""
_FROM = regex(r"\bfrom (?:(?!\bto\b)(?:[^.;]|\.\d))*$")
RANGE_BEFORE = regex(rf"\b(?P<word>between|from)\s+(?:the ages? of\s+)?{_CODE}$", re.IGNORECASE)
"""In front of the first end of an interval."""


def joined(text: str, found: list[Quantity]) -> Iterator[Quantity]:
    """Two numbers of one kind with "to" or a dash between them are the ends of one interval: between 50 and 60."""
    found.sort(key=lambda q: q.span.start)
    found = compounds(text, found)
    at = 0
    while at < len(found):
        one, other = found[at], found[at + 1] if at + 1 < len(found) else None
        interval = other and _interval(text, one, other)
        yield interval or one
        at += 2 if interval else 1


def with_units_behind(text: str, found: Sequence[Quantity]) -> list[Quantity]:
    """The numbers, those of a size all with the unit of the last one: "30 x 20 x 5 cm"."""
    kept: list[Quantity] = []
    for one in sorted(found, key=lambda q: -q.span.start):
        last = kept[-1] if kept else None
        sides = last and last.kind == "length" and _TIMES.fullmatch(text[one.span.end : last.span.start])
        if last and sides and one.kind in (COUNT, PLAIN) and not one.ranges and last.told <= _FLAT * one.told:
            side = one.told * last.value / last.told
            one = replace(one, value=side, kind=last.kind, unit=last.unit, system=last.system, things=frozenset())
        kept.append(one)
    return kept


def with_units_before(text: str, found: Iterable[Quantity]) -> Iterator[Quantity]:
    """The numbers, one "of them" with the unit of the time before it: "27 years in prison, 18 of them on an island"."""
    before: Quantity | None = None
    for one in found:
        if before and before.kind == TIME and before.told and _OF_THEM.match(text, one.span.end):
            in_seconds = one.told * before.value / before.told
            one = replace(one, value=in_seconds, kind=TIME, unit=before.unit, things=frozenset())
        before = one
        yield one


def _interval(text: str, one: Quantity, other: Quantity) -> Quantity | None:
    """Two numbers that follow each other as the ends of one interval; None if they are not."""
    if (
        one.ranges
        or other.ranges
        or other.kind in (YEAR, DAY, ORDINAL)
        or other.soft
        or one.kind == other.kind == CLOCK
    ):
        return None  # what is open from 20:00 to 23:00 opens at the one and closes at the other
    other = between_ages(text, one, other) or other
    between = text[one.span.start : other.span.start]
    before = text[max(0, one.span.start - 60) : one.span.start]
    minus = MINUS.search(before) if other.kind == TEMPERATURE else None  # "between −5 and 10 °C"
    before = before[: minus.start()] if minus else before
    lead, joint = RANGE_BEFORE.search(before), _RANGE.search(between)
    from_ = lead is not None and lead["word"].lower() == "from"
    if joint is None or len(between) > 40 or ((from_ or "to" in joint.group()) and _changed_from(before)):
        return None
    if BY.search(before) and "to" in joint.group() and _became(one, other):
        return None
    bare = joint.start() <= one.span.end - one.span.start
    if (not bare and lead is None) or ("and" in joint.group().lower() and (lead is None or from_)):
        return None  # "was £21,000, and was raised to £50,000"
    if one.kind not in (other.kind, other.kind.removesuffix(" per time"), PLAIN, COUNT) and not (
        bare and one.kind == YEAR
    ):
        return None
    shares_unit = one.kind in (PLAIN, COUNT) or one.kind != other.kind
    low = one.told * (other.value / other.told if other.told else 1.0) if shares_unit else one.value
    low = -abs(low) if minus else low
    if not low < other.value:
        return None
    start = one.span.start - sum(len(found.group()) for found in (lead, minus) if found)
    return replace(other, value=low, upto=other.value, told=one.told, span=Span(start, other.span.end))


def _changed_from(before: str) -> bool:
    """True behind "rose from" and "rose from $4.2 million in": what follows is what it was, and no end of an interval."""
    told = _FROM.search(before)
    return told is not None and CHANGED.search(before[: told.start()]) is not None


def _became(one: Quantity, other: Quantity) -> bool:
    """True for "by 5 euros to 35 euros", where the second is what came of a rise by the first, and no end of an interval."""
    if one.kind != other.kind or not one.turn:  # "by 1.1 to 6.4 °C"
        return False
    return one.kind.startswith("money") or (one.kind != TEMPERATURE and other.value > _AS_A_RANGE * one.value)
