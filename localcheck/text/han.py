"""Chinese characters in searches: a text without spaces is found by pairs of neighbouring characters. Pure."""

from __future__ import annotations

import re

_RUN = re.compile(r"[々〇\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f]+")


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


def _pairs(found: re.Match[str]) -> str:
    run = found.group()
    pairs = [run[at : at + 2] for at in range(len(run) - 1)] or [run]
    return f" {' '.join(pairs)} "
