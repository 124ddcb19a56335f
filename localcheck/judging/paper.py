"""Reading as in the Bayesian paper: windows of many words, of which only entailment counts (Wang et al. 2023, Section 3.3).

Beyond the paper, single sentences are read besides the windows (``sentences=0`` leaves them out), and a window that decides
is narrowed to the sentence that can be quoted.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

import numpy as np

from localcheck.judging.opinion import QUOTE_AT_LEAST, SIDES, Candidate, Opinion, Pairs
from localcheck.judging.spans import premise, relevance, sentence_spans
from localcheck.judging.windows import Windows, choose_premises, most_relevant
from localcheck.ports import FloatArray
from localcheck.stats.bayes import entailment_feature
from localcheck.types import Claim, Entailment, Passage, Span

NARROWED = 12
"""Sentences of a deciding window that are read once more to find the one to quote."""


WINDOWS = Windows()


@dataclass(frozen=True, slots=True)
class Paper:
    """``Reader`` of the paper: the belief is moved by the feature of the highest entailment (Eq. 1-2)."""

    windows: Windows = WINDOWS

    def weigh(self, claim: Claim, passage: Passage) -> Generator[Pairs, FloatArray, Opinion]:
        """Score the spans of one passage; an empty passage does not move the belief."""
        spans = choose_premises(claim, passage, self.windows)
        if not spans:
            return Opinion(passage, None)
        scores = yield [(premise(passage, s), claim.text) for s in spans]
        relevant = np.array([relevance(claim, passage, s) for s in spans])
        best = int((np.maximum(scores[:, 0], scores[:, 2]) * (0.5 + relevant)).argmax())
        found = []
        for label, column in SIDES.items():
            weight = scores[:, column] * relevant * (scores[:, column] >= QUOTE_AT_LEAST)
            if weight.max() > 0:
                candidate = yield from _narrowed(claim, passage, spans[int(weight.argmax())], column)
                found += [(label, candidate)] if candidate else []
        window = Entailment(*(float(p) for p in scores[best]))
        support = float(scores[:, 0].max())
        return Opinion(passage, entailment_feature(support), spans[best], window, tuple(found), support)


def _narrowed(
    claim: Claim, passage: Passage, window: Span, column: int
) -> Generator[Pairs, FloatArray, Candidate | None]:
    """The sentence of a window that entails (column 0) or contradicts (column 2) the claim most; None if none does."""
    inside = most_relevant(claim, passage, tuple(s for s in sentence_spans(passage.text) if s in window), NARROWED)
    if not inside:
        return None
    scores = yield [(premise(passage, s), claim.text) for s in inside]
    k = int(scores[:, column].argmax())
    said = Entailment(*(float(p) for p in scores[k]))
    p = float(scores[k, column])
    if p < QUOTE_AT_LEAST:
        return None
    return Candidate(inside[k], p, p * relevance(claim, passage, inside[k]), entailment=said)
