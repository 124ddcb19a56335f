"""References to the entity that the main clause does not open with: "on the planet", "There he designed"."""

from __future__ import annotations

import re

from localcheck.claims.rules import verbs, wording
from localcheck.claims.rules.entities import Entity
from localcheck.claims.rules.grammar import Clause, main_clause
from localcheck.claims.rules.whose import has_name, names_in, people_in, rivals_in
from localcheck.claims.rules.wording import Edit, Token
from localcheck.text.lexicon import OPENING_WORDS, WORDS, listed, word_set
from localcheck.text.names import CAPITAL, capitalised
from localcheck.text.patterns import regex
from localcheck.text.subjects import LEADING_IN, stands_in

_PLACE = ("in", "at", "of", "on", "near", "from", "with", "called", "named")
_OPENERS = word_set("the a an it its he his she her they their this these")
_OF_THING = word_set("it its")
_OF_ONE = _OF_THING | word_set("he his she her")
_NOW = word_set("today now nowadays currently later")
_ENDED = regex(rf"(?![{CAPITAL}]).*|War|[IVX]+|{'|'.join(sorted(OPENING_WORDS))}")
"""Before a surname, what is no first name of another."""
_STANDING_IN = _OF_ONE | word_set("they who this that")
_OF_MANY = word_set("more about over around nearly almost half several few each only even")
"""What begins so is about those many: "Each beat of the heart"."""
_MANY = regex(r"(?:[A-Z][^,]{0,30}, |In \d{4} )?(?:They|Their|they|their)\b")
_OF_MEMBERS = word_set("band group team club duo trio orchestra choir family tribe species genus order")
"""What may be "they" as well as "it"."""
_OF_ITS = regex(r"(?:\S+ ){1,4}?of (his|her|its)\b")
"""A part of what the entity has: "More than half of its people"."""
_PRONOUNS = ("he", "she", "it")
_PEOPLE = ("he", "she", "they")
_PLACES = listed("mentions.places")
"""Places: each lies where it does, whoever was there."""
OF_ITS_OWN = regex(
    r"The (?:[a-z]+est|most [a-z]+|only|first) [^.,;:]{1,40}\b(?:ever|in the world|on Earth|in history|of all time|known)\b"
)
"""What needs no name: "The biggest gold nugget ever found"."""
_UNIT = "hour|day|night|week|month|year|decade|century"
_COUNT_OF_TIME = regex(
    rf"(?:(?:(?:about|some|only|just|nearly|almost|exactly|over|barely) )?(?:{'|'.join(WORDS)}|an?|\d+|a few|several|many)"
    rf" (?:{_UNIT}|centurie)s? (?:later|earlier|afterwards|after that|before that)"
    r"|(?:(?:later |earlier )?that|(?:the|that) (?:next|following|same|previous))"
    rf" (?:{_UNIT}|morning|evening|spring|summer|autumn|winter))(?: ,)? "
)
_OF_ANYBODY = word_set("young old elderly ageing aging great famous celebrated renowned future ambitious talented poor")
"""What may stand before a calling without telling another of it: "the young composer", but not "the second composer"."""
_LEADS_ON = (
    wording.PREPOSITION | wording.CONJUNCTION | wording.ADVERB | verbs.AUXILIARY | {*"while when until because".split()}
)
"""What behind "the ship" does not say which ship."""
_NOT_AFTER_LEAD = word_set("time moment year day week month way point place town city reason")


def subject_of(claim: str, entity: Entity, rival: bool, other: bool) -> str:
    """The entity's name for a claim whose subject names nothing ("The crew landed in the Pacific"); empty for another one.

    ``rival``: another name was spoken of since the entity was; then only a noun that the text uses for nothing else ("the
    planet") means it. ``other``: somebody else was, who may be "he" in a text about a man.
    """
    if has_name(claim, entity):
        return ""
    tokens = wording.tokenize(claim)
    somebody = " " in entity.name and not entity.kinds
    pronouns = entity.pronouns or (_OF_ONE - _OF_THING if entity.person else _OF_ONE if somebody else _OF_THING)
    if (its := _OF_ITS.match(claim)) and its[1] in entity.pronouns:
        return "" if rival or other else entity.name
    if entity.forms and not entity.kinds & _OF_MEMBERS and _MANY.match(claim):
        return ""  # "Google was founded by Page and Brin. They met …"
    both = len(tokens) > 1 and tokens[0].lower in ("both", "neither") and tokens[1].text in verbs.AUXILIARY
    if both or (tokens and tokens[0].lower in _OF_MANY | (_OF_ONE - pronouns)):
        return ""  # "He wrote it" in a text about a play
    if entity.person and _has_pronoun_first(claim, tokens, entity):
        return "" if other else entity.name
    called = tokens[tokens[0].lower in _NOW :][:2] if tokens else []
    noun = called[1].lower if len(called) > 1 and called[0].lower == "the" else ""
    if OF_ITS_OWN.match(claim) or (entity.person and noun in _PLACES):
        return ""
    own = noun in entity.bare and bool(noun)
    return entity.name if own or not (rival or _names_its_subject(claim, tokens, entity)) else ""


def _has_pronoun_first(claim: str, tokens: list[Token], entity: Entity) -> bool:
    """Whether a claim begins with the entity's "he" or "she", or words lead to it that name nobody: "In 1865 he", "At school
    he", "When he came back, he".
    """
    at = next((i for i, token in enumerate(tokens) if token.lower in _PEOPLE), 0)
    if not tokens or tokens[at].lower not in {form for form, *_ in entity.forms}:
        return False
    return stands_in(claim) or not names_in(claim[: tokens[at].span.start], entity)


def _names_its_subject(claim: str, tokens: list[Token], entity: Entity) -> bool:
    clause = main_clause(tokens)
    if clause is not None:
        subject = claim[tokens[clause.start].span.start : tokens[clause.verb].span.start]
        return bool(names_in(subject, entity)) or entity.surname in subject.split()
    if not tokens or tokens[0].lower not in _OPENERS:
        return True
    end = next((m.start() for m in capitalised(claim) if m.start()), len(claim))
    before = claim[:end].split()
    return end < len(claim) and before[-1] not in LEADING_IN and before[-1:] != ["the"]


def led_subject(tokens: list[Token], entity: Entity) -> Clause | None:
    """The subject after an adverbial without a comma: "There he designed", "During World War II Turing worked", "Eight years
    later she received"; behind a count of time also after a comma.
    """
    if counted := _count_of_time(tokens):
        return _subject_at(tokens, counted) if _stands_for(tokens[counted], entity) else None
    if not tokens or tokens[0].lower not in wording.PREPOSITION | wording.ADVERB | {"there", "here"}:
        return None
    for at in range(1, min(len(tokens), 14)):
        token = tokens[at]
        if token.depth or token.text in ",;:" or token.lower in wording.SUBORDINATOR:
            return None
        pronoun = token.text in _PRONOUNS and tokens[at - 1].lower not in _NOT_AFTER_LEAD
        if pronoun or (_stands_for(token, entity) and _ENDED.fullmatch(tokens[at - 1].text)):
            return _subject_at(tokens, at)
        if wording.is_finite(tokens, at, sure_subject=False):
            return None
    return None


def bare_noun(phrase: list[Token]) -> Token | None:
    """The noun of "the composer" and "the young composer"; None for any other phrase."""
    praised = len(phrase) == 3 and phrase[1].lower in _OF_ANYBODY
    return phrase[-1] if phrase and phrase[0].lower == "the" and (praised or len(phrase) == 2) else None


def _count_of_time(tokens: list[Token]) -> int:
    """The place of the token behind "Eight years later", "The next day," and the like; 0 for a sentence that does not begin so,
    and for one that ends there.
    """
    found = _COUNT_OF_TIME.match(" ".join(token.lower for token in tokens[:9]) + " ")
    end = len(found.group().split()) if found else 0
    return end if end < len(tokens) else 0


def _stands_for(token: Token, entity: Entity) -> bool:
    return token.text in _PRONOUNS or (bool(entity.surname) and token.text == entity.surname)


def _subject_at(tokens: list[Token], at: int) -> Clause | None:
    """The clause whose subject is the one word at ``at``; None where no verb follows."""
    verb = wording.adverbs_from(tokens, at + 1)
    finite = wording.is_finite(tokens, verb, sure_subject=True)
    past = verb < len(tokens) and verbs.is_past(tokens[verb].text)
    return Clause(at, at + 1, verb) if finite or past else None


def another_leads(sentence: str, tokens: list[Token], clause: Clause, entity: Entity) -> bool:
    """Whether a clause about somebody else stands before the subject: "When Hadrian vowed to rebuild it, he ..."; not "while he
    was working at CERN, he …".
    """
    before = range(1, clause.start)
    verbal = [at for at in before if wording.is_finite(tokens, at, sure_subject=tokens[at - 1].text[0].isupper())]
    others = any(_subject_before(tokens, at) not in entity.pronouns for at in verbal)
    named = people_in if entity.person else names_in
    return others and bool(named(sentence[: tokens[clause.start].span.start], entity))


def _subject_before(tokens: list[Token], verb: int) -> str:
    """The word before a verb, its auxiliaries and adverbs, in small letters."""
    at = verb - 1
    while at and tokens[at].lower in verbs.AUXILIARY | wording.ADVERB:
        at -= 1
    return tokens[at].lower


def before_names(sentence: str, tokens: list[Token], entity: Entity) -> bool:
    """Whether a person's pronoun, or a thing's noun, stands in a sentence before all names of others: "In January 1909 he and
    three others", "At first the band played".
    """
    known = entity.pronouns if entity.person else entity.bare
    first = next((token for token in tokens[0 if entity.person else 2 :] if token.lower in known), None)
    others = people_in if entity.person else names_in
    return first is not None and not others(sentence[: first.span.start], entity)


def object_edit(sentence: str, tokens: list[Token], clause: Clause | None, entity: Entity) -> Edit | None:
    """The edit for the entity as what another subject does something to: "The Soviet Union sent her into orbit"; None where
    that subject is a pronoun, and where others are named before it.
    """
    if clause is None or len(entity.forms) != 1 or tokens[clause.start].lower in _STANDING_IN:
        return None
    at = wording.adverbs_from(tokens, clause.verb + 1)
    has = tokens[clause.verb].text in verbs.AUXILIARY - verbs.BE
    at += has and at < len(tokens) and verbs.is_past(tokens[at].text)  # "had changed him"
    if at + 1 >= len(tokens) or tokens[at].text != entity.forms[0][2]:
        return None
    after = tokens[at + 1]
    free = tokens[at].text != "her" or not after.word or after.lower in wording.DETERMINER | wording.PREPOSITION
    subject = {token.lower for token in tokens[clause.start : clause.verb]}
    further = subject & wording.PREPOSITION or any(word.endswith(("'s", "’s")) for word in subject)
    before = sentence[: tokens[clause.verb if further else clause.start].span.start]
    others = (people_in if entity.person else names_in)(before, entity)
    if not free or others or clause.aside or entity.pronouns & {token.lower for token in tokens[: clause.verb]}:
        return None
    return Edit(tokens[at].span.start, tokens[at].span.end, entity.written(first=False))


def inner_edit(sentence: str, tokens: list[Token], clause: Clause | None, entity: Entity) -> Edit | None:
    """The edit that puts the entity in the place of "the planet", when the text calls it so and nothing else; None where the
    sentence names the entity itself.
    """
    if entity.person or has_name(sentence, entity):
        return None
    for at in range(len(tokens) - 1):
        noun = re.sub(r"['’]s$", "", tokens[at + 1].lower)
        if tokens[at].lower != "the" or noun not in entity.bare or tokens[at].depth:
            continue
        genitive = noun != tokens[at + 1].lower
        subject = clause is not None and at == clause.start
        if not _bare_after(tokens, at + 2, genitive=genitive):
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
    if word in _PLACE and after[:1].isupper() and after not in OPENING_WORDS:
        return False
    plain = not token.word and token.text not in "-–\"“‘'("
    return plain or word in _LEADS_ON or wording.is_finite(tokens, at, sure_subject=True)


def _own_clause_object(tokens: list[Token], clause: Clause | None, at: int) -> bool:
    """Whether the phrase at ``at`` follows the main verb in the main clause: then it is not the subject."""
    if clause is None or at <= clause.verb:
        return False
    between = tokens[clause.verb : at]
    return not any(t.text in ",;" or t.lower in wording.SUBORDINATOR | wording.CONJUNCTION for t in between)
