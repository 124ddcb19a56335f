"""Indexes and models: lists them, builds and imports with progress, and shows the doctor's findings with how to fix them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Button, Input, Label, OptionList, ProgressBar, Static
from textual.widgets.option_list import Option

from localcheck.errors import LocalcheckError
from localcheck.store import Store
from localcheck_tui.closing import ClosesOnce
from localcheck_tui.engine import Engine, Messages, Named, task
from localcheck_tui.inventory import Inventory, Item, Step
from localcheck_tui.line import Line
from localcheck_tui.messages import InventoryMade, JobFailed, TaskProgress
from localcheck_tui.places import typed_path
from localcheck_tui.safe_text import one_line
from localcheck_tui.session import Session
from localcheck_tui.widgets.active_keys import ActiveKeys

if TYPE_CHECKING:
    from localcheck.monitoring.doctor import Finding

LEVELS = {"ok": ("✓", "$label-supported"), "warning": ("?", "$label-unsettled"), "error": ("✗", "$label-refuted")}
SAID = {
    "index": "evidence is read in",
    "nli": "claims are read by",
    "encoder": "BERTScore uses",
    "llm": "the language model is",
}
"""What it means to use something, by the setting that names it: ``index``, else the first word of the model's kind."""


class ResourcesScreen(ClosesOnce, Screen[None]):
    """What this machine has."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "leave", "back"),
        ("slash", "field('source')", "build or import"),
        ("r", "look", "look again"),
    ]

    def __init__(self, engine: Engine, use: Callable[[str, str], None], index: str) -> None:
        """``use`` keeps a setting: its name and its value; ``index`` is the one that is read now."""
        super().__init__()
        self._engine, self._use, self._index = engine, use, index
        self._inventory = Inventory()
        self._job: Named | None = None
        """The build or import that goes on."""

    def compose(self) -> ComposeResult:
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
        yield ActiveKeys()

    def on_mount(self) -> None:
        self.query_one("#progress").display = False
        self.query_one("#items").focus()
        self.action_look()

    def action_look(self) -> None:
        """Look at what is here."""
        self._engine.request("look at what is installed", inventory_task, self.post_message)

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

    @on(InventoryMade)
    def show_inventory(self, message: InventoryMade) -> None:
        """Fill the lists."""
        self._inventory = message.inventory
        self._fill()
        self.query_one("#findings", Static).update(findings_text(message.inventory.findings))

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
                self._say(f"{error.message}. {error.hint}")
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
        self._job = self._engine.request(what, work_task(typed_path(source), name, building), self.post_message)

    @on(TaskProgress)
    def show_progress(self, message: TaskProgress) -> None:
        """How far it has come."""
        if message.finished:
            self._end(message.title)
            self.action_look()
            return
        self.query_one("#progress-text", Static).update(one_line(message.title))
        self.query_one(ProgressBar).update(total=message.total, progress=message.done)

    @on(JobFailed)
    def tell_failure(self, message: JobFailed) -> None:
        """It did not work."""
        if message.what != "look at what is installed":
            self._end("failed")
        self._say(f"could not {message.what}: {message.told}")

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


def inventory_task(session: Session, store: Store) -> Messages:
    """Look at what is installed."""
    yield InventoryMade(session.inventory())


@task
def work_task(session: Session, store: Store, source: Path, name: str, building: bool) -> Messages:
    """Build an index or import a model, step by step."""
    steps: Iterator[Step] = session.build_index(source, name) if building else session.import_model(source, name)
    for step in steps:
        yield TaskProgress(step.text, step.done, step.total)
    yield TaskProgress(f"{name} is ready", 1, 1, finished=True)
