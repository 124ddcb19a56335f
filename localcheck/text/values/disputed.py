"""Comparisons on which a source says that others disagree: it decides neither way. Pure."""

from __future__ import annotations

from localcheck.text.patterns import regex
from localcheck.text.values.comparisons import comparison
from localcheck.text.words import folded

_OTHERS_SAY = regex(
    r"\b(?:[Tt]hough|[Aa]lthough|but|[Ww]hile),? (?:some|many|several|other|a few) (?:[a-z]+ )?(?:sources|scholars|experts"
    r"|geographers|historians|scientists|researchers|authors|studies|people)\b"
    r"|\b(?:debate[sd]?|disputed?|disputes|disagree(?:s|d|ment)?|open to interpretation)\b"
)
_SENTENCE = regex(r"(?<=[.!?])\s+")


def disputed(claim: str, premise: str) -> bool:
    """True if a claim compares two things, and a sentence that names both says that this is not agreed.

    >>> nile = "The Nile is regarded as the longest river, though some sources cite the Amazon River as the longest."
    >>> disputed("The Nile is longer than the Amazon.", nile), disputed("The Nile is longer than the Rhine.", nile)
    (True, False)
    """
    what = comparison(claim)
    if what is None:
        return False
    names = frozenset(folded(what.one)) | frozenset(folded(what.other))
    return any(_OTHERS_SAY.search(one) and names <= frozenset(folded(one)) for one in _SENTENCE.split(premise))
