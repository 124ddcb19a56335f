"""What is only meant to be done, beside a claim that it was done: planned, promised, recommended, asked for. Pure.

Two readers took "The trial was repeated with rye flour" for entailed by "We recommend repeating the trial with rye flour" (0.93
and 0.98), and "The customer has been refunded" by "we will refund the full €35".
"""

from __future__ import annotations

import re

from localcheck.text.facts import negated
from localcheck.text.irregular_verbs import PAST_ONLY, is_participle, is_past, stem
from localcheck.text.patterns import regex
from localcheck.text.values.undated import dated

_PASSIVE = regex(r"\b(?:was|were|has|have|had|been) (?:been |already |now |then )*(?P<verb>[a-z]{3,})")
_NOT_DONE = regex(r"\b(?:can|could|may|might|must|should|shall|will|would|is|are|to)\b|['’](?:ll|d)\b")
"""In a claim that says of something more or else than that it was done."""
_AUXILIARY = frozenset("was were had did".split())
_MEANT = regex(
    r"(?:\b(?:will|shall|should|going to|about to|asks? (?:\w+ )?to|asked to|agreed to|supposed to|scheduled (?:to|for)"
    r"|due to be|(?:plan|intend|hope|wish|promise|propose|offer)\w{0,3} to|(?:recommend|suggest|propos|consider)\w{0,3}"
    r"|proposals? to|idea of)|['’]ll)\b"
    r"(?: (?!(?:that|which|who|whom|what|because|since|after|as|if|when)\b)[\w°%.-]+){0,9}? (?P<be>be )?$"
)
"""What stands before a verb that is only meant to be done, in the same clause."""
_WORD = regex(r"[A-Za-z]+")


def only_intended(claim: str, premise: str) -> bool:
    """True if a claim says that something was done of which the premise speaks only as meant to be done. What a claim dates may
    have been done since: "will be released in 2017".

    >>> only_intended("The trial was repeated.", "We recommend repeating the trial with rye flour.")
    True
    >>> only_intended("The trial was repeated.", "We recommended repeating the trial. It was repeated in March.")
    False
    """
    verb = "" if negated(claim) or dated(claim) or _NOT_DONE.search(claim) else _done(claim)
    if not verb:
        return False
    places = [m for m in _WORD.finditer(premise) if stem(m.group()) == verb]
    return bool(places) and all(_is_meant(word, premise) for word in places)


def _is_meant(word: re.Match[str], premise: str) -> bool:
    """Whether a verb stands behind a word for an intention, in the form that it has there: "will refund", "be refunded"."""
    meant = _MEANT.search(premise[max(0, word.start() - 100) : word.start()])
    return meant is not None and is_past(word.group()) == bool(meant["be"])


def _done(claim: str) -> str:
    """The stem of the verb that a claim says was done; empty where it has none in the past."""
    passive = _PASSIVE.search(claim)
    if passive and is_participle(passive["verb"]):
        return stem(passive["verb"])
    words = (m.group() for m in _WORD.finditer(claim, 2))
    return next((stem(w) for w in words if (w.endswith("ed") or w in PAST_ONLY) and w not in _AUXILIARY), "")
