"""What was so before a year, and what happened in that year or began earlier, do not exclude each other. Pure.

A small NLI model sees "before 2007" and "in 2007" and takes "the trains left from Waterloo before 2007" for contradicted by
"in 2007 the trains moved from Waterloo to St Pancras".
"""

from __future__ import annotations

from localcheck.text.facts import missing_names, negated
from localcheck.text.lexicon import YEAR
from localcheck.text.patterns import regex

_BEFORE = regex(rf"\b(?:[Bb]efore|[Uu]ntil|[Uu]p to) (?:the year )?(?P<year>{YEAR})\b(?!s)")
_YEAR = regex(rf"\b{YEAR}\b(?!s)")
_SENTENCE = regex(r"(?<=[.;])\s+")
_ENDED = regex(
    r"\b(?:end(?:s|ed|ing)?|clos(?:ed|es|ing|ure)|sold|sale|transferred|moved|left|replaced|ceased|changed|dissolved|cancelled"
    r"|abolished|retired|resigned|stopped|withdr[ae]w|switched|renamed|disbanded|demolished|destroyed)\b"
)
_BEGAN = regex(
    r"\b(?:bought|purchased|acquired|took over|taken over|became|beg[au]n|opened|founded|established|introduced|joined|elected"
    r"|appointed|conquered|occupied|annexed)\b"
)


def so_until_then(claim: str, premise: str) -> bool:
    """True if a claim says what was so before a year, and a sentence with all its names tells what ended or changed in that
    year, or what began earlier.

    >>> so_until_then("Before 2007 the trains left from Waterloo.", "In 2007 they moved from Waterloo to St Pancras.")
    True
    >>> so_until_then("Before 2007 the trains left from Waterloo.", "The trains moved there in 2007.")
    False
    >>> so_until_then("Until 1981 AMF owned it.", "AMF bought it in 1969.")
    True
    """
    before = _BEFORE.search(claim)
    if before is None or len(_YEAR.findall(claim)) != 1 or negated(claim) or missing_names(claim, premise):
        return False
    end = int(before["year"])
    return any(_leaves_it(end, sentence) for sentence in _SENTENCE.split(premise))


def _leaves_it(end: int, sentence: str) -> bool:
    """Whether a sentence tells that something ended in a year, or began before it."""
    years = {int(year) for year in _YEAR.findall(sentence)}
    if negated(sentence) or not years:
        return False
    return (end in years and bool(_ENDED.search(sentence))) or (max(years) < end and bool(_BEGAN.search(sentence)))
