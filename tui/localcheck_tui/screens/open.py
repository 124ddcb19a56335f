"""Open a document: from the file tree, from those checked lately, or pasted."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

from rich.text import Text, TextType
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Button, DirectoryTree, Input, OptionList, TabbedContent, TabPane, TextArea
from textual.widgets.option_list import Option

from localcheck.store import RunSummary, Store
from localcheck.system.clock import to_the_minute
from localcheck.system.resources import typed_path
from localcheck.text.inert import shown
from localcheck.types import Document
from localcheck_tui.engine import Engine
from localcheck_tui.marks import run_named
from localcheck_tui.places import is_file
from localcheck_tui.safe_text import one_line
from localcheck_tui.screens.page import Line, Page, errors_told

LONGEST = 80
"""Characters of a run's name."""
WAYS = ("files", "recent", "paste")


class OpenScreen(Page[Document | int | None]):
    """Dismissed with a document to check, or the id of a run to open."""

    BINDINGS: ClassVar = [
        ("slash", "path", "type a path"),
        ("ctrl+s", "check_pasted", "check what is pasted"),
        Binding("ctrl+t", "next_tab", "files, recent, paste", priority=True),
        ("backspace", "parent", "folder above"),
        Binding("tab", "complete", "complete the path", show=False, priority=True),
    ]

    def __init__(
        self, engine: Engine, store: Store, folder: Path, draft: dict[str, str], check: Callable[[Document], None]
    ) -> None:
        """``draft``: the ``title`` and the ``text`` that were pasted before and not checked; it is kept up to date."""
        super().__init__()
        self._engine, self._folder, self._draft, self._check = engine, folder, draft, check
        self._recent = store.runs(limit=50)

    def body(self) -> ComposeResult:
        with TabbedContent(id="tabs"):
            with TabPane("Files", id="files"):
                yield Line(
                    placeholder="/ path of a file (Tab completes), or choose one; Backspace: folder above", id="path"
                )
                yield Files(self._folder, id="tree")
            with TabPane("Recent", id="recent"):
                yield OptionList(
                    *[Option(recent_line(run), id=str(run.id)) for run in self._recent], id="runs", markup=False
                )
            with TabPane("Paste", id="paste"), Vertical():
                yield Line(self._draft.get("title", ""), placeholder="title (what the text is about)", id="title")
                yield PlainText(self._draft.get("text", ""), id="text", soft_wrap=True)
                yield Button("Check (Ctrl+S)", variant="primary", id="check")

    def on_mount(self) -> None:
        self.query_one("#tree").focus()

    def action_next_tab(self) -> None:
        """Show the next of the three ways."""
        tabs = self.query_one("#tabs", TabbedContent)
        name = WAYS[(WAYS.index(tabs.active) + 1) % len(WAYS)]
        tabs.active = name
        self.set_focus(self.query_one({"files": "#tree", "recent": "#runs", "paste": "#text"}[name]))

    def action_parent(self) -> None:
        """Show the folder above in the tree."""
        tree = self.query_one(Files)
        tree.path = Path(tree.path).resolve().parent

    def action_complete(self) -> None:
        """Tab: complete the path that is typed as far as it is clear, else go to the next field."""
        field = self.query_one("#path", Input)
        if field.has_focus and (longer := completed(field.value)) != field.value:
            field.value = longer
            field.cursor_position = len(longer)
        else:
            self.focus_next()

    def action_path(self) -> None:
        """Type a path instead of choosing from the tree."""
        self.query_one("#tabs", TabbedContent).active = "files"
        self.set_focus(self.query_one("#path"))

    @on(DirectoryTree.FileSelected)
    def open_file(self, message: DirectoryTree.FileSelected) -> None:
        """A file of the tree."""
        self._read(message.path)

    @on(Input.Submitted, "#path")
    def open_path(self, message: Input.Submitted) -> None:
        """A path that was typed. The / that began it may have been taken as the key that leads to the field."""
        if not (typed := message.value.strip()):
            return
        path, absolute = typed_path(typed), Path(os.sep, typed)
        self._read(absolute if is_file(absolute) and not is_file(path) else path)

    def _read(self, path: Path) -> None:
        self._engine.request(self, f"open {one_line(path.name)}", lambda session, _: session.read(path), self.hand_back)

    def hand_back(self, document: Document) -> None:
        """The file is read; it is opened at once where another screen lies over this one by now."""
        if self.is_active:
            self.dismiss(document)
        else:
            self._check(document)

    @on(OptionList.OptionSelected, "#runs")
    def open_run(self, message: OptionList.OptionSelected) -> None:
        """One of the last runs."""
        self.dismiss(int(str(message.option_id)))

    @on(Input.Changed, "#title")
    @on(TextArea.Changed, "#text")
    def keep_draft(self, message: Input.Changed | TextArea.Changed) -> None:
        """What is typed here is here again when the page is opened anew, until it is checked."""
        field = message.control
        self._draft[field.id or ""] = field.value if isinstance(field, Input) else field.text

    @on(Button.Pressed, "#check")
    def action_check_pasted(self) -> None:
        """Check the pasted text."""
        text = self.query_one("#text", TextArea).text
        if not text.strip():
            self.notify("paste or type a text first", severity="warning")
            return
        from localcheck.ingest.documents import from_text

        with errors_told(self):
            document = from_text(text, id="pasted", title=self.query_one("#title", Input).value.strip())
            self._draft.clear()
            self._draft = {}  # the last keys may still be on their way to ``keep_draft``
            self.dismiss(document)


def completed(typed: str) -> str:
    """A path completed as far as the names in its folder allow; a folder that is alone ends in a slash.

    What is typed comes back where nothing fits or the folder cannot be read.
    """
    if not typed:
        return typed
    path = typed_path(typed)
    folder, begun = (path, "") if typed.endswith(os.sep) else (path.parent, path.name)
    try:
        fit = sorted(entry.name for entry in folder.iterdir() if entry.name.startswith(begun))
    except OSError:
        return typed
    if begun in (".", "..") or not fit:
        return typed
    shared = alike(fit)
    slash = os.sep if len(fit) == 1 and (folder / shared).is_dir() else ""
    return f"{typed[: len(typed) - len(begun)]}{shared}{slash}"


def alike(names: Sequence[str]) -> str:
    """The longest beginning that all names have, character by character.

    >>> alike(["report-1.txt", "report-2.txt"])
    'report-'
    """
    first, last = min(names), max(names)
    return first[: next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(first))]


class Files(DirectoryTree):
    """A tree of files whose names are text: neither markup nor escape sequences."""

    def process_label(self, label: TextType) -> Text:
        """A name as one line."""
        return Text(one_line(label)) if isinstance(label, str) else label


class PlainText(TextArea):
    """A text area that shows controls of a pasted text instead of sending them to the terminal."""

    def get_line(self, line_index: int) -> Text:
        """One line, each character in its place."""
        return Text(shown(self.document.get_line(line_index)), end="", no_wrap=True)


def recent_line(run: RunSummary) -> str:
    """One run in one line."""
    return f"{to_the_minute(run.started)}  {run.state.value:<9}  {run_named(run, LONGEST)}"
