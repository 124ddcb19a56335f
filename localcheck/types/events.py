"""What a run says while it continues, one event after another."""

from __future__ import annotations

from dataclasses import dataclass

from localcheck.types.reports import Report, RunInfo
from localcheck.types.texts import Document, Sentence
from localcheck.types.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class Started:
    """A document is being checked."""

    document: Document
    sentences: tuple[Sentence, ...]
    run: RunInfo | None = None
    """How the verdicts to come are made; the report's own ``run`` may know more."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One more verdict."""

    document: Document
    verdict: Verdict
    done: int


@dataclass(frozen=True, slots=True)
class Finished:
    """A document is done."""

    report: Report


@dataclass(frozen=True, slots=True)
class Failed:
    """A document could not be checked; the run continues with the next."""

    document: Document
    error: str
    hint: str = ""


Event = Started | Judged | Finished | Failed
