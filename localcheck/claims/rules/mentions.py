"""References to the entity that are not the subject of their sentence: "granted him", "his death", "on the planet"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

from localcheck.claims.rules import verbs
from localcheck.claims.rules.entities import FEMALE, NOT_NAMES, THING, Entity, possessive
from localcheck.claims.rules.grammar import (
    ADVERB,
    CONJUNCTION,
    DETERMINER,
    PREPOSITION,
    SUBORDINATOR,
    Clause,
    Token,
    adverbs_from,
    is_finite,
)
from localcheck.claims.rules.kinds import CALLINGS
from localcheck.claims.rules.verbs import word_set

PERSON_WORDS = word_set(
    "father mother brother sister wife husband son daughter uncle aunt cousin parents grandfather grandmother friend teacher"
    " student king queen emperor president man woman boy girl colleague rival partner successor predecessor assistant"
    " doctor professor captain general boss mentor critic critics supervisor employer editor manager tutor lover"
)
_PERSON_ENDING = re.compile(r"(?:er|or|ist|ian|ant|ent|man|men|woman|women|ee|ess|ers|ors|ists|ians|ants|ents)$")
_PLACE = ("in", "at", "of", "on", "near", "from", "with", "called", "named")
_OWNED = word_set(
    "death life work works career name family husband father mother brother sister son daughter birth body book books health"
    " education childhood parents house home marriage discovery discoveries research theory paper papers"
)
_NOT_AFTER_LEAD = word_set("time moment year day week month way point place town city reason")


class _Memory(Protocol):
    """What ``references.Memory`` remembers."""

    @property
    def clear(self) -> bool: ...
    @property
    def new_thing(self) -> bool: ...
    @property
    def rival(self) -> bool: ...
    @property
    def relative(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Edit:
    """Characters of a sentence and what to put there."""

    start: int
    end: int
    text: str
    definite: bool = False
    """Whether "the planet" was replaced, and as a subject."""


def led_subject(tokens: list[Token], entity: Entity) -> Clause | None:
    """The subject after an adverbial without a comma: "There he designed", "During World War II Turing worked"."""
    if not tokens or tokens[0].lower not in PREPOSITION | ADVERB | {"there", "here"}:
        return None
    for at in range(1, min(len(tokens), 14)):
        token = tokens[at]
        if token.depth or token.text in ",;:" or token.lower in SUBORDINATOR:
            return None
        pronoun = token.text in ("he", "she", "it") and tokens[at - 1].lower not in _NOT_AFTER_LEAD
        surname = bool(entity.surname) and token.text == entity.surname and _not_a_name(tokens[at - 1].text)
        if pronoun or surname:
            verb = adverbs_from(tokens, at + 1)
            finite = is_finite(tokens, verb, sure_subject=True)
            past = verb < len(tokens) and verbs.is_past(tokens[verb].text)
            if finite or past:
                return Clause(at, at + 1, verb)
            return None
        if is_finite(tokens, at, sure_subject=False):
            return None
    return None


def another_leads(sentence: str, tokens: list[Token], clause: Clause, entity: Entity) -> bool:
    """Whether a clause about somebody else stands before the subject: "When Hadrian vowed to rebuild it, he ..."."""
    before = range(1, clause.start)
    verb = any(is_finite(tokens, at, sure_subject=tokens[at - 1].text[0].isupper()) for at in before)
    return verb and bool(names_in(sentence[: tokens[clause.start].span.start], entity))


def _not_a_name(word: str) -> bool:
    return not word[0].isupper() or word in NOT_NAMES or bool(re.fullmatch(r"[IVX]+", word))


def inner_edit(
    sentence: str, tokens: list[Token], clause: Clause | None, entity: Entity, memory: _Memory, *, named: bool
) -> Edit | None:
    """One further reference of the sentence, when it is sure; ``named``: its subject is the entity."""
    if named:
        return _relatives_genitive(tokens, clause, entity, memory)
    if re.search(rf"(?<!\w){re.escape(entity.name)}(?!\w)", sentence):
        return None
    if entity.person:
        return _of_person(sentence, tokens, clause, entity) if memory.clear and clause else None
    definite = _definite(sentence, tokens, clause, entity, memory)
    return definite or _object_it(tokens, clause, entity, memory)


def _relatives_genitive(tokens: list[Token], clause: Clause | None, entity: Entity, memory: _Memory) -> Edit | None:
    """ "She took over his professorship" after "Her husband Pierre was killed"."""
    if not memory.relative or not entity.forms or clause is None or tokens[clause.start].lower != entity.forms[0][0]:
        return None
    his = "his" if entity.forms[0] == FEMALE else "her"
    for at in range(clause.verb + 1, len(tokens) - 1):
        if tokens[at].text[0].isupper():
            return None
        if tokens[at].text == his and _noun_like(tokens[at + 1]):
            return Edit(tokens[at].span.start, tokens[at].span.end, possessive(memory.relative))
    return None


def _of_person(sentence: str, tokens: list[Token], clause: Clause, entity: Entity) -> Edit | None:
    """ "found that his death was" after a subject that is no person; "granted him" in the clause of any subject."""
    subject = tokens[clause.start : clause.head_end]
    if not entity.forms or subject[0].lower in ("he", "she", "they", "it", "his", "her", "their", "its", "who", "i"):
        return None
    same_clause = True
    for at in range(clause.verb + 1, len(tokens)):
        token = tokens[at]
        role = _role(tokens, at, entity.forms[0])
        if role == "object":
            return Edit(token.span.start, token.span.end, entity.written(first=False)) if same_clause else None
        if role == "genitive":
            edit = Edit(token.span.start, token.span.end, entity.written(first=False, genitive=True))
            return edit if _no_person(subject) else None
        if token.text in ("her", "hers"):
            return None
        if token.text in ",;" or token.lower in SUBORDINATOR:
            same_clause = False
        if token.text[0].isupper() or token.lower in ("he", "she", "they", "him", "himself", "herself") or token.depth:
            return None
    return None


def _role(tokens: list[Token], at: int, forms: tuple[str, ...]) -> str:
    """Whether the pronoun at ``at`` is surely an object or a genitive; "made her famous" and "made her fame" look alike."""
    word, after = tokens[at].text, tokens[at + 1] if at + 1 < len(tokens) else None
    if word != "her":
        return "object" if word == forms[2] else "genitive" if word == forms[1] and after and _noun_like(after) else ""
    if word not in forms:
        return ""
    if after is None or after.lower in PREPOSITION | CONJUNCTION | DETERMINER or not after.word:
        return "object"
    return "genitive" if after.lower in _OWNED else ""


def _no_person(subject: list[Token]) -> bool:
    """Whether a subject surely is a thing: a determiner and words that name nobody."""
    words = [t.lower for t in subject[1:] if t.word]
    named = any(t.text[0].isupper() for t in subject[1:])
    people = any(w in PERSON_WORDS | CALLINGS or _PERSON_ENDING.search(w) for w in words)
    return subject[0].lower in DETERMINER and bool(words) and not named and not people


def _noun_like(token: Token) -> bool:
    word = token.lower
    return token.word and word not in PREPOSITION | CONJUNCTION | DETERMINER | SUBORDINATOR | ADVERB | verbs.AUXILIARY


def _definite(
    sentence: str, tokens: list[Token], clause: Clause | None, entity: Entity, memory: _Memory
) -> Edit | None:
    """ "the planet", when the text calls its entity so and nothing else, and no other name came between."""
    for at in range(len(tokens) - 1):
        noun = re.sub(r"['’]s$", "", tokens[at + 1].lower)
        if tokens[at].lower != "the" or noun not in entity.bare or tokens[at].depth:
            continue
        genitive = noun != tokens[at + 1].lower
        subject = clause is not None and at == clause.start
        if memory.rival or not _bare_after(tokens, at + 2, genitive=genitive):
            return None
        free = subject or _own_clause_object(tokens, clause, at)
        if not free and rivals_in(sentence[: tokens[at].span.start], entity):
            return None
        start, end = tokens[at].span.start, tokens[at + 1].span.end
        text = entity.written(first=tokens[at].text[0].isupper(), genitive=genitive)
        return Edit(start, end, text, definite=subject and not genitive)
    return None


def _bare_after(tokens: list[Token], at: int, *, genitive: bool) -> bool:
    """Whether nothing that follows "the ship" says which ship."""
    if genitive or at >= len(tokens):
        return True
    token = tokens[at]
    word, after = token.lower, tokens[at + 1].text if at + 1 < len(tokens) else ""
    if word in ("of", "that", "who", "which", "whose", "where", "called", "named") or token.text[0].isupper():
        return False
    if word in _PLACE and after[:1].isupper() and after not in NOT_NAMES:
        return False
    plain = not token.word and token.text not in "-–\"“‘'("
    known = word in PREPOSITION | CONJUNCTION | ADVERB | verbs.AUXILIARY | {"while", "when", "until", "because"}
    return plain or known or is_finite(tokens, at, sure_subject=True)


def _own_clause_object(tokens: list[Token], clause: Clause | None, at: int) -> bool:
    """Whether the phrase at ``at`` follows the main verb in the main clause: then it is not the subject."""
    if clause is None or at <= clause.verb:
        return False
    between = tokens[clause.verb : at]
    return not any(t.text in ",;" or t.lower in SUBORDINATOR | CONJUNCTION for t in between)


def _object_it(tokens: list[Token], clause: Clause | None, entity: Entity, memory: _Memory) -> Edit | None:
    """ "tried to sell it": the object of a person, with no other thing named before it in its sentence."""
    if clause is None or not memory.clear or memory.new_thing or THING not in entity.forms:
        return None
    subject = tokens[clause.start : clause.head_end]
    person = any(t.text[0].isupper() for t in subject[1:]) or subject[0].text[0].isupper()
    inside = any(t.lower in PREPOSITION for t in subject)
    if (
        not person
        or inside
        or memory.rival
        or subject[0].lower in ("it", "its", "this", "that", "these", "their", "they", "there")
    ):
        return None
    for at in range(clause.verb + 1, len(tokens)):
        token = tokens[at]
        if token.text == "it":
            return Edit(token.span.start, token.span.end, entity.written(first=False))
        noun = token.text[0].isupper() or token.text[0].isdigit() or token.lower in DETERMINER | SUBORDINATOR
        if noun or not token.word:
            return None
    return None


def names_in(sentence: str, entity: Entity) -> list[str]:
    """Capitalised words that are neither the entity's nor opening words; a number behind one belongs to it."""
    own = set(entity.name.split())
    found: list[str] = re.findall(r"(?<![\w.])[A-ZÀ-ÖØ-Þ][\w’'-]*(?: \d+)?", sentence)
    return [n for n in found if n.split()[0] not in NOT_NAMES and n.split("'")[0].split("’")[0] not in own]


def rivals_in(text: str, entity: Entity) -> list[str]:
    """Names that "the ship" could mean: those with an article for the Titanic, any that has no number for Mars."""
    if not entity.article:
        return [name for name in names_in(text, entity) if not any(c.isdigit() for c in name)]
    found: list[str] = re.findall(r"\b[Tt]he ((?:[A-Z][\w’'-]*)(?: [A-Z][\w’'-]*)*)(?! [a-z]+ [A-Z])", text)
    return [name for name in found if name.split()[-1] != entity.name.split()[-1]]
