"""Documents that are copies of each other, or of the text under review, count once. Pure."""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache

from localcheck.types import Document, Passage

WORDS = 8
"""Length of a shingle in words."""
SAME = 0.7
"""Share of the shorter text's shingles that stand in the other, from which on one is a copy of the other."""
LEAST = 40
"""Words below which a text is too short to be told from a common phrase."""
_WORD = re.compile(r"\w+")


def is_copy(passage: Passage, of: str) -> bool:
    """Is most of the shorter of both texts word for word in the other?"""
    a, b = shingles(passage.text), shingles(of)
    if not a or not b:
        return False
    return len(a & b) >= SAME * min(len(a), len(b))


def counted_before(passage: Passage, earlier: list[Passage], document: Document) -> str:
    """Why a passage adds nothing: it copies an earlier one, or the text under review; empty where it is new."""
    if any(is_copy(passage, p.text) for p in earlier):
        return "a copy of a document read before"
    return "a copy of the text under review" if is_copy(passage, document.text) else ""


@lru_cache(maxsize=128)
def shingles(text: str) -> frozenset[bytes]:
    """Digests of each eight words in a row; none for a short text."""
    words = _WORD.findall(text.lower())
    if len(words) < LEAST:
        return frozenset()
    return frozenset(
        hashlib.blake2b(" ".join(words[i : i + WORDS]).encode("utf-8", "surrogatepass"), digest_size=8).digest()
        for i in range(len(words) - WORDS + 1)
    )
