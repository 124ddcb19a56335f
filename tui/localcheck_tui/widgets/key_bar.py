"""The last line: the keys that apply now, as many as fit. A click does what the key does."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.style import Style
from textual.widgets import Static

from localcheck_tui.hints import HELP, Hint


class KeyBar(Static):
    """Keys with their words; the help stands at the end, whatever the width."""

    DEFAULT_CSS = """
    KeyBar { height: 1; background: $footer-background; color: $footer-description-foreground; text-wrap: nowrap; }
    """
    _hints: Sequence[Hint] = ()

    def show(self, hints: Sequence[Hint]) -> None:
        """Show other keys."""
        self._hints = hints
        self.update(bar(hints, self.size.width or 80), layout=False)

    def on_resize(self) -> None:
        """As many as fit now."""
        self.show(self._hints)


def bar(hints: Sequence[Hint], width: int) -> Content:
    """The hints that fit into ``width`` cells with the help at the end.

    >>> bar([Hint("accept", "accept"), Hint("skip", "skip")], 18).plain
    'a accept  ? help'
    """
    kept: list[Content] = []
    left = width - len(_part(HELP).plain)
    for hint in hints:
        part = _part(hint)
        left -= len(part.plain) + 2
        if left < 0:
            break
        kept.append(part)
    return Content("  ").join([*kept, _part(HELP)])


def _part(hint: Hint) -> Content:
    owner = "app" if hint.action == "help" or hint.action.startswith("go(") else "screen"
    told = Content.assemble((hint.key, "$footer-key-foreground bold"), f" {hint.words}")
    return told.stylize(Style.from_meta({"@click": f"{owner}.{hint.action}"}))
