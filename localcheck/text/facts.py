"""What a reader checks first: the numbers and the names of a claim, and whether a premise has them too. Pure.

A small NLI model reads "nine awards" and "eleven awards" as much the same. A claim's number or name that the premise does
not have is the plainest sign that the premise does not entail it.
"""

from __future__ import annotations

import re

from localcheck.text.names import name_words as names
from localcheck.text.numbers import numbers
from localcheck.text.words import Variant, words
from localcheck.types import Span

__all__ = ["missing_names", "missing_numbers", "names", "negated", "negation", "numbers"]

_NEGATION = re.compile(
    r"\b(?:not|no|never|nor|neither|none|nobody|nothing|without|cannot|hardly)\b|n['’]t\b", re.IGNORECASE
)


def negated(text: str) -> bool:
    """True if a negating word occurs: not, never, without, …"""
    return bool(_NEGATION.search(text))


def negation(text: str) -> Span | None:
    """Where the first negating word stands; None if there is none."""
    found = _NEGATION.search(text)
    return Span(*found.span()) if found else None


def missing_numbers(claim: str, premise: str) -> frozenset[float]:
    """Numbers of the claim that the premise does not have."""
    return numbers(claim) - numbers(premise)


def missing_names(claim: str, premise: str) -> frozenset[str]:
    """Names of the claim that stand nowhere in the premise, whatever their case."""
    have = frozenset(w.lower() for w in words(re.sub(r"['’]s\b", "", premise), Variant.WITH_TAILS))
    return frozenset(n for n in names(claim) if n not in have)
