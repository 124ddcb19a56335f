"""Words that cannot both be true of the same thing: who survived did not die. Closed lists, kept short on purpose. Pure."""

from __future__ import annotations

import re
from functools import lru_cache

from localcheck.text.facts import negated

PAIRS: tuple[tuple[frozenset[str], frozenset[str]], ...] = tuple(
    (frozenset(one.split()), frozenset(other.split()))
    for one, other in (
        ("survive survives survived surviving alive", "die dies died dead killed perished drowned executed murdered"),
        ("increase increased rose grew grown doubled", "decrease decreased fell declined shrank halved"),
        ("north northern northernmost", "south southern southernmost"),
        ("east eastern easternmost", "west western westernmost"),
        ("largest biggest", "smallest tiniest"),
        ("highest tallest", "lowest"),
        ("oldest eldest", "youngest"),
        ("longest", "shortest"),
        ("accepted approved", "rejected refused declined"),
        ("remained stayed", "left departed"),
        ("won", "lost"),
        ("guilty convicted", "acquitted innocent"),
    )
)
_SIDES = (("East", "West"), ("North", "South"), ("Northern", "Southern"), ("Eastern", "Western"), ("Upper", "Lower"))
"""Words that begin the names of two different places: who built something in East Germany did not do it in West Germany."""
_SIDED = re.compile(rf"\b({'|'.join(side for pair in _SIDES for side in pair)}) ([A-Z][a-z]+)")
_WORD = re.compile(r"[^\W\d_]+")


@lru_cache(maxsize=16384)
def _words(text: str) -> frozenset[str]:
    return frozenset(w.lower() for w in _WORD.findall(text))


def opposed(claim: str, premise: str) -> bool:
    """True if the premise has the opposite of a word of the claim and not the word itself; False if one of them is negated.

    >>> opposed("The captain survived the disaster.", "The captain died in the disaster.")
    True
    >>> opposed("The captain survived.", "The captain survived, though many died.")
    False
    """
    return bool(opposite_words(claim, premise))


def opposite_words(claim: str, premise: str) -> tuple[str, str] | None:
    """A word of the claim and its opposite in the premise, lower-cased; None where nothing is opposed.

    >>> opposite_words("The captain survived.", "The captain died.")
    ('survived', 'died')
    """
    if negated(claim) or negated(premise):
        return None
    if sides := _other_side(claim, premise):
        return sides
    said, there = _words(claim), _words(premise)
    for pair in PAIRS:
        for mine, other in (pair, pair[::-1]):
            if said & mine and not said & other and there & other and not there & mine:
                return min(said & mine), min(there & other)
    return None


def _other_side(claim: str, premise: str) -> tuple[str, str] | None:
    """The side in a name of the claim and its opposite, where the premise has the name with that only."""
    mine, other = set(_SIDED.findall(claim)), set(_SIDED.findall(premise))
    for pair in _SIDES:
        for side, opposite in (pair, pair[::-1]):
            for name in sorted(rest for first, rest in mine if first == side):
                if (opposite, name) in other and (side, name) not in other and (opposite, name) not in mine:
                    return side.lower(), opposite.lower()
    return None
