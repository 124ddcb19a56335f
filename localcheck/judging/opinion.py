"""What one document says about one claim, and the interface of what reads documents."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Protocol

from localcheck.judging.agreement import SETTLED
from localcheck.ports import FloatArray
from localcheck.stats.bayes import Likelihoods
from localcheck.system.resources import sha256_text
from localcheck.types import Claim, Entailment, Evidence, Label, Passage, Span

Pairs = list[tuple[str, str]]
SIDES = {Label.SUPPORTED: 0, Label.REFUTED: 2}
"""Label -> its place in (entail, neutral, contradict)."""
OTHER = {Label.SUPPORTED: Label.REFUTED, Label.REFUTED: Label.SUPPORTED}
"""Label -> the contrary one."""
NOWHERE, SILENT = Span(0, 0), Entailment(0.0, 1.0, 0.0)
QUOTE_AT_LEAST = 0.5
"""Least probability of entailment or contradiction with which a sentence may be quoted for a label."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A verbatim span that can be quoted for a label."""

    span: Span
    probability: float
    """Of entailment, or of contradiction."""
    weight: float
    """``probability`` times the span's relevance to the claim."""
    near: float = 0.0
    """P(a person would quote the span for this claim); 0 where that is not known."""
    entailment: Entailment | None = None
    """What the NLI model said of the span; None where a stronger reader chose it."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """One document weighed against one claim."""

    passage: Passage
    symbol: int | None
    """What the posterior is updated with; None if the document says nothing about the claim."""
    window: Span = NOWHERE
    """The most telling span."""
    entailment: Entailment = SILENT
    candidates: tuple[tuple[Label, Candidate], ...] = ()
    """The best quote for each label that has one."""
    support: float = 0.0
    """Highest entailment of what was read: s(C, E) = max_i s(C, E_i) (Eq. 1)."""
    note: str = ""
    """Why it says nothing, where that is worth saying."""
    silent: bool = False
    """Does its symbol stand for saying nothing (``judging.precedence``)?"""
    shown: tuple[Span, ...] = ()
    """The sentences that a stronger reader would be shown, best first; empty where there are none."""
    near: float = 0.0
    """P(a person would quote it) of the best of these, in [0, 1]."""
    barred: bool = False
    """Whether what it says against the claim is about something else, and may not be quoted."""
    told: tuple[float, ...] = ()
    """What was read, as numbers for the score of given texts (``given_score.NUMBERS``); empty where it is not used."""
    answer: int | None = None
    """The symbol of the stronger reader's answer about this document; None where it was not asked."""

    def quote(self, label: Label) -> Candidate | None:
        """The span that can be quoted for ``label``; None if there is none."""
        return dict(self.candidates).get(label)

    def evidence(self, claim: Claim, quote: Candidate | None = None, decides: bool = False) -> Evidence:
        """As it is reported, with the quote and its digest; a quote apart from the most telling span is shown with its own
        reading, since the belief rests on all that was read. So is one that ``decides`` by its reading alone.
        """
        window, said = self.window, self.entailment
        if quote is None:
            return Evidence(claim.id, self.passage, window, said)
        if quote.entailment is not None and (decides or not quote.span.meets(window)):
            window, said = quote.span, quote.entailment
        text = quote.span.of(self.passage.text)
        return Evidence(claim.id, self.passage, window, said, text, quote.span, sha256_text(text))


def settling(passage: Passage, span: Span, label: Label, likelihoods: Likelihoods | None = None) -> Opinion:
    """The opinion of a document with a sentence that settles the claim without a model: the clearest symbol for that side, or
    none where no belief is kept.
    """
    symbol = None if likelihoods is None else len(likelihoods.factual) - 1 if label is Label.SUPPORTED else 0
    row = SETTLED[label]
    said = Entailment(*(float(p) for p in row))
    quote = Candidate(span, float(row[SIDES[label]]), float(row[SIDES[label]]), 1.0, said)
    return Opinion(passage, symbol, span, said, ((label, quote),), float(row[0]))


class Reader(Protocol):
    """A way of reading documents: with the learned evidence score, or as in the paper."""

    def weigh(self, claim: Claim, passage: Passage) -> Generator[Pairs, FloatArray, Opinion]:
        """Read one document; yields the pairs that it wants scored."""
        ...
