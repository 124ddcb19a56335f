"""Fits the weights that choose a document's sentences, from claims whose gold evidence is known.

All weights are fitted on all sentences of the article that holds the gold evidence: those of words by a logistic model, that
of the cosine beside them, and of what is compared word by word, by the order within each article (``conditional``),
*every source of claims weighing the same*:
most labelled claims repeat the words of their evidence, and weights that suit them rank the evidence of other claims badly. A
scale and an intercept then make the score log-odds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from localcheck.evaluate.gold import SHARE, runs
from localcheck.judging.evidence.choose import COMPARED, LEXICAL, Choice, described, matches
from localcheck.judging.spans import sentence_spans
from localcheck.ports import FloatArray, Matcher, SentenceEncoder
from localcheck.stats.logistic import Logistic, fit
from localcheck.types import Claim, Passage
from training.measuring import conditional

EVERY = 10**6
"""More sentences than any document has."""
RIDGE = 1.0


@dataclass(frozen=True, slots=True)
class Ranked:
    """The sentences of one article for one claim, described for the choice."""

    group: str
    """The article, which must not be on both sides of a cross-fit."""
    source: str
    claim: Claim
    passage: Passage
    gold: frozenset[int]
    """Numbers of the gold sentences in ``sentence_spans``; never empty."""
    lexical: FloatArray
    """Features of every sentence that need no encoder, shape (sentences, 8)."""


def gold_sentences(text: str, evidence: str) -> frozenset[int]:
    """Numbers of the sentences of ``text`` that stand in ``evidence``, up to small changes; short sentences never count."""
    known = runs(evidence)
    found = ((n, runs(span.of(text))) for n, span in enumerate(sentence_spans(text)))
    return frozenset(n for n, own in found if own and len(own & known) >= SHARE * len(own))


def ranked(source: str, claim: Claim, passage: Passage, evidence: str) -> Ranked | None:
    """One claim beside its article; None where the article holds none of the gold sentences."""
    gold = gold_sentences(passage.text, evidence)
    if not gold:
        return None
    _, rows = described(claim, passage, None, Choice(), EVERY)
    return Ranked(passage.title, source, claim, passage, gold, rows)


def fit_choice(found: Sequence[Ranked], encoder: SentenceEncoder | None) -> Choice:
    """The weights of these articles; that of the cosine stays as it is where there is no encoder."""
    words = _fitted([one.lexical for one in found], [_marks(one) for one in found], [1.0] * len(found))
    choice = replace(Choice(), lexical=_rounded(words.weights), lexical_bias=round(words.bias, 3))
    if encoder is None:
        return choice
    sources = Counter(one.source for one in found)
    each = [len(found) / len(sources) / sources[one.source] for one in found]
    pairs = [np.column_stack([choice.by_words(one.lexical), cosines(one, encoder)]) for one in found]
    marks = [_marks(one) for one in found]
    order = conditional.fit(pairs, marks, each)
    scaled = _fitted([(rows @ order)[:, None] for rows in pairs], marks, each)
    choice = replace(choice, closeness=_rounded(np.array([*(scaled.weights[0] * order), scaled.bias])))
    return (
        replace(choice, met=_met(found, pairs, marks, each, encoder, choice))
        if isinstance(encoder, Matcher)
        else choice
    )


def _met(
    found: Sequence[Ranked],
    pairs: Sequence[FloatArray],
    marks: Sequence[NDArray[np.bool_]],
    each: Sequence[float],
    matcher: Matcher,
    choice: Choice,
) -> tuple[float, ...]:
    """The weights among the sentences that are compared word by word, of the articles that have a gold one among them."""
    words, cosine, _ = choice.closeness
    sets, gold, weights = [], [], []
    for one, rows, mark, weight in zip(found, pairs, marks, each, strict=True):
        near = np.sort(np.argsort(-(rows @ (words, cosine)), kind="stable")[:COMPARED])
        if mark[near].any():
            met = matches(one.claim, one.passage, near.tolist(), matcher)
            sets.append(np.column_stack([rows[near], met]))
            gold.append(mark[near])
            weights.append(weight)
    order = conditional.fit(sets, gold, weights)
    scaled = _fitted([(rows @ order)[:, None] for rows in sets], gold, weights)
    return _rounded(np.array([*(scaled.weights[0] * order), scaled.bias]))


def cosines(one: Ranked, encoder: SentenceEncoder) -> FloatArray:
    """The cosine of the claim with every sentence of its article."""
    return described(one.claim, one.passage, encoder, Choice(), EVERY)[1][:, LEXICAL]


def _marks(one: Ranked) -> NDArray[np.bool_]:
    return np.array([place in one.gold for place in range(len(one.lexical))])


def _fitted(rows: Sequence[FloatArray], marks: Sequence[NDArray[np.bool_]], each: Sequence[float]) -> Logistic:
    """Every article weighs what ``each`` says, whatever its length: a row weighs the inverse of its article's rows."""
    weights = np.concatenate([np.full(len(part), 30.0 * one / len(part)) for part, one in zip(rows, each, strict=True)])
    return fit(np.concatenate(rows), np.concatenate(marks), RIDGE, weights)


def _rounded(weights: FloatArray) -> tuple[float, ...]:
    return tuple(round(float(w), 3) for w in weights)
