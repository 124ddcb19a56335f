"""Base of sources of evidence that can only be searched: evidence for a claim is found by searching for its words."""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from localcheck.system.closing import Closing
from localcheck.text.headings import named
from localcheck.text.lexicon import OPENING_WORDS
from localcheck.text.names import CAPITAL, may_be_name, without_parenthesis, without_possessive
from localcheck.text.patterns import regex
from localcheck.text.sentences import split_sentences
from localcheck.text.subjects import stands_in, subject
from localcheck.text.topic import topic_of
from localcheck.types import Claim, Document, Passage
from localcheck.types.infos import IndexInfo

MENTIONS, SHARE = 3, 8
"""Of a name in a text, from which on it may be what the text is about, if one of so many sentences has it."""
AROUND, FEWEST = 8, 3
"""Sentences before a claim's and behind it that tell what is spoken of, and how many it takes at least, with its own."""
_END = regex(r"[.!?](?:\s|$)")
_INSIDE = regex(rf"(?<=[a-z,] )[{CAPITAL}][\w’'-]+(?: [{CAPITAL}][\w’'-]+)*")
"""A name that does not begin a sentence."""


class ByQuery(Closing):
    """Base class: from ``search`` and ``info``, which a subclass gives, it makes the rest of the port ``Retriever``."""

    info: IndexInfo

    @abstractmethod
    def search(self, query: str) -> Iterator[Passage]:
        """Passages for ``query``, best first, lazily."""

    def evidence(self, document: Document, claim: Claim) -> Iterator[Passage]:
        """What a search with the claim's words finds, among the sentences that stand around it."""
        return self.search_among(query_for(document, claim), sentences_around(document.text, claim.span.start))

    def search_among(self, query: str, sentences: Sequence[str]) -> Iterator[Passage]:
        """What ``search`` finds; a source may prefer what ``sentences``, those around a claim, ask for, too."""
        return self.search(query)

    def aliases(self, title: str) -> tuple[str, ...]:
        """Other names of ``title``; a source that keeps none knows none."""
        return ()

    def close(self) -> None:
        """Release what is open; twice does no harm."""


def query_for(document: Document, claim: Claim) -> str:
    """The claim with what its document is about: before it where the claim does not say that itself, behind it where it does.

    "The crew landed safely" in a text about Apollo 11 is looked for as "Apollo 11, The crew …", "Michael Collins stayed in
    orbit" as "Michael Collins … Apollo 11": his article first, if there is one, and then the other. Of a title that is more
    than a name ("My essay about Iceland") the name counts, and one that has none ("Meeting notes") is added only where a
    claim names nothing. Without a title what the claim's paragraph keeps to stands for it (``text.topic``); else a claim that
    names nothing has the name behind it that the text has most (``most_named``).
    """
    title, words = document.title.strip() or topic_of(document.text, claim.span.start), claim.text.split()
    if not may_be_name(without_parenthesis(title)):
        title = named(title) or title
    unnamed = stands_in(claim.text) or not any(w[:1].isupper() for w in words[1:])
    if not (claim.about or title or subject(claim.text)) and unnamed and claim.sentence:
        return f"{claim.text} {most_named(document.text)}".rstrip()
    if claim.about or not title or title in claim.text:
        return claim.named
    if unnamed:
        return f"{title} {claim.text}"
    return f"{claim.text} {title}" if not document.title or may_be_name(without_parenthesis(title)) else claim.text


@lru_cache(maxsize=16)  # asked for each claim of a text
def most_named(text: str) -> str:
    """The name that a text has most often inside its sentences; empty where there is none, or two, or one that is rare.

    >>> most_named("We landed in Lisbon. All of Lisbon is old. From Porto to Lisbon it is far."), most_named("We saw Lisbon.")
    ('Lisbon', '')
    """
    counts = Counter(without_possessive(name) for name in _INSIDE.findall(text) if name not in OPENING_WORDS)
    (first, most), (_, next_most) = [*counts.most_common(2), ("", 0), ("", 0)][:2]
    sure = most >= MENTIONS and most > next_most and SHARE * most >= len(_END.findall(text))
    return first if sure else ""


def sentences_around(text: str, at: int) -> tuple[str, ...]:
    """The sentence of a text at a place with those before and behind it (``AROUND``); none where they are too few to say what
    the text is about (``FEWEST``).
    """
    starts, sentences = _sentences(text)
    here = bisect_right(starts, at)
    near = sentences[max(here - 1 - AROUND, 0) : here + AROUND]
    return near if len(near) >= FEWEST else ()


@lru_cache(maxsize=16)
def _sentences(text: str) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Where the sentences of a text begin, and what they are."""
    found = split_sentences(text)
    return tuple(s.span.start for s in found), tuple(s.text for s in found)
