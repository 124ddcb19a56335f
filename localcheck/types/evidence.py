"""Evidence for claims: passages, and how far a passage supports or contradicts a claim."""

from __future__ import annotations

from dataclasses import dataclass

from localcheck.types.texts import Span


@dataclass(frozen=True, slots=True)
class Source:
    """Where a passage comes from."""

    kind: str
    """``wikipedia``, ``folder``, ``jsonl``, ``web``, ``sample``, ``reference``, ``tool`` …"""
    name: str
    """Name of the index, model, site or tool."""
    locator: str = ""
    """URL, path or page id inside the source."""
    revision: str = ""
    """Revision id of the article, or a digest of the file."""
    date: str = ""
    """ISO date of the revision or of the dump."""


@dataclass(frozen=True, slots=True)
class Passage:
    """One document of evidence, not yet compared with a claim."""

    title: str
    text: str
    source: Source
    rank: int = 0
    """0 is the best."""
    score: float = 0.0
    """The retriever's own score, comparable only inside one search."""


@dataclass(frozen=True, slots=True)
class Entailment:
    """Probabilities that a premise entails, is neutral to, contradicts a hypothesis; they sum to 1.

    A model with two classes puts everything that is not entailment into ``neutral``, so it cannot refute.
    """

    entail: float
    neutral: float
    contradict: float


@dataclass(frozen=True, slots=True)
class Evidence:
    """One passage compared with one claim."""

    claim_id: str
    passage: Passage
    window: Span
    """The window of ``passage.text`` with the strongest entailment (or contradiction); the quote where that stands apart."""
    entailment: Entailment
    """Scores of that window."""
    quote: str = ""
    """Verbatim sentence of ``passage.text`` that the decision rests on."""
    quote_span: Span = Span(0, 0)
    """Its offsets in ``passage.text``."""
    quote_sha256: str = ""
    """SHA-256 of the quote's UTF-8 bytes."""

    @property
    def place(self) -> Span:
        """The quote's offsets; the window's where nothing is quoted."""
        return self.quote_span if self.quote else self.window
