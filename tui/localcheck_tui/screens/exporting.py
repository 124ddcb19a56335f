"""Where to write a reviewed run, and in which format."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.widgets import Button, Input, Label, Select, Static

from localcheck.errors import LocalcheckError
from localcheck.reviewing.exporting import FORMATS, format_of
from localcheck.system.resources import typed_path
from localcheck_tui.places import is_file
from localcheck_tui.safe_text import one_line
from localcheck_tui.screens.dialogs import ConfirmDialog, Dialog, ask, buttons
from localcheck_tui.screens.page import Line


class ExportDialog(Dialog[Path | None]):
    """Dismissed with the path; its ending is the format. A wrong ending is said, and nothing typed is lost."""

    BINDINGS: ClassVar = [
        ("ctrl+s", "save", "export"),
        ("ctrl+f", "next_format", "next format"),
    ]

    def __init__(self, proposed: Path) -> None:
        super().__init__("Export the run with all decisions")
        self._proposed = proposed

    def body(self) -> ComposeResult:
        yield Line(value=str(self._proposed), id="path", compact=True)
        yield Select(
            ((f".{ending}  {what}", ending) for ending, what in FORMATS.items()),
            value=format_of(self._proposed), allow_blank=False, id="format", compact=True,
        )  # fmt: skip
        yield Static(id="told", markup=False)
        yield buttons("Export", Label("Ctrl+F next format", classes="field-hint"))

    def on_mount(self) -> None:
        self.query_one("#path").focus()

    def action_next_format(self) -> None:
        """Take the next format of the list, from any field."""
        endings = list(FORMATS)
        chosen = self.query_one("#format", Select)
        chosen.value = endings[(endings.index(str(chosen.value)) + 1) % len(endings)]

    @on(Select.Changed, "#format")
    def change_ending(self, message: Select.Changed) -> None:
        """Another format: the path's ending follows."""
        field, path = self.query_one("#path", Input), Path(self.query_one("#path", Input).value)
        if path.name and path.suffix.lower() != f".{message.value}":
            stem = path.with_suffix("") if path.suffix.lower().removeprefix(".") in FORMATS else path
            field.value = f"{stem}.{message.value}"

    @on(Button.Pressed, "#save")
    @on(Input.Submitted)
    def action_save(self) -> None:
        """Hand the path back; a file that is there already is overwritten only after a yes."""
        value = self.query_one("#path", Input).value.strip()
        if not value:
            self.dismiss(None)
            return
        path = typed_path(value)
        try:
            format_of(path)
        except LocalcheckError as error:
            self.query_one("#told", Static).update(one_line(f"{error.message}: {error.hint}"))
            return
        if is_file(path):
            question = f"{one_line(str(path))} is there already. Overwrite it?"
            ask(self, ConfirmDialog("Overwrite the file?", question, "Overwrite"), lambda _: self.dismiss(path))
        else:
            self.dismiss(path)
