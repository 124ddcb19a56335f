"""A settings form: fields are made from the signature of a factory or from ``Settings``, and their values are read back."""

from __future__ import annotations

import inspect
import types
from collections.abc import Sequence
from typing import Any, Union, get_args, get_origin

from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Input, Label, Select

from localcheck.settings.signatures import Parameter
from localcheck_tui.choices import WORD_OF_NOTHING
from localcheck_tui.line import Line


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
        return Select(choices(parameter), value=value, allow_blank=False, id=name, compact=True)
    if parameter.annotation is bool:
        return Select((("yes", True), ("no", False)), value=bool(value), allow_blank=False, id=name, compact=True)
    text = (
        "none" if value is None and accepts_none(parameter) else "" if value is inspect.Parameter.empty else str(value)
    )
    return Line(text, id=name, compact=True)


def choices(parameter: Parameter) -> list[tuple[str, Any]]:
    """(words, value) of each choice of an option."""
    return [(str(c) or WORD_OF_NOTHING.get(parameter.name, "none"), c) for c in parameter.choices]


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
