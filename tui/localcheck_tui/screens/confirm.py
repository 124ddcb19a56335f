"""Asks before something is lost: a file that would be overwritten, or a run that would be cancelled."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Button, Static

from localcheck_tui.screens.dialogs import Dialog


class ConfirmDialog(Dialog[bool]):
    """A question before something is lost; Escape, Enter on the first button and n say no."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,n", "dismiss(False)", "no"), ("y", "dismiss(True)", "yes")]

    def __init__(self, title: str, question: str, yes: str) -> None:
        """``yes`` is what the button says that goes ahead."""
        super().__init__(title)
        self._question, self._yes = question, yes

    def body(self) -> ComposeResult:
        yield Static(Content(self._question))
        with Horizontal(classes="buttons"):
            yield Button("No (n)", variant="primary", id="no", compact=True)
            yield Button(f"{self._yes} (y)", id="yes", compact=True)

    def on_mount(self) -> None:
        self.query_one("#no").focus()

    @on(Button.Pressed)
    def answer(self, message: Button.Pressed) -> None:
        """Hand the answer back."""
        self.dismiss(message.button.id == "yes")
