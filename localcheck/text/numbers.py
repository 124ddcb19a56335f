"""Numbers as values: digits with separators, number words, scales and ordinals. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from localcheck.text.lexicon import ORDINALS, SCALES, SMALL, TENS, WORDS

_DIGITS = re.compile(r"(?<![\w.])(\d{1,3}(?:[,\u202f\u00a0 ]\d{3})+|\d+)(?:[.](\d+))?(st|nd|rd|th|s)?(?![\w])")
_SCALE = re.compile(r"[\s-]+(hundred|thousand|million|billion|trillion)\b", re.IGNORECASE)
_WORD_NUMBER = re.compile(
    r"\b(?:" + "|".join([*TENS, *SMALL[::-1]]) + r")(?:[-\s]+(?:" + "|".join(SMALL[1:10]) + r"))?\b", re.IGNORECASE
)
_ORDINAL = re.compile(r"\b(?:" + "|".join(ORDINALS) + r")\b", re.IGNORECASE)


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
