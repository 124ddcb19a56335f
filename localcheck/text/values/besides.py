"""What a sentence adds to something said elsewhere: "The Danube also flows through Serbia" leaves room for Vienna. Pure."""

from __future__ import annotations

from localcheck.text.facts import denying, missing_names, numbers
from localcheck.text.irregular_verbs import stem
from localcheck.text.lexicon import FUNCTION_WORDS
from localcheck.text.names import name_words
from localcheck.text.patterns import regex
from localcheck.text.words import words

_ALSO = regex(r"\balso (?P<done>[a-z]{3,})\b|\b(?P<said>[a-z]{3,}) also\b")
_ALL = regex(r"\b(?:also|sole|solely|all|every|just)\b")
"""In a claim, what leaves no room for others, or says itself that there are others."""


def told_besides(claim: str, premise: str) -> bool:
    """True if the premise says with "also" of other names what the claim says of its own.

    >>> told_besides("The Danube flows through Vienna.", "The Danube also flows through Croatia and Serbia.")
    True
    >>> told_besides("The Danube only flows through Vienna.", "The Danube also flows through Croatia and Serbia.")
    False
    """
    if "also" not in premise or _ALL.search(claim) or numbers(claim) or denying(claim):
        return False
    lacking = missing_names(claim, premise)
    if not lacking or not name_words(claim) - lacking:
        return False
    said = {stem(word) for word in words(claim.lower())} - FUNCTION_WORDS
    return any(stem(found["done"] or found["said"]) in said for found in _ALSO.finditer(premise))
