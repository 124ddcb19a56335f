"""What a plain text calls itself."""

from __future__ import annotations

import re

from localcheck.text.sentences import blocks

LONGEST_TITLE = 80
"""Characters."""

_MARKUP = re.compile(r"^[#=*_\s]+|[#=*_\s]+$")
_FINAL = re.compile(r"[.!?;:,。！？；：，]['\"”’)]*$")


def first_line_title(text: str) -> str:
    """The first block, when it reads like a title: short, one line, no final punctuation, more text below; else empty."""
    found = blocks(text)
    first = next(found, None)
    if first is None or next(found, None) is None:
        return ""
    line = _MARKUP.sub("", first.of(text))
    if not line or "\n" in line or len(line) > LONGEST_TITLE or len(line.split()) > 12 or _FINAL.search(line):
        return ""
    return line if first.of(text)[0] not in "-|>•" else ""
