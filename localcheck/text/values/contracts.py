"""The two sides of a contract: what the tenant has to do, the landlord has not. Pure.

A small model takes "The landlord replaces the batteries" for entailed by "the Tenant replaces batteries" (0.97).

Names for which a contract has a word of its own: Helmer & Sons AG ("Customer"), "Tenant: Dana Whitlock".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import permutations
from types import MappingProxyType

from localcheck.text.facts import negated
from localcheck.text.irregular_verbs import stem
from localcheck.text.lexicon import FUNCTION_WORDS, rows
from localcheck.text.patterns import regex
from localcheck.text.words import folded, with_capital

_SIDES = [row.split(" | ") for row in rows("contracts.sides")]
_BETWEEN = (
    r"(?:(?:must|shall|may|can|will|should|has to|have to|is to|are to|is|are|be|also|always|only|then"
    r"|not|in full|promptly|himself|itself) ){0,4}"
)
_VERB = (
    r"(?!(?:and|or|the|for|with|from|who|which|that|whose|before|after|under|has|have|had|was|were|those|these|this|its|his|her"
    r"|their|all|half|one|two|in|on|to|at|of)\b)[a-z]{3,20}"
)
_DOES = {
    word: regex(
        rf"\b{word}s?(?: (?:and|or) (?:the |an? )?[a-z]+)? {_BETWEEN}(?P<verb>{_VERB})"
        rf"|\b(?P<done>{_VERB}) by (?:the |an? )?(?:[a-z]+ (?:and|or) (?:the |an? )?)?{word}s?\b",
        re.IGNORECASE,
    )
    for pair in _SIDES
    for words in pair
    for word in words.split()
}
_ANY = regex(rf"\b(?:{'|'.join(_DOES)})s?\b", re.IGNORECASE)
_ANY_WORDS = frozenset(_DOES)
_PART = regex(r"[;.]\s")
STEM = 4
"""Letters with which forms of a word begin alike: "replaces" and "replaced", "chair" and "chaired"."""


def of_the_other_side(claim: str, premise: str) -> bool:
    """True if a claim says that one side of a contract does what the premise says of the other side only.

    >>> of_the_other_side("The landlord replaces the lamps.", "The Landlord keeps the roof; the Tenant replaces the lamps.")
    True
    >>> of_the_other_side("The landlord replaces the lamps.", "The landlord and the tenant replace the lamps.")
    False
    """
    if _ANY.search(claim) is None or _ANY.search(premise) is None or negated(claim) != negated(premise):
        return False
    return any(_only_the_other(ours, theirs, claim, premise) for pair in _SIDES for ours, theirs in permutations(pair))


def _only_the_other(ours: str, theirs: str, claim: str, premise: str) -> bool:
    """Whether the premise says of ``theirs`` only what the claim says of ``ours``, and of the same thing."""
    mine = _done(ours, claim)
    if not mine or _done(theirs, claim) or mine & _done(ours, premise) or _without_verb(ours, premise):
        return False
    told = [part for part in _PART.split(premise) if mine & _done(theirs, part)]
    about = _things(claim) - _ANY_WORDS
    return any(word[:STEM] not in mine for part in told for word in about & _things(part))


def _without_verb(words: str, text: str) -> bool:
    """Whether a side is named somewhere without what it does, which stands before: "the seller bears …, the buyer those of"."""
    named = sum(len(re.findall(rf"\b{word}s?\b(?!['’])", text, re.IGNORECASE)) for word in words.split())
    return named > sum(1 for word in words.split() for _ in _DOES[word].finditer(text))


def _done(words: str, text: str) -> set[str]:
    """The beginnings of the verbs that say what a side does."""
    found = (match for word in words.split() for match in _DOES[word].finditer(text))
    return {stem(match["verb"] or match["done"])[:STEM] for match in found}


def _things(text: str) -> set[str]:
    """The longer words of a text in the singular."""
    return {word.removesuffix("s") for word in folded(text) if len(word) > STEM and word not in FUNCTION_WORDS}


_FORM = r"(?:,? (?:GmbH|AG|KG|SE|Ltd|Limited|Inc|LLC|LLP|PLC|plc|Corp|Co|S\.A|B\.V)\b\.?)?"
_WORD = r"[A-Z][\w’'-]*"
_PARTY = rf"(?:Ms|Mr|Mrs|Dr)?\.? ?(?P<name>{_WORD}(?: (?:& |and |of )?{_WORD}){{0,4}}?){_FORM}"
_DEFINED = regex(
    rf"{_PARTY}(?:, [^()\n]{{1,60}})? "
    r"\((?:(?:the|hereinafter|hereafter|called) ){0,3}[\"“'](?:the )?(?P<alias>[A-Z][a-z]+)[\"”']\)"
)
_LABELLED = regex(
    r"^[*_]{0,3}(?P<alias>Landlord|Tenant|Lessor|Lessee|Buyer|Seller|Purchaser|Vendor|Provider|Customer|Client|Supplier|Employer"
    rf"|Employee|Lender|Borrower|Insurer|Contractor|Licensor|Licensee|Guarantor):[*_]{{0,3}} {_PARTY}[ .]*$",
    re.MULTILINE,
)


@lru_cache(maxsize=512)
def parties(text: str) -> Mapping[str, str]:
    """Names without their legal form, with the word that a contract has for each.

    >>> dict(parties('Nordlicht GmbH ("Provider") and Helmer & Sons AG (the "Customer"): the Provider serves the Customer.'))
    {'Nordlicht': 'Provider', 'Helmer & Sons': 'Customer'}
    """
    found = {m["name"]: m["alias"] for pattern in (_DEFINED, _LABELLED) for m in pattern.finditer(text)}
    return MappingProxyType(
        {name: alias for name, alias in found.items() if f"the {alias}" in text or f"The {alias}" in text}
    )


def in_its_words(claim: str, text: str) -> str:
    """A claim about the parties of a contract in the words of its text; one that says who is what stays as it is.

    >>> lease = "Tenant: Ms Dana Whitlock\\nThe Tenant pays the water."
    >>> in_its_words("Dana Whitlock pays it.", lease), in_its_words("Dana Whitlock is the tenant.", lease)
    ('The Tenant pays it.', 'Dana Whitlock is the tenant.')
    """
    known = parties(text)
    if not known or any(re.search(rf"\b{alias}\b", claim, re.IGNORECASE) for alias in known.values()):
        return claim
    for name, alias in known.items():
        claim = re.sub(rf"(?:\b(?:Ms|Mr|Mrs|Dr)\.? )?\b{re.escape(name)}\b{_FORM}", f"the {alias}", claim)
    return with_capital(claim)
