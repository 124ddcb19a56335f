"""Quotes of a reviewer: found verbatim in the articles that are here, or said to be in none of them."""

from __future__ import annotations

from collections.abc import Iterable

from localcheck.store import Quoted, QuoteKind
from localcheck.types import Passage, Span


def located(quote: str, passages: Iterable[Passage]) -> Quoted | None:
    """Where a quote stands verbatim; None if no passage contains it."""
    for passage in passages:
        start = passage.text.find(quote) if quote else -1
        if start >= 0:
            return Quoted(QuoteKind.VERIFIED, passage.title, passage.source, start, passage.text)
    return None


def picked(passage: Passage, span: Span) -> tuple[str, Quoted]:
    """A part of an article as a verified quote."""
    return span.of(passage.text), Quoted(QuoteKind.VERIFIED, passage.title, passage.source, span.start, passage.text)


def outside(source: str) -> Quoted:
    """A source that is not on this machine, in the reviewer's words ("printed edition, p. 12")."""
    return Quoted(QuoteKind.OUTSIDE, source.strip())


NOT_FOUND = Quoted(QuoteKind.NOT_FOUND)
READ = 50
"""Articles that are read for a quote, for each way to search for it."""
