"""Settings, in groups: a form made from the signatures of the detectors and the fields of ``Settings``."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Union, get_args, get_origin

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Button, Collapsible, Input, Label, Select, Static

from localcheck.errors import BadSetting, LocalcheckError
from localcheck.registry import DETECTORS, EXTRACTORS
from localcheck.settings import EFFORTS, KINDS, Settings, with_options
from localcheck.settings.signatures import Parameter, convert
from localcheck_tui import remembered
from localcheck_tui.engine import Engine
from localcheck_tui.inventory import Names
from localcheck_tui.safe_text import one_line
from localcheck_tui.screens.page import Line, Page

TYPES = {"str": str, "int": int, "bool": bool}
ALWAYS: Names = {"index": (), "effort": ("", *EFFORTS), "nli": ("auto",), "encoder": ("",), "llm": ("",)}
"""Settings that are chosen from a list, with what can be chosen on every machine."""
WORD_OF_NOTHING = {"effort": "by what is installed", "encoder": "that of the NLI model", "llm": "none"}
READERS = (*ALWAYS, "claims")
"""What most people set; everything else is folded away."""
HELP = {
    "detector": "The method that judges. Its options are folded below.",
    "index": "Where evidence is read. F4 builds one; several: a settings file may say mine + enwiki.",
    "effort": "quick: the starter alone. careful: with careful-nli. thorough: a language model reads what stays in doubt.",
    "nli": "The model that compares claim and quote; auto: starter-nli and careful-nli. A named one wins over the effort.",
    "encoder": "The model behind BERTScore; the default is the NLI model's own encoder.",
    "llm": "The language model for effort thorough and for methods that need one; the default is none.",
    "claims": "How sentences are split into claims; rules needs no language model.",
    "network": "Allow connections beyond this machine; only for this session.",
    "seed": "Seed of all random choices: the same seed gives the same report.",
    "threads": "CPU threads for the models; 0: as many as suit this machine.",
    "compute_type": "Number format of the models; auto takes what the CPU does best.",
    "batch_size": "Pairs that are read at once; 0: as many as suit this machine.",
    "gpu_layers": "Layers of a language model on the graphics card; -1 is all of them.",
    "context": "Tokens that a language model holds: more needs more memory.",
    "cache": "Keep answers and scores, so that the next check of the same text is quick.",
    "samples": "Answers to draw for methods that compare answers, if a document has none.",
    "private_addresses": "Allow web pages on this machine and its local networks; only for this session.",
    "brave_key": "Key of the search engine web:brave.",
    "brave_url": "Where Brave's search answers, for those who reach it through a gateway.",
    "sandbox": "How code that the agent runs is isolated.",
}
"""A line for each setting, shown while its field has the focus."""


def general(settings: Settings, names: Names) -> dict[str, Parameter]:
    """Every setting but the method, by name, with what can be chosen: what is here, and what these settings say."""
    choices = {
        name: tuple(dict.fromkeys((getattr(settings, name), *always, *names.get(name, ()))))
        for name, always in ALWAYS.items()
    }
    choices["claims"] = tuple(EXTRACTORS.entries())
    return {
        name: Parameter(name, TYPES[kind], getattr(Settings(), name), choices.get(name, ()))
        for name, kind in KINDS.items()
        if name != "detector"
    }


class SettingsScreen(Page[None]):
    """The settings in groups. Saving writes the file and leaves the screen open."""

    BINDINGS: ClassVar = [("ctrl+s", "save", "save")]

    def __init__(self, settings: Settings, engine: Engine, path: Path, saved: Callable[[Settings], None]) -> None:
        """``saved`` is told the settings when they are written."""
        super().__init__()
        self._settings, self._engine, self._path, self._saved = settings, engine, path, saved
        self._names: Names = {}
        self._parameters: tuple[Parameter, ...] = ()
        self._shown = ""

    def body(self) -> ComposeResult:
        names = sorted({*DETECTORS.names(), self._settings.detector})
        every = general(self._settings, self._names)
        with VerticalScroll(id="form"):
            yield Label("Evidence and readers", classes="title")
            for name in READERS:
                yield field(every[name], getattr(self._settings, name))
            yield Label("Method", classes="title")
            yield Select(
                ((n, n) for n in names), value=self._settings.detector, allow_blank=False, id="detector", compact=True
            )
            with Collapsible(title="Options of the method", collapsed=True):
                yield Vertical(id="options")
            with Collapsible(title="Advanced", collapsed=True, id="advanced"):
                for name, parameter in every.items():
                    if name not in READERS:
                        yield field(parameter, getattr(self._settings, name))
        yield Static(id="help-line")
        with Horizontal(classes="buttons"):
            yield Button("Save (Ctrl+S)", variant="primary", id="save", compact=True)

    def on_mount(self) -> None:
        self._engine.request(self, "see what is installed", lambda session, _: session.names(), self.fill_lists)
        self.set_focus(self.query_one("#option-index"))

    def fill_lists(self, names: Names) -> None:
        """What is installed can be chosen; what the settings say stays chosen."""
        self._names = names
        for name, parameter in general(self._settings, names).items():
            if name in ALWAYS:
                field: Select[Any] = self.query_one(f"#option-{name}", Select)
                value = field.value
                field.set_options(choices_of(parameter))
                field.value = value

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Say what the field with the focus is for."""
        self._say(self._help_of((event.widget.id or "").removeprefix("option-")))

    def _help_of(self, name: str) -> str:
        option = next((p for p in self._parameters if p.name == name), None)
        return HELP.get(name) or (f"{name.replace('_', ' ')} of {self._shown}: {option.wanted}" if option else "")

    def _say(self, text: str) -> None:
        self.query_one("#help-line", Static).update(Content(one_line(text)))

    @on(Select.Changed, "#detector")
    def ask_options(self, message: Select.Changed) -> None:
        """Another method has other options."""
        name = str(message.value)
        self._engine.request(
            self,
            f"read the options of {name}",
            lambda session, _: session.options(name),
            partial(self.show_options, name),
        )

    async def show_options(self, detector: str, parameters: tuple[Parameter, ...]) -> None:
        """Make a field for each option."""
        if detector != str(self.query_one("#detector", Select).value):
            return
        given = self._settings.detector_options(detector)
        place = self.query_one("#options", Vertical)
        await place.remove_children()
        self._parameters, self._shown = parameters, detector
        await place.mount(*(field(p, given.get(p.name, p.default)) for p in parameters))

    @on(Button.Pressed, "#save")
    def action_save(self) -> None:
        """Check the values and write the file; what was refused, or is missing for the effort, is said."""
        try:
            settings = self._collected()
            refuse_unknown(settings, self._names)
            remembered.save(settings, self._path)
        except LocalcheckError as error:
            self.notify(error.hint or "", title=error.message, severity="error")
            self._say(f"not saved: {error.told}")
            return
        self._settings = settings
        self._saved(settings)
        from localcheck.run.effort import readers_of

        missing = "; ".join(readers_of(settings).notes) if settings.effort else ""
        self._say(f"saved; these settings hold from the next run on{f'. {missing}' if missing else ''}")

    def _collected(self) -> Settings:
        detector = str(self.query_one("#detector", Select).value)
        # An emptied text field means an empty value here: "no language model" is one.
        every = tuple(general(self._settings, self._names).values())
        given = {p.name: "" for p in every if p.annotation is str} | values(self, every)
        converted = {p.name: convert(p, given[p.name], "settings") for p in every if p.name in given}
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
            given = values(place, [parameter])
            if parameter.name not in given:
                continue
            value = convert(parameter, given[parameter.name], detector)
            if parameter.name in before or parameter.default is inspect.Parameter.empty or value != parameter.default:
                found[parameter.name] = value
        return found


def refuse_unknown(settings: Settings, names: Names) -> None:
    """Raise ``BadSetting`` for a name that does not exist here.

    A value with a sign of its own (``a + b``, ``server:…``, ``cascade:…``, a path) is opened by others, and they check it.
    """
    for setting in ALWAYS:
        value, known = getattr(settings, setting), (*ALWAYS[setting], *names.get(setting, ()))
        if not known or value in known or any(sign in value for sign in "+:/\\"):
            continue
        listed = ", ".join(name for name in known if name) or "nothing is installed"
        raise BadSetting(setting, f"there is no {value!r} here", "settings", f"choose one of {listed}")


def field(parameter: Parameter, value: Any) -> Horizontal:
    """Label and widget of one option, in a row."""
    required = parameter.default is inspect.Parameter.empty
    hint = ("" if parameter.choices else parameter.wanted) + (", required" if required else "")
    return Horizontal(
        Label(parameter.name.replace("_", " "), classes="field-name"),
        _widget(parameter, value),
        Label(hint, classes="field-hint"),
        classes="field",
    )


def _widget(parameter: Parameter, value: Any) -> Widget:
    name = f"option-{parameter.name}"
    if parameter.choices:
        return Select(choices_of(parameter), value=value, allow_blank=False, id=name, compact=True)
    if parameter.annotation is bool:
        return Select((("yes", True), ("no", False)), value=bool(value), allow_blank=False, id=name, compact=True)
    text = (
        "none" if value is None and accepts_none(parameter) else "" if value is inspect.Parameter.empty else str(value)
    )
    return Line(text, id=name, compact=True)


def choices_of(parameter: Parameter) -> list[tuple[Content, Any]]:
    """(words, value) of each choice of an option; the path of a model may have brackets, which are no markup."""
    return [(Content(one_line(str(c)) or WORD_OF_NOTHING.get(parameter.name, "none")), c) for c in parameter.choices]


def accepts_none(parameter: Parameter) -> bool:
    """True if the option may be none."""
    union = get_origin(parameter.annotation) in (Union, types.UnionType)
    return union and type(None) in get_args(parameter.annotation)


def values(parent: Widget, parameters: Sequence[Parameter]) -> dict[str, Any]:
    """The values that the user entered, unchecked; empty fields are left out."""
    found: dict[str, Any] = {}
    for parameter in parameters:
        for widget in parent.query(f"#option-{parameter.name}"):
            if isinstance(widget, Input) and widget.value.strip():
                found[parameter.name] = widget.value.strip()
            elif isinstance(widget, Select):
                found[parameter.name] = widget.value
    return found
