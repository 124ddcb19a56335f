"""From the vectors of tokens to one vector a text or a pair, and to the token vectors of a text: pure arrays."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from localcheck.backends.nli.head import Array
from localcheck.backends.nli.tokenizer import Tokens
from localcheck.errors import NLIError
from localcheck.types import TokenVectors

PADDING = -1
"""Stands where a row has no token; 0 marks its premise and 1 its hypothesis."""


def marked(types: Sequence[Sequence[int]], width: int) -> NDArray[np.int8]:
    """Segment numbers of a batch as one array (n, width), ``PADDING`` where a row has ended."""
    marks = np.full((len(types), width), PADDING, dtype=np.int8)
    for row, own in zip(marks, types, strict=True):
        row[: len(own)] = own
    return marks


def pool(hidden: Array, pooled: Array | None, tokens: NDArray[np.int8], pooling: str) -> Array:
    """(n, t, h) -> (n, h), and (n, 3h) for ``pair``; padding never counts."""
    if pooling == "pooler" and pooled is not None:
        return pooled
    if pooling == "cls":
        first: Array = hidden[:, 0]
        return first
    if pooling == "mean":
        return mean_of(hidden, tokens != PADDING)
    if pooling == "pair":
        claim = tokens == 1
        highest = np.stack([row[own].max(axis=0) for row, own in zip(hidden, claim, strict=True)])
        parts: Array = np.concatenate([mean_of(hidden, tokens != PADDING), mean_of(hidden, claim), highest], axis=1)
        return parts
    raise NLIError(f"pooling {pooling!r} is not possible with this model", "cls, mean, pair or pooler")


def mean_of(hidden: Array, chosen: NDArray[np.bool_]) -> Array:
    """Mean of the chosen tokens' vectors: (n, t, h) and (n, t) -> (n, h)."""
    weights = (chosen / chosen.sum(axis=1, keepdims=True)).astype(np.float32)
    mean: Array = (weights[:, None, :] @ hidden)[:, 0]
    return mean


def unit(rows: Array) -> Array:
    """Rows scaled to unit length; a zero row stays zero."""
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    scaled: Array = np.divide(rows, norms, out=np.zeros_like(rows), where=norms > 0)
    return scaled


def gather(tokens: Sequence[Tokens], texts: Sequence[int], found: Sequence[Array | None]) -> list[TokenVectors]:
    """Put the pieces of every text together again; ``texts`` says for each piece of ``found`` whose it is."""
    rows: list[list[Array]] = [[] for _ in tokens]
    for i, vectors in zip(texts, found, strict=True):
        if vectors is not None:
            rows[i].append(vectors)
    return [TokenVectors(t.pieces, np.concatenate(r)) for t, r in zip(tokens, rows, strict=True)]
