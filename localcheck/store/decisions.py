"""What a reviewer decides or says about a claim, as values."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from enum import StrEnum

from localcheck.types import Label, Source, Verdict


def reviewer_name(text: str) -> str:
    """A name as it is kept, so that one person is one reviewer: é may be typed as one character or as two, and spaces vary."""
    return " ".join(unicodedata.normalize("NFC", text).split())


class Action(StrEnum):
    """What a reviewer can do with a verdict."""

    ACCEPT = "accept"
    OVERRIDE = "override"
    SKIP = "skip"
    COMMENT = "comment"
    """A note or a quote without a label; it changes no decision."""


LABELS = (Label.SUPPORTED, Label.REFUTED, Label.NOT_ENOUGH_EVIDENCE)
"""What a reviewer can give a claim."""


class QuoteKind(StrEnum):
    """How a reviewer's quote stands to the sources."""

    UNCHECKED = "unchecked"
    """Nobody looked it up: decisions of earlier versions."""
    VERIFIED = "verified"
    """It stands verbatim in an article that was read or found in the index."""
    NOT_FOUND = "not_found"
    """It was typed, and no source on this machine contains it."""
    OUTSIDE = "outside"
    """The reviewer names a source that is not on this machine."""


@dataclass(frozen=True, slots=True)
class Quoted:
    """Where a reviewer's quote comes from."""

    kind: QuoteKind = QuoteKind.UNCHECKED
    title: str = ""
    """Of the article; for a source outside the index what the reviewer wrote ("printed edition, p. 12")."""
    source: Source | None = None
    """None unless the quote is verified."""
    start: int = 0
    """Offset of the quote in ``passage``."""
    passage: str = ""
    """The article's text, for a verified quote."""


NOWHERE = Quoted()


@dataclass(frozen=True, slots=True)
class Review:
    """A decision or a comment to be written down."""

    action: Action
    label: Label | None = None
    """The reviewer's label; None exactly for ``SKIP`` and ``COMMENT``."""
    note: str = ""
    quote: str = ""
    """The passage that convinced the reviewer, verbatim."""
    blind: bool = False
    """The reviewer had not seen the verdict when deciding."""
    reviewer: str = ""
    """Who decided; empty for the only user of this machine."""
    quoted: Quoted = NOWHERE
    """Where ``quote`` comes from."""
    carried_run: int | None = None
    """The run of an earlier draft that the decision was made on; None for one that was made here."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision or a comment as the journal keeps it."""

    id: int
    run_id: int
    claim_id: str
    review: Review
    verdict_revision: int
    """The revision of the verdict that the reviewer looked at: its label, quote, source and wording are the ground."""
    at: str
    """ISO 8601, UTC."""
    adjudicates: bool = False
    """A third reviewer's decision on a claim that two others had labelled differently."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of the journal."""

    action: str
    """One of ``Action``, or ``undo``."""
    decision: Decision
    undoes: int | None = None
    """Id of the decision that this row takes back."""
    redoes: int | None = None
    """Id of the decision, taken back before, that this row makes again."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A verdict with a reviewer's decision on it: one labelled example for calibration."""

    verdict: Verdict
    decision: Decision
    document_id: str
    detector: str
    nli_sha256: str = ""
    """Hash of the NLI model that the run judged with; empty where it names none."""
    learned: bool = False
    """Whether the features of its beliefs are symbols of the learned evidence score, not the paper's ten of entailment."""

    @property
    def label(self) -> Label:
        """The reviewer's label."""
        assert self.decision.review.label is not None, "skipped claims are not reviewed claims"
        return self.decision.review.label
