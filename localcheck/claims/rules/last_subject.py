"""Whom or what a pronoun means that the text leaves open: the subject of the sentences before it, or of its own; and whether
each part of a split sentence can be read alone. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from localcheck.claims.rules.entities import Entity, find_entity, is_somebody
from localcheck.claims.rules.kinds import CALLINGS
from localcheck.claims.rules.pronouns import THING, goes_on_with, pronoun_of
from localcheck.claims.rules.references import References, Rewritten
from localcheck.claims.rules.whose import PERSON_WORDS, people_in
from localcheck.claims.rules.wording import CONJUNCTION, SUBORDINATOR
from localcheck.text.counted_dates import counted_within, dated_before
from localcheck.text.lexicon import LONE_YEAR, MONTH_NAME, NUMBER_WORDS
from localcheck.text.names import CAPITAL, NAME, ONE_NAME, names
from localcheck.text.patterns import regex
from localcheck.text.subjects import stands_in
from localcheck.text.there import placed, points
from localcheck.text.words import words
from localcheck.types import Claim

DESCRIBED = regex(
    r" (?:is|was|lies|stands|remains|has been|connects|separates|rises|flows|runs|weighs|measures"
    r"|(?:passes|passed|lives|lived|ends|ended|sank|crashed|survived|stretches|extends)"
    r"(?= [a-z])(?! (?:the|an?|his|her|its)\b))\b"
)
"""Behind a name: what is said of it is no deed, whose object "it" may be as well."""
_OTHER_SEX = {"she": regex(r"\b(?:he|him|his)\b"), "he": regex(r"\b(?:she|hers?)\b")}
_HE_OR_SHE = regex(r"\b(?:he|she)\b")
_IT = regex(r"\bit\b")
_SOMEBODY = regex(
    rf"\b(?!(?:in|at|to|of|near|from|on|the) )[a-z]+ (?!{MONTH_NAME})[{CAPITAL}]\w"
    rf"|\b(?:{'|'.join(sorted(PERSON_WORDS))}|baby|patient|prince|princess|pupil|soldier)\b"
)
"""A name that is not where something is, or when: perhaps that of somebody; or a word for a person."""
_NAMED = regex(rf"\b[a-z]+ (?!{MONTH_NAME})[{CAPITAL}]")
_BROUGHT = regex(r"\b(?:an?|another|the (?:first|second|third|new|next)) [a-z]")
"""What the next "it" may mean as well."""


def of_last_subject(claim: Claim, text_is_about: Entity | None, earlier: Sequence[str]) -> Claim:
    """A claim with a pronoun that is still open, with the name of what it means; as it is where that is not sure.

    "He" in a text about a thing, and "it" in one about somebody, is the subject of the sentences ``earlier`` in its paragraph;
    "it" also where these told since who made it.
    """
    if not claim.checkable:
        return claim
    forms, new = goes_on_with(claim.text), Rewritten(claim.text, "")
    if forms == THING:
        new = _of_thing(claim.text, text_is_about, earlier)
    if forms and not new.note and not (text_is_about is not None and may_be(text_is_about, forms)):
        new = _of_subject(claim.text, forms, earlier)
    note = "; ".join(note for note in (claim.note, new.note) if note)
    return replace(claim, text=new.text, note=note, about="") if new.note else claim


def may_be(entity: Entity, forms: tuple[str, ...]) -> bool:
    """Whether these pronouns may stand for what a text is about. "He" does not for coffee, though no other word tells so."""
    called = " " in entity.name or entity.kinds & CALLINGS or pronoun_of(entity.name)
    return forms in entity.forms and bool(forms == THING or called)


def _of_subject(claim: str, forms: tuple[str, ...], earlier: Sequence[str]) -> Rewritten:
    """``claim`` with the subject of the last sentence that does not begin with such a pronoun itself."""
    at = len(earlier) - 1
    while at > 0 and goes_on_with(earlier[at]) == forms:
        at -= 1
    run = earlier[max(at, 0) :]
    entity = find_entity(" ".join((*run, claim)), "", [*run, claim]) if run else None
    known = entity is None or pronoun_of(entity.name) or entity.kinds & CALLINGS
    if not known and any(pronoun_of(name) == forms[0] for text in earlier[: max(at, 0)] for name in names(text)):
        return Rewritten(claim, "")  # "Mary Anning found it. Georges Cuvier had doubts. She …"
    return _followed((*run, claim), entity)[-1] if entity and _is_sure(run, entity, forms) else Rewritten(claim, "")


def _followed(sentences: Sequence[str], entity: Entity) -> list[Rewritten]:
    references = References(entity)
    return [references.rewrite(sentence) for sentence in sentences]


def _is_sure(run: Sequence[str], entity: Entity, forms: tuple[str, ...]) -> bool:
    """Whether the first sentence begins with the entity's name, and none has somebody else who may be meant; a thing must
    have a name ("The mane is grey. It …" may be about the animal) and be described ("Rome conquered Carthage. It …" is open).
    """
    name = entity.written(first=True)
    if forms not in entity.forms or not run[0].startswith(f"{name} "):
        return False
    if forms == THING:
        return entity.name[0].isupper() and DESCRIBED.match(run[0], len(name)) is not None
    others = any(people_in(sentence, entity) for sentence in run)
    return len(entity.name.split()) > 1 and not others and not PERSON_WORDS & set(words(" ".join(run).lower()))


def _of_thing(claim: str, text_is_about: Entity | None, earlier: Sequence[str]) -> Rewritten:
    """``claim`` with the thing that the last sentences but those about who made it tell of: "Alexander Fleming discovered it in
    1928. It …" behind "Penicillin is an antibiotic."
    """
    at = len(earlier)
    while at > 0 and (goes_on_with(earlier[at - 1]) == THING or _by_somebody(earlier[at - 1])):
        at -= 1
    run = earlier[max(at - 1, 0) :]
    own = [sentence for sentence in run if not _by_somebody(sentence)]
    thing = _thing(own, claim, text_is_about) if at else text_is_about
    if thing is None or thing.forms != (THING,):
        return Rewritten(claim, "")
    return _followed((*own, claim), thing)[-1]


def _thing(run: Sequence[str], claim: str, text_is_about: Entity | None) -> Entity | None:
    """What the first sentence of a run begins with: what the text is about, or another thing that it describes."""
    if text_is_about and THING in text_is_about.forms and run[0].startswith(f"{text_is_about.written(first=True)} "):
        return text_is_about
    found = find_entity(" ".join((*run, claim)), "", run)
    return found if found is not None and _is_sure(run, found, THING) else None


def _by_somebody(sentence: str) -> bool:
    """Whether a sentence begins with somebody's name and brings nothing that the next "it" may mean."""
    name = NAME.match(sentence)
    if name is None or " " not in name.group():
        return False
    somebody = pronoun_of(name.group()) or is_somebody(name.group(), sentence)
    brought = _NAMED.search(sentence, name.end()) or _BROUGHT.search(sentence, name.end())
    return bool(somebody) and not brought


def of_its_subject(sentence: str, pieces: Sequence[str], text: References) -> list[Rewritten]:
    """The pieces of a sentence whose later pronouns mean its own subject, with that named; none where this is not sure, and
    where the subject may be what the ``text`` is about, whose pronouns were followed before.

    In a text about Leonardo "he" in "Alexander Fleming discovered penicillin, and he shared a Nobel Prize" is not Leonardo. It
    is not sure either in "Amundsen reached the pole before Scott, and he died on the way back", nor is what "it" means where
    the subject does something: "Rome conquered Carthage, and it became a province".
    """
    entity = find_entity(sentence, "", [sentence])
    led = re.match(rf"(?:The )?{re.escape(entity.name)}\b", pieces[0]) if entity else None
    if entity is None or led is None or text.may_mean(entity.name):
        return []
    if _IT.search(sentence, led.end()) and not DESCRIBED.match(pieces[0], led.end()):
        return []
    if _HE_OR_SHE.search(sentence, led.end()) and _SOMEBODY.search(pieces[0], led.end()):
        return []
    rewritten = _followed(pieces, entity)
    return [] if any_lost(pieces, rewritten) else rewritten


def any_lost(pieces: Sequence[str], rewritten: Sequence[Rewritten]) -> bool:
    """Whether a later piece of a sentence cannot be read alone."""
    return any(_lost(piece, new, rewritten[0].text) for piece, new in zip(pieces[1:], rewritten[1:], strict=True))


def _lost(piece: str, new: Rewritten, first: str) -> bool:
    """True if a later piece cannot be read alone: it begins with a pronoun that was not replaced and that another subject
    precedes, or says of someone of the other sex no more than "his" or "her" ("… and she took over his chair").
    """
    word = piece.split(maxsplit=1)[0].lower()
    pronoun = word in ("he", "she", "it", "they", "his", "her", "its", "their", "this", "these", "those")
    if pronoun and not new.note and first.split(maxsplit=1)[0].lower() != word:
        return True
    if not (pronoun or new.note or stands_in(first)) and stands_in(piece):
        return True  # "in 1888 he was taken prisoner"
    other = _OTHER_SEX.get(word)
    found = other.search(piece) if other else None
    return found is not None and not re.search(r"\b[A-Z]", piece[len(word) : found.start()])


_MEANT = regex(r"\b(?P<before>[a-z]+(?<!ing)) (?P<word>it|him|them)\b(?!['’-])")
_BEGINS_WITH = regex(r"(?:[A-Z][a-z]+ly|Together|Then|Later|Soon|Today|Now|Here|In \d{4}),? (?P<word>it|he|she|they)\b")
_TIMES = "hour|day|week|month|year|decade|night|morning|evening|summer|winter|spring|autumn|season"
_COUNTED = regex(
    rf"\b(?:(?:the|that) (?:following|next|same|previous) (?:{_TIMES})"
    rf"|(?:an?|few|several|some|many|\d+|{NUMBER_WORDS}) (?:{_TIMES})s? (?:later|earlier|afterwards|before that|after that))\b"
)
_EXPLAINED = regex(
    rf"(?<=[A-Za-z])(?:['’]s|(?<=s)['’]) |\b(?:{'|'.join(sorted(SUBORDINATOR))})\b|, (?:among|of|all of|some of) them"
)
"""Behind it, a pronoun may mean somebody of the same part: "Ada's pupil persuaded her", "David, who welcomed him"."""
_OWNED = regex(rf"(?:The )?{ONE_NAME} (?:is|was|became|remains) (?:now |still |also |once )?(?:its|his|her) (?=[a-z])")
"""Whose own is told: nothing is its own neighbour, so "Nigeria is its western neighbour" means another's."""
_YEARS = regex(LONE_YEAR)
_QUOTED = regex(r"[\"“][^\"”]*[\"”]?")


def leaves_open(parts: Sequence[str]) -> bool:
    """Whether a later part has a word that only an earlier one explains.

    >>> leaves_open(["Critics panned the book.", "Readers loved it."]), leaves_open(["It sold well.", "Readers loved it."])
    (True, False)
    >>> leaves_open(["The Creek left in the spring.", "White settlers arrived the following year."])
    True
    >>> leaves_open(["Peru borders Brazil.", "Lima is its capital."])
    True
    """
    return any(_is_open(part, parts[:i]) for i, part in enumerate(parts) if i)


def _is_open(part: str, earlier: Sequence[str]) -> bool:
    if points(part) and placed(part, earlier[-1]) == part:
        return True
    if _OWNED.match(part):
        return True
    if _COUNTED.search(part) and not _YEARS.search(part) and counted_within(part, dated_before(earlier)) == part:
        return True
    subject = _BEGINS_WITH.match(part)
    told = _EXPLAINED.split(_QUOTED.sub("", part))[0]
    objects = [found["word"] for found in _MEANT.finditer(told) if found["before"] not in CONJUNCTION]
    return not {*earlier[0].lower().rstrip(".").split()}.issuperset(objects + ([subject["word"]] if subject else []))
