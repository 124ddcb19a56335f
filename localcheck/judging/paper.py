"""Reading as in the Bayesian paper: windows of many words, of which only entailment counts (Wang et al. 2023, Section 3.3);
how a passage is cut into them, and which of them are the most relevant to a claim.

Beyond the paper, single sentences are read besides the windows (``sentences=0`` leaves them out), and a window that decides
is narrowed to the sentence that can be quoted.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from localcheck.judging.opinion import QUOTE_AT_LEAST, SIDES, Candidate, Opinion, Pairs
from localcheck.judging.spans import CJK, premise, relevance, sentence_spans
from localcheck.ports import FloatArray
from localcheck.stats.bayes import entailment_feature
from localcheck.text.words import Variant, words
from localcheck.types import Claim, Entailment, Passage, Span


@dataclass(frozen=True, slots=True)
class Windows:
    """How a passage is cut (Wang et al. 2023, Section 3.3: spans of m tokens, moved on by a step)."""

    size: int = 240
    """Words of a window; sentences are kept whole."""
    overlap: int = 60
    """Words that two neighbours share, at most."""
    most: int = 4
    """Windows of one passage that are scored: those that share most words with the claim. 0 means all."""
    sentences: int = 8
    """Single sentences that are scored too, chosen in the same way; 0 means none, as in the paper."""
    floor: float = 0.4
    """A document whose best sentence has a lower relevance says nothing about the claim, and is not scored."""


@lru_cache(maxsize=512)
def passage_windows(text: str, windows: Windows) -> tuple[Span, ...]:
    """Spans of whole sentences, at most ``size`` words each where sentences allow it; they cover the text."""
    spans = sentence_spans(text)
    lengths = [_length(s.of(text)) for s in spans]
    found, first = [], 0
    while first < len(spans):
        last, words = first, lengths[first]
        while last + 1 < len(spans) and words + lengths[last + 1] <= windows.size:
            last += 1
            words += lengths[last]
        found.append(Span(spans[first].start, spans[last].end))
        if last + 1 >= len(spans):
            break
        back, shared = last + 1, 0
        while back - 1 > first and shared + lengths[back - 1] <= windows.overlap:
            back -= 1
            shared += lengths[back]
        first = back
    return tuple(found)


def _length(text: str) -> int:
    return len(words(text, Variant.RUNS)) + len(CJK.findall(text))


def choose_premises(claim: Claim, passage: Passage, windows: Windows) -> tuple[Span, ...]:
    """The spans to score: windows, and single sentences, those first that share most words with the claim."""
    spans = most_relevant(claim, passage, passage_windows(passage.text, windows), windows.most)
    alone = sentence_spans(passage.text)
    if windows.sentences and len(alone) > 1:
        spans += most_relevant(claim, passage, alone, windows.sentences)
    return tuple(dict.fromkeys(spans))


def most_relevant(claim: Claim, passage: Passage, spans: tuple[Span, ...], most: int) -> tuple[Span, ...]:
    """The ``most`` spans that share most words with the claim (0: all), in the order of the text."""
    if not most or len(spans) <= most:
        return spans
    ranked = np.argsort([-relevance(claim, passage, s) for s in spans], kind="stable")
    return tuple(spans[i] for i in sorted(ranked[:most].tolist()))


def topicality(claim: Claim, passage: Passage) -> float:
    """Relevance of the passage's best sentence, in [0, 1]."""
    return max((relevance(claim, passage, s) for s in sentence_spans(passage.text)), default=0.0)


def topical_enough(topical: float, best: float, windows: Windows) -> bool:
    """True if topicality >= max(floor, 0.75 * best topicality so far), so that the document counts as evidence.

    A document about something else that does not mention the claim is no evidence against it. ``floor=0`` counts every
    document.
    """
    return windows.floor <= 0 or topical >= max(windows.floor, RELATIVE_FLOOR * best)


RELATIVE_FLOOR = 0.75
"""Share of the best topicality so far that a later document must reach."""


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
