"""A text as the NLI model should read it: without what is left over from conversion or only written in another way. Pure.

A claim that "came up in the 1970's" was called contradicted by "in the early 1970s" (0.81), and entailed without the
apostrophe (0.96). Quotes in reports are taken from the text itself, never from this.
"""

from __future__ import annotations

import re

_DECADE = re.compile(r"\b(1\d|20)(\d0)['’]s\b")
_EMPTY = re.compile(r"\s*[(（][\s,;:.]*[)）]")
_LEADING = re.compile(r"(?<=\()[\s,;:]+")
_TICKS = re.compile(r"``|''")


def plain(text: str) -> str:
    """The text with decades without apostrophe, plain quotation marks, and without the brackets that a converter emptied.

    >>> plain("Skopje (, ; ) grew in the 1970's.")
    'Skopje grew in the 1970s.'
    """
    text = _DECADE.sub(r"\1\2s", text)
    text = _TICKS.sub('"', text)
    return _LEADING.sub("", _EMPTY.sub("", text))
