"""What a reader checks first: the numbers and the names of a claim, and whether a premise has them too. Pure.

A small NLI model reads "nine awards" and "eleven awards" as much the same. A claim's number or name that the premise does
not have is the plainest sign that the premise does not entail it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
TENS = {w: 10 * i for i, w in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)}
SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000, "trillion": 10**12}
ORDINALS = {
    w: i
    for i, w in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
        "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(),
        1,
    )
}
MONTHS = {
    w: i
    for i, w in enumerate(
        "january february march april may june july august september october november december".split(), 1
    )
}
WORDS = {**{w: i for i, w in enumerate(SMALL)}, **TENS}

_DIGITS = re.compile(r"(?<![\w.])(\d{1,3}(?:[,\u202f\u00a0 ]\d{3})+|\d+)(?:[.](\d+))?(st|nd|rd|th|s)?(?![\w])")
_SCALE = re.compile(r"[\s-]+(hundred|thousand|million|billion|trillion)\b", re.IGNORECASE)
_WORD_NUMBER = re.compile(
    r"\b(?:" + "|".join([*TENS, *SMALL[::-1]]) + r")(?:[-\s]+(?:" + "|".join(SMALL[1:10]) + r"))?\b", re.IGNORECASE
)
_ORDINAL = re.compile(r"\b(?:" + "|".join(ORDINALS) + r")\b", re.IGNORECASE)
_NAME = re.compile(r"(?<![\w'’])[A-ZÀ-ÖØ-ÞŁŚŻŠŽČ][\w’'-]*(?:\.(?=\s?[A-Z]))?")
NOT_NAMES = frozenset(
    "the a an in on at of by for from with and or but as after before during when while although though since until "
    "he she it they his her its their this that these those there here one two three four five six seven eight nine "
    "ten who which what where some many most several all both each every its i we you not no also later then about "
    "around over under more less under only".split()
)


@lru_cache(maxsize=16384)
def numbers(text: str) -> frozenset[float]:
    """The numbers of ``text`` as values: digits, words, scales ("2.5 million"), ordinals. Months are no numbers.

    >>> sorted(numbers("In 1886 about 2.5 million rivets, eleven awards, the third tower"))
    [3.0, 11.0, 1886.0, 2500000.0]
    """
    return frozenset(_numbers(text))


def _numbers(text: str) -> Iterator[float]:
    for match in _DIGITS.finditer(text):
        value = float(re.sub(r"\D", "", match.group(1)) + ("." + match.group(2) if match.group(2) else ""))
        yield value * _scale(text, match.end())
    for match in _WORD_NUMBER.finditer(text):
        value = sum(WORDS[w] for w in re.split(r"[-\s]+", match.group().lower()))
        if value != 1:
            yield value * _scale(text, match.end())
    for match in _ORDINAL.finditer(text):
        value = ORDINALS[match.group().lower()]
        if value > 2:
            yield float(value)


def _scale(text: str, end: int) -> float:
    match = _SCALE.match(text, end)
    return float(SCALES[match.group(1).lower()]) if match else 1.0


@lru_cache(maxsize=16384)
def names(text: str) -> frozenset[str]:
    """Capitalised words that are no function words or months, lower-cased, possessive taken off.

    The first word of a sentence counts where it can be its subject: not where it looks like a participle or an adverb.
    """
    found = set()
    for match in _NAME.finditer(text):
        word = re.sub(r"['’]s?$", "", match.group()).rstrip(".").lower()
        opener = match.start() == 0 or text[: match.start()].rstrip().endswith((".", "!", "?", "“", '"'))
        verbal = opener and word.endswith(("ed", "ing", "ly")) and word not in _inside(text)
        if len(word) > 1 and word not in NOT_NAMES and word not in MONTHS and not verbal:
            found.add(word)
    return frozenset(found)


def _inside(text: str) -> frozenset[str]:
    """Capitalised words that stand after another capitalised word, or are followed by one: parts of a name."""
    parts = re.findall(r"[A-ZÀ-ÖØ-Þ][\w’'-]*(?:\s+(?:de|da|di|von|van|of|the|la|le)\s+|\s+)[A-ZÀ-ÖØ-Þ][\w’'-]*", text)
    return frozenset(re.sub(r"['’]s?$", "", w).lower() for p in parts for w in p.split() if w[0].isupper())


_NEGATION = re.compile(
    r"\b(?:not|no|never|nor|neither|none|nobody|nothing|without|cannot|hardly)\b|n['’]t\b", re.IGNORECASE
)


def negated(text: str) -> bool:
    """Does a negating word occur?"""
    return bool(_NEGATION.search(text))


def missing_numbers(claim: str, premise: str) -> frozenset[float]:
    """Numbers of the claim that the premise does not have."""
    return numbers(claim) - numbers(premise)


def missing_names(claim: str, premise: str) -> frozenset[str]:
    """Names of the claim that stand nowhere in the premise, whatever their case."""
    have = frozenset(w.lower() for w in re.findall(r"\w[\w’'-]*", re.sub(r"['’]s\b", "", premise)))
    return frozenset(n for n in names(claim) if n not in have)
