"""Who has which role where it stands as a label, "Landlord: Fairview Ltd", or in brackets, "Ines Baumann (chair)". Pure."""

from __future__ import annotations

from localcheck.text.lexicon import OPENING_WORDS
from localcheck.text.names import NAME
from localcheck.text.patterns import regex
from localcheck.text.words import folded

_LABELLED = regex(r"[*_]{0,3}(?P<label>[A-Z][\w -]{1,40}):[*_]{0,3} (?P<value>[^:;]{2,120})$")
_IS = regex(
    r"^(?P<who>[^,;:]{2,80}?) (?:is|was|are|were) (?:the |an? )?(?P<role>[a-z][a-z -]{2,40}?)"
    r"(?: (?:of|in|at|for) [^,;]{2,60})?[.!]?$"
)
_SUBJECT = regex(rf"^(?P<who>{NAME.pattern}) (?P<did>[a-z].*)$")
_IN_BRACKETS = regex(rf"(?P<who>{NAME.pattern}) \((?P<role>[a-z]{{4,20}})(?: [a-z]+)?\)(?!\. )")
"""Not a title before its text: "Nirvana (band). It was …"."""
_BESIDE = frozenset("the mr mrs ms dr prof".split())
"""What may stand before a name, or not."""
ROLE = 4
"""Letters with which a role and what is done in it begin alike: "chair", "chaired"."""


def of_another_role(claim: str, premise: str) -> bool:
    """True if a claim gives somebody a role and the premise names it for another one, or only another one for him.

    >>> of_another_role("Fairview is the tenant.", "Landlord: Fairview"), of_another_role("Eve is the tenant.", "Tenant: Eve")
    (True, False)
    >>> of_another_role("Eve Ray chaired it.", "Present: Ann Lee (chair), Eve Ray")
    True
    """
    return _labelled_otherwise(claim, premise) or _in_other_brackets(claim, premise)


def _labelled_otherwise(claim: str, premise: str) -> bool:
    row, said = _LABELLED.match(premise), _IS.match(claim)
    if row is None or said is None or set(folded(said["who"])) - _BESIDE != set(folded(row["value"])) - _BESIDE:
        return False
    named = {word[:ROLE] for word in folded(f"{row['label']} {row['value']}")}
    return named.isdisjoint(word[:ROLE] for word in folded(said["role"]))


def _in_other_brackets(claim: str, premise: str) -> bool:
    said = _SUBJECT.match(claim)
    if said is None or said["who"].split()[0] in OPENING_WORDS or said["who"] not in premise:
        return False
    done = {word[:ROLE] for word in folded(said["did"])}
    given = [who for who, role in _IN_BRACKETS.findall(premise) if role[:ROLE] in done]
    return bool(given) and all(said["who"] not in who for who in given)
