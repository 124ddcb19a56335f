"""Boxes over a screen: yes or no, one line of text, a choice, another method, something to read.

Every key, from the tables that make the bindings.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import groupby
from typing import ClassVar, TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Button, Input, Label, OptionList, Select, Static
from textual.widgets.option_list import Option

from localcheck.reviewing.drafts import Draft
from localcheck.settings import Settings
from localcheck.store import RunSummary
from localcheck.system.clock import to_the_minute
from localcheck.text.counting import many
from localcheck_tui.keys import EVERYWHERE, REVIEW
from localcheck_tui.reading import Reading
from localcheck_tui.safe_text import one_line
from localcheck_tui.screens.page import ClosesOnce, Line

Result = TypeVar("Result")


def ask(where: Widget, screen: Screen[Result | None], then: Callable[[Result], object]) -> None:
    """Show a dialog, or another screen, and call ``then`` with its answer; not after Escape or a no."""

    def answered(answer: Result | None) -> None:
        if answer is not None and answer is not False:
            then(answer)

    where.app.push_screen(screen, answered)


class Dialog(ModalScreen[Result], ClosesOnce[Result]):
    """A box with a title, over the screen. Escape and a button ``#cancel`` dismiss it with None."""

    BINDINGS: ClassVar = [("escape", "dismiss(None)", "cancel")]
    CLASSES_OF_BOX: ClassVar[str] = "dialog"

    def __init__(self, title: str) -> None:
        super().__init__()
        self._heading = title

    def compose(self) -> ComposeResult:
        with Vertical(classes=self.CLASSES_OF_BOX):
            yield Label(Content(self._heading), classes="title")
            yield from self.body()

    def body(self) -> ComposeResult:
        """What stands below the title."""
        yield from ()

    @on(Button.Pressed, "#cancel")
    def cancel(self) -> None:
        """Leave it as it was."""
        self.dismiss(None)


def buttons(save: str, *before: Widget) -> Horizontal:
    """The row of buttons of a form: ``#save``, which says ``save``, and ``#cancel``."""
    saving = Button(save, variant="primary", id="save", compact=True)
    return Horizontal(*before, saving, Button("Cancel", id="cancel", compact=True), classes="buttons")


class ConfirmDialog(Dialog[bool | None]):
    """A question before something is lost; Escape, Enter on the first button and n say no."""

    BINDINGS: ClassVar = [("escape,n", "dismiss(False)", "no"), ("y", "dismiss(True)", "yes")]

    def __init__(self, title: str, question: str, yes: str) -> None:
        """``yes`` is what the button says that goes ahead."""
        super().__init__(title)
        self._question, self._yes = question, yes

    def body(self) -> ComposeResult:
        yield Static(Content(self._question))
        with Horizontal(classes="buttons"):
            yield Button("No (n)", variant="primary", id="no", compact=True)
            yield Button(f"{self._yes} (y)", id="yes", compact=True)

    def on_mount(self) -> None:
        self.query_one("#no").focus()

    @on(Button.Pressed)
    def answer(self, message: Button.Pressed) -> None:
        """Hand the answer back."""
        self.dismiss(message.button.id == "yes")


def cancel_dialog(reading: Reading) -> ConfirmDialog:
    """Asks before a run is cancelled."""
    what = f"{reading.done} of {reading.of} claims are judged; they are kept."
    return ConfirmDialog("Cancel the run?", what, "Cancel the run")


class RecheckDialog(Dialog[Settings | None]):
    """Another method, or the same with another model. Dismissed with the settings ``now`` and what was chosen in them."""

    BINDINGS: ClassVar = [("ctrl+s", "save", "check")]

    def __init__(self, detectors: list[str], now: Settings) -> None:
        super().__init__("Check this claim with")
        self._detectors, self._now = detectors, now

    def body(self) -> ComposeResult:
        names = sorted({*self._detectors, self._now.detector})
        yield Select(((n, n) for n in names), value=self._now.detector, allow_blank=False, id="detector", compact=True)
        yield Line(value=self._now.nli, placeholder="NLI model", id="nli", compact=True)
        yield Line(
            value=self._now.llm, placeholder="language model, where the method needs one", id="llm", compact=True
        )
        yield buttons("Check (Ctrl+S)")

    @on(Button.Pressed, "#save")
    @on(Input.Submitted)
    def action_save(self) -> None:
        """Hand the choice back."""
        nli, llm = (self.query_one(name, Input).value.strip() for name in ("#nli", "#llm"))
        self.dismiss(replace(self._now, detector=str(self.query_one("#detector", Select).value), nli=nli, llm=llm))


class AskDialog(Dialog[str | None]):
    """One line of text: a comment, a name, a wording. Dismissed with it, None for Escape."""

    def __init__(self, title: str, explained: str = "", value: str = "", placeholder: str = "") -> None:
        super().__init__(title)
        self._explained, self._value, self._placeholder = explained, value, placeholder

    def body(self) -> ComposeResult:
        if self._explained:
            yield Static(Content(self._explained))
        yield Line(value=self._value, placeholder=self._placeholder, id="answer", compact=True)

    def on_mount(self) -> None:
        # At once, not by a message: what is typed next belongs to the answer.
        self.set_focus(self.query_one("#answer"))

    def on_key(self, event: events.Key) -> None:
        """What was pressed before the line had the focus belongs to the answer, too; later keys stop at the line."""
        line = self.query_one("#answer", Input)
        if event.is_printable and event.character:
            line.replace(event.character, *line.selection)
        elif event.key == "enter":
            self.dismiss(line.value.strip())
        else:
            return
        event.stop()

    @on(Input.Submitted)
    def answer(self, message: Input.Submitted) -> None:
        """Hand the text back."""
        self.dismiss(message.value.strip())


class ChoiceDialog(Dialog[str | None]):
    """What should become of something? Dismissed with the chosen key of ``choices``, None for Escape."""

    WAITS: ClassVar[float] = 0.0
    """Seconds before it can be answered, for one that comes by itself: keys on their way were meant for something else."""

    def __init__(self, title: str, told: str, choices: dict[str, str]) -> None:
        super().__init__(title)
        self._told, self._choices = told, choices

    def body(self) -> ComposeResult:
        yield Static(Content(one_line(self._told)))
        yield OptionList(*(Option(words, id=key) for key, words in self._choices.items()), id="choices")

    def on_mount(self) -> None:
        if self.WAITS:
            self.query_one("#choices").disabled = True
            self.set_timer(self.WAITS, self._ready)
        else:
            self._ready()

    def _ready(self) -> None:
        self.query_one("#choices").disabled = False
        self.query_one("#choices").focus()

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        """Enter or a click on a choice."""
        self.dismiss(str(message.option_id))


class TextDialog(Dialog[None]):
    """Something to read: evidence in full, the tally."""

    CLASSES_OF_BOX = "dialog tall"
    BINDINGS: ClassVar = [
        ("enter,q", "dismiss(None)", "close"),
        ("j,down", "scroll_by(1)", "down"),
        ("k,up", "scroll_by(-1)", "up"),
    ]

    def __init__(self, title: str, content: Content) -> None:
        super().__init__(title)
        self._content = content

    def body(self) -> ComposeResult:
        with VerticalScroll(id="text"):
            yield Static(self._content)

    def on_mount(self) -> None:
        self.query_one("#text").focus()

    def action_scroll_by(self, lines: int) -> None:
        """Scroll the text."""
        self.query_one("#text").scroll_relative(y=lines, animate=False)


class ContinueDialog(ChoiceDialog):
    """Dismissed with ``go_on`` or ``other``; None for Escape."""

    def __init__(self, run: RunSummary, other: str) -> None:
        """``other`` is what one can do instead."""
        judged = many(sum(n for _, n in run.counts), "claim")
        when = to_the_minute(run.started)
        super().__init__(
            f"Run {run.id} is unfinished",
            f"“{run.name}”, {when}: {judged} judged, {run.reviewed} decided.",
            {"go_on": f"go on with run {run.id} where it was left", "other": other},
        )


class DraftDialog(ChoiceDialog):
    """Dismissed with ``open``, ``carry``, ``anew``, or ``take:RUN``; None for Escape."""

    WAITS = 0.4

    def __init__(self, draft: Draft, sentences: int) -> None:
        """``sentences``: how many the document has now."""
        run, kept = draft.run.summary, len(draft.kept)
        what = "This text was" if draft.same_text else "An earlier draft of this text was"
        done = "reviewed" if draft.reviewed else "checked"
        where = f"run {run.id} ({run.started[:10]}, index {run.index or 'none'})"
        gone = f" {draft.left:,} cannot be carried over: the sentence changed, or leans on a change."
        others = "the other one" if sentences - kept == 1 else f"the other {sentences - kept:,}"
        carry = {"carry": f"carry the decisions over for {many(kept, 'sentence')}, check {others}"}
        take = {
            f"take:{other}": f"first take over what was decided about {many(claims, 'claim')} in run {other}"
            for other, claims in draft.elsewhere
        }
        super().__init__(
            f"{done.capitalize()} before",
            f"{what} {done} in {where}: {_reviewed(draft)}.{gone if draft.left else ''}",
            {
                **({} if draft.same_text else carry),
                "open": f"open run {run.id} as it is",
                **take,
                "anew": f"check everything again{', without the decisions' if draft.reviewed else ''}",
            },
        )


def _reviewed(draft: Draft) -> str:
    """What people did in the earlier run: ``2 claims decided, 1 skipped``."""
    if not draft.reviewed:
        return "nobody has decided anything"
    (what, n), *more = draft.reviewed
    return ", ".join([f"{many(n, 'claim')} {what}", *(f"{n:,} {what}" for what, n in more)])


SYMBOLS = (
    "✓ supported · ✗ refuted · ? not enough evidence · ≈ judged, nothing quoted · ! failed\n"
    "· not judged or not checkable · ▒ hidden (blind mode) · ≠ reviewers disagree\n"
    "◆ your decision · – skipped by you · ⟦ ⟧ the quote that decides · ╌ where the method stops reading"
)


class HelpScreen(TextDialog):
    """Keys and symbols."""

    def __init__(self) -> None:
        super().__init__("Keys", help_text())


def help_text() -> Content:
    """The tables of keys, group by group, then the symbols."""
    blocks = []
    for group, keys in groupby((*REVIEW, *EVERYWHERE), key=lambda k: k.group):
        lines = [Content.styled(group, "bold $primary")]
        lines += [Content.assemble((f"  {k.caption:<12}", "bold"), k.words) for k in keys]
        blocks.append(Content("\n").join(lines))
    blocks.append(Content.assemble(("Symbols\n", "bold $primary"), SYMBOLS))
    return Content("\n\n").join(blocks)
