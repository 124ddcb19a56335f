"""What is only welcome, beside a claim that it is required. Pure."""

from __future__ import annotations

from localcheck.text.facts import negated
from localcheck.text.irregular_verbs import content_singulars
from localcheck.text.lexicon import listed
from localcheck.text.patterns import regex

_WISHED = regex(
    r"(?:^|[.;:,] )(?P<what>[^.;:,]{2,80}?) (?:is|are|would be) (?:(?:also|only|just|always|certainly) )?"
    r"(?:an advantage|a plus|a bonus|an asset|desirable|welcome|optional)\b(?! to\b)"
)
_REQUIRED = regex(
    r"\b(?:(?:is|are) (?:required|necessary|mandatory|compulsory|needed|essential|a must)|must|needs? to|ha(?:ve|s) to|need)\b"
)
_FILLING = listed("sought.filling")


def only_wished(claim: str, premise: str) -> bool:
    """True if a claim says that something is required which the premise calls an advantage, a plus or welcome.

    >>> only_wished("French is required.", "German at level C1; French is an advantage.")
    True
    >>> only_wished("German is required.", "German at level C1; French is an advantage.")
    False
    """
    if not _REQUIRED.search(claim) or negated(claim):
        return False
    asked = content_singulars(claim) - _FILLING
    return bool(asked) and any(asked <= content_singulars(found["what"]) for found in _WISHED.finditer(premise))
