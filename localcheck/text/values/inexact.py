"""Numbers that a text tells without a figure: "in her thirties", "hundreds of ships", how long "from 1961 to 1989" is. Pure."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import replace

from localcheck.text.lexicon import SCALES, YEAR
from localcheck.text.patterns import regex
from localcheck.text.values.aged import DECADE, ages_of
from localcheck.text.values.kinds import typed
from localcheck.text.values.quantity import AGE, Quantity
from localcheck.text.values.units import TIME, YEAR_IN_SECONDS
from localcheck.types import Span

_IN_AGE = regex(rf"\b{DECADE}\b")
_SCALES = {"tens": 10, "scores": 20, **{f"{scale}s": value for scale, value in SCALES.items()}}
_VAGUE = regex(
    rf"\b(?:(?P<times>tens|dozens|hundreds|thousands) of )?(?P<scale>scores|{'|'.join(f'{scale}s' for scale in SCALES)}) of\b",
    re.IGNORECASE,
)
_LASTING = regex(rf"\bfrom (?:[^,.;:]{{1,24}} )?({YEAR}) (?:to|until) (?:[^,.;:]{{1,24}} )?({YEAR})")


def decades_of_life(text: str) -> Iterator[Quantity]:
    """The ages that "in his thirties" may mean; missed only where there is another age.

    >>> [(round(q.told), round(q.upto / YEAR_IN_SECONDS)) for q in decades_of_life("He died in his early thirties.")]
    [(30, 34)]
    """
    for match in _IN_AGE.finditer(text):
        low, high = ages_of(match)
        age = Quantity(
            low * YEAR_IN_SECONDS, TIME, AGE, unit="year", told=float(low), upto=high * YEAR_IN_SECONDS, soft=True
        )
        yield replace(age, span=Span(*match.span()))


def vague_counts(text: str) -> Iterator[Quantity]:
    """The counts that "hundreds of people" may mean: a hundred or more; missed only where people are counted.

    >>> [(q.value, q.bound) for q in vague_counts("Tens of thousands of people fled in dozens of ships.")]
    [(10000.0, 1), (12.0, 1)]
    """
    for match in _VAGUE.finditer(text):
        low = float(_SCALES[match["scale"].lower()] * _SCALES.get((match["times"] or "").lower(), 1))
        found = typed(text, Span(*match.span()), low, "words", match.end())
        span = Span(match.start(), max(match.end(), found.span.end))
        yield replace(found, told=low, bound=1, soft=True, span=span)


def lasting(text: str) -> Iterator[Quantity]:
    """How long an interval of years is: 28 years for "from 1961 to 1989", or 27, as the months may tell; no bare 28 is it.

    >>> [round(q.value / YEAR_IN_SECONDS) for q in lasting("The wall divided the city from 1961 to 1989.")]
    [27, 28]
    """
    for match in _LASTING.finditer(text):
        first, last = (int(year) for year in match.groups())
        for years in range(max(last - first - 1, 1), last - first + 1):
            yield Quantity(years * YEAR_IN_SECONDS, TIME, unit="year", told=math.nan, span=Span(*match.span()))
