"""Finds the verbatim sentence that a decision rests on."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

import numpy as np

from localcheck.judging.spans import relevance, sentence_spans
from localcheck.judging.weigh import (
    REFUTING_RELEVANCE,
    RELATIVE_FLOOR,
    Pairs,
    Weighed,
    Windows,
    score_spans,
    topicality,
)
from localcheck.ports import FloatArray
from localcheck.system.resources import sha256_text
from localcheck.types import Claim, Entailment, Evidence

QUOTE_AT_LEAST = 0.5
"""Least probability of entailment or contradiction with which a sentence is quoted."""


@dataclass(frozen=True, slots=True)
class Quote:
    """The sentence that speaks most clearly for or against a claim."""

    index: int
    """Which of the passages weighed."""
    evidence: Evidence
    """With the quote filled in."""
    probability: float
    """Of entailment, or of contradiction."""
    weight: float
    """``probability`` times the relevance of the sentence."""


def strongest_quote(
    claim: Claim, weighed: list[Weighed], column: int, windows: Windows, candidates: int = 3
) -> Generator[Pairs, FloatArray, Quote | None]:
    """The sentence that entails (column 0) or contradicts (column 2) the claim most; None if none does.

    Spans are ranked by probability times relevance. For contradiction, spans that are about something else are left out,
    however sure the model is, and so are spans that are clearly less relevant than another one. A window of several
    sentences is narrowed to the single sentence that entails or contradicts most.
    """
    closest = max((topicality(claim, w.evidence.passage) for w in weighed), default=0.0)
    least = 0.0 if column == 0 else max(REFUTING_RELEVANCE, RELATIVE_FLOOR * closest)
    ranked = sorted(
        (-float(w.scores[j, column] * w.relevance[j]), i, j)
        for i, w in enumerate(weighed)
        for j in range(len(w.spans))
        if w.scores[j, column] >= QUOTE_AT_LEAST and w.relevance[j] >= least
    )
    best: Quote | None = None
    for _, i, j in ranked[:candidates]:
        found = yield from _narrow(claim, weighed[i], j, column, least, windows)
        if found is not None and (best is None or found[1] * found[2] > best.weight):
            best = Quote(i, found[0], found[1], found[1] * found[2])
    return best


def _narrow(
    claim: Claim, weighed: Weighed, j: int, column: int, least: float, windows: Windows
) -> Generator[Pairs, FloatArray, tuple[Evidence, float, float] | None]:
    """The best sentence of one span as (quoted evidence, probability, relevance)."""
    passage, window = weighed.evidence.passage, weighed.spans[j]
    shares = {s: relevance(claim, passage, s) for s in sentence_spans(passage.text) if s in window}
    inside = tuple(s for s, share in shares.items() if share >= least)
    if not inside:
        return None
    relevant = np.array([shares[s] for s in inside])
    if inside == (window,):
        scores = weighed.scores[j : j + 1]
    else:
        scores = yield from score_spans(claim, passage, inside, relevant, windows)
    k = int(scores[:, column].argmax())
    if scores[k, column] < QUOTE_AT_LEAST:
        return None
    quote = inside[k].of(passage.text)
    digest = sha256_text(quote)
    row = Entailment(*(float(p) for p in weighed.scores[j]))
    evidence = Evidence(claim.id, passage, window, row, quote, inside[k], digest)
    return evidence, float(scores[k, column]), float(relevant[k])
