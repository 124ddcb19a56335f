"""Whose names a text has: that of its entity as a whole name, and those of others. Pure."""

from __future__ import annotations

import re

from localcheck.claims.rules.entities import Entity
from localcheck.claims.rules.kinds import CALLINGS
from localcheck.claims.rules.pronouns import TITLES, pronoun_of
from localcheck.claims.rules.wording import ADVERB, CONJUNCTION, PREPOSITION, SUBORDINATOR
from localcheck.text.lexicon import KIN, OPENING_WORDS, word_set
from localcheck.text.names import CAPITAL, capitalised, without_possessive
from localcheck.text.patterns import regex

PERSON_WORDS = KIN | word_set(
    "friend teacher student king queen emperor president man woman boy girl colleague rival partner successor predecessor"
    " assistant doctor professor captain general boss mentor critic critics supervisor employer editor manager tutor lover"
)
_TITLE_WORD = r"(?:[A-Z\d][\w’'-]*|of|the|an?|in|and|to|on|for|from|de|la|le)"
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
    """Whether a word with a capital is the first one of a name: "New", "Indira"; not "Sir", "RMS" or "Although"."""
    small = word.rstrip(".").lower()
    title = word.rstrip(".") in TITLES or small in PERSON_WORDS | CALLINGS or (len(word) > 1 and word.isupper())
    adverb = small.endswith("ly") and not pronoun_of(word)
    leads = adverb or small in PREPOSITION | ADVERB | SUBORDINATOR | CONJUNCTION
    return not (title or leads or word in OPENING_WORDS)


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
