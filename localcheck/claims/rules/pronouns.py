"""The pronouns of the third person, and the one that a sentence goes on with. Pure."""

from __future__ import annotations

from localcheck.text.lexicon import OPENING_WORDS
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
