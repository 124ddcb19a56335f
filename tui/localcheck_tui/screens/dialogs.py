"""Small questions asked over the review screen: a label of one's own, another method, an export, the tally."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Label, RadioButton, RadioSet, Select, Static

from localcheck.reports.words import SYMBOL, WORD
from localcheck.store import Action, Review
from localcheck.store.export import FORMATS
from localcheck.types import Label as Outcome
from localcheck.types import Verdict
from localcheck_tui.safe_text import one_line
from localcheck_tui.screens.confirm import ConfirmDialog

LABELS = (Outcome.SUPPORTED, Outcome.REFUTED, Outcome.NOT_ENOUGH_EVIDENCE)


class Choice(RadioButton):
    """A radio button that can be read without colour."""

    @property
    def BUTTON_INNER(self) -> str:  # type: ignore[override]
        """The character between its sides."""
        return "●" if self.value else "○"


class OverrideDialog(ModalScreen[Review | None]):
    """The reviewer's own label, a note, and the quote that convinced them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "dismiss(None)", "cancel"),
        ("ctrl+s", "save", "save"),
        *((str(i + 1), f"label({i})", WORD[label]) for i, label in enumerate(LABELS)),
    ]

    def __init__(self, verdict: Verdict, quote: str, blind: bool) -> None:
        super().__init__()
        self._verdict, self._quote, self._blind = verdict, quote, blind

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Label("Your label", classes="title")
            yield Static(Content(one_line(self._verdict.claim.text)))
            with RadioSet(id="label", compact=True):
                for i, label in enumerate(LABELS):
                    same = label is self._verdict.label and not self._blind
                    yield Choice(f"{i + 1} {SYMBOL[label]} {WORD[label]}", value=same or (i == 0 and self._blind))
            yield Input(placeholder="note: why?", id="note", compact=True)
            yield Input(value=self._quote, placeholder="the quote that decides, verbatim", id="quote", compact=True)
            with Horizontal(classes="buttons"):
                yield Button("Save (Ctrl+S)", variant="primary", id="save", compact=True)
                yield Button("Cancel", id="cancel", compact=True)

    def action_label(self, place: int) -> None:
        """Choose a label by its number, from anywhere but a text field, and go on to the note."""
        self.query_one("#label", RadioSet).query(RadioButton)[place].value = True
        self.set_focus(self.query_one("#note", Input))

    @on(Button.Pressed, "#save")
    @on(Input.Submitted)
    def action_save(self) -> None:
        """Hand the decision back."""
        pressed = self.query_one("#label", RadioSet).pressed_index
        if pressed < 0:
            self.notify("choose a label first", severity="warning")
            return
        quote = self.query_one("#quote", Input).value
        note = self.query_one("#note", Input).value.strip()
        self.dismiss(Review(Action.OVERRIDE, LABELS[pressed], note, quote.strip(), self._blind))

    @on(Button.Pressed, "#cancel")
    def cancel(self) -> None:
        """Leave it as it was."""
        self.dismiss(None)


@dataclass(frozen=True, slots=True)
class Recheck:
    """What to check a claim with."""

    detector: str
    nli: str
    llm: str


class RecheckDialog(ModalScreen[Recheck | None]):
    """Another method, or the same with another model."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss(None)", "cancel"), ("ctrl+s", "save", "check")]

    def __init__(self, detectors: list[str], now: Recheck) -> None:
        super().__init__()
        self._detectors, self._now = detectors, now

    def compose(self) -> ComposeResult:
        names = sorted({*self._detectors, self._now.detector})
        with Vertical(classes="dialog"):
            yield Label("Check this claim with", classes="title")
            yield Select(
                ((n, n) for n in names), value=self._now.detector, allow_blank=False, id="detector", compact=True
            )
            yield Input(value=self._now.nli, placeholder="NLI model", id="nli", compact=True)
            yield Input(
                value=self._now.llm, placeholder="language model, where the method needs one", id="llm", compact=True
            )
            with Horizontal(classes="buttons"):
                yield Button("Check (Ctrl+S)", variant="primary", id="save", compact=True)
                yield Button("Cancel", id="cancel", compact=True)

    @on(Button.Pressed, "#save")
    @on(Input.Submitted)
    def action_save(self) -> None:
        """Hand the choice back."""
        nli, llm = self.query_one("#nli", Input).value.strip(), self.query_one("#llm", Input).value.strip()
        self.dismiss(Recheck(str(self.query_one("#detector", Select).value), nli, llm))

    @on(Button.Pressed, "#cancel")
    def cancel(self) -> None:
        """Leave it as it was."""
        self.dismiss(None)


class ExportDialog(ModalScreen[Path | None]):
    """Where to write the report; the name's ending chooses the format."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss(None)", "cancel")]

    def __init__(self, proposed: Path) -> None:
        super().__init__()
        self._proposed = proposed

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Label("Export the run with your decisions", classes="title")
            yield Static(f"The name's ending chooses the format: {', '.join('.' + f for f in FORMATS)}")
            yield Input(value=str(self._proposed), id="path", compact=True)
            with Horizontal(classes="buttons"):
                yield Button("Export", variant="primary", id="save", compact=True)
                yield Button("Cancel", id="cancel", compact=True)

    @on(Button.Pressed, "#save")
    @on(Input.Submitted)
    def save(self) -> None:
        """Hand the path back; a file that is there already is overwritten only after a yes."""
        value = self.query_one("#path", Input).value.strip()
        if not value:
            self.dismiss(None)
            return
        path = Path(value).expanduser()
        if not path.is_file():
            self.dismiss(path)
            return

        def overwrite(sure: bool | None) -> None:
            if sure:
                self.dismiss(path)

        question = f"{one_line(str(path))} is there already. Overwrite it?"
        self.app.push_screen(ConfirmDialog("Overwrite the file?", question, "Overwrite"), overwrite)

    @on(Button.Pressed, "#cancel")
    def cancel(self) -> None:
        """Write nothing."""
        self.dismiss(None)


class TextDialog(ModalScreen[None]):
    """Something to read: evidence in full, the tally."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,enter,q", "dismiss(None)", "close"),
        ("j,down", "scroll_by(1)", "down"),
        ("k,up", "scroll_by(-1)", "up"),
    ]

    def __init__(self, title: str, content: Content) -> None:
        super().__init__()
        self._heading, self._content = title, content

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog tall"):
            yield Label(Content(self._heading), classes="title")
            with VerticalScroll(id="text"):
                yield Static(self._content)

    def on_mount(self) -> None:
        self.query_one("#text").focus()

    def action_scroll_by(self, lines: int) -> None:
        """Scroll the text."""
        self.query_one("#text").scroll_relative(y=lines, animate=False)
