"""Whom a claim brings that the next one means, what it says was made, and whose banks: "It", "its". Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from localcheck.claims.rules.alone import OWNED
from localcheck.claims.rules.entities import Entity, is_somebody, possessive
from localcheck.claims.rules.kinds import CALLINGS, THINGS, declared
from localcheck.claims.rules.last_subject import DESCRIBED
from localcheck.claims.rules.pronouns import FEMALE, MALE, pronoun_of
from localcheck.claims.rules.references import Rewritten
from localcheck.claims.rules.subject_names import subject_name
from localcheck.claims.rules.whose import people_in
from localcheck.text.names import ONE_NAME, names, without_possessive
from localcheck.text.patterns import regex
from localcheck.types import Claim

SAID_OF = {"He": MALE, "His": MALE, "She": FEMALE, "Her": FEMALE}
"""Which pronouns a word belongs to that a claim begins with."""
_MADE = regex(
    rf"{ONE_NAME} (?:began|started|finished|completed|built|rebuilt|designed|commissioned|founded|wrote|composed|painted"
    rf"|released|published|launched|opened) (?P<what>(?:[Tt]he )?{ONE_NAME})"
    r"(?= (?:in|from|around|about|for|at|under|after|with)\b|[.;]|$)"
)
_IT_WAS_MADE = regex(
    r"It (?=(?:is|was|has been|had been) (?:not |only |later |first |soon |[a-z]+ly )?(?:finished|completed|opened|built"
    r"|rebuilt|restored|destroyed|demolished|dedicated|inaugurated|founded|renamed|published|printed|premiered|performed"
    r"|translated|released|launched|designed|written|painted|composed)\b)"
)
"""What is done to a thing that somebody made, and not to its maker."""
_SEVERAL = regex(rf"(?:{ONE_NAME}, )*{ONE_NAME} and {ONE_NAME} [a-z]+(?<!s) [^.,;]*?\bits\b")
_BEHIND = regex(rf" (?:in|on|of|from|at|by|for|with|through|since|until)(?: the)?(?: [a-z-]+)? {ONE_NAME}")
BROUGHT_BY = regex(r"\b(?:by|starred|starring|features|featured) (?:the (?:[A-Z]?[a-z-]+ ){1,4})?$")
"""Before whoever a sentence brings: "invented by the French physicist"."""
_CALLED = regex(
    rf"(?:[A-Z][a-z]* [^.,;A-Z]{{0,30}},? )?(?:[Aa]n?|[Tt]he) (?P<kind>(?:[a-z-]+ ){{1,3}})(?:called|named)"
    rf" (?P<name>{ONE_NAME})(?= [a-z]+\b)"
)
"""A subject that is named behind what it is: "A month later a dog called Laika went into orbit."."""


def carried_on(text: str, before: Claim) -> Rewritten | None:
    """A claim with a name from the claim ``before`` it in the place of a pronoun that is still open: of whom that calls by a
    name, of what it says was made, or of that on whose banks several stand; None where another may be meant.
    """
    rules: tuple[Callable[[str, Claim], Rewritten | None], ...] = (_called, _made, _of_its)
    return next((new for rule in rules if (new := rule(text, before))), None)


def of_their_owners(parts: Sequence[Rewritten]) -> list[Rewritten]:
    """The parts of a sentence, each that tells whose own something is with the subject of the part before it, where no other
    name but behind a preposition stands there.

    >>> parts = [Rewritten(text, "") for text in ("Cameroon lies in Central Africa.", "Nigeria is its neighbour.")]
    >>> of_their_owners(parts)[1].text
    "Nigeria is Cameroon's neighbour."
    """
    return [*parts[:1], *(_with_owner(part, before.text) or part for before, part in pairwise(parts))]


def _with_owner(part: Rewritten, before: str) -> Rewritten | None:
    found, owner = OWNED.match(part.text), subject_name(before)
    if found is None or not owner or {"his": "he", "her": "she"}.get(found["its"], "") != pronoun_of(owner):
        return None
    behind = before[before.index(owner) + len(owner) :]
    if names(_BEHIND.sub("", behind)) or {*owner.split()} & {*part.text.split()}:
        return None
    the = "the " if before.startswith(f"The {owner}") else ""
    return put(part.text, *found.span("its"), possessive(f"{the}{owner}"))


def put(text: str, start: int, end: int, name: str) -> Rewritten:
    """A text with a name in the place of what stands from ``start`` to ``end``."""
    name = name[0].upper() + name[1:] if start == 0 else name
    return Rewritten(f"{text[:start]}{name}{text[end:]}", f"{text[start:end].strip()} → {name}")


def last_put(claim: Claim) -> tuple[str, str]:
    """The word of a claim in whose place a name was put last, and that name; both empty where none was."""
    word, _, name = claim.note.rpartition("; ")[2].partition(" → ")
    return (word, name) if name else ("", "")


def _called(text: str, before: Claim) -> Rewritten | None:
    """ "She" behind "A dog called Laika went into orbit."."""
    pronoun, found = text.split(" ", 1)[0], _CALLED.match(before.text)
    if found is None or pronoun not in ("He", "She", "It") or names(before.text[found.end() :]):
        return None
    thing = found["kind"].split()[-1] in THINGS
    return put(text, 0, len(pronoun), found["name"]) if thing == (pronoun == "It") else None


def _made(text: str, before: Claim) -> Rewritten | None:
    """ "It was finished" behind "Vespasian began the Colosseum."."""
    said, made = _IT_WAS_MADE.match(text), _MADE.match(before.text)
    return put(text, 0, 2, made["what"]) if said and made else None


def _of_its(text: str, before: Claim) -> Rewritten | None:
    """ "Bonn and Cologne stand on its banks", behind "The Rhine rises in Switzerland."."""
    found, name = _SEVERAL.match(text), subject_name(before.text)
    if found is None or not name:
        return None
    the = "the " if before.text.startswith(f"The {name}") else ""
    told = before.text.startswith(f"{the.title()}{name}") and DESCRIBED.match(before.text, len(the) + len(name))
    return put(text, found.end() - 3, found.end(), possessive(f"{the}{name}")) if told else None


def somebody(before: Claim, forms: tuple[str, ...]) -> str:
    """The only person of a claim whom these pronouns may mean; empty where there are several or none is sure."""
    people = {*people_in(before.text, Entity("_", (forms,)))}
    said = [without_possessive(name.rstrip(".")) for name in names(before.text)]
    said = [name for name in said if people & {*name.split()}]
    found = [name for name in said if not any({*name.split()} < {*other.split()} for other in said)]
    if len(found) != 1 or not people <= {*" ".join(said).split()}:
        return ""
    name = found[0]
    if re.search(rf"{re.escape(name)}['’]", before.text):
        return ""
    if pronoun_of(name):
        return name if pronoun_of(name) == forms[0] else ""
    brought = " " in name and BROUGHT_BY.search(before.text[: before.text.index(name)])
    told = (
        SAID_OF.get(last_put(before)[0]) == forms
        or is_somebody(name, before.text)
        or declared(name, [before.text]) & CALLINGS
    )
    return name if brought or (told and name == subject_name(before.text)) else ""
