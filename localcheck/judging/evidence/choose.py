"""Which sentences of a document are relevant to a claim: by shared words, by position, and by meaning.

Every sentence gets a small row of features; a logistic model fitted on the gold evidence of labelled claims turns it into
log-odds that this is a sentence one would quote (``scripts/fit_evidence.py``; figures in research/methods.md). Where an encoder
of sentences is at hand, these log-odds and the cosine of the claim with the sentence, led by the title of its article, are
two numbers with three weights: more weights rank claims that were written to mislead worse, since most labelled claims are
easy. The best by these are compared with the claim word by word (``ports.Matcher``), which is a third number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from localcheck.judging.spans import chosen_by, content_words, sentence_spans, silent, titled
from localcheck.ports import ArticleEncoder, FloatArray, Matcher, SentenceEncoder
from localcheck.stats.bm25 import bm25
from localcheck.text import facts
from localcheck.text.han import paired
from localcheck.text.lexicon import rows
from localcheck.text.names import name_words, without_parenthesis
from localcheck.text.patterns import regex
from localcheck.text.values.classes import classed
from localcheck.text.values.timed import timed
from localcheck.text.words import without_plural_s
from localcheck.types import Claim, Passage

FEATURES = tuple(rows("choose.features"))
LEXICAL, CLOSE, MET = 8, 3, 4
"""The features that need no encoder come first; weights of closeness, and of what is compared word by word."""
COMPARED = 12
"""How many sentences, best by closeness, are compared with the claim word by word."""
LOOKED_AT = 48
"""How many sentences, best by words, are compared with the claim by meaning where the article's vectors are not all kept."""
_WORD = regex(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Choice:
    """Weights of the model that chooses sentences; the defaults are those fitted for the starter model."""

    lexical: tuple[float, ...] = (3.638, 2.572, 0.902, 0.715, -0.405, -1.492, -0.772, -1.639)
    """Weights of the features that need no encoder, used where none is at hand."""
    lexical_bias: float = -2.282
    closeness: tuple[float, ...] = (0.424, 11.674, -9.191)
    """Weights of the log-odds by words and of the cosine with the claim, and an intercept."""
    met: tuple[float, ...] = (0.22, 0.817, 8.14, -6.831)
    """Weights of the log-odds by words, of the cosine and of the match word by word, and a bias."""

    def by_words(self, rows: FloatArray) -> FloatArray:
        """Log-odds by the features that need no encoder, shape (n,)."""
        z: FloatArray = rows[:, :LEXICAL] @ np.array(self.lexical) + self.lexical_bias
        return z

    def log_odds(self, rows: FloatArray) -> FloatArray:
        """Log-odds that a person would quote this sentence, for each row of features, with or without the last one."""
        if rows.shape[1] == LEXICAL:
            return self.by_words(rows)
        words, cosine, bias = self.closeness
        z: FloatArray = words * self.by_words(rows) + cosine * rows[:, LEXICAL] + bias
        return z

    def met_log_odds(self, rows: FloatArray, matches: FloatArray) -> FloatArray:
        """The same of sentences that were compared with the claim word by word."""
        words, cosine, met, bias = self.met
        z: FloatArray = words * self.by_words(rows) + cosine * rows[:, LEXICAL] + met * matches + bias
        return z


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
    claim: Claim,
    passage: Passage,
    encoder: SentenceEncoder | None,
    choice: Choice,
    most: int,
    looked_at: int = LOOKED_AT,
) -> Chosen:
    """The ``most`` best sentences. ``looked_at``: see ``described``."""
    places, rows = described(claim, passage, encoder, choice, looked_at)
    every = sentence_spans(passage.text)
    telling = [i for i, place in enumerate(places) if not silent(passage.text, every[place])]
    places, rows = tuple(places[i] for i in telling), rows[telling]
    if not places:
        return Chosen((), np.empty(0), 0.0)
    odds = choice.log_odds(rows)
    closest = float(rows[:, LEXICAL].max()) if encoder is not None else 0.0
    matcher: object = encoder
    if isinstance(matcher, Matcher):
        near = np.sort(np.argsort(-odds, kind="stable")[: max(COMPARED, most)])
        places, rows = tuple(places[i] for i in near), rows[near]
        odds = choice.met_log_odds(rows, matches(claim, passage, places, matcher))
    order = np.argsort(-odds, kind="stable")[:most]
    first_tells = classed(claim.text) or timed(claim.text) is not None
    if 0 in places and first_tells and places.index(0) not in order:
        order[-1] = places.index(0)  # what it is, and when it was, stands in the first sentence
    return Chosen(tuple(places[i] for i in order), as_probabilities(odds[order]), closest)


def as_probabilities(odds: FloatArray) -> FloatArray:
    """Log-odds as probabilities, same shape."""
    p: FloatArray = 1.0 / (1.0 + np.exp(-np.clip(odds, -30.0, 30.0)))
    return p


def matches(claim: Claim, passage: Passage, places: Sequence[int], matcher: Matcher) -> FloatArray:
    """How far these sentences of the passage speak of the claim's words, shape (n,)."""
    texts = sentence_texts(passage)
    return matcher.match(claim.text, [texts[i] for i in places])


def described(
    claim: Claim, passage: Passage, encoder: SentenceEncoder | None, choice: Choice, looked_at: int = LOOKED_AT
) -> tuple[tuple[int, ...], FloatArray]:
    """Numbers of the sentences that may be read, and their features, shape (n, 8), or (n, 9) with an encoder.

    Words rank first, and the meaning of the ``looked_at`` best by words is compared with the claim's; of an article all of
    whose vectors are kept, every sentence's.
    """
    sentences = _words_of(passage.text)
    if not sentences:
        return (), np.empty((0, len(FEATURES)))
    rows = _lexical(claim, passage, bm25(_stems(claim.text), sentences))
    first = np.argsort(-choice.by_words(rows), kind="stable")[:looked_at]
    if encoder is None:
        places = tuple(sorted(int(i) for i in first))
        return places, rows[list(places)]
    places, cosine = _compared(claim, passage, encoder, sorted(int(i) for i in first))
    return places, np.column_stack([rows[list(places)], cosine])


def sentence_texts(passage: Passage) -> tuple[str, ...]:
    """The sentences as their vectors are made: led by the title, so that "It was built in 1931" is about something."""
    return tuple(
        titled(without_parenthesis(passage.title), chosen_by(passage.text, span))
        for span in sentence_spans(passage.text)
    )


def _compared(
    claim: Claim, passage: Passage, encoder: SentenceEncoder, first: list[int]
) -> tuple[tuple[int, ...], FloatArray]:
    """Numbers of the sentences whose vectors are at hand, ``first`` at least, and the cosines with the claim."""
    texts = sentence_texts(passage)
    if isinstance(encoder, ArticleEncoder):
        places, vectors = encoder.of_article(passage, texts, first)
        return places, np.asarray(vectors @ encoder.embed([claim.text])[0], dtype=np.float64)
    both = encoder.embed([claim.text, *(texts[i] for i in first)])
    return tuple(first), np.asarray(both[1:] @ both[0], dtype=np.float64)


def _lexical(claim: Claim, passage: Passage, shared: FloatArray) -> FloatArray:
    title = without_parenthesis(passage.title)
    known = content_words(title)
    words = content_words(claim.text) - known
    numbers = facts.numbers(claim.text)
    names = name_words(claim.text) - frozenset(w.lower() for w in _WORD.findall(title))
    best = max(float(shared.max()), 1e-9)
    lowered = title.lower()

    def row(place: int, sentence: _Sentence) -> tuple[float, ...]:
        return (
            float(shared[place]) / best,
            len(words & sentence.words) / max(len(words), 1),
            len(numbers & facts.numbers(sentence.said)) / len(numbers) if numbers else 0.0,
            sum(n in sentence.small for n in names) / len(names) if names else 0.0,
            float(bool(lowered) and lowered in sentence.small),
            float(np.log1p(place)),
            float(place < 3),
            sentence.short,
        )

    return np.array([row(*one) for one in enumerate(_sentences(passage.text))], dtype=np.float64)


class _Sentence(NamedTuple):
    """What every claim is compared with."""

    said: str
    small: str
    words: frozenset[str]
    short: float


@lru_cache(maxsize=64)
def _sentences(text: str) -> tuple[_Sentence, ...]:
    told = (chosen_by(text, span) for span in sentence_spans(text))
    return tuple(_Sentence(said, said.lower(), content_words(said), float(len(said.split()) < 5)) for said in told)


@lru_cache(maxsize=64)
def _words_of(text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(_stems(one.said) for one in _sentences(text))


def _stems(text: str) -> tuple[str, ...]:
    """Words in lower case, plural s taken off; of Chinese, the pairs of its characters."""
    words = _WORD.findall(paired(text.lower()))
    return tuple(map(without_plural_s, words))
