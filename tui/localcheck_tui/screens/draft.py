"""A document that was reviewed before, as it is or in an earlier draft: what should become of the decisions?"""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Label, OptionList, Static
from textual.widgets.option_list import Option

from localcheck.reviewing.drafts import Draft
from localcheck.text.counting import many
from localcheck_tui.closing import ClosesOnce
from localcheck_tui.safe_text import one_line


class DraftDialog(ClosesOnce, ModalScreen[str | None]):
    """Dismissed with ``open``, ``carry`` or ``anew``; None for Escape."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss(None)", "cancel")]

    def __init__(self, draft: Draft, sentences: int) -> None:
        super().__init__()
        self._draft, self._sentences = draft, sentences

    def compose(self) -> ComposeResult:
        draft, run = self._draft, self._draft.run.summary
        fresh = self._sentences - len(draft.kept)
        what = "This text was" if draft.same_text else "An earlier draft of this text was"
        told = f"{what} reviewed in run {run.id} ({run.started[:10]}): {many(draft.decided, 'claim')} decided."
        choices = [Option("check everything again, without the decisions", id="anew")]
        if not draft.same_text:
            checked = f"check the {fresh} new sentence{'' if fresh == 1 else 's'}"
            choices.insert(
                0, Option(f"carry the decisions over for {len(draft.kept)} sentences, {checked}", id="carry")
            )
        choices.insert(0 if draft.same_text else 1, Option(f"open run {run.id} as it is", id="open"))
        with Vertical(classes="dialog"):
            yield Label("Reviewed before", classes="title")
            yield Static(Content(one_line(told)))
            yield OptionList(*choices, id="choices")

    def on_mount(self) -> None:
        self.query_one("#choices").focus()

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        """Enter or a click on a choice."""
        self.dismiss(str(message.option_id))
