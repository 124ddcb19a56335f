"""Whose number is whose in "Berlin and Munich receive 30 and 28 days respectively". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from localcheck.text.facts import negated
from localcheck.text.lexicon import FUNCTION_WORDS, WORDS
from localcheck.text.patterns import regex
from localcheck.text.values.quantities import quantities
from localcheck.text.words import folded

_PAIR = regex(r"(?P<one>[^\W\d_][\w’'-]*) and (?:the )?(?P<two>[^\W\d_][\w’'-]*)")

_NO_THINGS = FUNCTION_WORDS | WORDS.keys() | {"respectively"}


def of_the_other(claim: str, premise: str) -> bool:
    """True if a claim tells of one of two things the number that the premise tells of the other one.

    >>> days = "Berlin and Munich receive 30 and 28 days respectively."
    >>> of_the_other("Berlin receives 28 days.", days), of_the_other("Munich receives 28 days.", days)
    (True, False)
    """
    if "respectively" not in premise or negated(claim):
        return False
    said, told = set(folded(claim)), {number.told for number in quantities(claim)}
    return any(
        one in said and two not in said and its in told and own not in told
        for sentence in re.split(r"(?<=[.!?]) ", premise)
        if "respectively" in sentence
        for one, two, own, its in _both_ways(sentence)
    )


def _both_ways(sentence: str) -> Iterator[tuple[str, str, float, float]]:
    """One of the two things, the other one, its own number, and that of the other; nothing where there are not just two."""
    pairs = [(folded(m["one"])[0], folded(m["two"])[0]) for m in _PAIR.finditer(sentence)]
    pairs = [(one, two) for one, two in pairs if not {one, two} & _NO_THINGS and one != two]
    numbers = quantities(sentence)
    joint = [(a.told, b.told) for a, b in pairwise(numbers) if sentence[a.span.end : b.span.start].strip(", ") == "and"]
    if len(pairs) == len(joint) == 1 and joint[0][0] != joint[0][1]:
        (one, two), (first, second) = pairs[0], joint[0]
        yield one, two, first, second
        yield two, one, second, first
