"""Corrections for the author: each refuted claim with a plain value in its quote, before and after, accepted one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from localcheck.reviewing.corrected import around, by_place
from localcheck.reviewing.records import stands_refuted
from localcheck.settings import Settings
from localcheck.store import Accepted, Store
from localcheck.types import Span
from localcheck_tui.engine import Engine, Failure
from localcheck_tui.keeping import corrections
from localcheck_tui.reading import Reading
from localcheck_tui.safe_text import one_line
from localcheck_tui.screens.page import Page, errors_told

if TYPE_CHECKING:
    from localcheck.run.correcting import Proposed


class CorrectionsScreen(Page[None]):
    """A list of edits; Enter accepts one or takes that back. What is accepted is kept at once, and stands in exports."""

    BINDINGS: ClassVar = [
        ("a", "accept", "accept"),
        ("u", "drop", "take back"),
        ("j", "focused.cursor_down", "next"),
        ("k", "focused.cursor_up", "previous"),
    ]

    def __init__(
        self, reading: Reading, run_id: int, seen: set[str], store: Store, engine: Engine, settings: Settings
    ) -> None:
        """``seen`` gets the claims that are shown: each is refuted."""
        super().__init__()
        self._reading, self._run_id, self._seen, self._store = reading, run_id, seen, store
        self._engine, self._settings = engine, settings
        self._edits: list[Accepted] = []
        self._again: Mapping[Span, str] = {}
        """What corrected sentences came to, by the place of the edit."""
        self._unresolved = 0
        self._asked = True

    def body(self) -> ComposeResult:
        yield Static(id="heading", markup=False)
        yield OptionList(id="corrections", markup=False)

    def on_mount(self) -> None:
        self._show(())
        self.query_one(OptionList).focus()
        run_id, settings, reviewer = self._run_id, self._settings, self._reading.reviewer
        self._engine.request(
            self,
            "propose corrections",
            lambda session, store: corrections(session, store, run_id, settings, reviewer),
            self._proposed,
            self._failed,
        )

    def _accepted(self) -> list[Accepted]:
        return list(self._store.corrections.of(self._run_id))

    def _proposed(self, found: Proposed) -> None:
        """The proposals are there; what was accepted before stays in the list."""
        self._asked = False
        self._again = found.again
        self._unresolved = len(found.unresolved)
        self._show(found.edits)

    def _failed(self, failure: Failure) -> None:
        """No proposals could be made."""
        self._asked = False
        self._show(self._edits)
        self.notify(failure.told, title="no corrections", severity="error")

    def _show(self, edits: Iterable[Accepted]) -> None:
        """Fill the list; one edit for each place in the text, the accepted one where there is one."""
        accepted = self._accepted()
        self._edits = by_place(accepted, edits)
        self._seen.update(edit.claim_id for edit in self._edits)
        taken = {c.span for c in accepted if self._stands(c)}
        listing = self.query_one(OptionList)
        row = listing.highlighted or 0
        listing.clear_options()
        listing.add_options(Option(self._text(edit, self._mark(edit))) for edit in self._edits)
        listing.highlighted = min(row, len(self._edits) - 1) if self._edits else None
        told = f"corrections for the author: {len(taken)} of {len(self._edits)} accepted"
        if self._asked:
            told += " · looking for more…"
        elif not self._edits:
            told = "no correction that the evidence proves"
        elif self._unresolved:
            left = "1 refuted claim has" if self._unresolved == 1 else f"{self._unresolved} refuted claims have"
            told += f" · {left} no edit that the evidence proves"
        self.query_one("#heading", Static).update(told)

    def _stands(self, edit: Accepted) -> bool:
        """Whether the claim of an edit is refuted still; exports leave its correction out where it is not."""
        verdict = self._reading.verdicts.get(edit.claim_id)
        return verdict is not None and stands_refuted(verdict, self._reading.curation_of(verdict))

    def _mark(self, edit: Accepted) -> tuple[str, str]:
        """How an edit is marked, and in which colour."""
        if all(edit.span != c.span for c in self._accepted()):
            return "  proposed  ", "$secondary"
        if self._stands(edit):
            return "✓ accepted  ", "$success bold"
        return "– accepted before, left out: its claim is not refuted any more  ", "$warning"

    def _text(self, edit: Accepted, mark: tuple[str, str]) -> Content:
        reading = self._reading
        before, after = around(reading.document.text, reading.sentences, edit.span, edit.new)
        head = Content.assemble(mark, (f"{one_line(edit.old)} → {one_line(edit.new)}", "bold"))
        lines = [head, Content(f"  - {one_line(before)}"), Content(f"  + {one_line(after)}")]
        lines.append(Content.styled(f"  “{one_line(edit.quote)}” — {one_line(edit.source)}", "$secondary"))
        if edit.span in self._again:
            lines.append(Content.styled(f"  {self._again[edit.span]}", "$secondary"))
        return Content("\n").join([*lines, Content("")])

    def on_option_list_option_selected(self) -> None:
        """Enter: accept, or take that back."""
        edit = self._current()
        if edit is not None:
            taken = any(c.span == edit.span for c in self._accepted())
            (self.action_drop if taken else self.action_accept)()

    def _current(self) -> Accepted | None:
        row = self.query_one(OptionList).highlighted
        return self._edits[row] if row is not None and row < len(self._edits) else None

    def action_accept(self) -> None:
        """Keep this edit and go on to the next one."""
        if (edit := self._current()) is not None:
            self._keep(lambda: self._store.corrections.accept(self._run_id, edit))

    def action_drop(self) -> None:
        """Take back that this place is corrected."""
        if (edit := self._current()) is not None:
            self._keep(lambda: self._store.corrections.drop(self._run_id, edit.span))

    def _keep(self, write: Callable[[], None]) -> None:
        with errors_told(self):
            write()
            self._show(self._edits)
            if (row := self.query_one(OptionList).highlighted) is not None:
                self.query_one(OptionList).highlighted = min(row + 1, len(self._edits) - 1)
