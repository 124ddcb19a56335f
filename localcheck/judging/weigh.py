"""Weighing a passage against a claim: which spans are scored, and which probabilities and relevance they get.

Scoring is asked for, not done: a generator *yields* the premise/hypothesis pairs it wants scored and is *sent* their
probabilities (``lockstep`` runs many of them with full batches).
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Generator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from localcheck.judging.spans import WORD, premise, relevance, sentence_spans
from localcheck.ports import FloatArray
from localcheck.text import facts
from localcheck.types import Claim, Entailment, Evidence, Passage, Span

Pairs = list[tuple[str, str]]

CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")


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
    guard: bool = True
    """Lower the entailment of a premise without the claim's numbers and names (``guarded``), and of a window that one of its
    sentences contradicts (``overruled``)."""
    floor: float = 0.4
    """A document whose best sentence has a lower relevance says nothing about the claim, and is not scored."""


def passage_windows(text: str, windows: Windows) -> tuple[Span, ...]:
    """Spans of whole sentences, at most ``size`` words each where sentences allow it; they cover the text."""
    return _windows(text, windows.size, windows.overlap)


@lru_cache(maxsize=512)
def _windows(text: str, size: int, overlap: int) -> tuple[Span, ...]:
    spans = sentence_spans(text)
    lengths = [_length(s.of(text)) for s in spans]
    found, first = [], 0
    while first < len(spans):
        last, words = first, lengths[first]
        while last + 1 < len(spans) and words + lengths[last + 1] <= size:
            last += 1
            words += lengths[last]
        found.append(Span(spans[first].start, spans[last].end))
        if last + 1 >= len(spans):
            break
        back, shared = last + 1, 0
        while back - 1 > first and shared + lengths[back - 1] <= overlap:
            back -= 1
            shared += lengths[back]
        first = back
    return tuple(found)


def _length(text: str) -> int:
    return len(WORD.findall(text)) + len(CJK.findall(text))


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


def speaks_of(topical: float, best: float, windows: Windows) -> bool:
    """True if topicality >= max(floor, 0.75 * best topicality so far), so that the document counts as evidence.

    A document about something else that does not mention the claim is no evidence against it. ``floor=0`` counts every
    document.
    """
    return windows.floor <= 0 or topical >= max(windows.floor, RELATIVE_FLOOR * best)


@dataclass(frozen=True, slots=True)
class Weighed:
    """One passage weighed against one claim, span by span."""

    evidence: Evidence
    """With the most telling span."""
    spans: tuple[Span, ...] = ()
    scores: FloatArray = dataclasses.field(default_factory=lambda: np.empty((0, 3)))
    """Shape (n, 3): entail, neutral, contradict of each span."""
    relevance: FloatArray = dataclasses.field(default_factory=lambda: np.empty(0))
    """Shape (n,), in [0, 1]."""

    @property
    def support(self) -> float:
        """s(C, E) = max_i s(C, E_i) (Eq. 1)."""
        return float(self.scores[:, 0].max()) if len(self.spans) else 0.0


def silent(claim: Claim, passage: Passage) -> Weighed:
    """A document that says nothing about the claim: read, but not scored; its text is not kept."""
    return Weighed(Evidence(claim.id, dataclasses.replace(passage, text=""), Span(0, 0), Entailment(0.0, 1.0, 0.0)))


def weigh(claim: Claim, passage: Passage, windows: Windows) -> Generator[Pairs, FloatArray, Weighed]:
    """Score the spans of one passage."""
    spans = choose_premises(claim, passage, windows)
    if not spans:
        return silent(claim, passage)
    relevant = np.array([relevance(claim, passage, s) for s in spans])
    scores = yield from score_spans(claim, passage, spans, relevant, windows)
    telling = np.maximum(scores[:, 0], scores[:, 2] * (relevant >= REFUTING_RELEVANCE))
    best = int((telling * (0.5 + relevant)).argmax())
    evidence = Evidence(claim.id, passage, spans[best], Entailment(*(float(p) for p in scores[best])))
    return Weighed(evidence, spans, scores, relevant)


def score_spans(
    claim: Claim, passage: Passage, spans: tuple[Span, ...], relevant: FloatArray, windows: Windows
) -> Generator[Pairs, FloatArray, FloatArray]:
    """Probabilities of the spans as premises, shape (n, 3), guarded when the windows say so.

    ``relevant``: the ``relevance`` of each span, shape (n,).
    """
    pairs = [(premise(passage, s), claim.text) for s in spans]
    scores = yield pairs
    if not windows.guard:
        return scores
    rows = [guarded(row, *pair, share) for row, pair, share in zip(scores, pairs, relevant, strict=True)]
    return overruled(spans, np.array(rows), relevant)


def guarded(row: FloatArray, premise_text: str, claim_text: str, relevant: float) -> FloatArray:
    """Lower the entailment if the premise lacks a number or a name of the claim; shape (3,), still sums to 1.

    What is taken away is added to contradiction if the premise is about the same thing with another number, else to neutral.
    If the premise has every word, number and name of the claim, and both or neither are negated, its contradiction becomes
    neutral.
    """
    lost_numbers = facts.missing_numbers(claim_text, premise_text)
    lost_names = facts.missing_names(claim_text, premise_text)
    if not lost_numbers and not lost_names:
        repeats = relevant >= 1.0 and facts.negated(claim_text) == facts.negated(premise_text)
        return np.array([row[0], row[1] + row[2], 0.0]) if repeats else row
    kept = row[0] * MISSING_NUMBER ** len(lost_numbers) * MISSING_NAME ** len(lost_names)
    taken = row[0] - kept
    rival = (
        bool(lost_numbers) and relevant >= REFUTING_RELEVANCE and bool(facts.missing_numbers(premise_text, claim_text))
    )
    return np.array([kept, row[1] + taken * (not rival), row[2] + taken * rival])


def overruled(spans: tuple[Span, ...], scores: FloatArray, relevant: FloatArray) -> FloatArray:
    """Make a window contradict the claim if a sentence inside it does; shape (n, 3), rows still sum to 1.

    In a long window a small model finds each word of "born in Manchester" somewhere, and overlooks the sentence that names
    another place of birth. A sentence overrules its window if its contradiction is higher than the window's entailment, or if
    it has nearly all words of the claim and no other sentence inside has a higher entailment.
    """
    against = scores[:, 2] * (relevant >= REFUTING_RELEVANCE)
    plainly = against * (relevant >= SAME_FACT)
    out = scores.copy()
    for i, window in enumerate(spans):
        inside = [n for n, s in enumerate(spans) if s != window and s in window]
        if inside and (
            against[inside].max() > scores[i, 0] or plainly[inside].max() > max(CONTRADICTED, scores[inside, 0].max())
        ):
            out[i] = (0.0, scores[i, 1], scores[i, 2] + scores[i, 0])
    return out


REFUTING_RELEVANCE = 0.5
"""A sentence with a smaller share of the claim's content words is about something else, and contradicts nothing."""
SAME_FACT, CONTRADICTED = 0.75, 0.5
"""A sentence with at least this share of the claim's content words is about the same fact; with a higher probability of
contradiction than this it contradicts the claim by itself."""
RELATIVE_FLOOR = 0.75
"""Share of the best topicality so far that a later document must reach."""
MISSING_NUMBER, MISSING_NAME = 0.2, 0.5
"""Factors of the entailment for each number, and for each name, of the claim that the premise does not have."""
