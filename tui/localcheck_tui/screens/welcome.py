"""The first run: what this is, and three ways to begin. Enter checks the example with what is built in."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Label, OptionList, Static
from textual.widgets.option_list import Option

from localcheck_tui.screens.page import ClosesOnce
from localcheck_tui.widgets.key_bar import ActiveKeys

WORDS = """\
localcheck reads a text sentence by sentence, looks for evidence in an encyclopedia on this machine, and says which \
claims it supports, which it refutes, and where it does not know. Nothing leaves this machine.

What it says is a proposal. You decide: accept, override or skip each claim, and export the result."""


class WelcomeScreen(ClosesOnce[str]):
    """Dismissed with ``example``, ``open``, ``batch`` or ``resources``."""

    BINDINGS: ClassVar = [
        ("e", "choose('example')", "check the example"),
        ("o", "choose('open')", "open or paste"),
        ("b", "choose('batch')", "batches"),
        ("i", "choose('resources')", "indexes and models"),
    ]

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Label("Welcome to localcheck", classes="title")
            yield Static(WORDS)
            yield OptionList(
                Option("e  check the example with what is built in", id="example"),
                Option("o  open or paste a text of your own", id="open"),
                Option("b  watch a batch, or review its documents", id="batch"),
                Option("i  see which indexes and models are here", id="resources"),
                id="choices",
            )
        yield ActiveKeys()

    def on_mount(self) -> None:
        self.query_one("#choices").focus()

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        """Enter or a click on a choice."""
        self.dismiss(str(message.option_id))

    def action_choose(self, choice: str) -> None:
        """A choice by its letter."""
        self.dismiss(choice)
