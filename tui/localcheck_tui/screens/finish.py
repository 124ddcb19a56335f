"""The end of a review: what is left, then export, sign-off and the next document. Also the list of all claims."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import ClassVar

from textual import on
from textual.widget import Widget
from textual.widgets import DataTable, Static

from localcheck.reports.words import WORD, p_factual, symbol_of, word_of
from localcheck.types import Label, Verdict
from localcheck_tui.filtering import HELP, fits
from localcheck_tui.reading import Reading
from localcheck_tui.safe_text import one_line
from localcheck_tui.screens.listing import ListScreen
from localcheck_tui.widgets.run_bar import skipped_text

MOST = 500
"""Rows of the table: thousands are neither read nor filled in quickly. A filter brings the others."""
BRIEF = {**WORD, Label.NOT_ENOUGH_EVIDENCE: "open"}


class FinishScreen(ListScreen[Verdict, str | None]):
    """Dismissed with what the review screen does next, as an action of its own; None goes back."""

    BINDINGS: ClassVar = [
        ("x", "dismiss('export')", "export"),
        ("S", "dismiss('sign')", "sign off"),
        ("N", "dismiss('app.next_document')", "next document"),
    ]
    COLUMNS = ("", "label", "P", "decided", "claim", "source")
    PLACEHOLDER = f"{HELP}, is:left, is:decided, is:skipped, is:disputed; empty for all claims"
    OPENS_WITH = "is:left"
    """What keeps the document from being finished."""

    def __init__(self, reading: Reading, seen: set[str], signed: str = "") -> None:
        """``seen`` gets the claims whose verdict is shown. ``signed``: the sign-off that covers the run as it stands, in a
        sentence; empty where there is none.
        """
        super().__init__()
        self._reading, self._seen, self._signed = reading, seen, signed

    def above(self) -> Iterable[Widget]:
        """What is left to do."""
        return [Static(headline(self._reading, self._signed), id="heading", markup=False)]

    def on_mount(self) -> None:
        self.show_rows()

    def show_rows(self) -> None:
        """Fill the table with the claims that fit the filter, in the order of the document."""
        reading, query = self._reading, self.filter.value
        verdicts = sorted(reading.verdicts.values(), key=lambda v: (v.claim.sentence, v.claim.span.start))
        found = [v for v in verdicts if claim_fits(reading, v, query)]
        more = f"the first {MOST} of {len(found):,} claims; / narrows them · " if len(found) > MOST else ""
        self.query_one("#heading", Static).update(more + headline(reading, self._signed))
        self.fill((verdict, cells(reading, verdict)) for verdict in found[:MOST])
        self._seen.update(verdict.claim.id for verdict in self.shown if not reading.hidden(verdict))

    def action_focus_filter(self) -> None:
        """Type another filter than the one that the screen opens with."""
        self.filter.value = ""
        self.set_focus(self.filter)

    @on(DataTable.RowSelected)
    def open_claim(self) -> None:
        """Look at a claim."""
        if self.current is not None:
            self.dismiss(f"show_claim({self.current.claim.id!r})")


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
