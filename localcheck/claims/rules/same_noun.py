"""A noun with its article, behind a name that has it: "The fire", behind "the Great Fire of London". Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from localcheck.claims.rules.entities import Entity
from localcheck.claims.rules.grammar import main_clause, tokenize
from localcheck.claims.rules.mentions import bare_noun
from localcheck.text.names import names
from localcheck.types import Claim

_IN_NAMES = {"mountain": "mount"}
"""How a noun stands in names, where not as it is."""


def of_that_name(claim: Claim, entity: Entity | None, earlier: Sequence[str]) -> Claim:
    """A claim that is about the one name before it with its noun; as it is where the noun may mean the ``entity``.

    >>> from localcheck.types import Span
    >>> claim = Claim("1.0", 1, "The fire was put out.", Span(0, 30))
    >>> of_that_name(claim, None, ["Dr Clarke spoke of the Great Fire of London."]).about
    'Great Fire of London'
    """
    if not claim.checkable or (claim.about and (entity is None or not entity.person)):
        return claim
    tokens = tokenize(claim.text)
    clause = main_clause(tokens)
    noun = bare_noun(tokens[clause.start : clause.head_end]) if clause and not clause.start else None
    if noun is None or not noun.text.islower() or (entity and noun.lower in entity.kinds):
        return claim
    wanted = _IN_NAMES.get(noun.lower, noun.lower)
    found = {name.rstrip(".") for text in earlier for name in names(text) if wanted in name.lower().split()}
    return replace(claim, about=found.pop().removeprefix("The ").rstrip(".")) if len(found) == 1 else claim
