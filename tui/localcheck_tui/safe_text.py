"""Text of documents and sources as a terminal may show it: same length, so that all offsets stay valid.

A document is untrusted: an escape sequence in it must not reach the terminal, and bidirectional controls must not turn
a line (and with it the borders beside it) around.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from rich.cells import get_character_cell_size

ZERO_WIDTH = "\u200b"
CONTROL_PICTURES = {code: chr(0x2400 + code) for code in range(0x20) if code not in (0x09, 0x0A)}
REPLACED = {
    **CONTROL_PICTURES,
    0x09: " ",
    0x0D: " ",
    0x7F: "\u2421",
    **dict.fromkeys(range(128, 160), "�"),
    **dict.fromkeys(
        (0x200D, 0x200E, 0x200F, 0xFE0F, 0x061C, *range(0x202A, 0x202F), *range(0x2066, 0x206A)), ZERO_WIDTH
    ),
    0x2028: " ",
    0x2029: " ",
    **dict.fromkeys(range(55296, 57344), "�"),
}
UNSAFE = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200d-\u200f\u2028-\u202e\u2066-\u2069\ufe0f\ud800-\udfff]")
NARROW = re.compile("[ -~\u00a0-\u00ac\u00ae-\u02ff\u0370-\u0482\u2010-\u2015\u2018-\u201f\u2022\u2026\n]*")


def shown(text: str) -> str:
    """``text`` with controls made visible or harmless; newlines stay, and ``len`` does not change."""
    return text.translate(REPLACED) if UNSAFE.search(text) else text


def one_line(text: str) -> str:
    """``text`` on one line, for lists and titles."""
    return " ".join(shown(text).split())


def is_narrow(text: str) -> bool:
    """Does every character surely take one cell?"""
    return NARROW.fullmatch(text) is not None


@lru_cache(maxsize=8192)
def cells(character: str) -> int:
    """Cells that one character takes: 0, 1 or 2."""
    return get_character_cell_size(character)


@lru_cache(maxsize=8192)
def breaks_after(character: str) -> bool:
    """May a line break after this character without a space (Chinese, Japanese, Korean, Thai)?"""
    wide = unicodedata.east_asian_width(character) in "WF"
    return wide or "\u0e00" <= character <= "\u0eff" or character in "-\u2010\u2013\u2014/"
