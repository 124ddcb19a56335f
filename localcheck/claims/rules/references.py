"""Replaces pronouns and bare definite references ("the city") by the entity's name.

A subject is replaced only while the last subject of the same kind in the paragraph was the entity; when another
candidate stood in between, the sentence keeps its pronoun. "The planet" inside a sentence is read in ``mentions``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from localcheck.claims.rules import mentions, whose
from localcheck.claims.rules.entities import HAN_FORMS, Entity
from localcheck.claims.rules.grammar import Clause, main_clause
from localcheck.claims.rules.han_names import KIN, PRONOUN
from localcheck.claims.rules.kinds import KINDS_OF, NEVER_SOMEBODY, called_before, declared
from localcheck.claims.rules.pronouns import FEMALE, HONORIFICS, MALE, THING, pronoun_of
from localcheck.claims.rules.several import several_in, they
from localcheck.claims.rules.wording import Edit, Token, tokenize
from localcheck.text.han import has_han
from localcheck.text.impersonal import is_impersonal
from localcheck.text.patterns import regex

_CONTRACTED = regex(r"^(He|She|It)['’]s (?=(\w+))")
_HIMSELF = regex(r"(?<=^He) himself\b|(?<=^She) herself\b|(?<=^It) itself\b")


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A sentence after replacement."""

    text: str
    note: str
    """How it was rewritten; empty when it was not."""


@dataclass(frozen=True, slots=True)
class Memory:
    """What is remembered of a paragraph."""

    clear: bool = True
    """Whether the entity is the only candidate for its pronouns."""
    new_thing: bool = False
    """Whether the last sentence introduced a thing that "it" could be."""
    rival: bool = False
    """Whether another name was spoken of since the entity was: "the ship" could be it."""
    other: bool = False
    """Whether somebody else whom "he" or "she" could mean was named since the entity was."""
    another: bool = False
    """Whether the last sentence had nothing for the entity, but another whom "he" or "it" could mean."""
    named: bool = False
    """Whether the entity was named by itself; before that, a longer name is its full one: "Alfred Fischer", of Fischer."""
    several: str = ""
    """Whom "they" means: the last subject, where it was several."""


class References:
    """Follows the subjects of a paragraph and rewrites sentences in document order."""

    def __init__(self, entity: Entity | None, several: str = "") -> None:
        self._entity = entity
        self.state = Memory(several=several)
        """What is remembered of the paragraph: set it back to try another reading."""

    def may_mean(self, name: str) -> bool:
        """Whether a name shares a word with the entity's."""
        return self._entity is not None and not set(name.split()).isdisjoint(self._entity.name.split())

    def rewrite(self, sentence: str) -> Rewritten:
        """``sentence`` with the entity named, where the reference is sure; then its subject is the last one.

        A "They" is replaced by the last subject, where that was several.
        """
        if self._entity and has_han(self._entity.name):
            return self._rewrite_han(sentence, self._entity)
        before = self.state.several
        new = self._of_entity(sentence, self._entity) if self._entity else Rewritten(sentence, "")
        text = they(new.text, before)
        if text != new.text:
            return Rewritten(text, f"they → {before}")
        self.state = replace(self.state, several=several_in(new.text, before))
        return new

    def _of_entity(self, sentence: str, entity: Entity) -> Rewritten:
        written, sentence = sentence, _HIMSELF.sub("", _CONTRACTED.sub(_in_full, sentence))
        tokens = tokenize(sentence)
        clause = mentions.led_subject(tokens, entity) or main_clause(tokens)
        subject = self._subject_edit(sentence, tokens, clause, entity)
        unnamed = subject is None and not self.state.rival
        inner = mentions.inner_edit(sentence, tokens, clause, entity) if unnamed else None
        alone = self.state.clear and not (
            self.state.other or self.state.rival or self.state.new_thing or self.state.another
        )
        if subject is None and inner is None and alone and not whose.has_name(sentence, entity):
            inner = mentions.object_edit(sentence, tokens, clause, entity)
        named = self.state.named or whose.is_named(sentence, entity)
        self._remember(sentence, tokens, clause, entity, subject, inner)
        self.state = replace(self.state, named=named)
        edits = [e for e in (subject, inner) if e is not None and sentence[e.start : e.end] != e.text]
        text = sentence if edits else written
        for edit in reversed(edits):
            text = text[: edit.start] + edit.text + text[edit.end :]
        return Rewritten(text, "; ".join(f"{sentence[e.start : e.end]} → {e.text}" for e in edits))

    def _subject_edit(self, sentence: str, tokens: list[Token], clause: Clause | None, entity: Entity) -> Edit | None:
        """The edit (perhaps none of its letters changes) when the subject refers to the entity."""
        if clause is None:
            return self._opening_pronoun(tokens, entity) if self.state.clear else None
        first = tokens[clause.start]
        start, end = first.span.start, first.span.end
        alone = clause.head_end - clause.start == 1
        subject = sentence[start : tokens[clause.head_end - 1].span.end]
        at = called_before(subject)[0]
        for name in (entity.written(first=True), entity.written(first=False), entity.name):
            if subject.startswith(name, at) and not subject[at + len(name) : at + len(name) + 1].isalnum():
                another = whose.is_another(subject, at + len(name), entity)
                return None if another else Edit(start + at, start + at + len(name), name)
        if entity.surname and first.text == entity.surname and alone:
            start -= len(entity.particles) if sentence[:start].endswith(entity.particles) else 0
            thing = declared(entity.surname, [sentence]) & NEVER_SOMEBODY
            return None if thing else Edit(start, end, entity.name)
        if entity.particles and subject.lower() == f"{entity.particles}{entity.surname}".lower():
            return Edit(start, start + len(subject), entity.name)
        if self._with_title(tokens, clause, entity):
            return Edit(start, end + 1 + len(entity.surname), entity.name)
        if entity.surname and first.text == f"{entity.surname}'s":
            return Edit(start, end, entity.written(first=True, genitive=True))
        own = entity.kinds | {*entity.name.lower().split()}
        led_by = {token.lower for token in tokens[: clause.start]} & own  # "On flowing out of the lake it passes"
        doubt = not self.state.clear or (not entity.person and (self.state.rival or led_by))
        if doubt or (clause.start and mentions.another_leads(sentence, tokens, clause, entity)):
            return None
        return self._stand_in(sentence, tokens, clause, entity)

    @staticmethod
    def _with_title(tokens: list[Token], clause: Clause, entity: Entity) -> bool:
        """Whether the subject is the entity's surname behind a title that may be its: "Ms. Lowell", not "Mrs. Lincoln"."""
        words = [token.text for token in tokens[clause.start : clause.head_end]]
        if len(words) != 2 or not entity.surname or words[1] != entity.surname:
            return False
        pronoun = HONORIFICS.get(words[0].rstrip("."))
        known = entity.pronouns or {pronoun_of(entity.name)} - {""}
        return pronoun is not None and (not pronoun or not known or pronoun in known)

    def _stand_in(self, sentence: str, tokens: list[Token], clause: Clause, entity: Entity) -> Edit | None:
        """The edit when the subject is a pronoun, has a genitive, or is "the city"."""
        first = tokens[clause.start]
        word, start, end = first.lower, first.span.start, first.span.end
        opens = start == 0 or first.text[0].isupper()
        alone = clause.head_end - clause.start == 1
        if any(word == forms[0] for forms in entity.forms) and alone:
            doubtful = word == "it" and (is_impersonal(sentence[start:]) or self.state.new_thing)
            return None if doubtful else Edit(start, end, entity.written(first=opens))
        if any(word == forms[1] for forms in entity.forms) and not alone:
            doubtful = word == "its" and self.state.new_thing
            return None if doubtful else Edit(start, end, entity.written(first=opens, genitive=True))
        noun = mentions.bare_noun(tokens[clause.start : clause.head_end])
        if noun and _may_be_called(entity, noun.lower):
            return Edit(start, noun.span.end, entity.written(first=opens))
        return None

    def _opening_pronoun(self, tokens: list[Token], entity: Entity) -> Edit | None:
        """The edit for "He …", "His …" or "Its …" at the beginning of a sentence whose clause could not be read."""
        if not tokens or not entity.forms or not tokens[0].text[0].isupper():
            return None
        if not entity.person and (tokens[0].lower != "its" or self.state.new_thing or self.state.rival):
            return None
        for index, form in enumerate(entity.forms[0][:2]):
            if tokens[0].lower == form:
                span = tokens[0].span
                return Edit(span.start, span.end, entity.written(first=True, genitive=index == 1))
        return None

    def _remember(
        self,
        sentence: str,
        tokens: list[Token],
        clause: Clause | None,
        entity: Entity,
        subject: Edit | None,
        inner: Edit | None,
    ) -> None:
        """Remember whom the next pronoun may stand for."""
        refers = subject is not None
        met = subject is not None and clause is not None and whose.meets(sentence, tokens, clause, entity, subject)
        called = not entity.person and mentions.before_names(sentence, tokens, entity)
        mentioned = inner is not None or called or whose.is_named(sentence, entity)
        rival, other = self._others(sentence, tokens, clause, entity, unsaid=not mentioned)
        if refers:
            brought = clause is not None and whose.brings_another(sentence, tokens, clause, entity)
            rival, other = False, met or brought
        if clause is None:
            another = whose.is_labelled(sentence, entity)
            clear = self._still_clear(sentence, tokens, entity, refers=refers) and not another
            self.state = replace(self.state, clear=clear, rival=rival, other=other, another=another)
            return
        words = tokens[clause.start : clause.head_end]
        possessive = words[0].lower in (*MALE, *FEMALE, *THING, "their") and len(words) > 1
        if entity.person:
            possessive = possessive or (refers and whose.is_genitive(sentence, words))
            if not whose.is_of_other_sex(words, entity) or whose.people_in(sentence, entity):
                self._remember_person(words, entity, refers=refers, possessive=possessive)
            own = refers and not possessive
            another = not own and whose.names_another(sentence, tokens, clause, entity)
            clear = self.state.clear and not (met or another)
            self.state = replace(self.state, clear=clear, rival=rival, other=other, another=another)
            return
        goes_on = self.state.clear and words[0].lower in ("it", "there", "they", "he", "she")
        clear = (refers and not possessive) or goes_on or (inner is not None and inner.definite)
        still = self.state.new_thing and not refers and words[0].lower in THING  # "It sold well. It was made in Japan."
        brought = whose.brings_a_thing(tokens, clause)
        anew = brought or self.state.another  # a further fact of the same sentence ends nothing
        another = whose.is_another_thing(words, entity, anew) and not refers and not mentioned
        self.state = Memory(clear, still or brought, rival, another=another, several=self.state.several)

    def _others(
        self, sentence: str, tokens: list[Token], clause: Clause | None, entity: Entity, *, unsaid: bool
    ) -> tuple[bool, bool]:
        """Whether another name, and whether another person, was spoken of since the entity was, which is no subject here."""
        words = tokens[clause.start : clause.head_end] if clause else []
        if self._is_full_name(words or tokens, entity):
            return False, False
        said = (sentence[words[0].span.start : words[-1].span.end] if words else "", sentence, entity, unsaid)
        rival = whose.named_since(whose.rivals_in, *said, before=self.state.rival)
        return rival, whose.named_since(whose.people_in, *said, before=self.state.other)

    def _still_clear(self, sentence: str, tokens: list[Token], entity: Entity, *, refers: bool) -> bool:
        """Whether the entity is the only candidate behind a sentence whose clause could not be read."""
        opener = tokens[0].lower if tokens else ""
        opens = any(opener in forms for forms in entity.forms) or mentions.before_names(sentence, tokens, entity)
        own = refers or opens
        named = whose.people_in if entity.person else whose.names_in
        others = named(sentence, entity)
        name = entity.written(first=True)
        opens_so = sentence.startswith(name) and not whose.is_another(sentence, len(name), entity)
        return opens_so or (self.state.clear and (own or not others))

    def _is_full_name(self, subject: list[Token], entity: Entity) -> bool:
        """Whether a subject is the full name of an entity that was not named yet: "Alfred Fischer", of Fischer."""
        return not self.state.named and whose.only_within(" ".join(t.text for t in subject), entity)

    def _remember_person(self, words: list[Token], entity: Entity, *, refers: bool, possessive: bool) -> None:
        """Whether the subject of this sentence leaves the entity as the only candidate of its sex."""
        kin = {t.lower for t in words} & whose.PERSON_WORDS if possessive else frozenset()
        other_sex = whose.of_other_sex(entity)
        if refers and kin <= other_sex:
            self.state = replace(self.state, clear=True)
        elif kin or (whose.is_other_person(words, entity) and not self._is_full_name(words, entity)):
            self.state = replace(self.state, clear=False)

    def _rewrite_han(self, sentence: str, entity: Entity) -> Rewritten:
        match = PRONOUN.match(sentence)
        named = sentence.lstrip().startswith((entity.name, entity.name.split("·")[-1]))
        own = match is not None and HAN_FORMS[match[1]] in entity.forms
        clear = named or (own and self.state.clear)
        kin = KIN.match(sentence, match.end() if match else 0)
        self.state, before = Memory(clear and not kin), self.state.clear
        if match is None or not own or not before:
            return Rewritten(sentence, "")
        text = sentence[: match.start(1)] + entity.name + sentence[match.end() :]
        return Rewritten(text, f"{match[1]} → {entity.name}")


def _in_full(found: re.Match[str]) -> str:
    """ "It's" as "It is", or as "It has" before "been" and the like."""
    return f"{found[1]} {'has' if found[2] in ('been', 'had', 'got', 'become', 'won') else 'is'} "


def _may_be_called(entity: Entity, noun: str) -> bool:
    return noun in entity.kinds or bool(entity.kinds & set(KINDS_OF.get(noun, "").split()))
