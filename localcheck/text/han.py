"""Chinese characters: which ones there are, whether a text is Chinese, and texts without spaces in searches. Pure."""

from __future__ import annotations

import re

from localcheck.text.patterns import regex

HAN = r"々〇\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
"""What stands in a character class for all Chinese characters."""
CHARACTER = regex(f"[{HAN}]")
_RUN = regex(f"[{HAN}]+")
_LATIN_WORD = regex(r"[A-Za-zÀ-ɏ]+")
_HAN_STOP = regex(r"[。！？][”’」』）》]*\s*$")
_SIDE = rf"{HAN}\u3040-\u30ff"
_WRAP = regex(
    rf"(?<=[{_SIDE}，。、；：！？）》」』】”’\d])[ \t]*\r?\n[ \t\u3000]*(?=[{_SIDE}（《「『【])|(?<=[{_SIDE}])\r?\n(?=\d)"
)
NO_BREAK = "\u2060"
"""The word joiner: of no width, and where it stands nothing is broken."""


def paired(text: str) -> str:
    """``text`` with its runs of Chinese characters as overlapping pairs, apart from what stands beside them.

    Indexes hold, and queries look for, words between spaces and marks; Chinese writes a whole clause without any.

    >>> paired("北京于1421年成为首都"), paired("Beijing")
    ('北京 京于 1421 年成 成为 为首 首都', 'Beijing')
    """
    return text if text.isascii() else _RUN.sub(_pairs, text).strip()


def has_han(text: str) -> bool:
    """Whether there is a Chinese character in ``text``."""
    return not text.isascii() and _RUN.search(text) is not None


def is_han(text: str) -> bool:
    """Whether a text is Chinese, though it may have words of other scripts; and not English with a Chinese name in it.

    >>> is_han("苹果公司（Apple Inc.）成立于1976年。"), is_han("Confucius (孔子) was a philosopher.")
    (True, False)
    """
    if not has_han(text):
        return False
    return _HAN_STOP.search(text) is not None or len(CHARACTER.findall(text)) > len(_LATIN_WORD.findall(text))


def joined(text: str) -> str:
    """``text`` with word joiners for the line breaks inside Chinese, where no space belongs; as long as before.

    >>> joined("相\\n对论").replace(NO_BREAK, ""), joined("Advanced\\nStudy")
    ('相对论', 'Advanced\\nStudy')
    """
    return text if text.isascii() else _WRAP.sub(lambda wrap: NO_BREAK * len(wrap.group()), text)


def _pairs(found: re.Match[str]) -> str:
    run = found.group()
    pairs = [run[at : at + 2] for at in range(len(run) - 1)] or [run]
    return f" {' '.join(pairs)} "
