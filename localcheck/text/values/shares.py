"""Shares and changes that are told in words: "half of them", "two thirds", "halved", "doubled", "fell from 10 to 5". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from localcheck.text.lexicon import COUNT_WORDS, PARTS, SMALL, TIMES, number_told
from localcheck.text.patterns import regex
from localcheck.text.values.worded import OF_A_UNIT
from localcheck.types import Span

CHANGES = {"halv": -0.5, "doubl": 1.0, "tripl": 2.0, "trebl": 2.0, "quadrupl": 3.0}
"""Beginning of a verb -> the change that it names, as a share of what was there before."""
_PART = regex(
    rf"\b(?:(?P<times>{'|'.join(TIMES)})[-\s]+)?(?P<part>half|halves|{'|'.join(f'{p}s?' for p in PARTS if p != 'half')})\b"
    rf"(?=\s+(?:of|the|as|its|his|her|their|are|were|have|survives?|die|remains?)\b)(?! {OF_A_UNIT}\b)",
    re.IGNORECASE,
)
_ONE_MORE = regex(rf"\b(?:{COUNT_WORDS}|\d+|both|first|second|other|others|another)\b[^;]*\ban? $", re.IGNORECASE)
"""Before "third remains", which is then one more of what is counted: "Two were stolen, a third remains"."""
_OF_EVERY = regex(
    rf"\b(?:(?P<one>one|1) in|(?P<some>{'|'.join(SMALL[1:11])})(?: out of| in every"
    rf"| in(?= (?:three|four|five|ten) (?:[a-z-]+s|people|men|women|children)\b)))"
    rf"(?: every)? (?P<all>{'|'.join(SMALL[2:11])}|twenty|\d{{1,3}})\b"
    r"(?![ -](?:years?|months?|weeks?|days?|hours?|minutes?|matches|games|percent|per|hundred|thousand|million)|[.,:]\d|%| %)",
    re.IGNORECASE,
)
"""One in four, nine out of ten, seven in ten patients."""
_CHANGE = regex(
    rf"\b(?P<verb>{'|'.join(CHANGES)})(?:e|es|ed|ing)\b|\b(?:cut|reduced?) (?:\w+ ){{0,3}}(?P<in>(?:in|by) half)\b",
    re.IGNORECASE,
)
_BY_A_PART = regex(
    rf"\bby (?:(?:about|around|roughly|nearly|almost|over|at least|up to|(?:more|less) than) )?"
    rf"(?P<told>(?:(?P<times>{'|'.join(TIMES)})[- ])?(?P<part>half|(?:{'|'.join(p for p in PARTS if p != 'half')})s?))"
    r"(?=[.,;:!?)]|$| (?:to|from|in|over|since|between|during|within|after|and|but|compared|when|every|each|this|last|at|for"
    r"|because|while|with|until|as)\b)",
    re.IGNORECASE,
)
"""By how much something may have changed, where nothing follows that the part is of: "by a third", not "by a third party"."""


@dataclass(frozen=True, slots=True)
class Share:
    """One of them."""

    value: float
    """As a share: 0.5 for a half, 1.0 for "doubled"."""
    turn: int
    """1 for a rise by it, -1 for a fall by it, 0 where it is no change."""
    span: Span


def shares(text: str) -> Iterator[Share]:
    """The shares of ``text``, of each kind in order; an ordinal ("the third of May") is none.

    >>> [(s.value, s.turn) for s in shares("Two thirds of the staff left and costs were halved.")]
    [(0.6666666666666666, 0), (0.5, -1)]
    >>> [s.value for s in shares("One in four voted yes, nine out of ten were heard, and he ran in one in 1990.")]
    [0.25, 0.9]
    >>> [s.value for s in shares("A third remains.")], [s.value for s in shares("Two were stolen, a third remains.")]
    ([0.3333333333333333], [])
    >>> [s.value for s in shares("Seven in ten patients survived, and two in five years it rained.")]
    [0.7]
    """
    for found in _PART.finditer(text):
        part = found["part"].lower()
        name = "half" if part.startswith("hal") else part.removesuffix("s")
        if (found["times"] is None and name != "half") or _is_one_more(text, found):
            continue
        if (value := _part(found, name)) < 1:
            yield Share(value, 0, Span(*found.span()))
    for found in _OF_EVERY.finditer(text):
        some, every = number_told(found["one"] or found["some"]), number_told(found["all"])
        if some < every:
            yield Share(some / every, 0, Span(*found.span()))
    for found in _CHANGE.finditer(text):
        change = -0.5 if found["in"] else CHANGES[found["verb"].lower()]
        yield Share(abs(change), 1 if change > 0 else -1, Span(*found.span()))


def _is_one_more(text: str, found: re.Match[str]) -> bool:
    """True for the third of "a third remains" behind two others."""
    alone = re.match(r"\s+(?:remains|survives)\b", text[found.end() :]) is not None
    return alone and _ONE_MORE.search(text, 0, found.start("part")) is not None


def parts_of_a_change(text: str) -> Iterator[Share]:
    """The parts behind "by"; whether something rose or fell by them the words before tell.

    >>> [s.value for s in parts_of_a_change("It fell by two thirds, not by half. He was hired by a third party.")]
    [0.6666666666666666, 0.5]
    """
    for found in _BY_A_PART.finditer(text):
        name = found["part"].lower().removesuffix("s")
        if (found["times"] or name == "half") and (value := _part(found, name)) < 1:
            yield Share(value, 0, Span(*found.span("told")))


def _part(found: re.Match[str], name: str) -> float:
    return (TIMES[found["times"].lower()] if found["times"] else 1) / PARTS[name]
