"""What a batch remembers of its documents: those at work, those whose row waits, those that are written."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from localcheck.batch.items import Item
from localcheck.batch.output import Kept
from localcheck.batch.rows import Written
from localcheck.errors import BackendError, LocalcheckError
from localcheck.gate.effort import Effort, options_at
from localcheck.settings import Settings
from localcheck.store import Check
from localcheck.types import RunInfo, Verdict

HURRIED = "judged with less effort than its class asks for: the time was short"
"""The note of such a row; continuing judges it anew."""
IN_A_ROW = 25
"""So many documents in a row whose backend failed end the batch: a server that went away should not use up the rest."""


@dataclass(frozen=True, slots=True)
class Done:
    """A row was written to OUT, or was there already."""

    id: str
    """Of the document."""
    row: Written
    reused: bool
    """True if an earlier, interrupted batch wrote it."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A row that waits for those before it."""

    id: str
    """Of the document."""
    digest: str
    line: bytes | Kept
    """A row that an earlier batch made is left in its file until it is written."""
    check: Check | None = None


@dataclass(slots=True)
class Opened:
    """A document at work."""

    item: Item
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    effort: Effort = Effort.USUAL
    hurried: bool = False
    """It is judged with less effort than it asks for, because the time is short: continuing judges it anew."""

    @property
    def name(self) -> str:
        """What the journal calls it: verdicts of less effort are not those that it asks for."""
        return f"{self.item.digest}{f' {HURRIED}' if self.hurried else ''}"


def info_at(info: RunInfo, settings: Settings, effort: Effort) -> RunInfo:
    """How verdicts of this effort are made."""
    options = {**dict(info.parameters), **options_at(settings, effort)}
    return replace(info, parameters=tuple(sorted(options.items())))


def gone(error: LocalcheckError | None) -> BackendError:
    """Why the batch ends although documents are left."""
    last = error.message if error is not None else "no reason given"
    return BackendError(
        f"{IN_A_ROW} documents in a row failed, the last one with: {last}",
        "mend that, then continue with the same command and --resume: it tries them again",
    )
