"""A batch: watched while it runs or looked at afterwards; Enter opens any of its documents for review."""

from __future__ import annotations

import time
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import DataTable, Input, Static

from localcheck.batch.watching import Seen, State, Watch, batches_in, worst_first
from localcheck.errors import LocalcheckError
from localcheck.store import Store
from localcheck.text.counting import many
from localcheck.types import Report
from localcheck_tui.filtering import fits
from localcheck_tui.line import Line
from localcheck_tui.places import typed_path
from localcheck_tui.safe_text import one_line
from localcheck_tui.screens.listing import ListScreen
from localcheck_tui.telling import errors_told
from localcheck_tui.widgets.active_keys import ActiveKeys

COLUMNS = ("row", "disposition", "score", "claims", "✓", "✗", "?", "!", "◆", "document", "")
SECONDS = 1.0
"""How often a batch is looked at again; at once while there is more to read than one look takes."""
WORST = 300
"""Rows that are shown of those that do not pass: a table of thousands is neither read nor redrawn quickly."""
ANEW = 5.0
"""Seconds between filling the table of the worst anew."""


class BatchScreen(ListScreen[Report | None]):
    """Dismissed with the report of a document to review. Shows the newest batch of a folder, or the one that is named."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("P", "choose", "another path"),
        ("D", "flagged", "worst first"),
        ("G,end", "end", "last row"),
    ]

    def __init__(self, folder: Path, store: Store) -> None:
        super().__init__()
        self._folder = folder
        self._decided = {run.document_id: run.reviewed for run in store.runs()[::-1]}
        """Claims that somebody decided, by document: of the newest run that was made of it."""
        self._watch: Watch | None = None
        self._flagged_only = False
        self._filled = 0.0

    def compose(self) -> ComposeResult:
        yield Line(placeholder="OUT of a batch; Enter shows it", id="path")
        yield Line(placeholder="words, is:block, is:warn, is:failed, is:refuted", id="filter", select_on_focus=False)
        yield Static(id="title")
        yield DataTable(cursor_type="row", zebra_stripes=True, id="table")
        yield ActiveKeys()

    def on_mount(self) -> None:
        self.query_one(DataTable).add_columns(*COLUMNS)
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
            self.query_one(DataTable).clear()
            self.look()
            self.query_one(DataTable).focus()

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
            self._fill()
        elif not self._flagged_only:
            self._add(fresh)
        elif fresh and time.monotonic() - self._filled >= ANEW:
            self._fill()
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

    def _fill(self) -> None:
        table = self.query_one(DataTable)
        chosen = self._current()
        table.clear()
        assert self._watch is not None, "there is something to fill the table with"
        rows = worst_first(self._watch.rows)[:WORST] if self._flagged_only else self._watch.rows
        self._filled = time.monotonic()
        self._add(rows)
        keys = [str(key.value) for key in table.rows]
        table.move_cursor(row=keys.index(str(chosen.number)) if chosen and str(chosen.number) in keys else 0)

    def _add(self, rows: list[Seen]) -> None:
        table, query = self.query_one(DataTable), self.filter.value
        for row in (r for r in rows if fits(query, r.id, states(r))):
            table.add_row(*map(Text, cells(row, self._decided.get(row.id, 0))), key=str(row.number))

    def _current(self) -> Seen | None:
        table = self.query_one(DataTable)
        if self._watch is None or not table.row_count:
            return None
        number = int(str(table.coordinate_to_cell_key(table.cursor_coordinate).row_key.value))
        return self._watch.rows[number - 1] if number <= len(self._watch.rows) else None

    def action_choose(self) -> None:
        """Type the path of another batch."""
        self.query_one("#path", Input).focus()

    @on(Input.Submitted, "#path")
    def open_path(self, message: Input.Submitted) -> None:
        """Show the batch at the path that was typed."""
        self._open(self._folder / typed_path(message.value.strip()))

    @on(Input.Changed, "#filter")
    def filter_rows(self) -> None:
        """Filter while typing."""
        if self._watch is not None:
            self._fill()

    def action_flagged(self) -> None:
        """Only what does not pass, the worst first; again for all."""
        self._flagged_only = not self._flagged_only
        if self._watch is not None:
            self._fill()
            self.look()

    def action_end(self) -> None:
        """To the last row."""
        table = self.query_one(DataTable)
        table.move_cursor(row=max(0, table.row_count - 1))

    @on(DataTable.RowSelected)
    def open_document(self) -> None:
        """Review the document of a row."""
        row = self._current()
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
