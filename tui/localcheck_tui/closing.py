"""Screens that close themselves once, however many keys of one burst ask for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.await_complete import AwaitComplete

if TYPE_CHECKING:
    from textual.screen import Screen

    Base = Screen[Any]
else:
    Base = object


class ClosesOnce(Base):
    """Put before ``Screen``. Textual's ``dismiss`` takes away whatever screen is on top: called again by a key that had
    already reached a closed dialog, it would take away the screen below.
    """

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """Close this screen with ``result``, if it is on top."""
        return super().dismiss(result) if self.is_active else AwaitComplete.nothing()  # type: ignore[no-untyped-call]
