"""The app: it owns the store, the engine and the settings, and decides which screen is shown.

Screens are imported when they are first wanted: the first frame must not wait for all of them.
"""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

from textual import events
from textual.app import SystemCommand
from textual.notifications import SeverityLevel
from textual.screen import Screen
from textual.theme import Theme
from textual.widgets import Input

from localcheck.settings import Settings, as_table, from_table
from localcheck.types import Document, Report
from localcheck_tui import remembered
from localcheck_tui.keeping import run_of_report, unfinished
from localcheck_tui.keys import EVERYWHERE, REVIEW, bindings
from localcheck_tui.places import Places
from localcheck_tui.safe_text import one_line
from localcheck_tui.screens.opening import Opening
from localcheck_tui.screens.page import Line, errors_told
from localcheck_tui.screens.welcome import WelcomeScreen
from localcheck_tui.session import Session
from localcheck_tui.themes import DEFAULTS, LIGHT_DEFAULTS, THEMES

LOOKED_AT_EVERY = 1.0
"""Seconds between two looks at whether the terminal is still there."""
Target = Document | Path | int | tuple[Path, ...] | None
"""A document, a file to read, the id of a run, files and folders for the queue, or nothing in particular."""


class LocalcheckApp(Opening):
    """Review documents in the terminal."""

    TITLE = "localcheck"
    CSS_PATH = "app.tcss"
    BINDINGS: ClassVar = [*bindings(EVERYWHERE)]
    ENABLE_COMMAND_PALETTE = True

    def __init__(
        self,
        session: Session,
        settings: Settings,
        places: Places,
        *,
        target: Target = None,
        reviewer: str = "",
        blind: bool = False,
        animation: bool = True,
        theme: str = "",
        settled_down: Callable[[], None] = lambda: None,
    ) -> None:
        """``settled_down`` is called when much was made that stays: after the first frame, and when a run was opened."""
        super().__init__(session, settings, places, reviewer, blind)
        self._target, self.settled_down = target, settled_down
        self.pasted: dict[str, str] = {}
        for known in THEMES:
            self.register_theme(known)
        kept = self.remembered.theme
        self.theme = theme or (kept if kept in self.available_themes else THEMES[0].name)
        if not animation:
            self.animation_level = "none"

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Colours of the labels for themes that define none."""
        return DEFAULTS if self.current_theme.dark else LIGHT_DEFAULTS

    def on_mount(self) -> None:
        self.call_after_refresh(self.settled_down)
        self.engine.start()
        if not self.is_headless and (number := keyboard()) is not None:
            self.set_interval(LOOKED_AT_EVERY, lambda: self._end_without(number))
        self.theme_changed_signal.subscribe(self, self._keep_theme)
        if isinstance(self._target, tuple):
            self.open_queue(self._target)
        elif self._target is not None:
            self.opened(self._target)
        elif (run := unfinished(self.store)) is not None:
            self.offer(run)
        elif self.store.runs(limit=1):
            self.action_go("open")
        else:
            self.push_screen(WelcomeScreen(), self.welcomed)

    def _end_without(self, number: int) -> None:
        """End the process once its terminal was closed; decisions and finished claims are in the store already.

        At once: Textual would wait for threads that read from the terminal and write to it.
        """
        if gone(number):
            self.engine.close()
            self.store.close()
            os._exit(128 + signal.SIGHUP)

    def on_unmount(self) -> None:
        self.engine.close()
        self.store.close()

    def on_key(self, event: events.Key) -> None:
        """Pass unused letters to a text field that was just opened.

        On a slow connection several keys arrive at once. Textual gives each to the widget that had the focus on arrival, which
        for letters typed after the key that opens a text field is the wrong widget.
        """
        field = self.focused
        if isinstance(field, Line) and event.is_printable and event.character is not None:
            event.prevent_default()
            field.take_early(event.character)

    def on_paste(self, event: events.Paste) -> None:
        """Pass on what was pasted, too. A field that had the focus has taken it and lets nothing through."""
        if isinstance(self.focused, Input):
            self.focused.post_message(events.Paste(event.text))

    def welcomed(self, choice: str | None) -> None:
        """What was chosen on the first screen."""
        if choice == "example":
            self.open_file(self.places.example)
        elif choice is not None:
            self.action_go(choice)

    def notify(self, message: str, *, title: str = "", severity: SeverityLevel = "information", **how: Any) -> None:
        """Say something on the line above the keys. Names and errors may hold anything: they are shown as text, never read as
        markup.
        """
        if (review := self.review_screen) is not None and self.screen is review:
            review.notify(message, title=title, severity=severity)
        else:
            said = ": ".join(one_line(part) for part in (title, message) if part)
            super().notify(said, severity=severity, **how | {"markup": False})

    def on_notify(self) -> None:
        """One notice at a time: no stack of them over what is read."""
        self.clear_notifications()

    def action_go(self, name: str) -> None:
        """Open another screen, unless it is open already."""
        place, given, done = SCREENS[name]
        module, _, screen = place.partition(":")
        made = getattr(import_module(f"localcheck_tui.screens.{module}"), screen)
        if not isinstance(self.screen, made):
            self.push_screen(made(*given(self)), partial(done, self))

    def in_use(self, run_id: int) -> str:
        """Why a run cannot be removed now; empty where it can be."""
        entry, review = self.desk.by_run(run_id), self.review_screen
        if entry is not None and entry.running:
            return f"run {run_id} is going on; Ctrl+C in the review or in the queue cancels it"
        if review is not None and review.reading.run_id == run_id:
            return f"run {run_id} is under review; open another one first"
        return ""

    def opened(self, chosen: Document | Path | int | tuple[int, str] | None) -> None:
        """A document, a file, a run, or one claim of a run was chosen."""
        if isinstance(chosen, tuple):
            self.open_run(chosen[0], claim=chosen[1])
        elif isinstance(chosen, Document):
            self.check(chosen)
        elif isinstance(chosen, Path):
            self.open_file(chosen)
        elif isinstance(chosen, int):
            self.open_run(chosen)
        else:
            self.left(None)

    def batch_left(self, report: Report | None) -> None:
        """A document of a batch was chosen: it is kept as a run and opened."""
        chosen = None
        with errors_told(self):
            chosen = None if report is None else run_of_report(self.store, report)
        self.opened(chosen)

    def settled(self, settings: Settings) -> None:
        """The settings were saved."""
        self.settings = settings
        if (review := self.review_screen) is not None:
            review.settings = settings

    def use(self, setting: str, name: str) -> None:
        """Read with this index or model from the next run on, and keep that in the settings. Raises what saving raises."""

        settings = from_table({**as_table(self.settings), setting: name})
        remembered.save(settings, self.places.config)
        self.settled(settings)

    def left(self, _: object) -> None:
        """A screen was closed: show the welcome screen if it was the last one."""
        if len(self.screen_stack) == 1:
            self.push_screen(WelcomeScreen(), self.welcomed)

    def action_help(self) -> None:
        """Keys and symbols."""
        self.action_go("help")

    def action_help_quit(self) -> None:
        """Ctrl+C where no run is there to be cancelled: Textual's words hold markup, which no notice reads here."""
        self.notify("Ctrl+Q quits; a run is kept and can be continued")

    def action_next_theme(self) -> None:
        """Switch to the next theme: dark, light, high contrast, then dark again."""
        names = [theme.name for theme in THEMES]
        place = names.index(self.theme) + 1 if self.theme in names else 0
        self.theme = names[place % len(names)]

    def _keep_theme(self, theme: Theme) -> None:
        """Remember the colours for the next start, however they were chosen."""
        if theme.name != self.remembered.theme:
            self.remembered.keep("theme", theme.name)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Every key's action, by name, in the command palette."""
        for key in (*(REVIEW if screen is self.review_screen else ()), *EVERYWHERE):
            if key.action != "command_palette":
                target = screen if key in REVIEW else self
                run = partial(target.run_action, key.action)
                yield SystemCommand(key.words[0].upper() + key.words[1:], f"key {key.caption}", run)
        for command in super().get_system_commands(screen):
            if command.title not in ("Quit", "Screenshot"):
                yield command


SCREENS: dict[str, tuple[str, Callable[[LocalcheckApp], tuple[Any, ...]], Callable[[LocalcheckApp, Any], None]]] = {
    "open": (
        "open:OpenScreen",
        lambda app: (app.engine, app.store, app.places.folder, app.pasted, app.check),
        LocalcheckApp.opened,
    ),
    "queue": ("queue:QueueScreen", lambda app: (app.desk, app.store, app.blind), LocalcheckApp.entry_chosen),
    "runs": (
        "runs:RunsScreen",
        lambda app: (app.store, app.in_use, app.reviewer.name, app.blind),
        LocalcheckApp.opened,
    ),
    "monitor": ("monitor:MonitorScreen", lambda app: (app.store,), LocalcheckApp.opened),
    "batch": ("batch:BatchScreen", lambda app: (app.places.folder, app.store), LocalcheckApp.batch_left),
    "settings": (
        "settings:SettingsScreen",
        lambda app: (app.settings, app.engine, app.places.config, app.settled),
        LocalcheckApp.left,
    ),
    "resources": (
        "resources:ResourcesScreen",
        lambda app: (app.engine, app.use, app.settings.index),
        LocalcheckApp.left,
    ),
    "help": ("dialogs:HelpScreen", lambda app: (), LocalcheckApp.left),
}
"""Where each screen stands, what it is made of, and what is done when it was left."""


def keyboard() -> int | None:
    """The file number of the terminal that keys come from; None where they come from elsewhere, as in tests."""
    try:
        number = sys.__stdin__.fileno() if sys.__stdin__ is not None else -1
    except (OSError, ValueError):
        return None
    return number if number >= 0 and os.isatty(number) else None


def gone(number: int) -> bool:
    """True if a terminal was closed, so that nobody can press a key any more. False where the system cannot tell (Windows).

    Closing a window ends a program by SIGHUP, but not one that ignores it (``nohup``) or that belongs to another session.
    """
    if not hasattr(select, "poll"):
        return False
    poll = select.poll()
    poll.register(number, 0)
    return any(event & (select.POLLHUP | select.POLLERR) for _, event in poll.poll(0))
