"""Superlatives with their rank: the longest river is not the second-longest one. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from localcheck.text.facts import negated
from localcheck.text.names import name_words
from localcheck.types import Span

FIRST = 1
SAME = {
    "biggest": "largest",
    "greatest": "largest",
    "tallest": "highest",
    "eldest": "oldest",
    "most populated": "most populous",
}
"""Superlatives that mean the same, each with the one that stands for both."""
_RANKS = {
    word: number
    for number, words in enumerate(
        (
            "second 2nd",
            "third 3rd",
            "fourth 4th",
            "fifth 5th",
            "sixth 6th",
            "seventh 7th",
            "eighth 8th",
            "ninth 9th",
            "tenth 10th",
        ),
        2,
    )
    for word in words.split()
}
_SUPERLATIVE = re.compile(
    r"(?P<one>\b(?:(?:one of|among) (?:the )?(?:\w+['’]s )?|(?:two|three|four|five|six|seven|eight|nine|ten|\d+) ))?"
    rf"(?:\b(?P<rank>{'|'.join(_RANKS)}|next)[\s‐-]+)?\b(?P<word>(?:most|least)\s+[a-z]+|[a-z]+est|worst)\b",
    re.IGNORECASE,
)
_NO_SUPERLATIVES = frozenset(
    "arrest breast chest conquest contest crest digest east forest guest harvest honest inquest interest invest modest nest"
    " northeast northwest pest priest protest quest request rest south-west southeast southwest suggest test vest west".split()
)
_WITHIN = re.compile(r"\b(?:in|of|on|at|by)\b(?P<where>[^.;]{0,60})")
_LOOKED_AT = 70
"""Characters behind a superlative in which it is said of what it is one."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """One superlative as a text has it."""

    word: str
    """The superlative that stands for it and its synonyms."""
    rank: int
    """1 for "the longest", 2 for "the second-longest"; 0 where "one of the" or "the two" leaves it open."""
    where: frozenset[str]
    """Names of what it is the longest of, in small letters; empty where none is given."""
    span: Span
    """Rank and superlative."""


@lru_cache(maxsize=16384)
def ranks(text: str) -> tuple[Ranked, ...]:
    """The superlatives of a text.

    >>> [(r.word, r.rank, sorted(r.where)) for r in ranks("The Danube is the second-longest river in Europe.")]
    [('longest', 2, ['europe'])]
    """
    found = []
    for match in _SUPERLATIVE.finditer(text):
        word = " ".join(match["word"].lower().split())
        if word in _NO_SUPERLATIVES:
            continue
        rank = 0 if match["one"] else _rank(match["rank"])
        within = _WITHIN.search(text[match.end() : match.end() + _LOOKED_AT])
        where = name_words(within["where"]) if within else frozenset()
        found.append(Ranked(SAME.get(word, word), rank, where, Span(*match.span())))
    return tuple(found)


def _rank(word: str | None) -> int:
    return 2 if word and word.lower() == "next" else _RANKS[word.lower()] if word else FIRST


def ranked_otherwise(claim: str, quote: str) -> Iterator[tuple[Span, Span]]:
    """Where the claim and the quote give the same superlative another rank, or leave it open; nothing where the quote has both.

    This is for the eye; ``outranked`` says what excludes what.

    >>> [(a.of("the longest"), b.of("the second longest")) for a, b in ranked_otherwise("the longest", "the second longest")]
    [('longest', 'second longest')]
    """
    for mine in ranks(claim):
        same = [o for o in ranks(quote) if o.word == mine.word]
        if same and all(o.rank != mine.rank for o in same):
            yield mine.span, same[0].span


def outranked(claim: str, premise: str) -> tuple[Span, Span] | None:
    """Where the claim gives a superlative another rank than the premise, in both; None where nothing of the kind is said.

    Of two superlatives of different places ("in Texas", "in the United States") neither says anything of the other.

    >>> outranked("The Danube is the longest river.", "The Danube is the second-longest river in Europe.") is None
    False
    >>> outranked("It is the largest city in Texas.", "It is the second-largest city in the South.") is None
    True
    """
    if negated(claim) or negated(premise):
        return None
    for mine in ranks(claim):
        others = [o for o in ranks(premise) if o.word == mine.word]
        if not mine.rank or not others or any(o.rank in (mine.rank, 0) for o in others):
            continue
        same = [o for o in others if not (mine.where and o.where) or mine.where & o.where]
        if same:
            return mine.span, same[0].span
    return None
