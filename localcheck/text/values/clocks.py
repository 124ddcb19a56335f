"""Times of day, written in any way: "5 pm", "17:00", "five o'clock". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from localcheck.text.lexicon import SMALL, WORDS
from localcheck.text.values.kinds import words_before
from localcheck.text.values.quantity import CLOCK, Quantity
from localcheck.types import Span

_CLOCK = re.compile(
    rf"(?<![\w.:,/$€£-])(?P<hour>\d{{1,2}}|{'|'.join(SMALL[1:13])})"
    r"(?:[:.](?P<minute>[0-5]\d))?\s?(?:[ap]m\b|[ap]\.m\.|o['’]clock\b)"
    r"|(?<![\w.:,/$€£-])(?<!\d )(?P<hour2>[01]?\d|2[0-3]):(?P<minute2>[0-5]\d)(?![\w:]|[.,]\d)",
    re.IGNORECASE,
)

_END = re.compile(r"(?:\b(?:until|till|to|by|before)|[-–])\s*$", re.IGNORECASE)
_START = re.compile(r"\b(?:from|since|after)\s*$", re.IGNORECASE)


def clock_times(text: str) -> Iterator[Quantity]:
    """The times of day of ``text``, in minutes since noon or midnight: 5 pm is 17:00, and 10:30 may be either.

    >>> [q.value for q in clock_times("It opens at 9 a.m., closes at 17:00 and reopens at five o'clock.")]
    [540.0, 300.0, 300.0]
    """
    for match in _CLOCK.finditer(text):
        told = (match["hour"] or match["hour2"]).lower()
        hour = int(told) if told.isdigit() else int(WORDS[told])
        minute = int(match["minute"] or match["minute2"] or 0)
        near = _when(text, match.start())
        yield Quantity((hour % 12) * 60.0 + minute, CLOCK, near=near, told=hour + minute / 60, span=Span(*match.span()))


def _when(text: str, at: int) -> frozenset[str]:
    """The words before a time, with whether it is a beginning or an end: "open from 9 am" is none until 5 pm."""
    before = text[:at]
    way = "end" if _END.search(before) else "start" if _START.search(before) else "at"
    return frozenset(f"{way} {word}" for word in words_before(text, at) or ("",))
