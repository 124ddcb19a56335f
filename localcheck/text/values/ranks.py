"""Superlatives and their rank: the longest river is not the second-longest, nor one of the longest. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from localcheck.types import Span

_RANK = (
    r"(?P<rank>second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|next|\d+(?:st|nd|rd|th)|one of the|among the)"
)
_RANKED = re.compile(rf"\b(?:{_RANK}[\s‐-]+)?(?P<most>(?:most|least)\s+[a-z]+|[a-z]+est|worst)\b", re.IGNORECASE)
_NO_SUPERLATIVES = frozenset(
    "arrest breast chest conquest contest crest digest east forest guest harvest honest inquest interest invest modest nest"
    " northeast northwest pest priest protest quest request rest south-west southeast southwest suggest test vest west".split()
)


def ranks(text: str) -> Iterator[tuple[str, str, Span]]:
    """(superlative, rank, where both stand) in order; the rank is empty for the first of all.

    >>> list(ranks("the second-longest river"))
    [('longest', 'second', Span(start=4, end=18))]
    """
    for found in _RANKED.finditer(text):
        if (most := found["most"].lower()) not in _NO_SUPERLATIVES:
            yield " ".join(most.split()), (found["rank"] or "").lower(), Span(*found.span())


def ranked_otherwise(claim: str, quote: str) -> Iterator[tuple[Span, Span]]:
    """Where the claim and the quote give the same superlative another rank; nothing where the quote has both.

    >>> [(a.of("the longest"), b.of("the second longest")) for a, b in ranked_otherwise("the longest", "the second longest")]
    [('longest', 'second longest')]
    """
    there = list(ranks(quote))
    for most, rank, place in ranks(claim):
        same = [(other, where) for word, other, where in there if word == most]
        if same and all(other != rank for other, _ in same):
            yield place, same[0][1]
