"""Reading a document for the learned evidence score: its sentences that are relevant to the claim, for and against."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from localcheck.judging.agreement import NEUTRAL, SETTLED
from localcheck.judging.evidence.choose import Choice
from localcheck.judging.evidence.features import features, in_numbers, says_nothing, told_against
from localcheck.judging.evidence.read import Read, Reading, read
from localcheck.judging.evidence.score import EvidenceModel
from localcheck.judging.expert import Consultant
from localcheck.judging.named import is_named
from localcheck.judging.opinion import OTHER, QUOTE_AT_LEAST, SIDES, Candidate, Opinion, Pairs, Reader, settling
from localcheck.judging.polyglot import is_other, told
from localcheck.judging.spans import content_words, sentence_spans
from localcheck.judging.together import Judging
from localcheck.ports import NLI, FloatArray, SentenceEncoder, SpanReader
from localcheck.text.subjects import stands_in
from localcheck.text.values.aged import in_its_group
from localcheck.text.values.contracts import in_its_words
from localcheck.types import Claim, Entailment, Label, Passage, Span

READING = Reading()
SHOWN = 3
"""Sentences for a stronger reader. More dilute it: with twelve the AUC of a model of 1.5 billion parameters fell from 85 to
61."""
QUOTED = 0.4
"""Least probability of entailment or contradiction of a quote where an evidence score decides: what the belief says need not
be said as loudly by the sentence that is shown for it. With less than ``QUOTE_AT_LEAST`` only a sentence plainly about a
claim (``PLAINLY``) supports it: of four others that were quoted so in natural texts none was right."""
ABOUT = 0.05
"""P(a person would quote a sentence for this claim) below which it is no quote."""
PLAINLY, NEARLY = 0.5, 0.25
"""Where a sentence is plainly about the claim (P of quoting it) and does not contradict it, one that is less than nearly about
it refutes nothing: it is about something else of the same subject."""


@dataclass(frozen=True, slots=True)
class Learned:
    """``Reader`` that moves the belief by the symbol of the learned evidence score."""

    model: EvidenceModel
    encoder: SentenceEncoder | None = None
    reading: Reading = READING
    odds: float = 1.0
    """How many of the claims that are read for are taken to be true for each that is false (``against``)."""

    def weigh(self, claim: Claim, passage: Passage) -> Generator[Pairs, FloatArray, Opinion]:
        """Read one document. One that shares no word with the claim is not scored, and does not move the belief unless it was
        found by a search for this very claim.
        """
        if not content_words(claim.text) & (content_words(passage.text) | content_words(passage.title)):
            silence = self.model.silence if passage.text.strip() else None
            return Opinion(passage, silence, silent=self.model.yields and silence is not None)
        found = yield from read(claim, passage, self.encoder, self.model.choice, self.reading)
        return self.opinion(claim, found)

    def opinion(self, claim: Claim, found: Read) -> Opinion:
        """What was read, as an ``Opinion``: a symbol for the posterior, and quotes for the report.

        Of a document about something that the claim does not name nothing is shown to a stronger reader: a language model took
        "Agatha Christie disappeared in 1926" for a contradiction of what is said of Amelia Earhart.
        """
        if not found.spans:
            return Opinion(found.passage, None)
        if found.settled is not None:
            return settling(found.passage, *found.settled, self.model.likelihoods)
        row = features(claim, found)
        said = opinion_of(found, QUOTED, QUOTE_AT_LEAST)
        apart = says_nothing(row) and not is_named([found.passage.title], claim)
        shown = () if apart else said.shown
        kept = tuple(side for side in said.candidates if self._is_plain(claim, found, *side))
        return replace(said, symbol=self.model.symbol(row), silent=self.model.silent(row), shown=shown, candidates=kept)

    def _is_plain(self, claim: Claim, found: Read, label: Label, quote: Candidate) -> bool:
        """Whether a quote may be shown: one against the claim must contradict it plainly, and more likely than not where it
        shares nothing but a year with it: "In the autumn of 1989 mass protests took place" is not about the Berlin Wall.
        """
        if label is not Label.REFUTED:
            return True
        shared = content_words(claim.text) & content_words(quote.span.of(found.passage.text))
        about = quote.probability >= QUOTE_AT_LEAST or not all(word.isdigit() for word in shared)
        return about and self.model.refutes(told_against(claim, found, quote), self.odds)


def opinion_of(found: Read, least: float = QUOTE_AT_LEAST, surely: float = 0.0) -> Opinion:
    """The quotes of what was read, and its most telling sentence; it moves no belief yet.

    ``least``: probability of a quote; ``surely``: of one for the claim that is not plainly about it.
    """
    quotes = tuple((label, q) for label in SIDES if (q := best_quote(found, label, least, surely)) is not None)
    telling = int((np.maximum(found.alone[:, 0], found.alone[:, 2]) * (0.5 + found.relevance)).argmax())
    said = Entailment(*(float(p) for p in found.alone[telling]))
    best = float(found.alone[:, 0].max())
    shown, near = found.spans[:SHOWN], float(found.relevance[:SHOWN].max())
    return Opinion(found.passage, None, found.spans[telling], said, quotes, best, shown=shown, near=near)


def best_quote(found: Read, label: Label, least: float = QUOTE_AT_LEAST, surely: float = 0.0) -> Candidate | None:
    """The sentence that supports ``label`` best; if no single one does, the best sentence with its neighbours.

    A sentence that a person would hardly quote for this claim (``ABOUT``), or that speaks more for the other side, is no
    quote; neither is a window in which such a sentence speaks for the other side. Where a sentence is plainly about the claim
    and does not contradict it (``PLAINLY``), only a window around it is quoted against it, or a sentence that is nearly as much
    about it.
    """
    column, other = SIDES[label], SIDES[OTHER[label]]
    loud = found.alone[:, column] >= least
    plain = found.alone[:, column] > found.alone[:, other]
    aside = label is Label.REFUTED and _spoken_of(found, least)
    about = found.relevance >= (NEARLY if aside else ABOUT)
    sure = surely if label is Label.SUPPORTED else 0.0
    if candidates := list(_candidates(found.spans, found.alone, column, found.relevance, loud & plain & about, sure)):
        return max(candidates, key=lambda c: c.weight)
    against = [
        span for span, row in zip(found.spans, found.alone, strict=True) if row[other] >= max(least, row[column])
    ]
    wide = [
        score >= least and not any(span in window for span in against) and not (aside and found.spans[0] not in window)
        for window, score in zip(found.windows, found.within[:, column], strict=True)
    ]
    near = _candidates(found.windows, found.within, column, found.relevance, wide, sure)
    return max(near, key=lambda c: c.weight, default=None)


def _spoken_of(found: Read, least: float) -> bool:
    """True if the best sentence is plainly about the claim and does not contradict it."""
    return bool(found.relevance[0] >= PLAINLY and found.alone[0, SIDES[Label.REFUTED]] < least)


def _candidates(
    spans: tuple[Span, ...], rows: FloatArray, column: int, relevance: FloatArray, kept: Iterable[bool], surely: float
) -> Iterator[Candidate]:
    """How good a quote each is: how loud it speaks, and how likely a person would quote its sentence for this claim.

    Of the right verdicts on FEVER's claims the quote is then a gold sentence for 83 %, by the share of the claim's words
    in the place of the latter for 74 % (starter; research/methods.md).
    """
    for span, row, near, keep in zip(spans, rows.tolist(), relevance.tolist(), kept, strict=False):
        if keep and (near >= PLAINLY or row[column] >= surely):
            yield Candidate(span, row[column], row[column] * (0.25 + near), near, Entailment(*row))


OF_GIVEN = Reading(sentences=8, windows=4)
CHOICE = Choice()
JOINTLY = 2
"""Sentences that may contradict a claim together: of 19 such contradictions by two or fewer, beside 537 statements about texts
of a business, 15 were right, of five by three sentences one."""
TOGETHER = 0.8
"""Contradiction with which a window speaks against a claim where no sentence does: of 1,367 statements about given texts 25
were refuted by such a window, 23 of them rightly; of 14 that were refuted by one of less, 7 were true."""
HINTS = 0.3
"""Entailment with which one of several sentences hints at a claim. Of 6 statements in 22 texts that three sentences entailed
together without a hint, 4 were wrong."""


@dataclass(frozen=True, slots=True)
class Given:
    """``Reader`` that finds the quotes for and against a claim, and moves no belief."""

    reading: Reading = OF_GIVEN
    encoder: SentenceEncoder | None = None

    def weigh(self, claim: Claim, passage: Passage) -> Generator[Pairs, FloatArray, Opinion]:
        """Read one text; ``support`` is the highest entailment of anything read (Eq. 1). What a sentence settles without a
        model is settled, unless another one settles the contrary.
        """
        asked = replace(claim, text=in_its_group(in_its_words(claim.text, passage.text), passage.text))
        found = yield from read(asked, passage, self.encoder, CHOICE, self.reading)
        if not found.spans:
            return Opinion(passage, None)
        if found.settled is not None and not _disputed(found, found.settled[1]):
            return settling(passage, *found.settled)
        narrow = ((label, best_quote(_without_wide(found, label, passage.text), label)) for label in SIDES)
        quotes = tuple((label, quote) for label, quote in narrow if quote is not None)
        return replace(opinion_of(found), candidates=quotes, support=found.support, told=in_numbers(claim, found))


def _without_wide(found: Read, label: Label, text: str) -> Read:
    """Without what was read in windows that contradict the claim less than ``TOGETHER``, and in those of more than ``JOINTLY``
    sentences, of which none says so by itself, or ``HINTS`` at least that the claim is true; one that begins with a pronoun
    could not ("She was born in Warsaw").
    """

    def dropped(window: Span, contradiction: float) -> bool:
        joined = sum(span in window for span in sentence_spans(text))
        if label is Label.REFUTED and joined > 1 and contradiction < TOGETHER:
            return True
        inside = [i for i, span in enumerate(found.spans) if span in window]
        hinted = label is Label.SUPPORTED and bool((found.alone[inside, 0] >= HINTS).any())
        return joined > JOINTLY and not hinted and not any(stands_in(found.spans[i].of(text)) for i in inside)

    aside = np.array([dropped(*one) for one in zip(found.windows, found.within[:, 2], strict=True)], dtype=bool)
    return replace(found, within=np.where(aside[:, None], NEUTRAL, found.within))


def _disputed(found: Read, label: Label) -> bool:
    """Whether a sentence settles the contrary."""
    return bool((found.alone == SETTLED[OTHER[label]]).all(axis=1).any())


def reading_of(sentences: int, max_windows: int, nli: NLI) -> Reading:
    """How much is read: ``sentences`` single ones, ``max_windows`` of them with their neighbours (0: all); where ``nli`` is two
    models, what would be quoted by both of them.
    """
    sentences = max(sentences, 1)
    windows = min(max_windows or sentences, sentences)
    return Reading(sentences, windows, by_two=isinstance(nli, SpanReader), given=True)


FEW = Reading(sentences=3, windows=1, together=0)


def _abridged(reader: Reader) -> Reader:
    """``reader`` for the language model, which takes half a second for a pair: three sentences, one with its neighbours.
    The vectors of the NLI model mean nothing in these languages.
    """
    if not isinstance(reader, Learned | Given):
        return reader
    return replace(reader, encoder=None, reading=FEW)


def by_who_reads(
    nli: NLI,
    claim: str,
    beside: str,
    reader: Reader,
    consultant: Consultant | None,
    judging: Callable[[Reader, Consultant | None], Judging],
) -> Judging:
    """The ``judging`` of a claim with ``reader`` and ``consultant``. Where only the language model behind ``nli`` reads the
    claim's language (``judging.polyglot``), less is read, it is not asked a second time, and the verdict says who read.
    """
    if not is_other(nli, claim, beside):
        return judging(reader, consultant)
    return told(judging(_abridged(reader), None))
