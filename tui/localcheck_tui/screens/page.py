"""What screens have in common: they close themselves once, and the keys that apply stand on their last line."""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import BindingType
from textual.screen import Screen

from localcheck_tui.widgets.active_keys import ActiveKeys

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

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss(None)", "back")]

    def compose(self) -> ComposeResult:
        yield from self.body()
        yield ActiveKeys()

    def body(self) -> ComposeResult:
        """What stands above the keys."""
        yield from ()
