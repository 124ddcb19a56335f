"""What every list has in common: a table of rows, and a line above it that filters them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Generic, TypeVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.widget import Widget
from textual.widgets import DataTable, Input

from localcheck_tui.screens.page import Line, Page

Item = TypeVar("Item")
Result = TypeVar("Result")


class ListScreen(Page[Result], Generic[Item, Result]):
    """/ goes to the line ``#filter``, Enter there to the table; Escape leaves the line first, then the screen.

    A list says its columns, and fills the table in ``show_rows``, which every change of the filter calls.
    """

    AUTO_FOCUS: ClassVar[str | None] = "#table"
    """At once, and not the line: what is typed right after the key that opens a list is for the list."""
    BINDINGS: ClassVar = [("escape", "leave", "back"), ("slash", "focus_filter", "filter")]
    COLUMNS: ClassVar[tuple[str, ...]]
    PLACEHOLDER: ClassVar[str]
    OPENS_WITH: ClassVar[str] = ""
    """The filter at first."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[Item] = []
        """What each row is of."""

    def body(self) -> ComposeResult:
        yield from self.above()
        yield Line(self.OPENS_WITH, placeholder=self.PLACEHOLDER, id="filter", select_on_focus=False)
        table: DataTable[Text] = DataTable(cursor_type="row", zebra_stripes=True, id="table")
        table.add_columns(*self.COLUMNS)
        yield table

    def above(self) -> Iterable[Widget]:
        """What stands above the filter."""
        return ()

    def show_rows(self) -> None:
        """Fill the table with what fits the filter."""
        raise NotImplementedError

    @on(Input.Changed, "#filter")
    def filter_rows(self) -> None:
        """Filter while typing; the cursor is then on the first row, and stays where it is when the filter is emptied."""
        self.show_rows()
        if self.filter.value:
            self.table.move_cursor(row=0)

    @property
    def filter(self) -> Input:
        """The line above the table."""
        return self.query_one("#filter", Input)

    @property
    def table(self) -> DataTable[Text]:
        """The rows."""
        return self.query_one("#table", DataTable)

    @property
    def current(self) -> Item | None:
        """What the cursor is on."""
        row = self.table.cursor_row
        return self.shown[row] if row < len(self.shown) else None

    def fill(self, rows: Iterable[tuple[Item, tuple[str, ...]]], otherwise: int = 0) -> None:
        """Show these rows only; the cursor stays on what it is on, or goes to row ``otherwise`` where that is not shown."""
        chosen = self.current
        self.table.clear()
        self.shown = []
        self.add(rows)
        self.table.move_cursor(row=self.shown.index(chosen) if chosen in self.shown else otherwise)

    def add(self, rows: Iterable[tuple[Item, tuple[str, ...]]]) -> None:
        """Show these rows, too."""
        for item, cells in rows:
            self.shown.append(item)
            self.table.add_row(*map(Text, cells))

    def action_focus_filter(self) -> None:
        """Type a filter over the one that is there."""
        self.filter.select_all()  # now: when the focus is told, letters may have been typed already
        self.set_focus(self.filter)

    @on(Input.Submitted, "#filter")
    def to_the_table(self) -> None:
        """Go to the table."""
        self.set_focus(self.table)

    def action_leave(self) -> None:
        """Leave the filter first, then the screen."""
        if self.filter.has_focus:
            self.to_the_table()
        else:
            self.dismiss(None)
