"""Which part of a quote speaks of what a claim says. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from localcheck.text.patterns import regex
from localcheck.text.stopwords import ENGLISH
from localcheck.text.values.compare import compare
from localcheck.text.words import Variant, folded, matches
from localcheck.types import Span

_JOINED = regex(r"; |,? and |, but |, while ")
"""Between two clauses, or two things."""


def nearest(
    claim: str, parts: Sequence[Span], quote: str, words_of: Callable[[str], set[str]] | None = None
) -> Span | None:
    """The one part of the quote that shares most words with the claim, names apart; None where several do."""
    words_of = words_of or _small_words
    words = words_of(claim)
    shared = [len(words & words_of(part.of(quote))) for part in parts]
    most = max(shared, default=0)
    return parts[shared.index(most)] if len(parts) > 1 and shared.count(most) == 1 else None


def _small_words(text: str) -> set[str]:
    found = (m.group() for m in matches(text, Variant.WITH_TAILS))
    return {word for small in found if small[:1].islower() for word in folded(small)} - ENGLISH


def rivals_near(claim: str, quote: str) -> Iterator[tuple[Span, Span]]:
    """The numbers in the place of the claim's in the one clause of the quote that shares most words with it: when the office
    closes, of "opens at 7:30 and closes at 19:00".
    """
    ends = [0, *(m.end() for m in _JOINED.finditer(quote)), len(quote)]
    clauses = [Span(start, end) for start, end in pairwise(ends)]
    if near := nearest(claim, clauses, quote, lambda text: set(folded(text)) - ENGLISH):
        for mine, other in compare(claim, near.of(quote)).rivals:
            yield mine, Span(near.start + other.start, near.start + other.end)
