"""The runs: filter, open, continue, compare two, remove."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.binding import Binding
from textual.widgets import DataTable

from localcheck.reports.report import JUDGED
from localcheck.store import RunState, RunSummary, Store
from localcheck.types import Label
from localcheck_tui.filtering import fits
from localcheck_tui.marks import HIDDEN, run_named
from localcheck_tui.screens.compare import CompareScreen
from localcheck_tui.screens.dialogs import ask
from localcheck_tui.screens.listing import ListScreen
from localcheck_tui.screens.page import errors_told

LONGEST = 30
"""Cells of a document's name, so that the counts stand beside it at 80 columns."""


class RunsScreen(ListScreen[RunSummary, int | tuple[int, str] | None]):
    """Dismissed with the id of a run to open, or (run, claim) for one claim of it."""

    BINDINGS: ClassVar = [
        Binding("equals_sign", "mark", "mark to compare", key_display="="),
        Binding("delete,R", "remove", "remove", key_display="R"),
    ]
    COLUMNS = ("", "run", "document", *"✓✗?≈!◆", "state", "started", "method")
    PLACEHOLDER = "words, is:unfinished, is:refuted, is:undecided, in:index or method"

    def __init__(self, store: Store, in_use: Callable[[int], str], reviewer: str, blind: bool) -> None:
        """``in_use``: why a run cannot be removed now; empty where it can be. ``blind``: no verdict is told or counted."""
        super().__init__()
        self._store, self._in_use = store, in_use
        self._reviewer, self._blind = reviewer, blind
        self._marked: list[int] = []
        self._sure: int | None = None
        self._runs: list[RunSummary] = []

    def on_mount(self) -> None:
        self._runs = self._store.runs()
        self.show_rows()

    def show_rows(self) -> None:
        """Fill the table with the runs that fit the filter."""
        query, blind = self.filter.value, self._blind
        self.fill(
            (
                (run, cells(run, run.id in self._marked, blind))
                for run in self._runs
                if fits(query, f"{run.document_id} {run.title} {run.id}", states(run, blind), (run.index, run.detector))
            ),
            otherwise=self.table.cursor_row,
        )

    @on(DataTable.RowSelected)
    def open_run(self) -> None:
        """Open a run."""
        if self.current is not None:
            self.dismiss(self.current.id)

    def action_mark(self) -> None:
        """Mark a run; the second one opens the comparison."""
        if self.current is None:
            return
        run = self.current.id
        self._marked = [r for r in self._marked if r != run] if run in self._marked else [*self._marked, run]
        if len(self._marked) == 2:
            self._compare(*self._marked)
            self._marked = []
        self.show_rows()

    def _compare(self, *runs: int) -> None:
        """Open the comparison of two runs, or say why there is none: another program may have removed one of them."""
        if self._blind:
            self.notify("a comparison tells the verdicts; switch blind mode off in the review first (b)")
            return
        with errors_told(self):
            first, second = map(self._store.load, runs)
            if first.document.text == second.document.text:
                ask(self, CompareScreen(first, second, self._store, self._reviewer), self.dismiss)
            else:
                self.notify("these two runs are of different texts: there is nothing to compare", severity="warning")

    def action_remove(self) -> None:
        """Remove a run; the key must be pressed twice."""
        if self.current is None:
            return
        run = self.current.id
        if why := self._in_use(run):
            self.notify(why, severity="warning")
            return
        if self._sure != run:
            self._sure = run
            self.notify(f"press R again to remove run {run} with its reviews", severity="warning")
            return
        with errors_told(self):
            self._store.remove([run])
        self._sure = None
        self._marked = [r for r in self._marked if r != run]
        self._runs = self._store.runs()
        self.show_rows()


def states(run: RunSummary, blind: bool) -> set[str]:
    """What a run is called in a filter: its state, the labels in it unless ``blind``, and whether all was decided."""
    judged = sum(n for _, n in run.counts)
    done = {"decided" if judged and run.reviewed + run.skipped >= judged else "undecided"}
    done |= set() if run.state is RunState.FINISHED else {"unfinished"}
    return {run.state.value, *(label for label, n in run.counts if n and not blind), *done}


def cells(run: RunSummary, marked: bool, blind: bool = False) -> tuple[str, ...]:
    """One row of the table; ``blind``: without what the claims came to, which in a text of one claim is its verdict."""
    counts = dict(run.counts)
    judged = sum(counts.get(kind, 0) for kind in JUDGED)
    of_label = [counts.get(label.value, 0) for label in Label]
    numbers = (HIDDEN if blind else str(n or "") for n in (*of_label[:3], judged, of_label[3]))
    started = run.started[:16].replace("T", " ")
    mark = "▶" if marked else ""
    decided = str(run.reviewed or "")
    return (mark, str(run.id), run_named(run, LONGEST), *numbers, decided, run.state.value, started, run.detector)
