"""Whether a text says a claim word for word. Pure."""

from __future__ import annotations

import re

from localcheck.text.patterns import regex
from localcheck.text.sentences import split_sentences
from localcheck.text.values.denials import denied

_ASIDE = regex(r"\([^()]*\)|\[[^\[\]]*\]|[\"“”„«»*_]|(?<!\w)['‘’]|['‘’](?!\w)")
_PART = regex(r"(?:(?<!\w)[-−–](?=\d))?[^\W_]+(?:['’.-][^\W_]+)*|[,;:—–$€£¥%‰<>≤≥±~]")
"""Words, numbers with their sign, marks that part a sentence, and those that make another number of a number."""
_MINUS = regex(r"[−–](?=\d)")
_ARTICLES = frozenset(("the", "a", "an"))
_LEADS = frozenset(
    "also furthermore moreover additionally indeed likewise however today consequently therefore".split()
)
_NOBODY = frozenset("he she it they we i his her its their this that these those there here such one who which".split())
"""First words of a claim that may be about anything."""
_ADDS = frozenset("and which who whose where when while with as being making having".split())
"""First words after a comma of what only adds something; "Paris, Texas" is another place."""
_GOES_ON = regex(
    r"\b(?:accord\w*|claim\w*|alleg\w*|rumou?r\w*|believ\w*|suppos\w*|legend\w*|myth\w*|report\w*|sa(?:id|ys?)|argu\w*|suggest\w*"
    r"|think\w*|thought|if|unless|until|may|might|could|would|but|not?|never|except|although|though|fiction\w*)\b",
    re.IGNORECASE,
)


def word_for_word(claim: str, premise: str) -> bool:
    """True if a sentence of the premise is the claim, or is it up to a comma and an "and" or "which" that takes nothing back.

    Articles, quotation marks, parentheses and a first "Furthermore," make no difference; every other word does.

    >>> word_for_word("Granite is an igneous rock.", "Granite. Granite (a stone) is the igneous rock, and is hard.")
    True
    >>> word_for_word("Houston is the largest city.", "Houston is the largest city in Texas.")
    False
    >>> word_for_word("The Moon is a cheese.", "The Moon is a cheese, legend says.")
    False
    """
    said = _parts(claim)
    if len(said) < 3 or said[0] in _NOBODY or not set(said) <= set(_parts(premise)) or denied(claim, premise):
        return False
    told = (s.text for s in split_sentences(premise) if not s.text.endswith("?"))
    return any(_begins(said, _parts(text)) for text in told)


def _begins(said: list[str], sentence: list[str]) -> bool:
    if sentence[:2] and sentence[0] in _LEADS:
        sentence = sentence[1 + (sentence[1:2] == [","]) :]
    if sentence[: len(said)] != said:
        return False
    rest = sentence[len(said) :]
    return not rest or (rest[0] == "," and not _ADDS.isdisjoint(rest[1:2]) and not _GOES_ON.search(" ".join(rest)))


def _parts(text: str) -> list[str]:
    """Words in lower case, commas, semicolons and signs of numbers; articles left out."""
    text = _MINUS.sub("-", _ASIDE.sub(" ", text))
    return [w for w in _PART.findall(text.lower().replace("’", "'")) if w not in _ARTICLES]
