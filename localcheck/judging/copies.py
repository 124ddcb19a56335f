"""Documents that are copies of each other, or of the text under review, count once. Pure."""

from __future__ import annotations

import hashlib
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from localcheck.text.words import Variant, words
from localcheck.types import Document, Passage

WORDS = 8
"""Length of a shingle in words."""
SAME = 0.7
"""One text is a copy of another if at least this share of the shorter one's shingles occurs in the longer one."""
LEAST = 40
"""A text with fewer words is never called a copy: it may be a common phrase."""


def is_copy(passage: Passage, of: str) -> bool:
    """True if most of the shorter text occurs word for word in the longer one."""
    a, b = shingles(passage.text), shingles(of)
    if not len(a) or not len(b):
        return False
    short, long = sorted((a, b), key=len)
    places = np.searchsorted(long, short).clip(max=len(long) - 1)
    return int((long[places] == short).sum()) >= SAME * len(short)


def counted_before(passage: Passage, earlier: list[Passage], document: Document) -> str:
    """Why a passage adds nothing: it copies an earlier one, or the text under review. Empty if it is new."""
    if any(is_copy(passage, p.text) for p in earlier):
        return "a copy of a document read before"
    return "a copy of the text under review" if is_copy(passage, document.text) else ""


@lru_cache(maxsize=1024)
def shingles(text: str) -> NDArray[np.uint64]:
    """A digest of every eight words in a row, each once and in ascending order; empty for a short text."""
    found = words(text.lower(), Variant.RUNS)
    if len(found) < LEAST:
        return np.empty(0, dtype=np.uint64)
    runs = (" ".join(found[i : i + WORDS]) for i in range(len(found) - WORDS + 1))
    digests = {hashlib.blake2b(run.encode("utf-8", "surrogatepass"), digest_size=8).digest() for run in runs}
    return np.sort(np.frombuffer(b"".join(digests), dtype=np.uint64))
