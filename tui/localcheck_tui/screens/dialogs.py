"""Small questions asked over the review screen: one line of text, another method, something to read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Label, OptionList, Select, Static
from textual.widgets.option_list import Option

from localcheck_tui.closing import ClosesOnce
from localcheck_tui.line import Line
from localcheck_tui.safe_text import one_line


@dataclass(frozen=True, slots=True)
class Recheck:
    """What to check a claim with."""

    detector: str
    nli: str
    llm: str


class RecheckDialog(ClosesOnce, ModalScreen[Recheck | None]):
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
            yield Line(value=self._now.nli, placeholder="NLI model", id="nli", compact=True)
            yield Line(
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


class AskDialog(ClosesOnce, ModalScreen[str | None]):
    """One line of text: a comment, a name, a wording. Dismissed with it, None for Escape."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss(None)", "cancel")]

    def __init__(self, title: str, explained: str = "", value: str = "", placeholder: str = "") -> None:
        super().__init__()
        self._heading, self._explained, self._value, self._placeholder = title, explained, value, placeholder

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Label(Content(self._heading), classes="title")
            if self._explained:
                yield Static(Content(self._explained))
            yield Line(value=self._value, placeholder=self._placeholder, id="answer", compact=True)

    def on_mount(self) -> None:
        # At once, not by a message: what is typed next belongs to the answer.
        self.set_focus(self.query_one("#answer"))

    def on_key(self, event: events.Key) -> None:
        """What was pressed before the line had the focus belongs to the answer, too; later keys stop at the line."""
        line = self.query_one("#answer", Input)
        if event.is_printable and event.character:
            line.replace(event.character, *line.selection)
        elif event.key == "enter":
            self.dismiss(line.value.strip())
        else:
            return
        event.stop()

    @on(Input.Submitted)
    def answer(self, message: Input.Submitted) -> None:
        """Hand the text back."""
        self.dismiss(message.value.strip())


class ChoiceDialog(ClosesOnce, ModalScreen[str | None]):
    """What should become of something? Dismissed with the chosen key of ``choices``, None for Escape."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss(None)", "cancel")]
    WAITS: ClassVar[float] = 0.0
    """Seconds before it can be answered, for one that comes by itself: keys on their way were meant for something else."""

    def __init__(self, title: str, told: str, choices: dict[str, str]) -> None:
        super().__init__()
        self._heading, self._told, self._choices = title, told, choices

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Label(Content(self._heading), classes="title")
            yield Static(Content(one_line(self._told)))
            yield OptionList(*(Option(words, id=key) for key, words in self._choices.items()), id="choices")

    def on_mount(self) -> None:
        if self.WAITS:
            self.query_one("#choices").disabled = True
            self.set_timer(self.WAITS, self._ready)
        else:
            self._ready()

    def _ready(self) -> None:
        self.query_one("#choices").disabled = False
        self.query_one("#choices").focus()

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        """Enter or a click on a choice."""
        self.dismiss(str(message.option_id))


class TextDialog(ClosesOnce, ModalScreen[None]):
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
