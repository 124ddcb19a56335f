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
    said, there = _words(claim), _words(premise)
    for pair in PAIRS:
        for mine, other in (pair, pair[::-1]):
            if said & mine and not said & other and there & other and not there & mine:
                return min(said & mine), min(there & other)
    return None
