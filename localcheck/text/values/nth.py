"""The last of several things tells how many there were: "their fifth victory", beside "five victories". Pure."""

from __future__ import annotations

from localcheck.text.irregular_verbs import stem
from localcheck.text.lexicon import ORDINAL, SMALL, nth_told
from localcheck.text.patterns import regex

_NUMBERS = {**{word: n for n, word in enumerate(SMALL) if n > 1}, **{str(n): n for n in range(2, 40)}}
_MANY = regex(rf"\b(?P<many>{'|'.join(_NUMBERS)}) (?P<things>(?:[\w'’-]+ ){{0,2}}?[\w'’-]+s)\b")
_NTH = regex(rf"\b(?P<nth>{ORDINAL}) (?P<thing>[\w'’-]+(?: [\w'’-]+){{0,2}})")
_TIMES = frozenset("second minut hour day night week month year decad century tim".split())
"""What an ordinal before it dates, and does not count: what happened in the second week lasted longer than two weeks."""


def last_of_as_many(claim: str, premise: str) -> bool:
    """True if a premise tells of the last of as many things as the claim counts.

    >>> last_of_as_many("The Patriots won five Super Bowls.", "It was their fifth Super Bowl victory.")
    True
    >>> last_of_as_many("She won four medals.", "It was her fifth medal.")
    False
    """
    counted = [(_NUMBERS[m["many"]], _stems(m["things"])) for m in _MANY.finditer(claim)]
    if all(things[-1] in _TIMES for _, things in counted):
        return False
    told = [(nth_told(m["nth"]), _stems(m["thing"])) for m in _NTH.finditer(premise)]
    return any(
        many == nth and thing[: len(things)] == things and things[-1] not in _TIMES
        for many, things in counted
        for nth, thing in told
    )


def _stems(words: str) -> tuple[str, ...]:
    return tuple(stem(word.lower().removesuffix("s")) for word in words.split())
