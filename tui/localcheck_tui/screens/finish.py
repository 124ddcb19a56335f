"""The end of a review: what is left, then export, sign-off and the next document. Also the list of all claims."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar, Literal

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import DataTable, Input, Static

from localcheck.reports.words import WORD, p_factual, symbol_of, word_of
from localcheck.types import Label, Verdict
from localcheck_tui.filtering import HELP, fits
from localcheck_tui.line import Line
from localcheck_tui.reading import Reading
from localcheck_tui.safe_text import one_line
from localcheck_tui.screens.listing import ListScreen
from localcheck_tui.widgets.active_keys import ActiveKeys
from localcheck_tui.widgets.run_bar import skipped_text

LEFT = "is:left"
"""The filter with which the screen opens: what keeps the document from being finished."""

MOST = 500
"""Rows of the table: thousands are neither read nor filled in quickly. A filter brings the others."""
BRIEF = {**WORD, Label.NOT_ENOUGH_EVIDENCE: "open"}


@dataclass(frozen=True, slots=True)
class Next:
    """What to do after the finish screen."""

    what: Literal["claim", "export", "sign", "document"]
    claim: str = ""
    """Its id, where a claim is to be looked at."""


class FinishScreen(ListScreen[Next | None]):
    """Dismissed with what to do next; None goes back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("x", "go_on('export')", "export"),
        ("S", "go_on('sign')", "sign off"),
        ("N", "go_on('document')", "next document"),
    ]

    def __init__(self, reading: Reading, signed: str = "") -> None:
        """``signed``: the sign-off that covers the run as it stands, in a sentence; empty where there is none."""
        super().__init__()
        self._reading, self._signed = reading, signed
        self._shown: list[Verdict] = []

    def compose(self) -> ComposeResult:
        yield Static(headline(self._reading, self._signed), id="heading", markup=False)
        yield Line(
            LEFT,
            placeholder=f"{HELP}, is:left, is:decided, is:skipped, is:disputed; empty for all claims",
            id="filter",
            select_on_focus=False,
        )
        yield DataTable(cursor_type="row", zebra_stripes=True, id="table")
        yield ActiveKeys()

    def on_mount(self) -> None:
        self.query_one(DataTable).add_columns("", "label", "P", "decided", "claim", "source")
        self.show_claims()

    @on(Input.Changed, "#filter")
    def show_claims(self) -> None:
        """Fill the table with the claims that fit the filter, in the order of the document."""
        reading, query = self._reading, self.filter.value
        verdicts = sorted(reading.verdicts.values(), key=lambda v: (v.claim.sentence, v.claim.span.start))
        found = [v for v in verdicts if claim_fits(reading, v, query)]
        self._shown = found[:MOST]
        more = f"the first {MOST} of {len(found):,} claims; / narrows them · " if len(found) > MOST else ""
        self.query_one("#heading", Static).update(more + headline(reading, self._signed))
        table = self.query_one(DataTable)
        table.clear()
        for verdict in self._shown:
            table.add_row(*map(Text, cells(reading, verdict)))

    def action_focus_filter(self) -> None:
        """Type another filter than the one that the screen opens with."""
        self.filter.value = ""
        self.set_focus(self.filter)

    @on(DataTable.RowSelected)
    def open_claim(self) -> None:
        """Look at a claim."""
        row = self.query_one(DataTable).cursor_row
        if row < len(self._shown):
            self.dismiss(Next("claim", self._shown[row].claim.id))

    def action_go_on(self, what: Literal["export", "sign", "document"]) -> None:
        """Export, sign off, or the next document."""
        self.dismiss(Next(what))


def claim_fits(reading: Reading, verdict: Verdict, query: str) -> bool:
    """Whether a claim fits a filter; what a blind reviewer must not see cannot be asked for."""
    hidden = reading.hidden(verdict)
    titles = [] if hidden else [e.passage.title for e in verdict.evidence]
    return fits(query, verdict.claim.text, reading.states(verdict), titles)


def headline(reading: Reading, signed: str) -> str:
    """What is left to do, in one line."""
    left = Counter(_kind(reading, v) for v in reading.verdicts.values() if "left" in reading.states(v))
    *_, decided, claims = reading.counts()
    if reading.running:
        told = f"the check goes on: {reading.done} of {reading.of} claims"
    elif left:
        told = f"left: {', '.join(f'{kind} {n}' for kind, n in left.items())}"
    else:
        told = "nothing is left: x exports, S signs off, N goes to the next document"
    return " · ".join(
        part for part in (told, f"decided {decided}/{claims}{skipped_text(reading.skipped)}", signed) if part
    )


def _kind(reading: Reading, verdict: Verdict) -> str:
    """Why a claim keeps the document from being finished, in two words at most: the line is read at 80 columns."""
    if reading.hidden(verdict):
        return "▒ undecided"
    if reading.curation_of(verdict).disputed:
        return "≠ disputed"
    return f"{symbol_of(verdict)} {'reworded' if verdict.claim.reworded else BRIEF[verdict.label]}"


def cells(reading: Reading, verdict: Verdict) -> tuple[str, ...]:
    """One row of the table."""
    claim = one_line(verdict.claim.text)
    if reading.hidden(verdict):
        return "▒", "hidden", "", "", claim, ""
    found = reading.curation_of(verdict)
    symbol = "≠" if found.disputed else symbol_of(verdict) if verdict.claim.checkable else "·"
    decided = "disputed" if found.disputed else WORD[found.label] if found.label else ""
    mine = reading.decisions.get(verdict.claim.id)
    decided = decided or ("skipped" if mine is not None else "")
    score = "" if (p := p_factual(verdict)) is None else f"{p:.2f}"
    source = verdict.deciding.passage.title if verdict.deciding else ""
    return symbol, word_of(verdict), score, decided, claim, one_line(source)
