"""Numbers of several words ("three hundred and fifty", "two and a half"), and measures in two units ("5 feet 10"). Pure."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace

from localcheck.text.lexicon import SCALES, SMALL, TENS, WORDS
from localcheck.text.values.quantity import Quantity
from localcheck.text.values.units import TIME
from localcheck.types import Span

SCALE = re.compile(r"[\s-]+(dozen|hundred|thousand|million|billion|trillion)\b", re.IGNORECASE)
_AND_A = re.compile(r"\s+and\s+a\s+(half|quarter)\b", re.IGNORECASE)
_TAIL = re.compile(
    rf"[\s-]+(?:and\s+)?(?P<words>(?:{'|'.join([*TENS, *SMALL[::-1]])})(?:[-\s]+(?:{'|'.join(SMALL[1:10])}))?)\b",
    re.IGNORECASE,
)
_BETWEEN_UNITS = re.compile(r",?\s+(?:and\s+)?")
_IN_TWO_UNITS = (TIME, "length", "mass")


def and_a_half(text: str, end: int, value: float) -> tuple[float, int]:
    """The number that ends at ``end``, with "and a half" or "and a quarter" behind it, and where it ends then."""
    found = _AND_A.match(text, end)
    if found is None:
        return value, end
    return value + (0.5 if found[1].lower() == "half" else 0.25), found.end()


def scaled_words(text: str, end: int, value: float, listed: bool) -> tuple[float, int, bool]:
    """The number ``value`` that ends at ``end`` with the scales and tails behind it, where it ends, and whether it has a scale.

    ``listed``: "between" stands before it, so that "and fifty" behind it is another number.

    >>> scaled_words("three hundred and fifty thousand ships", 5, 3.0, False)
    (350000.0, 32, True)
    """
    total, current, scaled = 0.0, value, False
    while True:
        if scale := SCALE.match(text, end):
            factor, end, scaled = SCALES[scale[1].lower()], scale.end(), True
            if factor == 100:
                current *= 100
            else:
                total, current = total + current * factor, 0.0
            continue
        tail = _TAIL.match(text, end) if scaled and not listed else None
        more = sum(WORDS[word] for word in re.split(r"[-\s]+", tail["words"].lower())) if tail else math.inf
        behind = SCALE.match(text, tail.end()) if tail else None
        begins_anew = current and behind is not None and behind[1].lower() == "hundred"
        if tail is None or more >= 100 or begins_anew or current % 100:
            return total + current, end, scaled
        current, end = current + more, tail.end()


def compounds(text: str, found: Sequence[Quantity]) -> list[Quantity]:
    """The numbers, in their order, with "1 hour and 30 minutes" and "5 feet 10 inches" as one each."""
    kept: list[Quantity] = []
    for one in found:
        if kept and _smaller_unit(kept[-1], one, text):
            large = kept.pop()
            value, span = large.value + one.value, Span(large.span.start, one.span.end)
            one = replace(one, value=value, told=value, larger=large.value, span=span)
        kept.append(one)
    return kept


def _smaller_unit(large: Quantity, small: Quantity, text: str) -> bool:
    """Whether a number goes on with what is left of it in a smaller unit."""
    if large.kind != small.kind or large.kind not in _IN_TWO_UNITS or large.unit == small.unit or not large.told:
        return False
    if large.ranges or small.ranges or small.soft or small.value >= large.value / large.told:
        return False
    return _BETWEEN_UNITS.fullmatch(text[large.span.end : small.span.start]) is not None
