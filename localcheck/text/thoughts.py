"""What a reasoning model writes before it answers."""

from __future__ import annotations

import re

from localcheck.text.patterns import regex

_THOUGHT = regex(r"<(think|thinking|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_END = "</think>"


def without_thoughts(text: str) -> str:
    """``text`` without what stands between ``<think>`` tags; an unclosed thought runs to the end of the text.

    Some servers leave out the opening tag: then everything up to the last closing one is a thought.

    >>> without_thoughts("<think>hm</think>Yes")
    'Yes'
    """
    if "<" not in text:
        return text
    rest = _THOUGHT.sub("", text)
    after = rest.rpartition(_END)[2]
    return text if after == text else after.lstrip()
