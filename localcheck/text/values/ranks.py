"""Superlatives with their rank: the longest river is not the second-longest one. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from localcheck.text.facts import negated, negated_around
from localcheck.text.lexicon import ORDINAL, listed, nth_told
from localcheck.text.names import NAME, ONE_NAME, name_words, words_within
from localcheck.text.patterns import regex
from localcheck.text.words import folded, singular
from localcheck.types import Span

FIRST = 1
SAME = {"biggest": "largest", "greatest": "largest", "tallest": "highest", "eldest": "oldest"}
SAME |= {"most populated": "most populous"}
"""Superlatives that mean the same, each with the one that stands for both."""
_SUPERLATIVE = regex(
    r"(?P<one>\b(?:(?:one of|among) (?:the )?(?:\w+['’]s )?|(?:two|three|four|five|six|seven|eight|nine|ten|\d+) ))?"
    rf"(?:\b(?P<rank>{ORDINAL}|next)[\s‐-]+)?\b(?P<word>(?:most|least)\s+[a-z]+|[a-z]+est|worst)\b",
    re.IGNORECASE,
)
_NO_SUPERLATIVES = listed("ranks.no_superlatives")
_WITHIN = regex(r"\b(?:in|of|on|at|by)\b(?P<where>[^.;]{0,60})")
_OWNER = regex(r"(?P<where>[^\W\d_]+(?: [^\W\d_]+)?)['’]s (?:own )?$")
"""In front of a superlative, whose it is: "the world's longest", "South America's highest"."""
_PART = regex(r"\b(?:(?:north|south|east|west)\w*|central|contiguous|continental|mainland|[a-z]+-speaking)\b")
_NOUN = regex(
    r"(?: [a-z-]+){0,2}? (?P<noun>[a-z]{3,})"
    r"(?=[.,;:)]|$| (?:of|in|on|at|by|to|for|from|with|after|and|or|that|which|ever|was|is|were|are|has|had)\b)"
)
_BEHIND = regex(
    rf"[^.;]{{0,60}}?\b(?:after|behind) (?P<names>(?:the )?{ONE_NAME}(?:(?:,|,? and) (?:the )?{ONE_NAME})*)"
    r"(?=[.,;:)]|$| (?:in|of|and|with|by)\b)"
)
"""Behind "the second largest": whom it comes after."""
EVERYWHERE = frozenset({"world", "earth"})
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
    noun: str = ""
    """What it is the longest of ("river"), in the singular; empty where nothing plain stands behind it."""
    part: frozenset[str] = frozenset()
    """Words that make the place a part of another one: "eastern" of "in eastern France"."""


@lru_cache(maxsize=16384)
def ranks(text: str) -> tuple[Ranked, ...]:
    """The superlatives of a text.

    >>> [(r.word, r.rank, sorted(r.where)) for r in ranks("The Danube is the second-longest river in Europe.")]
    [('longest', 2, ['europe'])]
    >>> [(r.word, sorted(r.where)) for r in ranks("Peru's highest mountain is a peak of the Andes.")]
    [('highest', ['peru'])]
    """
    found: list[Ranked] = []
    for match in _SUPERLATIVE.finditer(text):
        word = " ".join(match["word"].lower().split())
        if word in _NO_SUPERLATIVES:
            continue
        rank = 0 if match["one"] else _rank(match["rank"])
        within = _WITHIN.search(text[match.end() : match.end() + _LOOKED_AT])
        noun = _NOUN.match(text, match.end())
        kind = singular(noun["noun"]) if noun else ""
        where = _place(_owner(text, match.start())) or _place(within["where"] if within else "")
        part = frozenset(_PART.findall(within["where"].lower())) if within else frozenset()
        before = found[-1] if found else None
        if before and not kind and not where and not within and ". " not in text[before.span.end : match.start()]:
            # "the second longest river, the Nile being the longest"
            kind, where, part = before.noun, before.where, before.part
        found.append(Ranked(SAME.get(word, word), rank, where, Span(*match.span()), kind, part))
    return tuple(found)


def _place(words: str) -> frozenset[str]:
    """The names in what a superlative is said to be within, in small letters; the world and the Earth are one place."""
    where = name_words(words) | EVERYWHERE & set(folded(words))
    return where | EVERYWHERE if where & EVERYWHERE else where


def _owner(text: str, end: int) -> str:
    """What stands with "'s" before the superlative at ``end``; empty where nothing does."""
    found = _OWNER.search(text[max(0, end - _LOOKED_AT) : end])
    return found["where"] if found else ""


def comparable(mine: Ranked, other: Ranked) -> bool:
    """Whether both may be said of the same things in the same place."""
    return (
        mine.part == other.part
        and (not (mine.where and other.where) or bool(mine.where & other.where))
        and (mine.noun == other.noun or "" in (mine.noun, other.noun))
    )


def of_another_kind(claim: str, premise: str) -> bool:
    """True if the premise has a superlative of the claim for another place only, or of another name and kind of thing only.

    >>> of_another_kind("Mars is the largest planet.", "Olympus Mons on Mars is the largest volcano of the Solar System.")
    True
    >>> of_another_kind("Brazil is the largest country in the world.", "Brazil is the largest country in South America.")
    True
    >>> of_another_kind("It is the longest river in Asia.", "It is the world's third longest river, the Nile the longest.")
    True
    >>> of_another_kind("Kilimanjaro is the highest mountain.", "Kilimanjaro is the highest mountain in Africa.")
    True
    >>> of_another_kind("It is the highest mountain.", "It is the highest free-standing mountain in the world.")
    True
    >>> of_another_kind("Mars is the largest planet.", "Mars is the largest body in its orbit.")
    False
    """
    subject = name_words(claim[: m.start()]) if (m := _SUPERLATIVE.search(claim)) else frozenset()
    for mine in ranks(claim):
        others = [o for o in ranks(premise) if o.word == mine.word]
        alike = [o for o in others if mine.noun == o.noun or "" in (mine.noun, o.noun)]
        if alike and all(mine.where and o.where and not mine.where & o.where for o in alike):
            return True
        if alike and _anywhere(mine, claim) and all(_only_in(o, claim) or _narrower(o, premise, claim) for o in alike):
            return True
        kinds = {o.noun for o in others}
        if subject and mine.noun and others and not kinds & {"", "one", mine.noun} and not _named(mine.noun, premise):
            firsts = [first_name(premise, o.span.start) for o in others]
            if all(first and not first & subject for first in firsts):
                return True
    return False


def _anywhere(mine: Ranked, claim: str) -> bool:
    """True if the claim ends with the kind of thing, and so says it of all there are: "is the highest mountain." """
    behind = _NOUN.match(claim, mine.span.end)
    plain = mine.rank == FIRST and not mine.where and claim[: mine.span.start].lower().endswith("the ")
    return plain and behind is not None and claim[behind.end() :].strip(" .!") == ""


def _only_in(other: Ranked, claim: str) -> bool:
    """True if a superlative is said of one place only, which the claim does not name."""
    return bool(other.where) and not other.where & (EVERYWHERE | words_within(claim))


def _narrower(other: Ranked, premise: str, claim: str) -> bool:
    """True if a superlative is said of some of the things only: of a "free-standing" mountain, where the claim does not."""
    behind = _NOUN.match(premise, other.span.end)
    kinds = premise[other.span.end : behind.start("noun")].split() if behind else []
    return any(kind.lower() not in claim.lower() for kind in kinds)


def _named(noun: str, text: str) -> bool:
    return re.search(rf"\b{re.escape(noun)}", text, re.IGNORECASE) is not None


def first_name(text: str, end: int) -> frozenset[str]:
    """Words of the name that a sentence begins with, whose superlative stands at ``end``; empty if it begins otherwise."""
    start = max(text.rfind(mark, 0, end) for mark in ".;!?") + 1
    found = re.match(rf"\s*({NAME.pattern})", text[start:end])
    return words_within(found[1]) if found else frozenset()


def _rank(word: str | None) -> int:
    return 2 if word and word.lower() == "next" else nth_told(word) if word else FIRST


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


def outranked(claim: str, premise: str) -> bool:
    """True if the claim gives a superlative another rank than the premise, in both.

    Of two superlatives of different places ("in Texas", "in the United States") neither says anything of the other.

    >>> outranked("The Danube is the longest river.", "The Danube is the second-longest river in Europe.")
    True
    >>> outranked("It is the largest city in Texas.", "It is the second-largest city in the South.")
    False
    >>> outranked("It is the lightest.", "It has no smell. It is the second lightest.")
    True
    >>> outranked("Berlin is the largest city in Germany.", "It is the second-largest city in Germany, after Berlin.")
    False
    """
    return not negated(claim) and any(_ranked_otherwise(mine, claim, premise) for mine in ranks(claim))


def _ranked_otherwise(mine: Ranked, claim: str, premise: str) -> bool:
    about = name_words(claim[: mine.span.start])
    others = [o for o in ranks(premise) if o.word == mine.word and not negated_around(premise, o.span.start)]
    others = [o for o in others if not about or not (first := first_name(premise, o.span.start)) or about & first]
    same = [o for o in others if comparable(mine, o) and not _comes_after(o, premise, mine, claim)]
    return bool(mine.rank and same) and not any(o.rank in (mine.rank, 0) for o in same)


def _comes_after(other: Ranked, premise: str, mine: Ranked, claim: str) -> bool:
    """True if a rank is told with what comes before it, and the claim is about that: "the second-largest after Berlin"."""
    found = _BEHIND.match(premise, other.span.end) if other.rank > FIRST else None
    about = first_name(claim, mine.span.start) or name_words(claim)
    return found is not None and bool(name_words(found["names"]) & about)


def told_as_ahead(claim: str, premise: str) -> bool:
    """True if the premise ranks another thing behind the one that the claim ranks higher.

    >>> told_as_ahead("The Volga is the longest river in Europe.", "The Danube is the second-longest, after the Volga.")
    True
    >>> told_as_ahead("The Danube is the longest river in Europe.", "The Danube is the second-longest, after the Volga.")
    False
    """
    return any(
        0 < mine.rank < other.rank
        and mine.word == other.word
        and comparable(mine, other)
        and _comes_after(other, premise, mine, claim)
        for mine in ranks(claim)
        for other in ranks(premise)
    )
