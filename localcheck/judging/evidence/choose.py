"""Which sentences of a document are relevant to a claim: by shared words, by meaning, and by position.

Every sentence gets a small row of features; a logistic model fitted on the gold evidence of labelled claims turns it into
the probability that this is a sentence one would quote (``scripts/fit_evidence.py``; figures in docs/methods.md). Where no
encoder of sentences is at hand, a second set of weights does without meaning.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from localcheck.judging.spans import bare, content_words, sentence_spans
from localcheck.ports import FloatArray, SentenceEncoder
from localcheck.stats.bm25 import bm25
from localcheck.text import facts
from localcheck.types import Claim, Passage

FEATURES = (
    "bm25 as a share of the best sentence's",
    "share of the claim's content words beyond the title",
    "share of the claim's numbers",
    "share of the claim's names beyond the title",
    "names the title",
    "log of its place",
    "among the first three",
    "is a heading or a scrap",
    "cosine with the claim",
    "cosine less that of the closest sentence",
)
LEXICAL = 8
"""The features that need no encoder come first."""
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Choice:
    """Weights of the model that chooses sentences; the defaults are those fitted for the starter model."""

    lexical: tuple[float, ...] = (3.806, 2.637, 0.51, 0.335, -0.561, -1.315, -1.185, -2.099)
    """Weights of the features that need no encoder, used where none is at hand."""
    lexical_bias: float = -2.207
    semantic: tuple[float, ...] = (2.644, 2.804, 0.369, 0.046, -1.017, -1.23, -1.286, -0.565, -0.304, 5.694)
    """Weights of all features."""
    semantic_bias: float = -0.302

    def probabilities(self, rows: FloatArray) -> FloatArray:
        """P(a person would quote this sentence) for each row of features, with or without the last two; shape (n,)."""
        meaning = rows.shape[1] > LEXICAL
        weights, bias = (self.semantic, self.semantic_bias) if meaning else (self.lexical, self.lexical_bias)
        z: FloatArray = rows @ np.array(weights) + bias
        return 1.0 / (1.0 + np.exp(-z))


@dataclass(frozen=True, slots=True)
class Chosen:
    """The sentences of a document that are relevant to a claim, best first."""

    places: tuple[int, ...]
    """Their numbers in ``sentence_spans`` of the passage."""
    relevance: FloatArray
    """P(a person would quote it), in descending order."""
    closest: float
    """Highest cosine with the claim; 0 without an encoder."""


def choose(
    claim: Claim, passage: Passage, encoder: SentenceEncoder | None, choice: Choice, most: int, looked_at: int = 16
) -> Chosen:
    """The ``most`` best sentences.

    Words rank first, and the meaning of the ``looked_at`` best by words is compared with the claim's: on the development
    claims that loses nothing against comparing every sentence, and costs a twentieth.
    """
    places, rows = described(claim, passage, encoder, choice, looked_at)
    if not places:
        return Chosen((), np.empty(0), 0.0)
    relevance = choice.probabilities(rows)
    order = np.argsort(-relevance, kind="stable")[:most]
    closest = float(rows[:, LEXICAL].max()) if encoder is not None else 0.0
    return Chosen(tuple(places[i] for i in order), relevance[order], closest)


def described(
    claim: Claim, passage: Passage, encoder: SentenceEncoder | None, choice: Choice, looked_at: int
) -> tuple[tuple[int, ...], FloatArray]:
    """Numbers of the sentences that rank first by words, and their features, shape (n, 8), or (n, 10) with an encoder."""
    sentences = _words_of(passage.text)
    if not sentences:
        return (), np.empty((0, len(FEATURES)))
    rows = _lexical(claim, passage, bm25(_stems(claim.text), sentences))
    first = np.sort(np.argsort(-choice.probabilities(rows), kind="stable")[:looked_at])
    places, rows = tuple(int(i) for i in first), rows[first]
    if encoder is None:
        return places, rows
    spans = sentence_spans(passage.text)
    vectors = encoder.embed([claim.text, *(spans[i].of(passage.text) for i in places)])
    cosine = vectors[1:] @ vectors[0]
    return places, np.column_stack([rows, cosine, cosine - cosine.max()])


def _lexical(claim: Claim, passage: Passage, shared: FloatArray) -> FloatArray:
    title = bare(passage.title)
    known = content_words(title)
    words = content_words(claim.text) - known
    numbers = facts.numbers(claim.text)
    names = facts.names(claim.text) - frozenset(w.lower() for w in _WORD.findall(title))
    spans, best = sentence_spans(passage.text), max(float(shared.max()), 1e-9)
    lowered = title.lower()

    def row(place: int) -> tuple[float, ...]:
        text = spans[place].of(passage.text)
        small = text.lower()
        return (
            float(shared[place]) / best,
            len(words & content_words(text)) / max(len(words), 1),
            len(numbers & facts.numbers(text)) / len(numbers) if numbers else 0.0,
            sum(n in small for n in names) / len(names) if names else 0.0,
            float(bool(lowered) and lowered in small),
            float(np.log1p(place)),
            float(place < 3),
            float(len(text.split()) < 5),
        )

    return np.array([row(p) for p in range(len(spans))], dtype=np.float64)


@lru_cache(maxsize=64)
def _words_of(text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(_stems(s.of(text)) for s in sentence_spans(text))


def _stems(text: str) -> tuple[str, ...]:
    """Words in lower case, plural s taken off."""
    words = _WORD.findall(text.lower())
    return tuple(w[:-1] if len(w) > 3 and w.endswith("s") and not w.endswith("ss") else w for w in words)
