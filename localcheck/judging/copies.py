"""Documents that are copies of each other, or of the text under review, count once. Pure."""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache

from localcheck.types import Document, Passage

WORDS = 8
"""Length of a shingle in words."""
SAME = 0.7
"""One text is a copy of another if at least this share of the shorter one's shingles occurs in the longer one."""
LEAST = 40
"""A text with fewer words is never called a copy: it may be a common phrase."""
_WORD = re.compile(r"\w+")


def is_copy(passage: Passage, of: str) -> bool:
    """True if most of the shorter text occurs word for word in the longer one."""
    a, b = shingles(passage.text), shingles(of)
    if not a or not b:
        return False
    return len(a & b) >= SAME * min(len(a), len(b))


def counted_before(passage: Passage, earlier: list[Passage], document: Document) -> str:
    """Why a passage adds nothing: it copies an earlier one, or the text under review. Empty if it is new."""
    if any(is_copy(passage, p.text) for p in earlier):
        return "a copy of a document read before"
    return "a copy of the text under review" if is_copy(passage, document.text) else ""


@lru_cache(maxsize=128)
def shingles(text: str) -> frozenset[bytes]:
    """A digest of every eight words in a row; the empty set for a short text."""
    words = _WORD.findall(text.lower())
    if len(words) < LEAST:
        return frozenset()
    return frozenset(
        hashlib.blake2b(" ".join(words[i : i + WORDS]).encode("utf-8", "surrogatepass"), digest_size=8).digest()
        for i in range(len(words) - WORDS + 1)
    )
