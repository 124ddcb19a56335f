"""Whom "He …" means in a text that is about something else: the subject of the sentence before it. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from localcheck.claims.rules.entities import Entity, find_entity
from localcheck.claims.rules.first_names import pronoun_of
from localcheck.claims.rules.kinds import CALLINGS
from localcheck.claims.rules.mentions import PERSON_WORDS, people_in
from localcheck.claims.rules.pronouns import THING, goes_on_with
from localcheck.claims.rules.references import References
from localcheck.text.patterns import regex
from localcheck.text.words import words
from localcheck.types import Claim

_DESCRIBED = regex(r" (?:is|was|lies|stands|remains|has been)\b")


def of_last_subject(claim: Claim, text_is_about: Entity | None, earlier: Sequence[str]) -> Claim:
    """A claim whose "he", "she" or "it" is still open, with the subject of the sentences ``earlier`` in its paragraph; as it is
    where the pronoun may stand for what the text is about, and where somebody else may be meant.
    """
    forms = goes_on_with(claim.text)
    if not claim.checkable or not forms or (text_is_about is not None and _may_be(text_is_about, forms)):
        return claim
    run = _run(earlier, forms)
    entity = find_entity(" ".join((*run, claim.text)), "", [*run, claim.text]) if run else None
    if entity is None or not _is_sure(run, entity, forms):
        return claim
    references = References(entity)
    for sentence in run:
        references.rewrite(sentence)
    new = references.rewrite(claim.text)
    return (
        claim
        if not new.note
        else replace(claim, text=new.text, about="", note="; ".join(note for note in (claim.note, new.note) if note))
    )


def _may_be(entity: Entity, forms: tuple[str, ...]) -> bool:
    """Whether these pronouns may stand for what a text is about. "He" does not for coffee, though no other word tells so."""
    called = " " in entity.name or entity.kinds & CALLINGS or pronoun_of(entity.name)
    return forms in entity.forms and bool(forms == THING or called)


def _run(earlier: Sequence[str], forms: tuple[str, ...]) -> list[str]:
    """The last sentence that does not begin with a pronoun of these forms, and those behind it, which do."""
    at = len(earlier) - 1
    while at > 0 and goes_on_with(earlier[at]) == forms:
        at -= 1
    return list(earlier[at:]) if at >= 0 else []


def _is_sure(run: Sequence[str], entity: Entity, forms: tuple[str, ...]) -> bool:
    """Whether the first sentence begins with the entity's name, and none has somebody else who may be meant; a thing must
    have a name ("The mane is grey. It …" may be about the animal) and be described ("Rome conquered Carthage. It …" is open).
    """
    name = entity.written(first=True)
    if forms not in entity.forms or not run[0].startswith(f"{name} "):
        return False
    if forms == THING:
        return entity.name[0].isupper() and _DESCRIBED.match(run[0], len(name)) is not None
    others = any(people_in(sentence, entity) for sentence in run)
    return len(entity.name.split()) > 1 and not others and not PERSON_WORDS & set(words(" ".join(run).lower()))
