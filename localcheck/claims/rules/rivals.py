"""Who or what else a pronoun may mean behind a sentence. Pure."""

from __future__ import annotations

from collections.abc import Callable

from localcheck.claims.rules.entities import Entity
from localcheck.claims.rules.grammar import Clause
from localcheck.claims.rules.kinds import CALLINGS
from localcheck.claims.rules.mentions import Edit
from localcheck.claims.rules.pronouns import FEMALE, MALE, TITLES, pronoun_of
from localcheck.claims.rules.verbs import BE
from localcheck.claims.rules.whose import PERSON_WORDS, is_named, names_in, only_within, people_in
from localcheck.claims.rules.wording import DETERMINER, Token
from localcheck.text.headings import is_section
from localcheck.text.lexicon import MEN, OPENING_WORDS, WOMEN, word_set
from localcheck.text.names import NAME, without_possessive
from localcheck.text.patterns import regex

_MAKES = word_set(
    "released wrote published recorded directed painted composed created founded formed launched designed built invented"
    " developed produced introduced unveiled acquired bought established opened makes produces publishes"
)
_WORKS_ON = word_set("began started finished completed commissioned rebuilt restored")
"""Verbs whose object is the "it" of the next sentence as well as their subject: "Sony released the PlayStation. It …"."""
_GENITIVE = regex(r"(?:[\w.-]+ ){0,4}[\w.-]+['’]s? ")
_TO_SOMEBODY = word_set(
    "shot killed murdered assassinated stabbed poisoned executed beheaded dismissed betrayed admired taught overthrew"
    " overthrown deposed defeated"
)
"""Verbs whose object, or agent behind "by", is mostly somebody, whatever the name."""
_ENDS_WITH = regex(
    rf"(?:is|was|were) (?P<by>(?:\w+ ){{0,2}}(?:by|after) )?(?!The |\w+(?:ish|an|ese)\b)(?P<name>{NAME.pattern})(?=[.,;])"
)
"""What a sentence ends with, or goes on about: "was led by John Hunt", "is by Bach", "was named after Newton", "was Anna"."""


def brings_a_thing(tokens: list[Token], clause: Clause) -> bool:
    """Whether a clause introduces a thing that "it" could be."""
    verb, *rest = [token.lower for token in tokens[clause.verb :]]
    plain = {*rest[:1]} & (DETERMINER | {"one", "also"})
    indefinite = not (verb in BE | {"became", "remained", "remains"} and plain) and not {"a", "an"}.isdisjoint(rest)
    made = [token.text[0].isupper() for token in tokens[clause.verb + 2 : clause.verb + 3]]  # "began the Colosseum"
    works = verb in _WORKS_ON and rest[:1] == ["the"] and made == [True]
    return (
        indefinite or works or (verb not in BE and not _MAKES.isdisjoint((verb, *rest[:1])))
    )  # "released", "has released"


def of_other_sex(entity: Entity) -> frozenset[str]:
    """The words for people who are not "he", or not "she", as the entity is."""
    return WOMEN if MALE in entity.forms else MEN if FEMALE in entity.forms else frozenset()


def names_another(sentence: str, tokens: list[Token], clause: Clause, entity: Entity) -> bool:
    """Whether a sentence ends with another for "he" or "she", and has neither the entity nor a pronoun for it behind its verb:
    "The expedition was led by John Hunt", "His teacher was Józef Elsner".
    """
    behind = sentence[tokens[clause.verb].span.start :]
    if any(token.lower in entity.pronouns for token in tokens[clause.verb :]) or is_named(sentence, entity):
        return False
    words = {token.lower for token in tokens[clause.start : clause.head_end]}
    somebody = words & (PERSON_WORDS | CALLINGS) - of_other_sex(entity)
    found = _ENDS_WITH.match(behind)
    return found is not None and bool(found["by"] or somebody) and bool(people_in(found["name"], entity))


def is_another_thing(subject: list[Token], entity: Entity, anew: bool) -> bool:
    """Whether a subject may be the next "it": "An earthquake", "The Belém Tower"; any name where something is told ``anew``."""
    text = " ".join(token.text for token in subject)
    named = names_in(text, entity)
    kind = subject[0].lower in ("a", "an") and entity.name.lower() not in text.lower()
    return kind or (text.startswith("The ") and len(named) > 1) or (anew and bool(named))


def is_labelled(sentence: str, entity: Entity) -> bool:
    """Whether words that have no verb are about what stands before their colon: "iPad mini: the smallest one"."""
    label = sentence.partition(": ")[0] if ": " in sentence else ""
    return bool(label) and not label[:2].islower() and label != entity.name and not is_section(label)


def is_genitive(sentence: str, subject: list[Token]) -> bool:
    """Whether a subject that begins with the entity's name is somebody or something of the entity's: "Newton's friend"."""
    return _GENITIVE.match(sentence, subject[0].span.start, subject[-1].span.end) is not None


def brings_another(sentence: str, tokens: list[Token], clause: Clause, entity: Entity) -> bool:
    """Whether the subject of a sentence is somebody of the entity's who is named in it and may be the next "he" or "she": "His
    friend Edmond Halley".
    """
    words = tokens[clause.start : clause.head_end]
    kin = {token.lower for token in words} & PERSON_WORDS
    own = words[0].lower in entity.pronouns or is_genitive(sentence, words)
    named = people_in(sentence[words[0].span.start : tokens[clause.verb].span.start], entity)
    return entity.person and own and not kin <= of_other_sex(entity) and bool(named)


def meets(sentence: str, tokens: list[Token], clause: Clause, entity: Entity, subject: Edit) -> bool:
    """Whether a sentence whose subject is the entity's name has somebody for its object or agent who may be the next "he" or
    "she": "Oswald shot John F. Kennedy", "Lincoln was shot by John Wilkes Booth".

    Where "he" is the subject already, the text goes on about the entity: "He defeated John Major. He …".
    """
    if not entity.person or sentence[subject.start : subject.end].lower() in entity.pronouns:
        return False
    verb = clause.verb
    by = next((at for at in range(verb + 2, min(verb + 5, len(tokens))) if tokens[at].lower == "by"), None)
    passive = tokens[verb].lower in BE and by is not None
    done, at = (by - 1, by + 1) if passive and by else (verb, verb + 1)
    if at >= len(tokens) or tokens[done].lower not in _TO_SOMEBODY:
        return False
    somebody = NAME.match(sentence, tokens[at].span.start)
    return somebody is not None and bool(people_in(somebody.group(), entity))


def named_since(
    names: Callable[[str, Entity], list[str]],
    subject: str,
    sentence: str,
    entity: Entity,
    *,
    before: bool,
    mentioned: bool,
) -> bool:
    """Whether one of ``names`` could be meant behind ``sentence``: it was its subject, or was spoken of, there or ``before``,
    without the entity.
    """
    if only_within(subject, entity) or (entity.name not in subject and names(subject, entity)):
        return True
    return not mentioned and (before or bool(names(sentence, entity)))


def is_other_person(subject: list[Token], entity: Entity) -> bool:
    """Whether a subject could be a person who is not the entity."""
    if subject[0].lower in ("he", "she", "who"):
        return True
    if any(t.lower in PERSON_WORDS | CALLINGS for t in subject):
        return True
    if only_within(" ".join(t.text for t in subject), entity):
        return True
    named = [
        without_possessive(t.text) for t in subject if t.text[:1].isupper() and t.text not in OPENING_WORDS | TITLES
    ]
    of_its_sex = (name for name in named if pronoun_of(name) in ("", *entity.pronouns))
    names = {name.lower() for name in of_its_sex if "." not in name[:-1]}  # "in Washington, D.C. Lincoln died"
    return not names <= {*entity.name.lower().split()} and subject[0].lower not in ("the", "his", "her", "its")
