"""Indexes and models: lists them, builds and imports with progress, and shows the doctor's findings with how to fix them."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Input, Label, OptionList, ProgressBar, Static
from textual.widgets.option_list import Option

from localcheck.errors import LocalcheckError
from localcheck.store import Store
from localcheck.system.resources import typed_path
from localcheck_tui.engine import Engine, Failure, Request
from localcheck_tui.inventory import Inventory, Item, Step
from localcheck_tui.safe_text import one_line
from localcheck_tui.screens.page import Line, Page
from localcheck_tui.session import Session

if TYPE_CHECKING:
    from localcheck.monitoring.doctor import Finding

TOLD_EVERY = 0.1
"""Seconds between two steps of a build or an import that are shown: there may be thousands in a second."""
LEVELS = {"ok": ("✓", "$label-supported"), "warning": ("?", "$label-unsettled"), "error": ("✗", "$label-refuted")}
SAID = {
    "index": "evidence is read in",
    "nli": "claims are read by",
    "encoder": "BERTScore uses",
    "llm": "the language model is",
}
"""What it means to use something, by the setting that names it: ``index``, else the first word of the model's kind."""


class ResourcesScreen(Page[None]):
    """What this machine has."""

    BINDINGS: ClassVar = [
        ("escape", "leave", "back"),
        ("slash", "field('source')", "build or import"),
        ("r", "look", "look again"),
    ]

    def __init__(self, engine: Engine, use: Callable[[str, str], None], index: str) -> None:
        """``use`` keeps a setting: its name and its value; ``index`` is the one that is read now."""
        super().__init__()
        self._engine, self._use, self._index = engine, use, index
        self._inventory = Inventory()
        self._job: Request | None = None
        """The build or import that goes on."""

    def body(self) -> ComposeResult:
        with Horizontal(id="build"):
            yield Line(placeholder="path of a dump, folder or model", id="source")
            yield Line(placeholder="name", id="name")
            yield Button("Build index", id="build-index", variant="primary")
            yield Button("Import model", id="import-model")
        with Horizontal(id="progress"):
            yield Static(id="progress-text", markup=False)
            yield ProgressBar(id="bar", show_eta=False)
        with VerticalScroll(id="lists"):
            yield Label("Indexes and models: Enter uses one", classes="title")
            yield OptionList(Option("looking…", disabled=True), id="items")
            yield Label("Doctor", classes="title")
            yield Static("looking…", id="findings")
        yield Static(id="said")

    def on_mount(self) -> None:
        self.query_one("#progress").display = False
        self.query_one("#items").focus()
        self.action_look()

    def action_look(self) -> None:
        """Look at what is here."""
        self._engine.request(
            self, "look at what is installed", lambda session, _: session.inventory(), self.show_inventory, self._failed
        )

    def action_field(self, name: str) -> None:
        """Type a path."""
        self.set_focus(self.query_one(f"#{name}"))

    def action_leave(self) -> None:
        """Cancel a build that is going on, else go back."""
        if self._job is not None:
            self._job.stopped.set()
            self._end("cancelled")
        else:
            self.dismiss(None)

    def show_inventory(self, inventory: Inventory) -> None:
        """Fill the lists."""
        self._inventory = inventory
        self._fill()
        self.query_one("#findings", Static).update(findings_text(inventory.findings))

    def _fill(self) -> None:
        items = self.query_one("#items", OptionList)
        place = items.highlighted
        items.clear_options()
        every = self._every()
        width = max((len(item.name) for item in every), default=0)
        items.add_options(Option(item_text(item, width)) for item in every)
        items.highlighted = min(place or 0, len(every) - 1) if every else None

    def _every(self) -> tuple[Item, ...]:
        read = self._index.replace(" ", "").split("+")
        indexes = (
            replace(item, detail=f"{item.detail}, in use") if item.name in read else item
            for item in self._inventory.indexes
        )
        return (*indexes, *self._inventory.models)

    @on(OptionList.OptionSelected, "#items")
    def use_item(self, message: OptionList.OptionSelected) -> None:
        """Enter: read with this index or model from the next run on; what is not here says how to get it."""
        item = self._every()[message.option_index]
        is_index = message.option_index < len(self._inventory.indexes)
        setting = "index" if is_index else item.kind.partition("-")[0]
        if not item.here:
            self._say(f"{item.name} is not here or cannot be used: {item.detail}")
        elif setting not in SAID:
            self._say(f"{item.name} is opened by itself where it is needed: there is nothing to choose")
        else:
            name = f"gguf:{item.name}" if setting == "llm" else item.name
            try:
                self._use(setting, name)
            except LocalcheckError as error:
                self._say(error.told)
                return
            self._say(f"{SAID[setting]}: {item.name}, from the next run on")
            if setting == "index":
                self._index = name
                self._fill()
            else:
                self.action_look()

    def _say(self, text: str) -> None:
        self.query_one("#said", Static).update(Content(one_line(text)))

    @on(Button.Pressed)
    def start(self, message: Button.Pressed) -> None:
        """Build an index or import a model."""
        source, name = (self.query_one(f"#{i}", Input).value.strip() for i in ("source", "name"))
        if not source or not name:
            self._say("give a path and a name first")
            return
        self.query_one("#progress").display = True
        building = message.button.id == "build-index"
        what = f"{'build index' if building else 'import model'} {one_line(name)}"
        path = typed_path(source)

        def steps(session: Session, _: Store) -> Generator[Step | None, None, None]:
            told = 0.0
            for step in (session.build_index if building else session.import_model)(path, name):
                if (now := time.monotonic()) - told >= TOLD_EVERY:
                    told = now
                    yield step
            yield None

        def show(step: Step | None) -> None:
            if step is None:
                self._end(f"{name} is ready")
                self.action_look()
            else:
                self.query_one("#progress-text", Static).update(one_line(step.text))
                self.query_one(ProgressBar).update(total=step.total, progress=step.done)

        def failed(failure: Failure) -> None:
            self._end("failed")
            self._failed(failure)

        self._job = self._engine.follow(self, what, steps, show, failed)

    def _failed(self, failure: Failure) -> None:
        """It did not work."""
        self._say(f"could not {failure.what}: {failure.told}")

    def _end(self, how: str) -> None:
        self._job = None
        self.query_one("#progress").display = False
        self._say(how)


def item_text(item: Item, width: int) -> Content:
    """One line of a model or index; what is not here says how to get it."""
    sign = ("✓ ", "$label-supported") if item.here else ("· ", "$secondary")
    style = "" if item.here else "$secondary"
    return Content.assemble(sign, (f"{one_line(item.name):<{width}}  {item.kind:<8}  {one_line(item.detail)}", style))


def findings_text(findings: tuple[Finding, ...]) -> Content:
    """One line a finding, and one for its mend."""
    lines = []
    for finding in findings:
        sign, style = LEVELS.get(finding.level, ("·", "$secondary"))
        lines.append(Content.assemble((f"{sign} ", style), one_line(finding.text)))
        if finding.mend:
            lines.append(Content.styled(f"  → {one_line(finding.mend)}", "$accent"))
    return Content("\n").join(lines) if lines else Content.styled("nothing to mend", "$secondary")
