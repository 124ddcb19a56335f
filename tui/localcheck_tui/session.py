"""The interface between the app and the core. The app knows only this protocol; tests and the benchmark use a scripted one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from localcheck.settings import Settings
from localcheck.settings.requests import CheckRequest
from localcheck.types import Document, Event, Passage, Report, RunInfo, Verdict
from localcheck_tui.choices import Names
from localcheck_tui.inventory import Inventory

if TYPE_CHECKING:
    from localcheck.run.correcting import Corrected
    from localcheck.settings.signatures import Parameter


@dataclass(frozen=True, slots=True)
class Step:
    """How far a build or an import has come."""

    done: float
    total: float | None = None
    text: str = ""


class Session(Protocol):
    """The core as the app needs it. All methods are called from one and the same thread and may block it.

    They raise ``LocalcheckError`` when they cannot do what is asked.
    """

    def check(self, request: CheckRequest) -> Iterator[Event]:
        """Check what is asked for; closing the iterator cancels."""
        ...

    def more(self, document: Document, verdict: Verdict, settings: Settings, extra: int = 5) -> Verdict:
        """Read ``extra`` more documents for this claim and decide again."""
        ...

    def recheck(self, document: Document, verdict: Verdict, settings: Settings) -> Verdict:
        """Judge this claim with another method or model."""
        ...

    def corrected(self, report: Report, settings: Settings) -> Corrected:
        """The edits of a report's refuted claims that their quotes speak for, and their sentences judged again."""
        ...

    def search(self, query: str, settings: Settings, limit: int = 10) -> tuple[Passage, ...]:
        """Articles of the index for a reviewer's own query, best first."""
        ...

    def lacks(self, name: str, settings: Settings) -> bool:
        """True if the index is known to have no article about ``name``."""
        ...

    def boundaries(self, info: RunInfo) -> tuple[tuple[float, float], ...]:
        """(low, high) after 0, 1, … documents: the method stops at or outside them; empty when it has none."""
        ...

    def read(self, path: Path) -> Document:
        """Read a file."""
        ...

    def inventory(self) -> Inventory:
        """What is installed, and what the doctor says."""
        ...

    def names(self) -> Names:
        """What can be chosen by name here."""
        ...

    def build_index(self, source: Path, name: str) -> Iterator[Step]:
        """Build an index from a dump or a folder; closing the iterator cancels."""
        ...

    def import_model(self, source: Path, name: str) -> Iterator[Step]:
        """Take in a model from a folder or a file."""
        ...

    def options(self, detector: str) -> tuple[Parameter, ...]:
        """The options of a detector."""
        ...

    def close(self) -> None:
        """Release models and indexes."""
        ...
