"""Text that a terminal, an editor or a report may show: nothing in it is a command.

Documents, evidence, file names and answers of models are untrusted: an escape sequence in them must not reach the
terminal (OSC 52 writes the clipboard), a bidirectional control must not turn a line around, and half a surrogate pair
must not break the encoder. ``shown`` replaces character by character, so offsets stay valid; ``dumps`` loses nothing,
because JSON can write every one of these characters as an escape.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from localcheck.text.patterns import regex

if TYPE_CHECKING:
    from localcheck.types import JSON

ZERO_WIDTH = "\u200b"
CONTROL_PICTURES = {code: chr(0x2400 + code) for code in range(0x20) if code not in (0x09, 0x0A)}
BIDIRECTIONAL = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
"""Marks, embeddings, overrides and isolates of the Unicode bidirectional algorithm (UAX 9)."""
REPLACED = {
    **CONTROL_PICTURES,
    0x0D: " ",
    0x7F: "\u2421",
    **dict.fromkeys(range(0x80, 0xA0), "\ufffd"),
    **dict.fromkeys(BIDIRECTIONAL, ZERO_WIDTH),
    0x2028: " ",
    0x2029: " ",
    **dict.fromkeys(range(0xD800, 0xE000), "\ufffd"),
}
"""What stands for each unsafe character; line feed and tab are safe."""
HALF = regex("[\ud800-\udfff]")
_UNWRITABLE = regex("[\0\ud800-\udfff]")
UNSAFE = regex("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def shown(text: str) -> str:
    """``text`` with controls made visible or harmless; line feeds and tabs stay, and ``len`` does not change.

    >>> shown("\\x1b[31mred")
    '␛[31mred'
    """
    return text.translate(REPLACED) if UNSAFE.search(text) else text


def whole(text: str) -> str:
    """``text`` with U+FFFD for each half of a surrogate pair, which no file and no terminal can take; ``len`` stays."""
    return text if text.isascii() else HALF.sub("\ufffd", text)


def writable(text: str) -> str:
    """The same, and likewise for NUL, which no document may have."""
    return _UNWRITABLE.sub("\ufffd", text)


def xml_text(text: str) -> str:
    """``text`` as it is shown, without what XML 1.0 cannot hold."""
    return "".join(
        c for c in shown(text) if c in "\t\n" or " " <= c <= "\ud7ff" or "\ue000" <= c <= "\ufffd" or c > "\uffff"
    )


def one_line(text: str) -> str:
    """``text`` on one line, for titles, lists and messages."""
    return " ".join(shown(text).split())


def shortened(text: str, most: int) -> str:
    """``text``, or its beginning with "…", in at most ``most`` characters.

    >>> shortened("Mars has two moons.", 9)
    'Mars has…'
    """
    return text if len(text) <= most else f"{text[: most - 1]}…"


def dumps(value: JSON, indent: int | None = None) -> str:
    """JSON text of ``value`` in which unsafe characters are escapes: read again, it is the same value.

    Raises ``ValueError`` for infinity and NaN, which JSON does not have.

    >>> dumps(["\\u202e", "é"])
    '["\\\\u202e", "é"]'
    """
    return escaped(json.dumps(value, ensure_ascii=False, indent=indent, allow_nan=False))


def escaped(text: str) -> str:
    """JSON text with unsafe characters written as escapes."""
    return UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
