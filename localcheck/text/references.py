"""The entity's name in the place of pronouns and bare definite references ("the city").

A replacement is made only at the subject of a sentence, and only while the last subject of the same kind in the
paragraph was the entity. When another candidate stood in between, the sentence keeps its pronoun.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from localcheck.text.entities import FEMALE, KINDS_OF, MALE, NOT_NAMES, THING, Entity
from localcheck.text.grammar import DETERMINER, Clause, Token, main_clause, tokenize
from localcheck.text.verbs import word_set

_PERSON_WORDS = word_set(
    "father mother brother sister wife husband son daughter uncle aunt cousin parents grandfather grandmother friend teacher"
    " student king queen emperor president man woman boy girl colleague rival partner successor predecessor assistant"
    " doctor professor captain general boss mentor critic critics"
)
_EXPLETIVE = re.compile(
    r"It (?:is|was|has been|had been|will be|would be|seems|appears|took|takes|became|remains)\s+"
    r"(?:\w+ly\s+|not\s+|also\s+|often\s+|now\s+|still\s+)*"
    r"(?:(?:in|on|at|during|only|not until|until|because|here|there|by|for|to|from|through|with)\b.*\bthat\b"
    r"|(?:that|known|believed|said|thought|possible|impossible|clear|unclear|likely|unlikely|important|estimated|reported|"
    r"rumou?red|difficult|easy|hard|necessary|true|common|worth|time|\w+ (?:years|months|days|hours)|assumed|argued|claimed|"
    r"suggested|believed|recommended|essential|unknown|noteworthy|interesting|raining|snowing)\b)"
    r"|It (?:seems|appears|rained|snowed|follows)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A sentence after replacement."""

    text: str
    note: str
    """How it was rewritten; empty when it was not."""


class References:
    """Follows the subjects of a paragraph and rewrites sentences in document order."""

    def __init__(self, entity: Entity | None, names: frozenset[str] = frozenset()) -> None:
        self._entity = entity
        self._names = names
        self._clear = True
        self._new_thing = False

    @property
    def state(self) -> tuple[bool, bool]:
        """What is remembered of the paragraph: set it back to try another reading."""
        return self._clear, self._new_thing

    @state.setter
    def state(self, value: tuple[bool, bool]) -> None:
        self._clear, self._new_thing = value

    def new_paragraph(self) -> None:
        """Forget who was spoken of, but not the document's entity."""
        self._clear, self._new_thing = True, False

    def rewrite(self, sentence: str) -> Rewritten:
        """``sentence`` with its subject named, when the reference is sure; then its subject is the last one."""
        entity = self._entity
        if entity is None:
            return Rewritten(sentence, "")
        if re.search(r"[\u4e00-\u9fff]", entity.name):
            return self._rewrite_han(sentence, entity)
        tokens = tokenize(sentence)
        clause = main_clause(tokens)
        if clause is None:
            own = sentence.startswith(tuple(f"{p.capitalize()} " for p in entity.pronouns))
            reference = self._opening_pronoun(tokens, entity) if self._clear else None
            named = sentence.startswith(entity.name)
            self._clear = named or (self._clear and (own or not _mentions_other_person(tokens, entity)))
        else:
            reference = self._reference(sentence, tokens, clause, entity)
            self._remember(tokens, clause, entity, refers=reference is not None)
        if reference is None:
            return Rewritten(sentence, "")
        start, end, replacement = reference
        if sentence[start:end] == replacement:
            return Rewritten(sentence, "")
        text = sentence[:start] + replacement + sentence[end:]
        return Rewritten(text, f"{sentence[start:end]} → {replacement}")

    def _reference(
        self, sentence: str, tokens: list[Token], clause: Clause, entity: Entity
    ) -> tuple[int, int, str] | None:
        """(start, end, replacement) when the subject refers to the entity."""
        first = tokens[clause.start]
        word = first.lower
        start, end = first.span.start, first.span.end
        subject = sentence[start : tokens[clause.head_end - 1].span.end]
        if subject.startswith(entity.name):
            return start, start + len(entity.name), entity.name
        if entity.surname and first.text == entity.surname and clause.head_end - clause.start == 1:
            return (start, end, entity.name) if entity.surname not in self._names else None
        if entity.surname and first.text == f"{entity.surname}'s":
            return start, end, entity.possessive
        if not self._clear or not entity.pronouns:
            return None
        if word == entity.pronouns[0] and clause.head_end - clause.start == 1:
            doubtful = word == "it" and (_EXPLETIVE.match(sentence[start:]) or self._new_thing)
            return None if doubtful else (start, end, entity.name)
        if word == entity.pronouns[1] and clause.head_end - clause.start >= 2:
            return None if word == "its" and self._new_thing else (start, end, entity.possessive)
        if (
            word == "the"
            and clause.head_end - clause.start == 2
            and _may_be_called(entity, tokens[clause.start + 1].lower)
        ):
            return start, tokens[clause.start + 1].span.end, entity.name
        return None

    def _opening_pronoun(self, tokens: list[Token], entity: Entity) -> tuple[int, int, str] | None:
        """ "He ...", "His ..." at the beginning of a sentence that could not be read: always its subject."""
        if (
            not tokens
            or not entity.person
            or tokens[0].text.lower() not in entity.pronouns[:2]
            or not tokens[0].text[0].isupper()
        ):
            return None
        name = entity.name if tokens[0].lower == entity.pronouns[0] else entity.possessive
        return tokens[0].span.start, tokens[0].span.end, name

    def _remember(self, tokens: list[Token], clause: Clause, entity: Entity, *, refers: bool) -> None:
        """Whether the subject of this sentence leaves the entity as the only candidate of its kind."""
        subject = tokens[clause.start : clause.head_end]
        possessive = subject[0].lower in (*MALE, *FEMALE, *THING, "their") and len(subject) > 1
        if entity.person:
            other = not refers and _is_other_person(subject, entity)
            relative = possessive and any(t.lower in _PERSON_WORDS for t in subject)
            if refers and not relative:
                self._clear = True
            elif other or relative:
                self._clear = False
            return
        self._clear = (refers and not possessive) or (
            self._clear and subject[0].lower in ("it", "there", "they", "he", "she")
        )
        copula = tokens[clause.verb].lower in ("is", "was", "are", "were") and _plain_copula(tokens, clause)
        self._new_thing = not copula and any(t.lower in ("a", "an") for t in tokens[clause.verb + 1 :])

    def _rewrite_han(self, sentence: str, entity: Entity) -> Rewritten:
        match = re.match(r"\s*(他|她|它)(?!们)", sentence)
        named = sentence.lstrip().startswith(entity.name)
        if match is None or not self._clear:
            self._clear = named or (self._clear and match is not None)
            return Rewritten(sentence, "")
        return Rewritten(entity.name + sentence[match.end() :], f"{match.group(1)} → {entity.name}")


def _plain_copula(tokens: list[Token], clause: Clause) -> bool:
    after = tokens[clause.verb + 1].lower if clause.verb + 1 < len(tokens) else ""
    return after in DETERMINER or after in ("one", "also")


def _may_be_called(entity: Entity, noun: str) -> bool:
    return noun in entity.kinds or bool(entity.kinds & set(KINDS_OF.get(noun, "").split()))


def _is_other_person(subject: list[Token], entity: Entity) -> bool:
    """Whether a subject could be a person who is not the entity."""
    if subject[0].lower in ("he", "she", "they", "who"):
        return True
    if any(t.lower in _PERSON_WORDS for t in subject):
        return True
    own = set(entity.name.split())
    words = [t.text for t in subject if t.text[:1].isupper() and t.text not in NOT_NAMES]
    return bool(words) and not own & set(words) and subject[0].lower not in ("the", "his", "her", "its")


def _mentions_other_person(tokens: list[Token], entity: Entity) -> bool:
    own = set(entity.name.split())
    names = [t.text for t in tokens if t.text[:1].isupper() and t.text not in NOT_NAMES and t.text not in own]
    return len(names) >= 1
