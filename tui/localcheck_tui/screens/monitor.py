"""The monitor: faithfulness by template, model and category; Enter shows the checks behind a line."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.widgets import DataTable, Static

from localcheck.monitoring.monitor import ALERT_BELOW, DAY, KEYS, Figures, report, sparkline
from localcheck.reports.rolling import NOT_GIVEN, spark, stamp
from localcheck.store import Check, Store
from localcheck_tui.safe_text import one_line
from localcheck_tui.screens.page import Page

SPAN = 7 * DAY
"""How far back the sparklines go."""
BINS = 28
"""Characters of a sparkline: a quarter of a day each."""
GROUPS = ("by", "name", "checks", "24 h", "7 days", "95 %", "warn", "block", "last 7 days")
CHECKS = ("score", "disposition", "outcome", "claims", "ended", "run", "document")


class MonitorScreen(Page[int | None]):
    """Dismissed with the id of a run to open."""

    BINDINGS: ClassVar = [("escape", "back", "back")]

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        super().__init__()
        self._store, self._clock = store, clock
        self._checks: list[Check] = []
        self._groups: list[Figures] = []

    def body(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        yield DataTable(cursor_type="row", zebra_stripes=True, id="groups")
        yield DataTable(cursor_type="row", zebra_stripes=True, id="checks")

    def on_mount(self) -> None:
        now = self._clock()
        self._checks = self._store.checks.between(now - SPAN, now)
        self._groups = [f for key in KEYS for f in report(self._checks, key, now, SPAN)]
        groups = self.query_one("#groups", DataTable)
        groups.add_columns(*GROUPS)
        for place, figures in enumerate(self._groups):
            groups.add_row(*map(Text, self._cells(figures, now)), key=str(place))
        self.query_one("#checks", DataTable).add_columns(*CHECKS)
        self._show_groups()

    def _show_groups(self) -> None:
        checks = self.query_one("#checks", DataTable)
        checks.display = False
        groups = self.query_one("#groups", DataTable)
        groups.display = True
        empty = "no checks in the last 7 days" if not self._checks else "Enter shows the checks behind a line"
        self.query_one("#title", Static).update(f"faithfulness, {len(self._checks)} checks · {empty}")
        groups.focus()

    def _cells(self, figures: Figures, now: float) -> tuple[str, ...]:
        """One line of the table; ▼ marks a day's mean under the threshold of an alert."""
        own = self._of(figures)
        today = next(iter(report(own, figures.key, now)), None)
        mean = today.mean if today is not None else None
        dip = " ▼" if mean is not None and mean < ALERT_BELOW else ""
        interval = "–" if figures.low is None else f"{figures.low:.2f}–{figures.high:.2f}"
        scored = ((c.at, c.score) for c in own if c.score is not None)
        bar = spark(sparkline(scored, now - SPAN, now, BINS))
        name = one_line(figures.name) or NOT_GIVEN
        numbers = (f"{_number(mean)}{dip}", _number(figures.mean), interval, str(figures.warned), str(figures.blocked))
        return (figures.key, name, str(figures.checks), *numbers, bar)

    def _of(self, figures: Figures) -> list[Check]:
        return [c for c in self._checks if getattr(c, figures.key) == figures.name]

    @on(DataTable.RowSelected, "#groups")
    def show_checks(self, message: DataTable.RowSelected) -> None:
        """The checks of a line, the lowest scores first, those without a score last."""
        figures = self._groups[int(str(message.row_key.value))]
        table = self.query_one("#checks", DataTable)
        table.clear()
        for check in sorted(self._of(figures), key=lambda c: (c.score is None, c.score, -c.at)):
            cells = (_number(check.score), check.disposition.value, check.outcome, f"{check.supported}/{check.claims}")
            run = "" if check.run_id is None else str(check.run_id)
            table.add_row(*map(Text, (*cells, stamp(check.at), run, one_line(check.document_id))), key=check.call_id)
        self.query_one("#groups", DataTable).display = False
        table.display = True
        name = one_line(figures.name) or NOT_GIVEN
        self.query_one("#title", Static).update(f"{figures.key} {name} · Enter opens the run of a check")
        table.focus()

    @on(DataTable.RowSelected, "#checks")
    def open_run(self, message: DataTable.RowSelected) -> None:
        """The run behind a check, where it was stored."""
        chosen = next(c for c in self._checks if c.call_id == message.row_key.value)
        if chosen.run_id is None:
            self.notify("this check was not stored as a run (a batch, or the server)")
            return
        self.dismiss(chosen.run_id)

    def action_back(self) -> None:
        """Go back to the groups, or leave the screen."""
        if self.query_one("#checks", DataTable).display:
            self._show_groups()
        else:
            self.dismiss(None)


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"
