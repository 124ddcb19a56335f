"""Which of two articles' subjects has more of something, by the rank that each is said to have among the same things. Pure.

"K2 is the second highest mountain in the world" and "Kangchenjunga is the third highest mountain in the world".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from localcheck.text.patterns import regex
from localcheck.text.values.comparisons import SAID
from localcheck.text.values.measures import of_the_subject
from localcheck.text.values.ranks import EVERYWHERE, ranks
from localcheck.types import Span

OPENING = 6
"""Sentences of an article in which its rank is looked for."""
_BY = regex(r"[^.;,]{0,60}? (?:by|in terms of|in) (?P<what>[a-z]+(?: [a-z]+)?)")
"""Behind a superlative: in what it is the largest."""
_OF_SIZE, _OF_PEOPLE = ("area", "land area", "total area", "size", "surface area"), ("population",)
_CITIES = frozenset(("city", "town"))
Places = Mapping[tuple[str, frozenset[str]], tuple[int, int, Span]]
"""Noun and names of where -> rank, 1 where the first of them has most and -1 where it has least, and the sentence."""


def ranked(of: str, title: str, text: str, sentences: Sequence[Span]) -> Places:
    """The ranks that an article gives its subject in what is compared ("height").

    >>> said = "K2 is the second highest mountain in the world."
    >>> [(noun, sorted(where), told[:2]) for (noun, where), told in ranked("height", "K2", said, [Span(0, 47)]).items()]
    [('mountain', ['earth', 'world'], (2, 1))]
    """
    found: dict[tuple[str, frozenset[str]], tuple[int, int, Span]] = {}
    for span in of_the_subject(title, text, sentences[:OPENING]):
        said = span.of(text)
        for rank in ranks(said):
            word = "populous" if rank.word == "most populous" else f"{rank.word[:-3]}er"
            what, sign = SAID.get(word, ("", 0))
            by = _BY.match(said, rank.span.end)
            if what == "size":
                what = _size(rank.noun, by["what"] if by else "")
            whole = rank.rank and rank.noun and rank.where and not rank.part
            if what == of and whole:
                where = EVERYWHERE if rank.where & EVERYWHERE else rank.where
                found.setdefault((rank.noun, where), (rank.rank, sign, span))
    return found


def _size(noun: str, by: str) -> str:
    """What "largest" says: of a city that most people live there, of others their area, unless it says by what."""
    if by.startswith(_OF_PEOPLE) or (noun in _CITIES and not by.startswith(_OF_SIZE)):
        return "population"
    return "size"


def ahead(one: Places, other: Places) -> tuple[int, Span, Span] | None:
    """1 where the first has more, -1 where less, with the two sentences; None where they are not ranked among the same."""
    for among in one.keys() & other.keys():
        (mine, sign, first), (its, its_sign, second) = one[among], other[among]
        if sign == its_sign and mine != its:
            return (sign if mine < its else -sign), first, second
    return None
