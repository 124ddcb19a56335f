"""Words as they are meant: in one piece where a hyphen cuts them at the end of a line, without what is not seen, such as soft
hyphens, which only say where a word may be cut, and with each accent in its letter: macOS and some PDFs write it behind the
letter. Pure.
"""

from __future__ import annotations

import re
import unicodedata

from localcheck.text.patterns import regex

SOFT = "\u00ad"
_UNSEEN = regex(f"[{SOFT}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
"""What has no width and joins no letters: soft hyphens, spaces without width, marks of direction and of byte order."""
_NEXT = r"(?=[a-zß-ÿ])(?!(?:and|or|to|und|oder|bis)\b)"
"""Goes on with the word, unlike in "pre- and post-war"."""
_CUT = regex(rf"(?<=[^\W\d_])[-\u2010{SOFT}]\n{_NEXT}")
_CUT_WORD = regex(rf"(?<!\S)(\S{{0,60}}[^\W\d_])([-\u2010]\n[ \t]{{0,20}}){_NEXT}")
_WORD = regex(r"\S+")


def whole_words(text: str) -> str:
    """``text`` with its cut words in one piece, ``composed``.

    >>> whole_words("She was born in War-\\nsaw, in pre-\\nand post-war Franco-\\nPolish times.")
    'She was born in Warsaw, in pre-\\nand post-war Franco-\\nPolish times.'
    """
    return composed(_CUT.sub("", text))


def composed(text: str) -> str:
    """``text`` with letters and their accents as one character (Unicode's form C), and without what is not seen.

    >>> composed("Dvor\u030ca\u0301k") == "Dvo\u0159\u00e1k"
    True
    """
    return text if text.isascii() else unicodedata.normalize("NFC", _UNSEEN.sub("", text))


def cuts(line: str, following: str) -> bool:
    """True if ``line`` ends in a word that continues in the ``following`` line."""
    return _CUT.search(f"{line[-2:]}\n{following[:10]}") is not None


def in_place(text: str) -> str:
    """The same, as long as before: blanks before a word stand for what is left out of it.

    >>> in_place("born in War-\\nsaw.")
    'born in   Warsaw.'
    """
    text = _CUT_WORD.sub(lambda cut: " " * len(cut[2]) + cut[1], text)
    return text if composed(text) == text else _WORD.sub(_whole_word, text)


def _whole_word(word: re.Match[str]) -> str:
    whole, room = composed(word.group()), len(word.group())
    return whole.rjust(room) if len(whole) <= room else word.group()
