"""Two runs side by side, claim by claim."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import DataTable, Footer, Static

from localcheck.reports.words import symbol_of, word_of
from localcheck.store import StoredRun
from localcheck.types import Verdict
from localcheck_tui.comparison import Pair, compare
from localcheck_tui.safe_text import one_line


class CompareScreen(Screen[None]):
    """A table of claims with both verdicts; ``n`` goes to the next difference."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "dismiss(None)", "back"),
        ("n", "difference(1)", "next difference"),
        ("p", "difference(-1)", "previous difference"),
    ]

    def __init__(self, first: StoredRun, second: StoredRun) -> None:
        super().__init__()
        self._first, self._second = first, second
        self._pairs = compare(first.verdicts, second.verdicts)

    def compose(self) -> ComposeResult:
        yield Static(self.headline(), id="heading", markup=False)
        yield DataTable(cursor_type="row", zebra_stripes=True, id="table")
        yield Footer(show_command_palette=False, compact=True)

    def headline(self) -> str:
        """Which runs, and how many claims differ."""
        differing = sum(p.differs for p in self._pairs)
        names = " ↔ ".join(f"run {r.summary.id} ({r.summary.detector})" for r in (self._first, self._second))
        return f"{names}: {differing} of {len(self._pairs)} claims differ"

    def on_mount(self) -> None:
        table = self.query_one(DataTable)
        table.add_columns("", f"run {self._first.summary.id}", f"run {self._second.summary.id}", "claim")
        for pair in self._pairs:
            row = (
                "≠" if pair.differs else "=",
                verdict_cell(pair.first),
                verdict_cell(pair.second),
                one_line(pair.text),
            )
            table.add_row(*(Text(cell, style="bold" if pair.differs else "") for cell in row))
        table.focus()

    def action_difference(self, by: int) -> None:
        """The next or previous claim on which the runs differ."""
        table = self.query_one(DataTable)
        row = next_difference(self._pairs, table.cursor_row, by)
        if row is None:
            self.notify("no other difference")
        else:
            table.move_cursor(row=row)


def next_difference(pairs: list[Pair], row: int, by: int) -> int | None:
    """Row of the nearest differing pair after or before ``row``."""
    rows = range(row + 1, len(pairs)) if by > 0 else range(row - 1, -1, -1)
    return next((i for i in rows if pairs[i].differs), None)


def verdict_cell(verdict: Verdict | None) -> str:
    """Symbol, words and P(factual), or a dash."""
    return "—" if verdict is None else f"{symbol_of(verdict)} {word_of(verdict)} {1 - verdict.score:.2f}"
