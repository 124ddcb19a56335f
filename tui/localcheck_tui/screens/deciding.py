"""The dialog for a label of one's own: a note, and a quote that is looked up in the sources at once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Button, Input, RadioButton, RadioSet, Static

from localcheck.reports.words import SYMBOL, WORD, named
from localcheck.reviewing.quotes import NOT_FOUND, READ, located, outside, verbatim
from localcheck.settings import Settings
from localcheck.store import LABELS, NOWHERE, Quoted, QuoteKind, Review, Store
from localcheck.types import Label, Passage
from localcheck_tui.engine import Engine
from localcheck_tui.safe_text import one_line
from localcheck_tui.screens.dialogs import Dialog, buttons
from localcheck_tui.screens.page import Line
from localcheck_tui.session import Session


@dataclass(frozen=True, slots=True)
class Proposal:
    """A quote that stands in the dialog before anything was typed."""

    quote: str = ""
    quoted: Quoted = NOWHERE
    speaks_for: Label | None = None
    """The one label that it goes with; None if it goes with any, because the reviewer picked it."""


class Choice(RadioButton):
    """A radio button that can be read without colour."""

    @property
    def BUTTON_INNER(self) -> str:  # type: ignore[override]
        """The character between its sides."""
        return "●" if self.value else "○"


class OverrideDialog(Dialog[Review | None]):
    """The reviewer's own label, a note, and the quote that convinced them. No label is chosen beforehand."""

    BINDINGS: ClassVar = [
        ("ctrl+s", "save", "save"),
        *((str(i + 1), f"label({i})", WORD[label]) for i, label in enumerate(LABELS)),
    ]

    def __init__(
        self, claim: str, proposed: Proposal, read: list[Passage], engine: Engine, settings: Settings, kept: Review
    ) -> None:
        """``read``: the articles that were read; ``kept``: what of the decision is known already, and its note so far."""
        super().__init__("Your label")
        self._claim, self._read, self._kept = claim, read, kept
        self._engine, self._settings = engine, settings
        self._proposed, self._quote, self._quoted = proposed, proposed.quote, proposed.quoted
        self._typed_quote = False
        self._saving = False
        self._chosen: int | None = None

    def body(self) -> ComposeResult:
        yield Static(Content(one_line(self._claim)))
        with RadioSet(id="label", compact=True):
            for i, label in enumerate(LABELS):
                yield Choice(f"{i + 1} {SYMBOL[label]} {WORD[label]}")
        yield Line(self._kept.note, placeholder="note: why?", id="note", compact=True)
        yield Line(self._quote, placeholder="the quote that decides, verbatim", id="quote", compact=True)
        yield Line(
            placeholder="its source, if it is not in the index: printed edition, p. 12", id="outside", compact=True
        )
        yield Static(id="found")
        yield buttons("Save (Ctrl+S)")

    def on_mount(self) -> None:
        self._show_found()

    def action_label(self, place: int) -> None:
        """Choose a label by its number, from anywhere but a text field, and go on to the note."""
        self._choose(place)  # at once, not by the message: the next key may already save
        self.query_one("#label", RadioSet).query(RadioButton)[place].value = True
        self.set_focus(self.query_one("#note", Input))

    @on(RadioSet.Changed)
    def label_chosen(self, message: RadioSet.Changed) -> None:
        """A label was chosen with the mouse or the arrows."""
        self._choose(message.index)

    def _choose(self, place: int) -> None:
        """Take a label. A proposed quote that speaks for another one is left out, unless the reviewer typed in its field."""
        self._chosen = place
        self._typed_quote |= self._typed("quote") != self._quote
        if not self._typed_quote:
            fits = self._proposed.speaks_for in (None, LABELS[place])
            proposed = self._proposed if fits else Proposal()
            self._quote, self._quoted = proposed.quote, proposed.quoted
            self.query_one("#quote", Input).value = self._quote
            self._show_found()

    def _typed(self, name: str) -> str:
        return self.query_one(f"#{name}", Input).value.strip()

    @on(Input.Changed, "#quote")
    @on(Input.Changed, "#outside")
    def quote_changed(self) -> None:
        """Another quote: is it in an article that was read?"""
        quote = self._typed("quote")
        if quote != self._quote:
            self._typed_quote = True
            self._quote, self._quoted, self._saving = quote, located(quote, self._read) or NOWHERE, False
        self._show_found()

    def _show_found(self) -> None:
        self.query_one("#found", Static).update(quote_told(self._quote, self._quoted, self._typed("outside")))

    def _look_up(self, quote: str) -> None:
        """Look a typed quote up in the index: the articles that its words find are read for it verbatim.

        One that stands there is saved, any other is shown first; so is every one where the index cannot be searched.
        """

        def found(quoted: Quoted) -> None:
            if quote != self._quote:
                return
            self._quoted = quoted
            self._show_found()
            if self._saving and quoted.kind is QuoteKind.VERIFIED:
                self.action_save()
            self._saving = False

        def look(session: Session, _: Store) -> Quoted:
            return located(quote, session.search(quote, self._settings, limit=READ)) or NOT_FOUND

        self._engine.request(self, "look the quote up", look, found, lambda _: found(NOT_FOUND))

    @on(Button.Pressed, "#save")
    @on(Input.Submitted)
    def action_save(self) -> None:
        """Hand the decision back; a quote that was typed is looked up first."""
        if self._chosen is None:
            self.query_one("#found", Static).update("choose a label first: 1, 2 or 3")
            return
        source = self._typed("outside")
        quoted = outside(source) if source else self._quoted
        if self._quote and quoted.kind is QuoteKind.UNCHECKED:
            if not self._saving:
                self._saving = True
                self.query_one("#found", Static).update("looking the quote up…")
                self._look_up(self._quote)
            return
        quoted = quoted if self._quote or source else NOWHERE
        label, note = LABELS[self._chosen], self._typed("note")
        self.dismiss(replace(self._kept, label=label, note=note, quote=verbatim(self._quote, quoted), quoted=quoted))


def quote_told(quote: str, quoted: Quoted, source: str = "") -> Content:
    """Where a quote stands, in a few words."""
    if source:
        return Content.styled("a source outside the index: it is kept as such, and not as a verified quote", "$warning")
    if not quote:
        return Content.styled("no quote", "$secondary")
    if quoted.kind is QuoteKind.VERIFIED and quoted.source is not None:
        place = f"{quoted.title} ({quoted.source.name})" if quoted.title else named("", quoted.source)
        return Content.styled(f"✓ verbatim in {one_line(place)}", "$success")
    if quoted.kind is QuoteKind.NOT_FOUND:
        return Content.styled("not found in any source. Save again to keep it so, or name its source", "$warning")
    return Content.styled(
        "not in the articles that were read; it is looked up in the index when you save", "$secondary"
    )
