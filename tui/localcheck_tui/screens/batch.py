"""A batch: watched while it runs or looked at afterwards; Enter opens any of its documents for review."""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.widget import Widget
from textual.widgets import DataTable, Input, Static

from localcheck.batch.watching import Seen, State, Watch, batches_in, worst_first
from localcheck.errors import LocalcheckError
from localcheck.store import Store
from localcheck.system.resources import typed_path
from localcheck.text.counting import many
from localcheck.types import Report
from localcheck_tui.filtering import fits
from localcheck_tui.safe_text import one_line
from localcheck_tui.screens.listing import ListScreen
from localcheck_tui.screens.page import Line, errors_told

SECONDS = 1.0
"""How often a batch is looked at again; at once while there is more to read than one look takes."""
WORST = 300
"""Rows that are shown of those that do not pass: a table of thousands is neither read nor redrawn quickly."""
ANEW = 5.0
"""Seconds between filling the table of the worst anew."""


class BatchScreen(ListScreen[Seen, Report | None]):
    """Dismissed with the report of a document to review. Shows the newest batch of a folder, or the one that is named."""

    BINDINGS: ClassVar = [
        ("P", "choose", "another path"),
        ("D", "flagged", "worst first"),
        ("G,end", "end", "last row"),
    ]
    COLUMNS = ("row", "disposition", "score", "claims", *"✓✗?!◆", "document", "")
    PLACEHOLDER = "words, is:block, is:warn, is:failed, is:refuted"

    def __init__(self, folder: Path, store: Store) -> None:
        super().__init__()
        self._folder = folder
        self._decided = {run.document_id: run.reviewed for run in store.runs()[::-1]}
        """Claims that somebody decided, by document: of the newest run that was made of it."""
        self._watch: Watch | None = None
        self._flagged_only = False
        self._filled = 0.0

    def above(self) -> Iterable[Widget]:
        """The path of the batch, and how it stands."""
        return [Line(placeholder="OUT of a batch; Enter shows it", id="path"), Static(id="title", markup=False)]

    def on_mount(self) -> None:
        found = batches_in(self._folder)
        if found:
            self._open(found[0])
        else:
            self.query_one("#title", Static).update("no batch in this folder: type the path of its OUT")
            self.action_choose()
        self.set_interval(SECONDS, self.look)

    def _open(self, path: Path) -> None:
        with errors_told(self):
            self._watch = Watch(path)
            self.query_one("#path", Input).value = str(path)
            self.fill(())
            self.look()
            self.table.focus()

    def look(self) -> None:
        """Show what was added, and how the batch stands."""
        if self._watch is None:
            return
        try:
            before = len(self._watch.rows)
            fresh = self._watch.poll()
            state = self._watch.state
        except LocalcheckError as error:
            self.query_one("#title", Static).update(one_line(error.message))
            return
        if len(self._watch.rows) < before + len(fresh):
            self.show_rows()
        elif not self._flagged_only:
            self.add(self._fitting(fresh))
        elif fresh and time.monotonic() - self._filled >= ANEW:
            self.show_rows()
        self.query_one("#title", Static).update(self._summary(self._watch.rows, state))
        if self._watch.behind:
            self.set_timer(0.02, self.look)

    def _summary(self, rows: list[Seen], state: State) -> str:
        blocked, warned = (sum(r.disposition == d for r in rows) for d in ("block", "warn"))
        failed = sum(bool(r.error) for r in rows)
        claims, supported = sum(r.claims for r in rows), sum(r.supported for r in rows)
        more = {State.RUNNING: "running", State.STOPPED: "stopped, --resume goes on", State.FINISHED: "finished"}[state]
        shown = " · only what does not pass, the worst first" if self._flagged_only else ""
        if self._flagged_only and (flagged := sum(r.flagged for r in rows)) > WORST:
            shown += f": {WORST} of {flagged:,}"
        return (
            f"{more} · {many(len(rows), 'document')}: {blocked} block, {warned} warn, {failed} failed · "
            f"{supported} of {claims} claims supported{shown}"
        )

    def show_rows(self) -> None:
        """Fill the table with the documents that fit the filter; of those that do not pass, with the worst."""
        if self._watch is not None:
            self._filled = time.monotonic()
            rows = self._watch.rows
            self.fill(self._fitting(worst_first(rows)[:WORST] if self._flagged_only else rows))

    def _fitting(self, rows: list[Seen]) -> Iterable[tuple[Seen, tuple[str, ...]]]:
        query = self.filter.value
        return ((r, cells(r, self._decided.get(r.id, 0))) for r in rows if fits(query, r.id, states(r)))

    def action_choose(self) -> None:
        """Type the path of another batch."""
        self.query_one("#path", Input).focus()

    @on(Input.Submitted, "#path")
    def open_path(self, message: Input.Submitted) -> None:
        """Show the batch at the path that was typed."""
        self._open(self._folder / typed_path(message.value.strip()))

    def action_flagged(self) -> None:
        """Only what does not pass, the worst first; again for all."""
        self._flagged_only = not self._flagged_only
        self.show_rows()
        self.look()

    def action_end(self) -> None:
        """To the last row."""
        self.table.move_cursor(row=self.table.row_count - 1)

    @on(DataTable.RowSelected)
    def open_document(self) -> None:
        """Review the document of a row."""
        row = self.current
        if row is None or self._watch is None:
            return
        if row.error:
            self.notify(row.error, title="this document could not be checked", severity="warning")
            return
        with errors_told(self):
            if (report := self._watch.report(row)) is not None:
                self.dismiss(report)


def states(row: Seen) -> set[str]:
    """What a row is called in a filter: what was ruled, and the labels in it."""
    kinds = {"supported": row.supported, "refuted": row.contradicted, "failed": row.failed or bool(row.error)}
    kinds["not_enough_evidence"] = unsettled(row)
    return {row.disposition or "failed", row.outcome, *(name for name, n in kinds.items() if n)}


def unsettled(row: Seen) -> int:
    """Its claims that are neither supported nor refuted, without those that failed."""
    return row.claims - row.supported - row.contradicted - row.failed


def cells(row: Seen, decided: int = 0) -> tuple[str, ...]:
    """One row of the table."""
    score = "–" if row.score is None else f"{row.score:.2f}"
    counts = (row.claims, row.supported, row.contradicted, unsettled(row), row.failed, decided)
    numbers = (str(n or "") for n in counts)
    why = row.error or ("" if row.outcome == "scored" else row.outcome.replace("_", " "))
    return (str(row.number), row.disposition or "error", score, *numbers, one_line(row.id), one_line(why))
