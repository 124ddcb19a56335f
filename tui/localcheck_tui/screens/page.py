"""What screens have in common: they close once, show the keys that apply on their last line, and tell what the core refuses."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, TypeVar

from textual.app import App, ComposeResult
from textual.await_complete import AwaitComplete
from textual.events import Focus, Paste
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from localcheck.errors import LocalcheckError
from localcheck_tui.widgets.key_bar import ActiveKeys

Result = TypeVar("Result")


class ClosesOnce(Screen[Result]):
    """Textual's ``dismiss`` takes away whatever screen is on top: called again by a key that had already reached a closed
    dialog, it would take away the screen below.
    """

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """Close this screen with ``result``, if it is on top."""
        return super().dismiss(result) if self.is_active else AwaitComplete.nothing()  # type: ignore[no-untyped-call]


class Page(ClosesOnce[Result]):
    """A screen that Escape leaves, with its keys on the last line."""

    BINDINGS: ClassVar = [("escape", "dismiss(None)", "back")]

    def compose(self) -> ComposeResult:
        yield from self.body()
        yield ActiveKeys()

    def body(self) -> ComposeResult:
        """What stands above the keys."""
        yield from ()


@contextmanager
def errors_told(where: App[Any] | Widget) -> Iterator[list[LocalcheckError]]:
    """Where the core refuses something in the block, the rest of the block is left out, and ``where`` says why.

    The block gets the list of what was refused, which is empty before its end.
    """
    refused: list[LocalcheckError] = []
    try:
        yield refused
    except LocalcheckError as error:
        refused.append(error)
        where.notify(error.hint, title=error.message, severity="error")


class Line(Input):
    """Of several lines that are pasted, Textual's field takes the first one. Here they become one, joined by spaces."""

    _early = False
    """Whether a letter came before the focus did."""

    def take_early(self, letter: str) -> None:
        """Insert a letter that was typed behind the key that leads here, which may be before Textual tells of the focus."""
        self._early = not self.has_focus
        self.insert_text_at_cursor(letter)

    def _on_focus(self, event: Focus) -> None:
        if self._early:  # else all that stands here would be selected, and the next letter take its place
            event.from_app_focus, self._early = True, False

    def _on_paste(self, event: Paste) -> None:
        event.prevent_default()
        event.stop()
        lines = event.text.splitlines()
        line = event.text if len(lines) < 2 else " ".join(filter(None, map(str.strip, lines)))
        self.replace(line.strip("\r\n"), *self.selection)
