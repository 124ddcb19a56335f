"""A run that was interrupted is offered when the app is started, or when its document is opened again."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Label, OptionList, Static
from textual.widgets.option_list import Option

from localcheck.store import RunSummary
from localcheck.text.counting import many
from localcheck_tui.closing import ClosesOnce
from localcheck_tui.safe_text import one_line


class ContinueDialog(ClosesOnce, ModalScreen[str | None]):
    """Dismissed with ``go_on`` or ``other``; None for Escape."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss(None)", "not now")]

    def __init__(self, run: RunSummary, other: str) -> None:
        """``other`` is what one can do instead."""
        super().__init__()
        self._run, self._other = run, other

    def compose(self) -> ComposeResult:
        run = self._run
        judged = sum(n for _, n in run.counts)
        name = one_line(run.title or run.document_id)
        told = (
            f"“{name}”, {run.started[:16].replace('T', ' ')}: {many(judged, 'claim')} judged, {run.reviewed} decided."
        )
        with Vertical(classes="dialog"):
            yield Label(f"Run {run.id} is unfinished", classes="title")
            yield Static(Content(told))
            yield OptionList(
                Option(f"go on with run {run.id} where it was left", id="go_on"),
                Option(self._other, id="other"),
                id="choices",
            )

    def on_mount(self) -> None:
        self.query_one("#choices").focus()

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        """Enter or a click on a choice."""
        self.dismiss(str(message.option_id))
