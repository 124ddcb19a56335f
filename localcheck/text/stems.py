"""The words of a text by what their forms have in common. Pure."""

from __future__ import annotations

from localcheck.text.irregular_verbs import stem
from localcheck.text.stopwords import ENGLISH
from localcheck.text.words import folded, singular


def stems(text: str) -> frozenset[str]:
    """The stems of all words.

    >>> sorted(stems("He built it."))
    ['build', 'he', 'it']
    """
    return frozenset(stem(word) for word in folded(text))


def content_stems(text: str) -> frozenset[str]:
    """The stems of the words that occur in few sentences.

    >>> sorted(content_stems("He built it."))
    ['build']
    """
    return frozenset(stem(word) for word in folded(text) if word not in ENGLISH)


def content_singulars(text: str) -> frozenset[str]:
    """The same words in the singular.

    >>> sorted(content_singulars("The rivers of Spain"))
    ['river', 'spain']
    """
    return frozenset(singular(word) for word in folded(text) if word not in ENGLISH)
