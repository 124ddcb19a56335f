"""The runs: filter, open, continue, compare two, remove.

Two runs of one text side by side: how each was made, and claim by claim what each says and what people decided.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import DataTable, Static

from localcheck.errors import LocalcheckError
from localcheck.reports.report import JUDGED
from localcheck.reports.words import WORD, p_factual, symbol_of, word_of
from localcheck.store import Curation, RunState, RunSummary, Store, StoredRun
from localcheck.store.differences import made_differently
from localcheck.system.clock import to_the_minute
from localcheck.types import Label, Verdict
from localcheck_tui.filtering import fits
from localcheck_tui.marks import HIDDEN, PENDING, run_named
from localcheck_tui.safe_text import one_line
from localcheck_tui.screens.dialogs import ask
from localcheck_tui.screens.listing import ListScreen
from localcheck_tui.screens.page import Page, errors_told


@dataclass(frozen=True, slots=True)
class Pair:
    """A claim in both runs, or in one of them."""

    text: str
    first: Verdict | None
    second: Verdict | None

    @property
    def differs(self) -> bool:
        """True if the two runs give different labels, or if only one of them has the claim."""
        return self.first is None or self.second is None or self.first.label is not self.second.label


class CompareScreen(Page[tuple[int, str] | None]):
    """Dismissed with (run, claim id) to look at. A table of claims with both verdicts and decisions; ``n`` goes to the next
    difference, Enter opens it.
    """

    BINDINGS: ClassVar = [
        ("n", "difference(1)", "next difference"),
        ("p", "difference(-1)", "previous difference"),
    ]

    def __init__(self, first: StoredRun, second: StoredRun, store: Store, reviewer: str = "") -> None:
        """Both runs must be of the same text. ``reviewer``: who sees their verdicts, and is not blind to them after."""
        super().__init__()
        assert first.document.text == second.document.text, "runs of two texts are refused before"
        self._first, self._second = first, second
        self._decided = [store.reviews.curations(run.summary.id) for run in (first, second)]
        self._pairs = compare(first.verdicts, second.verdicts)
        if not store.read_only:
            with suppress(LocalcheckError):
                for run in (first, second):
                    store.reviews.see(run.summary.id, reviewer, [v.claim.id for v in run.verdicts])

    def body(self) -> ComposeResult:
        yield Static(self.headline(), id="heading", markup=False)
        yield Static(self.made(), id="made", markup=False)
        yield DataTable(cursor_type="row", zebra_stripes=True, id="table")

    def headline(self) -> str:
        """Which runs, and how many claims differ."""
        differing = sum(p.differs for p in self._pairs)
        names = " ↔ ".join(f"run {r.summary.id} ({r.summary.detector})" for r in (self._first, self._second))
        return f"{names}: {differing} of {len(self._pairs)} claims differ"

    def made(self) -> str:
        """How each run was made: method, index, models; then everything else that differs."""
        lines = [f"run {run.summary.id}: {made_by(run)}" for run in (self._first, self._second)]
        named = ("method", "index", "model")
        other = [d for d in made_differently(self._first.info, self._second.info) if not d.startswith(named)]
        return "\n".join([*lines, *([one_line("; ".join(other))] if other else [])])

    def on_mount(self) -> None:
        table, runs = self.query_one(DataTable), (self._first.summary.id, self._second.summary.id)
        table.add_columns("", *(name for run in runs for name in (f"run {run}", f"◆ {run}")), "claim")
        for pair in self._pairs:
            row = (
                "≠" if pair.differs else "=",
                verdict_cell(pair.first),
                decided_cell(pair.first, self._decided[0]),
                verdict_cell(pair.second),
                decided_cell(pair.second, self._decided[1]),
                one_line(pair.text),
            )
            table.add_row(*(Text(cell, style="bold" if pair.differs else "") for cell in row))
        table.focus()
        first = next_difference(self._pairs, -1, 1)
        table.move_cursor(row=first or 0)

    @on(DataTable.RowSelected)
    def open_claim(self, message: DataTable.RowSelected) -> None:
        """Open the claim in the newer run that has it."""
        pair = self._pairs[message.cursor_row]
        sides = ((self._first, pair.first), (self._second, pair.second))
        run, verdict = max(((r, v) for r, v in sides if v is not None), key=lambda side: side[0].summary.id)
        self.dismiss((run.summary.id, verdict.claim.id))

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
    """Symbol, words and P(factual), which a claim that cannot be checked does not have; a dash where the run lacks it."""
    if verdict is None:
        return "—"
    if not verdict.claim.checkable:
        return f"{PENDING} {word_of(verdict)}"
    p = p_factual(verdict)
    return f"{symbol_of(verdict)} {word_of(verdict)}{'' if p is None else f' {p:.2f}'}"


def decided_cell(verdict: Verdict | None, curations: dict[str, Curation]) -> str:
    """What people decided about a claim in one run."""
    found = curations.get(verdict.claim.id) if verdict is not None else None
    if found is None:
        return ""
    return "disputed" if found.disputed else WORD[found.label] if found.label else "skipped"


def made_by(run: StoredRun) -> str:
    """Method, index and models of a run, in one line."""
    models = ", ".join(f"{name} {digest[:8]}" for name, digest in run.info.models) or "no model"
    return one_line(f"{run.info.detector} · index {run.info.index or 'none'} · {models}")


def compare(first: Sequence[Verdict], second: Sequence[Verdict]) -> list[Pair]:
    """Claims in the order of the first run, then those only the second has. Equal wording in the same sentence is equal."""
    waiting: dict[tuple[int, str], list[Verdict]] = {}
    for verdict in second:
        waiting.setdefault(_key(verdict), []).append(verdict)
    pairs = []
    for verdict in first:
        others = waiting.get(_key(verdict), [])
        pairs.append(Pair(verdict.claim.text, verdict, others.pop(0) if others else None))
    left = [v for others in waiting.values() for v in others]
    pairs += [Pair(v.claim.text, None, v) for v in left]
    return sorted(pairs, key=lambda p: (p.first or p.second or first[0]).claim.sentence)


def _key(verdict: Verdict) -> tuple[int, str]:
    return verdict.claim.sentence, " ".join(verdict.claim.text.split()).casefold()


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
    started = to_the_minute(run.started)
    mark = "▶" if marked else ""
    decided = str(run.reviewed or "")
    return (mark, str(run.id), run_named(run, LONGEST), *numbers, decided, run.state.value, started, run.detector)
