"""Makes the text of documents and sources safe for a terminal, without changing its length, so that offsets stay valid.

A document is untrusted: an escape sequence in it must not reach the terminal, and bidirectional controls must not turn
a line (and with it the borders beside it) around.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from rich.cells import get_character_cell_size

from localcheck.text import inert
from localcheck.text.patterns import regex

REPLACED = {**inert.REPLACED, 0x09: " ", 0x200D: inert.ZERO_WIDTH, 0xFE0F: inert.ZERO_WIDTH}
"""What ``localcheck.text.inert`` replaces, and characters whose width would differ from what the layout counts."""
UNSAFE = regex(f"[\t\u200d\ufe0f]|{inert.UNSAFE.pattern}")
NARROW = regex("[ -~\u00a0-\u00ac\u00ae-\u02ff\u0370-\u0482\u2010-\u2015\u2018-\u201f\u2022\u2026\n]*")


def shown(text: str) -> str:
    """``text`` with controls made visible or harmless; newlines stay, and ``len`` does not change."""
    return text.translate(REPLACED) if UNSAFE.search(text) else text


def one_line(text: str) -> str:
    """``text`` on one line, for lists and titles."""
    return " ".join(shown(text).split())


def is_narrow(text: str) -> bool:
    """True if every character certainly takes one cell of the terminal."""
    return NARROW.fullmatch(text) is not None


@lru_cache(maxsize=8192)
def cells(character: str) -> int:
    """Cells that one character takes: 0, 1 or 2."""
    return get_character_cell_size(character)


@lru_cache(maxsize=8192)
def breaks_after(character: str) -> bool:
    """True if a line may break after this character without a space (Chinese, Japanese, Korean, Thai)."""
    wide = unicodedata.east_asian_width(character) in "WF"
    return wide or "\u0e00" <= character <= "\u0eff" or character in "-\u2010\u2013\u2014/"
