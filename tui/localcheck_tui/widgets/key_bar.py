"""The last line of a screen: the keys that apply now. A click does what the key does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.binding import ActiveBinding
from textual.content import Content
from textual.reactive import reactive
from textual.screen import Screen
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
    return key(hint.key, hint.words, f"{owner}.{hint.action}")


def key(shown: str, words: str, action: str) -> Content:
    """A key with what it does; a click does it."""
    told = Content.assemble((shown, "$footer-key-foreground bold"), f" {words}")
    return told.stylize(Style.from_meta({"@click": action}))


class ActiveKeys(Static):
    """What Textual's ``Footer`` shows, in one widget. The footer makes one for each key, anew when keys may have changed."""

    DEFAULT_CSS = """
    ActiveKeys {
        dock: bottom; height: 1; background: $footer-background; color: $footer-description-foreground; text-wrap: nowrap;
    }
    """
    ALLOW_SELECT = False
    auto_links = reactive(False)
    """What can be clicked is not underlined."""

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self.show)

    def on_unmount(self) -> None:
        self.screen.bindings_updated_signal.unsubscribe(self)

    def show(self, screen: Screen[Any]) -> None:
        """Show the keys of the screen, and of what has the focus."""
        if screen is self.screen and screen.app.app_focus:
            named: dict[str, ActiveBinding] = {}
            for active in screen.active_bindings.values():
                if active.binding.show:
                    named.setdefault(active.binding.action, active)
            self.update(Content(" ").join(map(self._part, named.values())), layout=False)

    def _part(self, active: ActiveBinding) -> Content:
        binding = active.binding
        part = key(self.app.get_key_display(binding), binding.description, f"app.simulate_key('{binding.key}')")
        return part if active.enabled else part.stylize("dim")
