"""Reading texts for which no evidence score was fitted: those that came with an answer, or that a tool was given."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace

from localcheck.judging.agreement import SETTLED
from localcheck.judging.evidence.choose import Choice
from localcheck.judging.evidence.learned import opinion_of
from localcheck.judging.evidence.read import Read, Reading, read
from localcheck.judging.opinion import OTHER, Candidate, Opinion, Pairs, settling
from localcheck.judging.spans import sentence_spans
from localcheck.ports import NLI, FloatArray, SentenceEncoder, SpanReader
from localcheck.text.subjects import stands_in
from localcheck.text.values.aged import in_its_group
from localcheck.text.values.contracts import in_its_words
from localcheck.types import Claim, Label, Passage

READING = Reading(sentences=8, windows=4)
CHOICE = Choice()
JOINTLY = 2
"""Sentences that may contradict a claim together: of 19 such contradictions by two or fewer, beside 537 statements about texts
of a business, 15 were right, of five by three sentences one."""
HINTS = 0.3
"""Entailment with which one of several sentences hints at a claim. Of 6 statements in 22 texts that three sentences entailed
together without a hint, 4 were wrong."""


@dataclass(frozen=True, slots=True)
class Given:
    """``Reader`` that finds the quotes for and against a claim, and moves no belief."""

    reading: Reading = READING
    encoder: SentenceEncoder | None = None
    choice: Choice = CHOICE

    def weigh(self, claim: Claim, passage: Passage) -> Generator[Pairs, FloatArray, Opinion]:
        """Read one text; ``support`` is the highest entailment of anything read (Eq. 1). What a sentence settles without a
        model is settled, unless another one settles the contrary.
        """
        told = replace(claim, text=in_its_group(in_its_words(claim.text, passage.text), passage.text))
        found = yield from read(told, passage, self.encoder, self.choice, self.reading)
        if not found.spans:
            return Opinion(passage, None)
        if found.settled is not None and not _disputed(found, found.settled[1]):
            return settling(passage, *found.settled)
        return replace(_without_wide(found, opinion_of(found), passage.text), support=found.support)


def _without_wide(found: Read, said: Opinion, text: str) -> Opinion:
    """Without a quote that takes more than ``JOINTLY`` sentences, of which none says so by itself, or ``HINTS`` at least that
    the claim is true; one that begins with a pronoun could not ("She was born in Warsaw").
    """

    def wide(label: Label, quote: Candidate) -> bool:
        inside = [i for i, span in enumerate(found.spans) if span in quote.span]
        hinted = label is Label.SUPPORTED and bool((found.alone[inside, 0] >= HINTS).any())
        joined = sum(span in quote.span for span in sentence_spans(text))
        return joined > JOINTLY and not hinted and not any(stands_in(found.spans[i].of(text)) for i in inside)

    return replace(said, candidates=tuple(side for side in said.candidates if not wide(*side)))


def _disputed(found: Read, label: Label) -> bool:
    """Whether a sentence settles the contrary."""
    return bool((found.alone == SETTLED[OTHER[label]]).all(axis=1).any())


def reading_of(sentences: int, max_windows: int, nli: NLI) -> Reading:
    """How much is read: ``sentences`` single ones, ``max_windows`` of them with their neighbours (0: all); where ``nli`` is two
    models, what would be quoted by both of them.
    """
    sentences = max(sentences, 1)
    return Reading(sentences, min(max_windows or sentences, sentences), by_two=isinstance(nli, SpanReader))
