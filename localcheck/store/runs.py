"""What the store says about a run, as values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from localcheck.settings import Settings
from localcheck.types import Document, RunInfo, Sentence, Verdict


class RunState(StrEnum):
    """The state of a run. A run that was killed stays ``open`` and can be continued."""

    OPEN = "open"
    FINISHED = "finished"
    FAILED = "failed"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class RunSummary:
    """One line of the list of runs."""

    id: int
    document_id: str
    title: str
    detector: str
    index: str
    state: RunState
    started: str
    """ISO 8601, UTC."""
    ended: str
    error: str
    counts: tuple[tuple[str, int], ...] = ()
    """Claims by the label that people gave, else by that of the latest verdict; what is no claim, such as a heading, is left
    out.
    """
    reviewed: int = 0
    """Claims that someone accepted or overrode."""
    skipped: int = 0
    """Claims that someone skipped and nobody gave a label."""

    @property
    def name(self) -> str:
        """What its document is called: the title, or the id where there is none."""
        return self.title or self.document_id


@dataclass(frozen=True, slots=True)
class StoredRun:
    """Everything about one run, as far as it got."""

    summary: RunSummary
    info: RunInfo
    document: Document
    sentences: tuple[Sentence, ...]
    verdicts: tuple[Verdict, ...]
    """The latest verdict of each claim, in the order of the document."""
    settings: Settings | None = None
    """What the run was started with; None for a run of an earlier version."""
    indexes: tuple[tuple[str, str], ...] = ()
    """(name, digest) of each index on this machine that a finished run read; empty for a run of an earlier version."""


RECHECK = "recheck:"
"""How the origin of a verdict begins that another method than the run's gave, before the name of that method."""


@dataclass(frozen=True, slots=True)
class Revision:
    """One verdict of a claim's history."""

    number: int
    origin: str
    """``run``, ``more``, ``effort:<effort>``, ``reworded:<reviewer>``, ``wording taken back:<reviewer>``, ``carried:<run>`` or
    ``recheck:<detector>``.
    """
    made: str
    """ISO 8601, UTC."""
    verdict: Verdict
