"""Whom or what "He", "It" or "The city" means that a claim begins with, or "its" in it: what the claims before it name last.
Pure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from localcheck.claims.rules.entities import Entity, is_somebody, possessive
from localcheck.claims.rules.kinds import CALLINGS, THINGS, declared
from localcheck.claims.rules.last_subject import DESCRIBED, OWNED, may_be
from localcheck.claims.rules.pronouns import FEMALE, MALE, THING, pronoun_of
from localcheck.claims.rules.references import Rewritten
from localcheck.claims.rules.subject_names import subject_name
from localcheck.claims.rules.whose import PERSON_WORDS, people_in
from localcheck.claims.rules.wording import DETERMINER
from localcheck.text.lexicon import KIN, MEN, OPENING_WORDS, WOMEN
from localcheck.text.names import ONE_NAME, names, without_possessive
from localcheck.text.patterns import regex
from localcheck.text.words import with_capital, words
from localcheck.types import Claim

_PERSON = regex(r"(?P<word>He|His|She|Her) (?=[a-z])")
_IT = regex(r"Its? (?=[a-z])")
_PLACE = regex(r"The (?:city|town|village) (?=(?:is|was|has|had|lies|lay|stands|belongs|belonged|became|grew)\b)")
_BEEN_TO = regex(
    rf"\b(?:visited|reached|entered|left|saw|in|to|from|near|into|through) (?:the )?(?P<name>{ONE_NAME})(?=[.,;]| [a-z])"
)
_FOR_THINGS = ("It", "The city", "The town", "The village")
_WORK = "novel|book|film|movie|play|opera|symphony|song|album|series|poem|ballet"
_ITS_NAME = regex(
    rf"(?:.{{0,60}}\b(?:{_WORK})\b (?:is|was)|{ONE_NAME} (?:later |also |then )?(?:wrote|published|released|directed|composed))"
    rf" (?P<name>(?:The )?{ONE_NAME})(?: in \d{{4}})?\."
)
"""What brings the name of a work: "His first novel was The Tin Drum.", "Netflix released House of Cards in 2013."."""
_OF_WORKS = regex(
    rf"(?:It (?=(?:came out|appeared|is set|was set|tells|is about|was (?:published|released|filmed|written|translated"
    r"|performed|printed|made into|turned into))\b)"
    rf"|The (?:{_WORK}) (?=(?:is|was|has|had|tells|won|came|stars|starred|sold|appeared)\b))"
)
"""What is told of a work and of nobody."""
_RELATIVE = regex(r"\b(?P<whose>his|her) (?P<kin>[a-z]+)\b(?! [A-Z])")


def of_claims_before(claim: Claim, before: Sequence[Claim], entity: Entity | None) -> Claim:
    """A claim with the name of what a word in it means that is still open; as it is where that may be another. ``entity``: what
    its text is about; ``before``: the claims of the few sentences before it, each of them its sentence's only one.
    """
    if not before or not claim.checkable:
        return claim
    new = _opened(claim, before, entity) or carried_on(claim.text, before[-1])
    if new is None or (claim.about and claim.about in new.text):
        return claim
    return replace(claim, text=new.text, note="; ".join(filter(None, (claim.note, new.note))), about="")


def _opened(claim: Claim, before: Sequence[Claim], entity: Entity | None) -> Rewritten | None:
    """A claim with the name of what it begins with in the place of that."""
    rules: tuple[Callable[[str, Sequence[Claim]], Rewritten | None], ...] = (_work, _place, _goes_on)
    found = next((new for rule in rules if (new := rule(claim.text, before))), None)
    said = _PERSON.match(claim.text)
    if found or said is None or (entity and may_be(entity, SAID_OF[said["word"]])):
        return found
    return _relative(claim.text, said, before[-1]) or _person(claim.text, said, before)


def _work(text: str, before: Sequence[Claim]) -> Rewritten | None:
    """ "It came out in 1959" behind "His first novel was The Tin Drum."."""
    said, told = _OF_WORKS.match(text), _ITS_NAME.fullmatch(before[-1].text)
    return put(text, 0, said.end() - 1, told["name"]) if said and told else None


def _place(text: str, before: Sequence[Claim]) -> Rewritten | None:
    """ "The city lies on the Vltava" behind "We visited Prague last summer."."""
    said, last = _PLACE.match(text), before[-1].text
    found = [match["name"].rstrip(".") for match in _BEEN_TO.finditer(last)] if said else []
    opening = OPENING_WORDS | {word.title() for word in DETERMINER}
    others = [name for claim in before for name in names(claim.text) if name.rstrip(".").split()[0] not in opening]
    if said is None or len(found) != 1 or any(name.rstrip(".") != found[0] and not pronoun_of(name) for name in others):
        return None
    return put(text, 0, said.end() - 1, found[0])


def _goes_on(text: str, before: Sequence[Claim]) -> Rewritten | None:
    """ "Its castle", "It belonged to Prussia": behind a claim whose subject was put in the place of "The city" or "It"."""
    said, work, last = _IT.match(text), _OF_WORKS.match(text), before[-1]
    meant, name = last_put(last)
    if not (said or work) or meant not in _FOR_THINGS or not last.text.startswith(f"{name} "):
        return None
    if work and _OF_WORKS.match(f"It{last.text[len(name) :]}"):
        return put(text, 0, work.end() - 1, name)
    if said is None or not DESCRIBED.match(last.text, len(name)):
        return None
    return put(text, 0, said.end() - 1, possessive(name) if text.startswith("Its") else name)


def _relative(text: str, said: re.Match[str], before: Claim) -> Rewritten | None:
    """ "He died in 1906" behind "Marie Curie discovered radium with her husband."."""
    found = _RELATIVE.findall(before.text)
    men, women = ([pair for pair in found if pair[1] in KIN & of] for of in (MEN, WOMEN))
    mine, wanted = (men, "her") if SAID_OF[said["word"]] == MALE else (women, "his")
    name = subject_name(before.text)
    if len(mine) != 1 or mine[0][0] != wanted or len(PERSON_WORDS & {*words(before.text)}) > 1 or not name:
        return None
    if people_in(before.text, Entity(name, (FEMALE if wanted == "her" else MALE,))):
        return None
    whom = f"{possessive(name)} {mine[0][1]}"
    return put(text, 0, len(said["word"]), possessive(whom) if said["word"] in ("His", "Her") else whom)


def _person(text: str, said: re.Match[str], before: Sequence[Claim]) -> Rewritten | None:
    """ "He died in 1827" behind "They were invented by the French physicist Augustin-Jean Fresnel."."""
    forms = SAID_OF[said["word"]]
    told = next((claim for claim in reversed(before) if _tells_of_people(claim.text, forms)), None)
    name = somebody(told, forms) if told else ""
    if told is None or not name or not _is_last(name, told):
        return None
    return put(text, 0, len(said["word"]), possessive(name) if said["word"] in ("His", "Her") else name)


def _is_last(name: str, told: Claim) -> bool:
    """Whether a name did what a claim tells of ("was invented by", "The series starred"), or was put in for such a pronoun."""
    led = told.text[: told.text.index(name)]
    if last_put(told)[0] in SAID_OF:
        return subject_name(told.text) == name
    return BROUGHT_BY.search(led) is not None and not {*MALE, *FEMALE} & {*words(led.lower())}


def _tells_of_people(text: str, forms: tuple[str, ...]) -> bool:
    """Whether a claim has somebody, or a word for somebody, whom these pronouns may mean."""
    spoken = {word.lower() for word in words(text)} & (PERSON_WORDS | {*MALE, *FEMALE} - {*THING})
    return bool(spoken) or bool(people_in(text, Entity("_", (forms,))))


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
    name = with_capital(name) if start == 0 else name
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
