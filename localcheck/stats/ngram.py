"""The n-gram language model of SelfCheckGPT (Manakul et al. 2023, Section 5.3, Eq. 7-8).

The published code estimates the *joint* relative frequency of an n-gram, count / total, not a conditional one, pads
every sentence with n - 1 start symbols, lower-cases, and adds no pseudo-count: the only smoothing is that the response
is counted along with the samples. Built the same way here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

START = "<s>"
Gram = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NgramCounts:
    """How often each n-gram was seen."""

    n: int
    """Order of the model, at least 1."""
    counts: Counter[Gram]
    total: int
    """Number of n-grams seen; as many as tokens, because of the padding."""


def grams(tokens: Sequence[str], n: int) -> list[Gram]:
    """One n-gram for every token, the first ones padded on the left.

    >>> grams(["a", "b"], 2)
    [('<s>', 'a'), ('a', 'b')]
    """
    padded = [START] * (n - 1) + [token.lower() for token in tokens]
    return [tuple(padded[i : i + n]) for i in range(len(tokens))]


def train(sentences: Iterable[Sequence[str]], n: int) -> NgramCounts:
    """Count the n-grams of tokenised sentences. Raises ``ValueError`` for n < 1."""
    if n < 1:
        raise ValueError(f"n must be at least 1, not {n}")
    counts: Counter[Gram] = Counter()
    for tokens in sentences:
        counts.update(grams(tokens, n))
    return NgramCounts(n, counts, counts.total())


def surprisal(model: NgramCounts, tokens: Sequence[str]) -> NDArray[np.float64]:
    """-log p of each token of one sentence, in nats. An n-gram never seen counts as seen once."""
    seen = np.array([max(model.counts[gram], 1) for gram in grams(tokens, model.n)], dtype=np.float64)
    return np.asarray(np.log(max(model.total, 1)) - np.log(seen), dtype=np.float64)


def average(surprisals: NDArray[np.float64]) -> float:
    """Eq. 7: mean of -log p over the tokens of a sentence; 0 for a sentence without tokens."""
    return float(surprisals.mean()) if surprisals.size else 0.0


def maximum(surprisals: NDArray[np.float64]) -> float:
    """Eq. 8: largest -log p in a sentence, the least expected token; 0 for a sentence without tokens."""
    return float(surprisals.max()) if surprisals.size else 0.0
