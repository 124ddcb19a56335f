"""What one document says of one claim, however it was read, and what may read one."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Protocol

from localcheck.ports import FloatArray
from localcheck.resources import sha256_text
from localcheck.types import Claim, Entailment, Evidence, Label, Passage, Span

Pairs = list[tuple[str, str]]
SIDES = {Label.SUPPORTED: 0, Label.REFUTED: 2}
"""Which of (entail, neutral, contradict) stands for a label."""
NOWHERE, SILENT = Span(0, 0), Entailment(0.0, 1.0, 0.0)
QUOTE_AT_LEAST = 0.5
"""A sentence bears a label out from this probability on."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A verbatim span that bears a label out."""

    span: Span
    probability: float
    """Of entailment, or of contradiction."""
    weight: float
    """That, times how well the span speaks of the claim."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """One document weighed against one claim."""

    passage: Passage
    symbol: int | None
    """What the posterior is moved by; None where the document says nothing about the claim."""
    window: Span = NOWHERE
    """The most telling span."""
    entailment: Entailment = SILENT
    candidates: tuple[tuple[Label, Candidate], ...] = ()
    """The best quote for each label that has one."""
    support: float = 0.0
    """Highest entailment of what was read: s(C, E) = max_i s(C, E_i) (Eq. 1)."""
    note: str = ""
    """Why it says nothing, where that is worth saying."""

    def quote(self, label: Label) -> Candidate | None:
        """The span that bears ``label`` out, if there is one."""
        return dict(self.candidates).get(label)

    def evidence(self, claim: Claim, quote: Candidate | None = None) -> Evidence:
        """As it is reported, with the quote and its digest."""
        if quote is None:
            return Evidence(claim.id, self.passage, self.window, self.entailment)
        text = quote.span.of(self.passage.text)
        return Evidence(claim.id, self.passage, self.window, self.entailment, text, quote.span, sha256_text(text))


class Reader(Protocol):
    """A way of reading documents: the learned one, or the paper's."""

    def weigh(self, claim: Claim, passage: Passage) -> Generator[Pairs, FloatArray, Opinion]:
        """Read one document; yields the pairs that it wants scored."""
        ...
