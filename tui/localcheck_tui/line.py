"""A field for one line, in which nothing of what is pasted gets lost."""

from __future__ import annotations

from textual.events import Paste
from textual.widgets import Input


class Line(Input):
    """Of several lines that are pasted, Textual's field takes the first one. Here they become one, joined by spaces."""

    def _on_paste(self, event: Paste) -> None:
        event.prevent_default()
        event.stop()
        lines = event.text.splitlines()
        line = event.text if len(lines) < 2 else " ".join(filter(None, map(str.strip, lines)))
        self.replace(line.strip("\r\n"), *self.selection)
