"""The queue: every document of this sitting with its owner, the state of its run, and how far its review is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.widget import Widget
from textual.widgets import DataTable, Static

from localcheck.errors import LocalcheckError
from localcheck.store import RunState, Store
from localcheck.text.counting import many
from localcheck.text.inert import shortened
from localcheck.types import Label
from localcheck_tui.desk import Desk, Entry
from localcheck_tui.filtering import HELP, fits
from localcheck_tui.safe_text import one_line
from localcheck_tui.screens.dialogs import AskDialog, ask, cancel_dialog
from localcheck_tui.screens.listing import ListScreen
from localcheck_tui.screens.page import errors_told

LONGEST = 26
SECONDS = 0.5
"""How often the rows are looked at again."""
ELSEWHERE = "elsewhere"
"""The state of a run that another process checks."""
STATE = {
    RunState.OPEN: "unfinished",
    RunState.FINISHED: "checked",
    RunState.FAILED: "failed",
    RunState.CANCELLED: "cancelled",
}


@dataclass(frozen=True, slots=True)
class Stored:
    """What the store says of a document."""

    state: str
    owner: str
    numbers: tuple[int, ...]
    """Supported, refuted, open, failed, decided, and all claims."""
    skipped: int


class QueueScreen(ListScreen[Entry, Entry | None]):
    """Dismissed with the document to review."""

    BINDINGS: ClassVar = [("O", "own", "owner"), ("ctrl+c", "cancel", "cancel its run")]
    COLUMNS = ("document", "owner", "state", *"✓✗?!◆", "run")
    PLACEHOLDER = f"{HELP}; is:checked, is:running, is:unowned; in:owner"

    def __init__(self, desk: Desk, store: Store, blind: bool = False) -> None:
        """``blind``: what is not open yet will be reviewed blind; an open review knows what it hides."""
        super().__init__()
        self._desk, self._store, self._blind = desk, store, blind
        self._rows: list[tuple[Entry, tuple[str, ...]]] = []
        self._known: dict[int, Stored] = {}
        self._told = ""

    def above(self) -> Iterable[Widget]:
        """How many documents there are, and how many are being checked."""
        return [Static(id="heading", markup=False)]

    def on_mount(self) -> None:
        self.show_rows()
        self.set_interval(SECONDS, self.show_rows)

    def on_screen_resume(self) -> None:
        """Other screens may have decided or removed something."""
        self._known.clear()
        self.show_rows()

    def show_rows(self) -> None:
        """Fill the table where something changed."""
        query = self.filter.value
        rows = [(entry, *self._row(entry, name)) for entry, name in named(self._desk.entries)]
        for entry in self._desk.entries:
            number = entry.number or 0
            if (known := self._known.get(number)) and (entry.running or known.state == ELSEWHERE):
                del self._known[number]  # read it again: its run may end before the next look
        shown = [
            (e, cells) for e, cells, states in rows if fits(query, f"{e.document.id} {cells[0]}", states, [cells[1]])
        ]
        running = sum(e.running for e in self._desk.entries)
        going = f"{running} being checked or waiting" if running else "none is being checked"
        documents = many(sum(not e.problem for e in self._desk.entries), "document")
        told = f"queue: {documents}, {going} · Enter opens one"
        if told != self._told:
            self._told = told
            self.query_one("#heading", Static).update(told)
            self.refresh_bindings()
        if shown != self._rows:
            self._rows = shown
            self.fill(shown, otherwise=self.table.cursor_row)

    def _row(self, entry: Entry, name: str) -> tuple[tuple[str, ...], set[str]]:
        """The cells of a document, and what a filter may call it."""
        number, reading = entry.number, entry.reading
        if entry.problem:
            why = one_line(entry.problem)  # in the last column, which may be as long as it likes
            return (name, "", "not read", "", "", "", "", "", why), {"failed", "unowned"}
        row = self._stored(number) if number is not None else None
        if row is None and number is not None:
            return (name, "", "removed", "", "", "", "", "", ""), {"removed", "undecided", "unowned"}
        if row is None:  # it has not begun, or ended before it began: cancelled, or failed
            ended = reading is not None and reading.state is not RunState.OPEN
            row = Stored(STATE[reading.state] if reading is not None and ended else "waiting", "", (0,) * 6, 0)
        state, owner, numbers, skipped = row.state, row.owner, row.numbers, row.skipped
        if reading is not None:
            numbers, skipped = reading.counts(), reading.skipped
        share = ""
        if reading is not None and reading.running:
            state = "paused" if reading.paused else "waiting" if reading.waiting else "running"
            state = "cancelling" if reading.cancelling else state
            share = f" {reading.done}/{reading.of}" if reading.expected and not reading.waiting else ""
        *labels, decided, claims = numbers
        done = f"{decided}/{claims}" if claims else ""
        cells = (name, one_line(owner), state + share, *(str(n or "") for n in labels), done, str(number or ""))
        found = {
            label
            for label, n in zip(("supported", "refuted", "not_enough_evidence", "failed"), labels, strict=True)
            if n
        }
        left = "decided" if claims and decided + skipped >= claims else "undecided"
        return cells, {state, left, "owned" if owner else "unowned", *found}

    def _stored(self, number: int) -> Stored | None:
        """What the store says of a document, read once until the screen is shown again; None if it was removed."""
        if number not in self._known:
            try:
                written = self._store.is_written(number)  # first: one that ends now is read again
                summary = self._store.summary(number)
                signed = summary.state is RunState.FINISHED and bool(self._store.signoffs.of(number))
                owner = self._store.places.owner(number)
            except LocalcheckError:
                return None
            counts = dict(summary.counts)
            claims = sum(counts.values())
            kinds = (Label.SUPPORTED, Label.REFUTED, Label.FAILED)
            supported, refuted, failed = (counts.get(kind.value, 0) for kind in kinds)
            unsettled = claims - supported - refuted - failed
            shown = (0, 0, 0, 0) if self._blind else (supported, refuted, unsettled, failed)
            numbers = (*shown, summary.reviewed, claims)
            state = "signed" if signed else ELSEWHERE if written else STATE[summary.state]
            self._known[number] = Stored(state, owner, numbers, summary.skipped)
        return self._known[number]

    def action_leave(self) -> None:
        """Empty the filter first, then close the screen; the runs go on."""
        if self.filter.value or self.filter.has_focus:
            self.filter.value = ""
            self.to_the_table()
        else:
            self.dismiss(None)

    @on(DataTable.RowSelected)
    def open_entry(self) -> None:
        """Review a document."""
        entry = self.current
        if entry is not None and entry.problem:
            self.notify(entry.problem, title=entry.document.name, severity="warning")
        elif entry is not None:
            self.dismiss(entry)

    def action_own(self) -> None:
        """Say whose document this is."""
        entry = self.current
        number = None if entry is None else entry.number
        if number is None:
            self.notify("its run has not begun yet")
            return

        def named(name: str) -> None:
            with errors_told(self):
                self._store.places.own(number, name)
            self._known.pop(number, None)
            self.show_rows()

        row = self._stored(number)
        owner = row.owner if row else ""
        ask(self, AskDialog("Whose document is this?", "Leave it empty for nobody's.", owner), named)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Cancelling is offered for a run that goes on only."""
        return action != "cancel" or any(entry.running for entry in self._desk.entries)

    def action_cancel(self) -> None:
        """Cancel the run of a document, after a yes."""
        entry = self.current
        reading = None if entry is None else entry.reading
        if reading is None or not reading.running:
            self.notify("its run is not going on")
            return

        def cancel(_: bool) -> None:
            self._desk.cancel(reading)
            self.show_rows()

        ask(self, cancel_dialog(reading), cancel)


def named(entries: Sequence[Entry]) -> Iterator[tuple[Entry, str]]:
    """Each document by its title; by the end of its file's name where it has none, or another document has the same."""
    titles = Counter(entry.document.title for entry in entries)
    for entry in entries:
        title, file = one_line(entry.document.title), one_line(entry.document.id)
        if not title or titles[entry.document.title] > 1:
            yield entry, file if len(file) <= LONGEST else f"…{file[1 - LONGEST :]}"
        else:
            yield entry, shortened(title, LONGEST)
