"""The pronouns of the third person: the one that a sentence goes on with, and that of a first name or a title. Pure."""

from __future__ import annotations

from localcheck.text.lexicon import OPENING_WORDS, listed, word_set
from localcheck.text.patterns import regex
from localcheck.text.words import words

MALE, FEMALE, THING = ("he", "his", "him"), ("she", "her", "her"), ("it", "its", "it")
"""As subject, possessive and object."""
_UNLIKE = regex(r"^(?:Unlike|Like|With|Before|After) [^,]*,")


def goes_on_with(text: str) -> tuple[str, ...]:
    """The forms of the pronoun that comes before any name in a sentence; of "Unlike Faraday, he" the name does not count.

    >>> goes_on_with("In 1831 he met Ampère.")[0], goes_on_with("Ampère met him.")
    ('he', ())
    """
    for i, word in enumerate(words(_UNLIKE.sub("", text))):
        for forms in (MALE, FEMALE, THING):
            if word.lower() in forms[:2]:
                return forms
        if i and word[0].isupper() and word not in OPENING_WORDS:
            break
    return ()


# First names that are of women or men only: a list written for this project.
_WOMEN = listed("pronouns.women")
_MEN = listed("pronouns.men")
HONORIFICS = {"Mr": "he", "Sir": "he", "Mrs": "she", "Ms": "she", "Miss": "she", "Dame": "she", "Dr": "", "Prof": ""}
"""Titles of people, with the pronoun that they have."""
TITLES = word_set("Lord King Prince Dr Prof Queen Lady Princess") | {*HONORIFICS}


def pronoun_of(name: str) -> str:
    """The pronoun that a name of this first name has; empty where it may be anybody's, or none's.

    >>> pronoun_of("Anna Jones"), pronoun_of("Dr. Tom Reed"), pronoun_of("Ms. Ford"), pronoun_of("Ford")
    ('she', 'he', 'she', '')
    """
    words = [word.strip(".") for word in name.split()]
    if words and HONORIFICS.get(words[0]):
        return HONORIFICS[words[0]]
    first = next((word for word in words if word not in TITLES), "")
    return "she" if first in _WOMEN else "he" if first in _MEN else ""
