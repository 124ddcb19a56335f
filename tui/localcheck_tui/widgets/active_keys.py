"""The last line of a screen: the keys that apply now. A click does what the key does."""

from __future__ import annotations

from typing import Any

from textual.binding import ActiveBinding
from textual.content import Content
from textual.reactive import reactive
from textual.screen import Screen
from textual.style import Style
from textual.widgets import Static


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
        key = self.app.get_key_display(active.binding)
        part = Content.assemble((key, "$footer-key-foreground bold"), f" {active.binding.description}")
        clicked = part.stylize(Style.from_meta({"@click": f"app.simulate_key('{active.binding.key}')"}))
        return clicked if active.enabled else clicked.stylize("dim")
