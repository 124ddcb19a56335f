"""Whom or what a claim is about: its first name, as far as capitals tell. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from localcheck.text.impersonal import is_impersonal
from localcheck.text.irregular_verbs import PAST
from localcheck.text.lexicon import MONTH_NAME, MONTHS, NOT_NAMES, STAND_INS
from localcheck.text.names import opens_as_verb
from localcheck.text.patterns import regex

_TOKEN = regex(r"[^\W_][\w’'.&-]*|&")
_JOINING = frozenset("of the by with and in on at for to from de la le du von van der & n vs".split())
LEADING_IN = frozenset(
    "in on at during after before since until from by of for with near inside within under over around throughout between"
    " among across despite against without unlike besides than".split()
)
"""A name behind one of these is where or when, not what the sentence is about."""
NUMERALS = frozenset({"II", "III", "IV", "VI", "VII", "VIII"})
"""With one of these a name ends: "During World War II Alan Turing …"."""
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
        while end < len(tokens) and tokens[end - 1][0] not in NUMERALS and not _ends(text, tokens, end):
            joined = end
            while (
                joined < len(tokens) and joined - end < 2 and plain[joined] in _JOINING and tokens[joined][0].islower()
            ):
                joined += 1
            if joined == len(tokens) or not tokens[joined][0][:1].isupper() or _ends(text, tokens, joined):
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
