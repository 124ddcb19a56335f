"""What a text names only to deny it: "It is a myth that …", "without bottled oxygen", "against the wishes of". Pure."""

from __future__ import annotations

import re

from localcheck.text.facts import negated
from localcheck.text.patterns import regex
from localcheck.text.sentences import rough_sentences
from localcheck.text.values.excepted import content, occurs

_MYTH = regex(
    r"\b(?:(?:myth|misconception|hoax|legend) that|contrary to (?:popular|common) (?:belief|opinion)|(?:is|was) false that"
    r"|falsely (?:said|claimed|believed|stated)|no (?:evidence|proof) that)\b",
    re.IGNORECASE,
)
_NO_SIGN = regex(
    r"\bno (?:evidence|proof) (?:for|of) (?P<what>(?:(?!(?:before|after|when|of|in|by|for)\b)[\w'’-]+ ?){1,8})"
)
"""What no evidence was found of; the rest of the sentence may tell what is so."""
_LACKING = regex(
    r"(?:\b(?:without|but (?:not|no)|and not(?! many| much| all| every)(?:, [^,]*,)?|(?<!would )rather than|instead of)|, not"
    r"|\bagainst(?= (?:\w+ )?(?:wish|will|advice|order|protest)))\b (?P<what>(?:[\w'’-]+ ?){1,4})",
    re.IGNORECASE,
)
_THAN = regex(r"\bthan\b")
_SUPPOSED = regex(r"\b(?:would|could|might)\b", re.IGNORECASE)
"""Of what would be without something, that is not denied: "He would have died without the drug"."""
_SAYS = regex(r",\s+(?!and\b|but\b|which\b|who\b)([a-z][^.;]*)")
_LIKENED = regex(
    r"\bsame\b[^.;]{1,80}? as (?:the |an? )?(?P<what>[^.;,]{2,40}?),? (?:but|except)\b"
    r"(?P<but>(?:(?!\b(?:rather than|instead of|not)\b)[^.;])*)"
)
ABOUT = 0.5
"""Share of the claim's words that a sentence must have to deny it."""


def denied(claim: str, premise: str) -> bool:
    """True if the premise names what the claim says as something that is not so; False where the claim denies something too.

    >>> denied("The wall can be seen from the Moon.", "It is a myth that the wall can be seen from the Moon.")
    True
    >>> denied("Messner used bottled oxygen.", "Messner climbed it without bottled oxygen.")
    True
    >>> denied("Messner climbed it without oxygen.", "Messner climbed it without bottled oxygen.")
    False
    """
    if negated(claim) or any(mark.search(claim) for mark in (_MYTH, _LACKING, _THAN)):
        return False
    if any((_MYTH.search(s) or _no_sign(s, claim)) and _share(claim, s) >= ABOUT for s in rough_sentences(premise)):
        return True
    return any(
        _lacks(m["what"], m.start(), claim, premise) and _of_it(m, claim, premise) for m in _LACKING.finditer(premise)
    )


def differing(claim: str, premise: str) -> bool:
    """True if the premise likens another thing to what the claim is about, and the claim says of this how that one differs.

    >>> positron = "The positron has the same mass as the electron but a positive charge."
    >>> differing("The electron has a positive charge.", positron), differing("The electron has a mass.", positron)
    (True, False)
    """
    if " same " not in premise or negated(claim):
        return False
    for found in _LIKENED.finditer(premise):
        about = re.match(rf"(?:the |an? )?{re.escape(found['what'])}\b", claim, re.IGNORECASE)
        new = [w for w in content(found["but"]) if not occurs(w, premise[: found.start("but")])]
        if about and any(occurs(w, claim[about.end() :]) for w in new):
            return True
    return False


def _no_sign(sentence: str, claim: str) -> bool:
    """Whether the claim names what the sentence found no evidence of."""
    return any(occurs(word, claim) for found in _NO_SIGN.finditer(sentence) for word in content(found["what"]))


def _share(claim: str, sentence: str) -> float:
    """Share of the claim's words, the common ones left out, that the sentence has."""
    words = content(claim)
    return sum(occurs(w, sentence) for w in words) / max(len(words), 1)


def _of_it(found: re.Match[str], claim: str, premise: str) -> bool:
    """Of "Canberra, not Sydney, is the capital": whether the claim says that of Sydney."""
    said = _SAYS.match(premise, found.end())
    if said is None:
        return True
    return all(occurs(w, claim) for w in content(said[1])[:1])


def _lacks(what: str, at: int, claim: str, premise: str) -> bool:
    """Whether what is lacking is named in the claim, and not in the premise before it is denied.

    False where the sentence denies that something goes without it ("Nobody may enter without a ticket."), or supposes it.
    """
    words, before = content(what)[:2], premise[:at]
    sentence = re.split(r"[.!?;] ", before)[-1]
    if negated(sentence) or _SUPPOSED.search(sentence):
        return False
    return bool(words) and all(occurs(w, claim) for w in words) and not occurs(words[0], before)
