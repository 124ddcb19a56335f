"""Quotes of a reviewer: found verbatim in the articles that are here, or said to be in none of them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from localcheck.store import Quoted, QuoteKind
from localcheck.types import Passage, Span


def located(quote: str, passages: Iterable[Passage]) -> Quoted | None:
    """Where a quote stands, word for word; None if no passage contains it. Lines may end elsewhere there: see ``verbatim``."""
    words = _words(quote)
    for passage in passages if quote.strip() else ():
        if found := words.search(passage.text):
            return Quoted(QuoteKind.VERIFIED, passage.title, passage.source, found.start(), passage.text)
    return None


def verbatim(quote: str, quoted: Quoted) -> str:
    """A quote that was ``located``, with the spaces and the ends of lines that it has in its article; any other as it is."""
    found = _words(quote).match(quoted.passage, quoted.start) if quoted.kind is QuoteKind.VERIFIED else None
    return found[0] if found else quote


def _words(quote: str) -> re.Pattern[str]:
    return re.compile(r"\s+".join(map(re.escape, quote.split())))


def picked(passage: Passage, span: Span) -> tuple[str, Quoted]:
    """A part of an article as a verified quote."""
    return span.of(passage.text), Quoted(QuoteKind.VERIFIED, passage.title, passage.source, span.start, passage.text)


def outside(source: str) -> Quoted:
    """A source that is not on this machine, in the reviewer's words ("printed edition, p. 12")."""
    return Quoted(QuoteKind.OUTSIDE, source.strip())


NOT_FOUND = Quoted(QuoteKind.NOT_FOUND)
READ = 50
"""Articles that are read for a quote, for each way to search for it."""
