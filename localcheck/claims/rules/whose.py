"""Whose names a text has: that of its entity as a whole name, and those of others, whom the next pronoun may mean. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable

from localcheck.claims.rules.entities import Entity
from localcheck.claims.rules.grammar import Clause
from localcheck.claims.rules.kinds import CALLINGS
from localcheck.claims.rules.pronouns import FEMALE, MALE, TITLES, pronoun_of
from localcheck.claims.rules.verbs import BE
from localcheck.claims.rules.wording import ADVERB, CONJUNCTION, DETERMINER, PREPOSITION, SUBORDINATOR, Edit, Token
from localcheck.text.headings import is_section
from localcheck.text.lexicon import KIN, MEN, OPENING_WORDS, WOMEN, listed, word_set
from localcheck.text.names import CAPITAL, NAME, capitalised, without_possessive
from localcheck.text.patterns import regex

PERSON_WORDS = KIN | listed("whose.person_words")
_TITLE_WORD = r"(?:[A-Z\d][\w’'-]*|of|the|an?|in|and|to|on|for|from|de|la|le)"
Names = Callable[[str, Entity], list[str]]
_WORK = regex(rf"(?<=[a-z,(] )[\"“]{_TITLE_WORD}(?: {_TITLE_WORD}){{0,7}}[\"”]")
"""A title in quotation marks: "Andrei Rublev"."""
_BEFORE_NOBODY = frozenset({"a", "an", "the", "in", "at", "near", "into", "through", "across"})
_FURTHER = regex(rf" (?:(?:the )?(?P<word>[{CAPITAL}][\w’'-]*)|\d+(?!\w)|(?:fils|père)\b)")
"""What makes a name that of another: "King" behind "Martin Luther", "the Younger", "II", "fils"."""
_NO_FURTHER = OPENING_WORDS | word_set("Jr Sr Inc Ltd Co Corp Corporation Company Limited")


def has_name(text: str, entity: Entity) -> bool:
    """Whether a text has the entity's name, perhaps within another."""
    return re.search(rf"(?<!\w){re.escape(entity.name)}(?!\w)", text) is not None


def is_named(text: str, entity: Entity) -> bool:
    """Whether a text has the entity's name as a whole name, and not only within another: "New York", "Mexico City"."""
    for found in re.finditer(rf"(?<!\w)(?:([{CAPITAL}][\w’'-]*\.?) )?{re.escape(entity.name)}(?!\w)", text):
        if not (found[1] and _begins_a_name(found[1])) and not is_another(text, found.end(), entity):
            return True
    return False


def only_within(text: str, entity: Entity) -> bool:
    """Whether a text has the entity's name, but only within the names of others."""
    return has_name(text, entity) and not is_named(text, entity)


def is_another(text: str, at: int, entity: Entity) -> bool:
    """Whether the words from ``at``, behind the entity's name, make that the name of another: "Martin Luther King", "Pitt the
    Younger", "Oxford University", and "piano sonata" of a piano. "New York City" is still the city of New York.
    """
    found = _FURTHER.match(text, at)
    word = without_possessive(found["word"] or "") if found else ""
    return found is not None and word not in _NO_FURTHER and word.lower() not in entity.kinds


def _begins_a_name(word: str) -> bool:
    """Whether a word with a capital is the first one of a name: "New", "Indira"; not "Sir" or "Although"."""
    small = word.rstrip(".").lower()
    leads = small in PREPOSITION | ADVERB | SUBORDINATOR | CONJUNCTION
    return not (leads or word.rstrip(".") in TITLES or word in OPENING_WORDS)


def names_in(sentence: str, entity: Entity) -> list[str]:
    """Capitalised words that are neither the entity's nor opening words; a number behind one belongs to it."""
    own, found = set(entity.name.split()), []
    for match in capitalised(sentence):
        word, number = without_possessive(match.group()).rstrip("."), re.match(r" \d+", sentence[match.end() :])
        name = word + (number.group() if number else "")
        if word not in OPENING_WORDS and (name != entity.name if number else word not in own):
            found.append(name)
    return found


def people_in(text: str, entity: Entity) -> list[str]:
    """Words of the names of others who may be meant by the entity's "he" or "she": no place ("in Strasbourg"), nothing behind
    an article ("a Catholic") or in a title, and in a text about a man no woman's first name.
    """
    found: list[str] = []
    end, passed = 0, False
    text = _WORK.sub(lambda work: "_" * len(work.group()), text)
    for match in capitalised(text):
        word, before = without_possessive(match.group()).rstrip("."), text[: match.start()].split()[-1:]
        if not (end and text[end : match.start()] in (" ", " the ")):  # the first word of a name tells for all of it
            led = bool(before) and before[0].lower() in _BEFORE_NOBODY
            passed = (led and word.lower() not in PERSON_WORDS) or pronoun_of(word) not in ("", *entity.pronouns)
        end = 0 if word in OPENING_WORDS else match.end()
        if end and not passed and word not in entity.name.split():
            found.append(word)
    return found


def rivals_in(text: str, entity: Entity) -> list[str]:
    """Other names that "the ship" or "the planet" could stand for.

    For an entity written with an article (the Titanic) names with an article count; for others, names without a number.
    """
    if not entity.article:
        return [name for name in names_in(text, entity) if not any(c.isdigit() for c in name)]
    found: list[str] = re.findall(r"\b[Tt]he ((?:[A-Z][\w’'-]*)(?: [A-Z][\w’'-]*)*)(?! [a-z]+ [A-Z])", text)
    own = set(entity.name.split())
    return [name for name in found if not (set(name.split()) <= own or is_named(name, entity))]


_MAKES = listed("whose.makes")
_WORKS_ON = word_set("began started finished completed commissioned rebuilt restored")
"""Verbs whose object is the "it" of the next sentence as well as their subject: "Sony released the PlayStation. It …"."""
_GENITIVE = regex(r"(?:[\w.-]+ ){0,4}[\w.-]+['’]s? ")
_TO_SOMEBODY = listed("whose.to_somebody")
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
    named = [token.text[0].isupper() for token in tokens[clause.verb + 2 : clause.verb + 3]]  # "began the Colosseum"
    works = verb in _WORKS_ON and rest[:1] == ["the"] and named == [True]
    return indefinite or works or (verb not in BE and not _MAKES.isdisjoint((verb, *rest[:1])))  # "has released"


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


def named_since(found: Names, subject: str, sentence: str, entity: Entity, unsaid: bool, before: bool) -> bool:
    """Whether one of the names that are ``found`` could be meant behind ``sentence``: it was its subject, or, where that leaves
    the entity ``unsaid``, was spoken of, there or ``before``.
    """
    if only_within(subject, entity) or (entity.name not in subject and found(subject, entity)):
        return True
    return unsaid and (before or bool(found(sentence, entity)))


def is_of_other_sex(subject: list[Token], entity: Entity) -> bool:
    """Whether a subject cannot be meant by the entity's pronoun: "he", or a man's name, in a text about a woman. The first name
    tells for all of it.
    """
    if not entity.forms or any(t.lower == "and" for t in subject):
        return False
    named = [without_possessive(t.text) for t in subject if t.text[:1].isupper() and t.text not in TITLES]
    return subject[0].lower in {"he", "she"} - entity.pronouns or pronoun_of(" ".join(named)) not in (
        "",
        *entity.pronouns,
    )


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
