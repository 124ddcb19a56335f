"""Citation markers in an answer: [2], [1, 3], [1-3], [1][2]. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

_MARKER = re.compile(r"\s*\[(\d{1,3}(?:\s*[-–,;]\s*\d{1,3})*)\]")
_MOST = 50
"""Sources that one range may name."""


@dataclass(frozen=True, slots=True)
class Cited:
    """A sentence without its markers, and the sources that they name."""

    text: str
    sources: tuple[int, ...]
    """As numbered in the answer, from 1, each once, in order."""


def cited(sentence: str) -> Cited:
    """The sentence taken apart.

    >>> cited("It opened in 1912 [1, 3-4].")
    Cited(text='It opened in 1912.', sources=(1, 3, 4))
    """
    numbers: list[int] = []
    for group in _MARKER.findall(sentence):
        for part in re.split(r"[,;]", group):
            first, _, last = (p.strip() for p in part.replace("–", "-").partition("-"))
            end = int(last) if last else int(first)
            numbers += range(int(first), min(end, int(first) + _MOST) + 1)
    return Cited(" ".join(_MARKER.sub("", sentence).split()), tuple(dict.fromkeys(numbers)))
