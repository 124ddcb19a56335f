"""What every list has in common: a table of rows, and a line above it that filters them."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual import on
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import DataTable, Input

from localcheck_tui.closing import ClosesOnce

Result = TypeVar("Result")


class ListScreen(ClosesOnce, Screen[Result]):
    """/ goes to the line ``#filter``, Enter there to the table; Escape leaves the line first, then the screen."""

    AUTO_FOCUS: ClassVar[str | None] = "#table"
    """At once, and not the line: what is typed right after the key that opens a list is for the list."""
    BINDINGS: ClassVar[list[BindingType]] = [("escape", "leave", "back"), ("slash", "focus_filter", "filter")]

    @property
    def filter(self) -> Input:
        """The line above the table."""
        return self.query_one("#filter", Input)

    def action_focus_filter(self) -> None:
        """Type a filter over the one that is there."""
        self.filter.select_all()  # now: when the focus is told, letters may have been typed already
        self.set_focus(self.filter)

    @on(Input.Submitted, "#filter")
    def to_the_table(self) -> None:
        """Go to the table."""
        self.set_focus(self.query_one("#table", DataTable))

    def action_leave(self) -> None:
        """Leave the filter first, then the screen."""
        if self.filter.has_focus:
            self.to_the_table()
        else:
            self.dismiss(None)
