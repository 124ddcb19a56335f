"""Settings: a form made from the signatures of the detectors and the fields of ``Settings``."""

from __future__ import annotations

import inspect
from collections.abc import Generator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Button, Footer, Label, Select

from localcheck.errors import LocalcheckError, MissingResource
from localcheck.registry import DETECTORS, EXTRACTORS
from localcheck.settings import KINDS, Settings, with_options
from localcheck.settings.signatures import Parameter, convert
from localcheck.store import Store
from localcheck_tui import form, preferences
from localcheck_tui.engine import Engine, Task
from localcheck_tui.messages import JobFailed, OptionsRead
from localcheck_tui.safe_text import one_line
from localcheck_tui.session import Session

TYPES = {"str": str, "int": int, "bool": bool}
CHOICES = {"claims": tuple(EXTRACTORS.entries())}
GENERAL = tuple(
    Parameter(f.name, TYPES[str(KINDS[f.name])], f.default, CHOICES.get(f.name, ()))
    for f in fields(Settings)
    if f.name in KINDS and f.name != "detector"
)
"""Everything but the method and its options."""


class SettingsScreen(Screen[Settings | None]):
    """Dismissed with the settings, which are written to the file as well."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss(None)", "back"), ("ctrl+s", "save", "save")]

    def __init__(self, settings: Settings, engine: Engine, path: Path) -> None:
        super().__init__()
        self._settings, self._engine, self._path = settings, engine, path
        self._parameters: tuple[Parameter, ...] = ()
        self._shown = ""

    def compose(self) -> ComposeResult:
        names = sorted({*DETECTORS.names(), self._settings.detector})
        with VerticalScroll(id="form"):
            yield Label("Method", classes="title")
            yield Select(
                ((n, n) for n in names), value=self._settings.detector, allow_blank=False, id="detector", compact=True
            )
            yield Vertical(id="options")
            yield Label("Everything else", classes="title")
            for parameter in GENERAL:
                yield form.field(parameter, getattr(self._settings, parameter.name))
        with Horizontal(classes="buttons"):
            yield Button("Save (Ctrl+S)", variant="primary", id="save", compact=True)
        yield Footer(show_command_palette=False, compact=True)

    @on(Select.Changed, "#detector")
    def ask_options(self, message: Select.Changed) -> None:
        """Another method has other options."""
        name = str(message.value)
        self._engine.request(f"read the options of {name}", options_task(name), self.post_message)

    @on(OptionsRead)
    async def show_options(self, message: OptionsRead) -> None:
        """Make a field for each option."""
        if message.detector != str(self.query_one("#detector", Select).value):
            return
        given = self._settings.detector_options(message.detector)
        place = self.query_one("#options", Vertical)
        await place.remove_children()
        self._parameters, self._shown = message.parameters, message.detector
        await place.mount(*(form.field(p, given.get(p.name, p.default)) for p in message.parameters))

    @on(JobFailed)
    def tell_failure(self, message: JobFailed) -> None:
        """The method cannot be loaded."""
        self.notify(one_line(f"{message.error}. {message.hint}"), title=f"could not {message.what}", severity="error")

    @on(Button.Pressed, "#save")
    def action_save(self) -> None:
        """Check the values, write the file, and go back."""
        try:
            settings = self._collected()
            preferences.save(settings, self._path)
        except LocalcheckError as error:
            self.notify(error.hint or "", title=error.message, severity="error")
            return
        self.dismiss(settings)

    def _collected(self) -> Settings:
        detector = str(self.query_one("#detector", Select).value)
        # An emptied text field means an empty value here: "no language model" is one.
        given = {p.name: "" for p in GENERAL if p.annotation is str} | form.values(self, GENERAL)
        converted = {p.name: convert(p, given[p.name], "settings") for p in GENERAL if p.name in given}
        settings = replace(self._settings, detector=detector, **converted)
        if self._shown != detector:
            return settings
        return with_options(settings, detector, self._changed_options(detector))

    def _changed_options(self, detector: str) -> dict[str, Any]:
        """Options that differ from their defaults, or that were set before."""
        place = self.query_one("#options")
        before = self._settings.detector_options(detector)
        found = {}
        for parameter in self._parameters:
            given = form.values(place, [parameter])
            if parameter.name not in given:
                continue
            value = convert(parameter, given[parameter.name], detector)
            if parameter.name in before or parameter.default is inspect.Parameter.empty or value != parameter.default:
                found[parameter.name] = value
        return found


def options_task(detector: str) -> Task:
    """Read a detector's options on the engine's thread: its module is imported for that."""

    def task(session: Session, store: Store) -> Generator[Message, None, None]:
        try:
            yield OptionsRead(detector, session.options(detector))
        except ImportError as error:
            raise MissingResource(f"{detector} cannot be loaded: {error}", "is its extra installed?") from error

    return task
