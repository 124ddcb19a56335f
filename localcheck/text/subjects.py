"""Whom or what a claim is about: its first name, as far as capitals tell, or a subject that has no name: "The giant panda
lives". Pure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from localcheck.text.impersonal import is_impersonal
from localcheck.text.irregular_verbs import PAST
from localcheck.text.lexicon import KIN, MEN, MONTH_NAME, MONTHS, NOT_NAMES, STAND_INS, WOMEN, listed
from localcheck.text.names import opens_as_verb
from localcheck.text.patterns import regex

_TOKEN = regex(r"[^\W_][\w’'.&-]*|&")
_JOINING = frozenset("of the by with and in on at for to from de la le du von van der & n vs".split())
LEADING_IN = listed("subjects.leading_in")
"""A name behind one of these is where or when, not what the sentence is about."""
NUMERALS = frozenset({"II", "III", "IV", "VI", "VII", "VIII"})
"""With one of these a name ends: "During World War II Alan Turing …"."""
_ERAS = frozenset(
    "war wars age ages era empire dynasty revolution reformation renaissance depression olympics games".split()
)
"""With one of these a name ends that a sentence begins with, behind a preposition: "During the Second World War Turing …"."""
PEOPLES = ("an", "ish", "ese", "ch", "ic", "i")
_VERBS = PAST | frozenset("is are was were has had borders".split())
"""Behind a name that ends like a people's these and a past in -ed are what it does: "Verdi was Italian", "Titian painted Pan".
"""
_OPENERS = NOT_NAMES | frozenset(MONTHS)
_PLAIN = rf"(?:{MONTH_NAME}|[a-z\d][\w-]*)"
_BEHIND_WHEN = regex(
    r"(?:(?:In|At|From) [A-Z]\w+"
    r"|(?:In|On|At|By|From|During|Since|Until|After|Before|Throughout|Around|For|Over|Within)"
    rf"(?: {_PLAIN}){{1,7}}?"
    r"|(?:[A-Z][a-z]+|\d+)(?: [a-z]+){0,3} (?:later|earlier|afterwards)|That (?:same )?(?:day|year|month|week)"
    r"|The (?:next|following|same) (?:day|year|month|week|morning|night|spring|summer|autumn|winter)"
    r"|Then|Later|Afterwards|Soon|Finally|Eventually|Today|Now|There|Here|Also|Thus|Therefore|However|Instead|Meanwhile)"
    r"(?:, \d{4})?,? (?:he|she|they|it)\b(?! (?:is|was|has been|became) [^,.]*\b(?:that|to)\b)(?![^.,]*, [A-Z])"
)
"""A time or a place, and then a pronoun: no name before it that it could stand for."""


@lru_cache(maxsize=4096)
def name_phrases(text: str) -> tuple[tuple[str, ...], ...]:
    """Runs of capitalised words, small words between them included, lower-cased, in order.

    >>> name_phrases("The 16th was the day Shane Black met the crew of Mad Max: Fury Road.")
    (('shane', 'black'), ('mad', 'max', 'fury', 'road'))
    """
    return tuple(words for words, _, _ in _phrases(text))


@lru_cache(maxsize=4096)
def subject(text: str) -> tuple[str, ...]:
    """The words of the name that the text is about: the first name that follows no preposition; empty if there is none.

    >>> subject("Manchester by the Sea is a movie."), subject("During World War II Alan Turing broke codes.")
    (('manchester', 'by', 'the', 'sea'), ('alan', 'turing'))
    >>> subject("The American astronomer Asaph Hall found it."), subject("Counted from the Sun, Mars is fourth.")
    (('asaph', 'hall'), ('mars',))
    >>> subject("Japan attacked Pearl Harbor."), subject("Verdi was Italian.")
    (('japan',), ('verdi',))
    >>> subject("During the Second World War GCHQ worked at Bletchley Park.")
    ('gchq',)
    """
    found = _phrases(text)
    for i, (name, before, after) in enumerate(found):
        led_in = before in LEADING_IN or (before == "the" and name[-1:] and _before_the(text, name) in LEADING_IN)
        if not (led_in or _is_of_a_people(name, after, found[i + 1 :])):
            return name
    return found[0][0] if found else ()


def _is_of_a_people(name: tuple[str, ...], after: str, others: Sequence[tuple[tuple[str, ...], str, str]]) -> bool:
    """True for "American" of "the American astronomer Asaph Hall": one word more, which is no verb, and another name."""
    if len(name) != 1 or not name[0].endswith(PEOPLES) or not others or after != others[0][1]:
        return False
    return after not in _VERBS and not after.endswith("ed")


def _before_the(text: str, name: tuple[str, ...]) -> str:
    """The word before "the NAME", lower-cased."""
    match = re.search(rf"(\w+)\s+the\s+{re.escape(name[0])}", text, re.IGNORECASE)
    return match.group(1).lower() if match else ""


def _phrases(text: str) -> list[tuple[tuple[str, ...], str, str]]:
    """(name, the word before it, the word after it), lower-cased; empty where there is none."""
    tokens = [(m.group().rstrip(".'’"), m.start()) for m in _TOKEN.finditer(text)]
    plain = [re.sub(r"['’]s$", "", t).lower() for t, _ in tokens]
    found: list[tuple[tuple[str, ...], str, str]] = []
    i = 0
    while i < len(tokens):
        opener = plain[i] in _OPENERS or (i == 0 and _verbal(text, tokens, plain[0]))
        if not tokens[i][0][:1].isupper() or opener:
            i += 1
            continue
        end = i + 1
        led_in = i < 3 and {*plain[:i]} - {"the"} and LEADING_IN.issuperset({*plain[:i]} - {"the"})
        while end < len(tokens) and tokens[end - 1][0] not in NUMERALS and not _ends(text, tokens, end):
            joined = end
            while (
                joined < len(tokens) and joined - end < 2 and plain[joined] in _JOINING and tokens[joined][0].islower()
            ):
                joined += 1
            if joined == len(tokens) or not tokens[joined][0][:1].isupper() or _ends(text, tokens, joined):
                break
            if led_in and joined == end and plain[end - 1] in _ERAS and tokens[end][0] not in NUMERALS:
                break
            end = joined + 1
        found.append((tuple(plain[i:end]), plain[i - 1] if i else "", plain[end] if end < len(tokens) else ""))
        i = end
    return found


def _verbal(text: str, tokens: list[tuple[str, int]], first: str) -> bool:
    """Does a text begin with a participle or an adverb, and not with a name: "Counted from the Sun", not "Fleming was"?"""
    return opens_as_verb(first, text[tokens[0][1] + len(first) :]) and not _inside_name(tokens)


def _inside_name(tokens: list[tuple[str, int]]) -> bool:
    """Is the first word followed by another capital at once, as in "Manfred Mann"?"""
    return len(tokens) > 1 and tokens[1][0][:1].isupper()


def _ends(text: str, tokens: list[tuple[str, int]], i: int) -> bool:
    """Does a name end before token ``i``: at a comma, a full stop of a sentence, or a possessive?"""
    last = tokens[i - 1][0]
    between = text[tokens[i - 1][1] + len(last) : tokens[i][1]]
    return last.endswith(("'s", "’s")) or any(c in between for c in ",;!?(")


def stands_in(text: str) -> bool:
    """True for a text that begins with a pronoun for somebody or something named before, also behind a time or a place.

    >>> stands_in("He was a king."), stands_in("Three years later he was dead."), stands_in("In Paris, she met Picasso.")
    (True, True, True)
    >>> stands_in("After Napoleon's defeat he was exiled."), stands_in("In 1950 it was found that Pluto is small.")
    (False, False)
    >>> stands_in("It has no moon."), stands_in("It was Magellan who named the Pacific Ocean.")
    (True, False)
    """
    first = text.split(maxsplit=1)[:1]
    if not first or (first[0] == "It" and is_impersonal(text)):
        return False
    return first[0].lower() in STAND_INS or bool(_BEHIND_WHEN.match(text))


def words(text: str) -> tuple[str, ...]:
    """The words of a title or a sentence as ``name_phrases`` has them."""
    return tuple(re.sub(r"['’]s$", "", m.group().rstrip(".'’")).lower() for m in _TOKEN.finditer(text))


_SURE = "is|was|has|had|does|did|can|could|will|would|may|might|must"
_WORD = rf"(?!(?:{_SURE})\b)[a-z][a-z-]*"
_SUBJECT = regex(
    rf"(?P<article>The|An?) (?P<noun>(?:[A-Z][a-z]+ )?(?:{_WORD} ){{0,2}}?{_WORD}) (?:(?:[a-z]+ly|also|still|never|first) )?"
    rf"(?:(?:{_SURE})\b|(?:{'|'.join(sorted(PAST))}|[a-z]+ed|[a-z]+[^su\W]s)\b"
    rf"(?! (?:{_SURE}|are|were|have|do|[a-z]+ed)\b))"
)
"""An article, up to three words, perhaps behind one with a capital ("The Arctic fox"), and a verb; what another verb follows
is no verb, but a noun: "The fuel cells are"."""
_BARE = regex(rf"(?P<noun>[A-Z][a-z]+(?: {_WORD}){{1,2}}) is (?:an?|the|one of)\b")
"""Words without an article, and what that is: "Stainless steel is an alloy"."""
_PLURAL = regex(r"[^siu]s$")
_NO_ONE_THING = listed("subjects.no_one_thing")
"""Words of a subject that is a part of something else, or that was spoken of before."""

UNNAMED = KIN | MEN | WOMEN | listed("subjects.unnamed")
"""Nouns that stand for something with a name of its own, which the text does not tell, or that are different each time."""


@dataclass(frozen=True, slots=True)
class CommonSubject:
    """What a sentence is about, where that has no name."""

    noun: str
    """Without its article: "giant panda"."""
    article: str
    """In small letters."""


def common_subject(sentence: str) -> CommonSubject | None:
    """The subject of a sentence that is an article and a noun without a name, in the singular, or words without an article that
    the sentence says the meaning of ("Stainless steel is an alloy"); None for any other.

    >>> common_subject("The giant panda lives in China.").noun, common_subject("The pandas of China live there.")
    ('giant panda', None)
    >>> common_subject("The divers found a wreck."), common_subject("The lens was ground.").noun
    (None, 'lens')
    """
    found = _SUBJECT.match(sentence)
    if found is None and (bare := _BARE.match(sentence)):
        words_of = bare["noun"].lower().split()
        plain = not (_NO_ONE_THING | NOT_NAMES | UNNAMED) & {*words_of} and not _PLURAL.search(words_of[-1])
        return CommonSubject(" ".join(words_of), "") if plain else None
    if found is None or _NO_ONE_THING & {*found["noun"].split()}:
        return None
    if _PLURAL.search(found["noun"]) and found.group().split()[-1] not in ("is", "was", "has", "does"):
        return None
    return CommonSubject(found["noun"], found["article"].lower())
