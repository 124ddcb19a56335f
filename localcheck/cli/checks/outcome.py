"""What ``check`` says of each document, and the exit code that follows from it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from localcheck.cli import diagnostics
from localcheck.cli.checks.pipeline import Pipeline
from localcheck.cli.diagnostics import NOTHING_CHECKED, Exit
from localcheck.cli.options import FAILS
from localcheck.errors import BackendError, LocalcheckError
from localcheck.reports.report import all_failed, flagged, reading_notes
from localcheck.reports.words import heading
from localcheck.settings import EFFORTS
from localcheck.settings.requests import CheckRequest
from localcheck.types import Event, Failed, Finished, Judged, Report, Started

if TYPE_CHECKING:
    from localcheck.run.session import Ruled

DISPOSITIONS = ("block", "warn")
"""Values of ``--fail-on`` that are about the ruling of a document's risk class."""
NOT_ASKED = "the language model of --llm was not used: {name} needs one only with --effort thorough or --claims llm"


@dataclass(frozen=True, slots=True)
class Output:
    """What to do with the reports."""

    format: str
    out: Path | None
    """A file instead of standard output."""
    fail_on: str
    """What makes exit code 1; a key of ``report.FLAGGED``, or a disposition."""
    trace: bool
    """Show every step of each decision."""
    quiet: bool
    """No progress."""
    names_llm: bool
    """Was a language model named on the command line?"""
    pipeline: Pipeline
    """What is left out, and which findings are known."""

    def notes(self, report: Report, effort: str, several: bool) -> tuple[str, ...]:
        """What to say of a run: its own notes, and that a language model that was given was of no use. Of ``several``
        documents, one of which not all was read is named.
        """
        run, document = report.run, report.document
        read = reading_notes(document) if several else ()
        noted = [f"{document.id}: {note}" if note in read else note for note in run.notes]
        asked = effort == EFFORTS[-1] or run.with_llm
        unasked = (NOT_ASKED.format(name=run.detector),) if self.names_llm and not asked else ()
        return (*noted, *unasked)


def follow(
    events: Generator[Event, None, None], write: Callable[[Report], None], output: Output, request: CheckRequest
) -> int:
    """Have reports written, and show progress; returns the exit code."""
    worst: int = Exit.OK
    said: set[str] = set()
    with diagnostics.progress("claims", unit="claims", quiet=output.quiet) as bar, closing(events):
        for event in events:
            match event:
                case Started():
                    bar.turn(f"{heading(event.document.title, event.document.id)}: claims", bar.unit)
                    bar.begin()
                case Judged():
                    bar.advance()
                case Failed():
                    bar.close()
                    told = f"{event.document.id}: {event.error}"
                    worst = max(worst, diagnostics.error(LocalcheckError(told, event.hint)))
                case Finished():
                    bar.close()
                    event = output.pipeline.sifted(event)
                    notes = output.notes(event.report, request.settings.effort, len(request.documents) > 1)
                    tell(note for note in notes if note not in said)
                    said.update(notes)
                    write(event.report)
                    if why := all_failed(event.report.verdicts):
                        told = f"{event.report.document.id}: every claim failed: {why}"
                        worst = max(worst, diagnostics.error(BackendError(told, NOTHING_CHECKED)))
                    if output.pipeline.write_baseline is None and _fails(event, output.fail_on, request):
                        worst = max(worst, Exit.FLAGGED)
    return worst


def tell(notes: Iterable[str]) -> None:
    """Say each note of a run once on standard error: as a warning, unless it only says what was chosen here."""
    from localcheck.run.effort import by_default

    for note in dict.fromkeys(notes):
        (diagnostics.note if by_default(note) else diagnostics.warn)(note)


def _fails(done: Finished | Ruled, fail_on: str, request: CheckRequest) -> bool:
    """Whether ``--fail-on`` counts this document. The ruling is noted where one was asked for."""
    from localcheck.run.session import Ruled

    asked = request.call.risk or request.call.category or fail_on in DISPOSITIONS
    if not isinstance(done, Ruled) or not asked:
        return bool(flagged(done.report, fail_on))
    ruling = done.gated.ruling
    review = "; a person must review it" if ruling.human_review else ""
    of = f"{done.report.document.id}: " if len(request.documents) > 1 else ""
    diagnostics.note(
        f"{of}{ruling.disposition.value}: {ruling.why}; risk {ruling.risk.value} ({ruling.reason}), "
        f"strategy {ruling.strategy.value}{review}"
    )
    if fail_on in DISPOSITIONS:
        return ruling.disposition.value in FAILS[fail_on]
    return bool(flagged(done.report, fail_on))
