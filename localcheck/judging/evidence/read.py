"""Reading one document for one claim: the relevant sentences are scored alone, with their neighbours, and together.

Scoring is asked for, not done: a generator *yields* the premise/hypothesis pairs it wants scored and is *sent* their
probabilities (``lockstep`` runs many of them with full batches).
"""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from dataclasses import dataclass

import numpy as np

from localcheck.judging.agreement import NEUTRAL, agreeing
from localcheck.judging.closed_forms import settled
from localcheck.judging.evidence.choose import Choice, choose
from localcheck.judging.opinion import Pairs
from localcheck.judging.spans import as_read, counted_for, headed, headed_premise, quotable, relevance, sentence_spans
from localcheck.ports import FloatArray, SentenceEncoder
from localcheck.text.conditions import conditioned, taxed, unless_changed
from localcheck.text.deadlines import deadlines
from localcheck.text.demonyms import as_adjectives
from localcheck.text.feasts import in_days
from localcheck.text.impersonal import unstressed
from localcheck.text.numeric_dates import in_months
from localcheck.text.patterns import regex
from localcheck.text.positive import ended, positively, undecided
from localcheck.text.values.excepted import for_the_named
from localcheck.text.values.frequency import in_its_time
from localcheck.text.values.instances import as_rule
from localcheck.text.values.lifetimes import parted, without_lives_of_others
from localcheck.text.values.same_words import in_same_words
from localcheck.text.values.shares import in_shares
from localcheck.text.values.still_so import still_so
from localcheck.text.values.times import in_times, in_weeks, told_in_times
from localcheck.text.values.undated import dated, undated
from localcheck.types import Claim, Label, Passage, Span

_DECADE = regex(r"\b(1\d|20)(\d0)['’]s\b")
_EMPTY = regex(r"\s*[(（][\s,;:.]*[)）]")
_LEADING = regex(r"(?<=\()[\s,;:]+")
_FIRST_OF = regex(r"\bthe first of (?:(?:his|her|their) (?:parents['’] )?)?(?P<n>[a-z]+) children\b")
"""A child is the eldest; "first" is read as if it were the first in something else."""
_WITHIN = regex(r"\bwithin (?=(?:an?|one) (?:hour|day|week|fortnight|month|year|decade|century)\b(?! of\b))")
_DUE = regex(r"\b(?:must|may|should|shall|can|will|is|are|to|has|have)\b[^.;]*$")
"""In front of "within a week": a time that is set, and no longer one than "within seven days"."""
_DOZEN = regex(r"\b((?:more|fewer|less) than|over|at least|under) a dozen\b", re.IGNORECASE)
_TICKS = regex(r"``|''")


JOINED = 3
"""Sentences that are also read as one, where that counts."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How much of a document the NLI model reads."""

    sentences: int = 5
    """Single sentences: the most relevant ones."""
    windows: int = 2
    """How many of these are read again together with their neighbours."""
    neighbours: int = 1
    """Sentences before and after in such a window."""
    together: int = JOINED
    """How many of the best sentences are joined to one premise, in the order of the document; 0: none is made."""
    looked_at: int = 0
    """How many sentences, best by words, are compared with the claim by meaning; 0: as the weights of the choice need."""
    by_two: bool = False
    """Whether two models read behind one port: the loudest sentence either way is then asked for once more by itself, so that
    both hear it, and rules that only doubt are not believed against both."""


@dataclass(frozen=True, slots=True)
class Read:
    """What was read of one document, and what the model said."""

    passage: Passage
    spans: tuple[Span, ...]
    """The sentences, best first."""
    relevance: FloatArray
    """P(a person would quote the sentence), shape (n,)."""
    closest: float
    """Highest cosine of a sentence with the claim; 0 without an encoder."""
    alone: FloatArray
    """(entail, neutral, contradict) of each sentence, lowered where numbers differ (``agreement``), shape (n, 3)."""
    windows: tuple[Span, ...]
    """Sentences with their neighbours, in the order of ``spans``."""
    within: FloatArray
    """Their probabilities, shape (m, 3)."""
    together: FloatArray
    """Probabilities of the best sentences read as one, shape (3,); neutral where they were not."""
    settled: tuple[Span, Label] | None = None
    """The first sentence that settles the claim without a model (``agreement.settled``), and how."""

    @property
    def support(self) -> float:
        """The highest entailment of anything read: s(C, E) = max_i s(C, E_i) (Wang et al. 2023, Eq. 1); 0 if nothing was."""
        return max(
            (float(row[0]) for rows in (self.alone, self.within, self.together[None, :]) for row in rows), default=0.0
        )


SILENT_AGAINST = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 1.0, 0.0]])
"""What contradicts becomes silence."""
LOUD = 0.3
"""Entailment or contradiction from which the loudest sentence is read by itself."""
DOUBTED = 0.3
"""A contradiction of at least this much is doubted where the claim names a year and the text none."""


def read(
    claim: Claim, passage: Passage, encoder: SentenceEncoder | None, choice: Choice, reading: Reading
) -> Generator[Pairs, FloatArray, Read]:
    """Choose the sentences and have them scored. For a document without sentences the result is empty and nothing is scored."""
    chosen = choose(claim, passage, encoder, choice, reading.sentences, reading.looked_at)
    every = sentence_spans(passage.text)
    spans = tuple(quotable(passage.text, every[i]) for i in chosen.places)
    if not spans:
        return Read(passage, (), np.empty(0), 0.0, np.empty((0, 3)), (), np.empty((0, 3)), NEUTRAL)
    around = (window(passage.text, every, i, reading.neighbours) for i in chosen.places[: reading.windows])
    wide = tuple(quotable(passage.text, span) for span in around)
    texts = [headed_premise(passage, s, claim.text) for s in (*spans, *wide)]
    if best := sorted(chosen.places[: reading.together]):
        texts.append(headed(passage.title, " ".join(as_read(passage.text, every[i], claim.text) for i in best)))
    said = positively(plain(unstressed(claim.text)))
    texts = [for_the_named(said, plain(counted_for(said, text))) for text in texts]
    texts = [taxed(said, without_lives_of_others(said, text)) for text in texts]
    told = [in_its_time(as_rule(in_shares(unless_changed(said, text), text), text), text) for text in texts]
    asked = [in_same_words(told_in_times(one, text), text) for one, text in zip(told, texts, strict=True)]
    pairs = [(text, hypothesis) for hypothesis, text in asked]
    scores = yield pairs
    if reading.by_two:
        scores = yield from _read_alone(pairs, scores, len(spans))
    scores = yield from _silent_on_the_date(texts, said, scores)
    shares = [relevance(claim, passage, s) for s in (*spans, *wide)]
    shares += [max(shares)] * bool(best)
    n, m = len(spans), len(wide)
    each = zip(scores, texts, told, shares, strict=True)
    rows = np.array([agreeing(row, text, one, share, by_two=reading.by_two) for row, text, one, share in each])
    past = np.array([ended(said, text) or still_so(said, text) for text in texts])
    rows[past] = rows[past] @ SILENT_AGAINST
    together = rows[n + m] if best else NEUTRAL
    sure = next(((s, label) for s, text in zip(spans, texts, strict=False) if (label := settled(said, text))), None)
    return Read(passage, spans, chosen.relevance, chosen.closest, rows[:n], wide, rows[n : n + m], together, sure)


def window(text: str, every: Sequence[Span], place: int, neighbours: int) -> Span:
    """A sentence with so many neighbours on either side, as far as its paragraph goes: a paragraph stands on a line.

    >>> text = "Mars is red. It is dry.\\nVenus is hot."
    >>> [window(text, sentence_spans(text), place, 1).of(text) for place in (1, 2)]
    ['Mars is red. It is dry.', 'Venus is hot.']
    """
    first = last = place
    while first > max(place - neighbours, 0) and "\n" not in text[every[first - 1].end : every[first].start]:
        first -= 1
    most = min(place + neighbours, len(every) - 1)
    while last < most and "\n" not in text[every[last].end : every[last + 1].start]:
        last += 1
    return Span(every[first].start, every[last].end)


def _read_alone(pairs: Pairs, scores: FloatArray, single: int) -> Generator[Pairs, FloatArray, FloatArray]:
    """The scores, those of the sentence that would be quoted for the claim and of the one against it asked for by themselves.

    Of two models the careful one re-reads what leads an ask, which may all be windows; the quoted sentence then has only the
    quick one's word. ``single``: how many rows are single sentences; they come first.
    """
    loudest = {int(scores[:single, column].argmax()) for column in (0, 2)}
    rows = sorted(i for i in loudest if max(scores[i][0], scores[i][2]) >= LOUD)
    if not rows:
        return scores
    again = yield [pairs[i] for i in rows]
    scores = np.array(scores)
    scores[rows] = again
    return scores


def _silent_on_the_date(
    texts: Sequence[str], claim: str, scores: FloatArray
) -> Generator[Pairs, FloatArray, FloatArray]:
    """Contradictions that rest on the claim's year alone become silence.

    A small model takes a year that the text does not have for a contradiction. Where such a text entails the claim without its
    date, it says nothing of the date: that share of the contradiction goes to neutral.
    """
    rest = undated(claim)
    doubted = [i for i, text in enumerate(texts) if rest and scores[i][2] >= DOUBTED and not dated(text)]
    if not doubted:
        return scores
    again = yield [(texts[i], rest) for i in doubted]
    scores = np.array(scores)
    for i, row in zip(doubted, again, strict=True):
        silent = scores[i][2] * row[0]
        scores[i] += (0.0, silent, -silent)
    return scores


def plain(text: str) -> str:
    """The text as the model reads it: decades without apostrophe, plain quotation marks, no brackets that a converter emptied,
    a dash between two dates where one dropped it, feasts as the days that they are, "a Spaniard" as "Spanish", "twice" as "two
    times", "a fortnight" as "two weeks", "not later than" as "by", and "still open" as "not yet decided".

    A claim that "came up in the 1970's" was called contradicted by "in the early 1970s" (0.81), and entailed without the
    apostrophe (0.96). Quotes in reports are taken from the text itself, never from this.

    >>> plain("Skopje (, ; ) grew in the 1970's.")
    'Skopje grew in the 1970s.'
    >>> plain("He was the first of eight children."), plain("It was gone within a month.")
    ('He was the eldest of eight children.', 'It was gone in less than a month.')
    >>> plain("Most die within a year of diagnosis."), plain("She won more than a dozen prizes.")
    ('Most die within a year of diagnosis.', 'She won more than twelve prizes.')
    >>> plain("He died on Christmas Day of 1977."), plain("It opened on New Year’s Eve, 31 December 1999.")
    ('He died on 25 December 1977.', 'It opened on New Year’s Eve, 31 December 1999.')
    >>> plain("It must be paid not later than 3 May."), plain("It is cleaned fortnightly.")
    ('It must be paid by 3 May.', 'It is cleaned every two weeks.')
    """
    text = _DECADE.sub(r"\1\2s", in_days(in_months(parted(text))))
    text = in_weeks(in_times(as_adjectives(_TICKS.sub('"', conditioned(deadlines(undecided(text)))))))
    text = _DOZEN.sub(r"\1 twelve", _WITHIN.sub(_within, text))
    text = _FIRST_OF.sub(r"the eldest of \g<n> children", text)
    return _LEADING.sub("", _EMPTY.sub("", text))


def _within(match: re.Match[str]) -> str:
    """ "In less than" for "within", which the model reads better of what happened; a time that was set stays as it is."""
    return match[0] if _DUE.search(match.string, max(0, match.start() - 100), match.start()) else "in less than "
