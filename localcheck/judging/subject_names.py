"""The words of the name that a claim or a sentence is about. Pure."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from localcheck.text.irregular_verbs import PAST
from localcheck.text.lexicon import ORDINALS, SMALL, listed
from localcheck.text.patterns import regex
from localcheck.text.stopwords import ENGLISH
from localcheck.text.subjects import LEADING_IN, subject, words
from localcheck.types import Claim

MISSPELT = 0.8
"""Likeness of two words from which on one is the other, misspelt."""
LED_BY = 4
"""Words at most before the name that a sentence begins with."""
_ONES = ("", *"i ii iii iv v vi vii viii ix".split())
NUMERALS = {
    **{f"{'x' * (n // 10)}{_ONES[n % 10]}": str(n) for n in range(1, 40)},
    **{word: str(n) for n, word in enumerate(SMALL[:11]) if n},
    **{word: str(n) for word, n in ORDINALS.items() if n < 40},
    **{f"{n}{tail}": str(n) for n in range(1, 40) for tail in ("", "st", "nd", "rd", "th")},
}
"""Numbers of rulers and wars in each way of writing: XIV, fourteenth, 14th."""
WHAT_IT_IS = listed("subject_names.what_it_is")
"""Words before or after a name that say what it is: the Nile River is the Nile."""
RULERS = frozenset("emperor king pope president prince princess queen saint".split())
"""Of these, the ones that stand only before a name: behind one they are a part of it ("Martin Luther King")."""
TITLES = listed("subject_names.titles")
"""Words before a surname that are no part of another name."""
_NUMBER_BEHIND = regex(
    r" (?P<number>\d{1,3})(?=[.!?]?$| (?:is|are|has|had|will|would|can|could|may|did|does|never|also|[a-z]+ed"
    rf"|{'|'.join(sorted(PAST))})\b)"
)
"""The number of a name, and neither a year nor of something that it counts: the end or a verb follows."""


def subject_of(claim: Claim) -> frozenset[str]:
    """The words of the name that a claim is about, without those that say what it is, unless there are no others."""
    about = words_of(claim.about or " ".join(numbered_subject(claim.text)))
    return about - WHAT_IT_IS or about


def numbered_subject(text: str) -> tuple[str, ...]:
    """The words of the name that a text is about, with the number that belongs to it: Apollo 13, in "Apollo 13 landed"."""
    name = subject(text)
    start = _place(name, text)
    if start is None or set(text[:start].lower().split()[-1:]) & LEADING_IN:
        return name
    last = text.lower().find(name[-1], start)
    number = _NUMBER_BEHIND.match(text, last + len(name[-1]))
    return (*name, number["number"]) if number else name


def first_name(text: str) -> frozenset[str]:
    """The words of the name that a sentence begins with, after four others at most: "In 1861 the painter Corot". Of a phrase
    that leads in only what follows its last comma counts: "On his second voyage, from 1772 to 1775, Cook".
    """
    name = numbered_subject(text)
    start = _place(name, text)
    if start is None:
        return frozenset()
    before = text[:start]
    led_in = words(text)[0] in LEADING_IN
    counted = words(before.rpartition(",")[2] if led_in else before)
    return words_of(" ".join(name)) if len(counted) <= LED_BY else frozenset()


def words_of(name: str) -> frozenset[str]:
    """The words of a name, numbers in one way of writing them: World War Two and World War II."""
    found = words(name)
    return frozenset(
        NUMERALS.get(word, word) for word in found if (word not in ENGLISH and len(word) > 1) or word in NUMERALS
    )


def among(word: str, others: frozenset[str]) -> bool:
    return word in others or any(
        abs(len(word) - len(other)) < 4 and SequenceMatcher(None, word, other).ratio() >= MISSPELT for other in others
    )


def _place(name: tuple[str, ...], text: str) -> int | None:
    """Where a name begins in a text; None for none."""
    found = re.search(rf"(?<![^\W_]){re.escape(name[0])}", text, re.IGNORECASE) if name else None
    return found.start() if found else None
