"""What raised text says when it is no longer raised: a power keeps a sign of it, the number of a note goes. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter

from localcheck.text.patterns import regex

_POWER = regex(r"\s*([-+−–]?\d{1,6})\s*")
_NOTE = regex(r"\s*\d{1,3}(?:[,–-]\s?\d{1,3}){0,5}\s*")
_NOTED = regex(
    r"(?:[.!?,;:][\"”’)\]]{0,2}|[\"”]|\b(?:in|since|until|by|after|before|from|[A-Z][a-z]{2,12},?)\s[12]\d{3}"
    r"|\b(?!\w*(?:m[eèé]t(?:er|re|ro)|mile|inch|yard|second|minute|hour|year|degree))[^\W\d_][a-zß-ÿ]{4,})\Z"
)
"""Behind this a raised number leads to a note: a stop, a quotation, a year that a word says is one ("in 1889", "July 1969"),
and a word that has no powers: one too long for a variable, and no unit.
"""
_LOOKED_AT = 30
"""Characters before it."""


def raised(text: str, before: str) -> str:
    """What ``text`` says, raised behind ``before``: ``^5`` behind a digit, since "10" and a raised "5" would be a hundred and
    five; nothing where it is the number of a note; else itself.
    """
    white = text[len(text.rstrip()) :]
    if _NOTE.fullmatch(text) and _NOTED.search(before[-_LOOKED_AT:]):
        return white
    found = _POWER.fullmatch(text)
    return f"^{found[1]}{white}" if found and before[-1:].isdigit() else text


def joined(pieces: Iterable[tuple[str, bool]]) -> str:
    """The text of the pieces, one behind the other; each has with it whether it is raised. Raised ones side by side are one."""
    made = ""
    for is_raised, run in groupby(pieces, key=itemgetter(1)):
        text = "".join(piece for piece, _ in run)
        made += raised(text, made[-_LOOKED_AT:]) if is_raised else text
    return made
