"""The one status line: progress, what the claims came to, what was decided; or what was just done."""

from __future__ import annotations

import time

from textual.content import Content
from textual.widgets import Static

from localcheck.store import RunState
from localcheck.text.counting import many
from localcheck.types import Label
from localcheck_tui.marks import VARIABLE, meter
from localcheck_tui.reading import Reading
from localcheck_tui.safe_text import one_line

STYLE = {"information": "bold", "warning": "$warning bold", "error": "$error bold"}
"""Of what is said, by its severity."""
MOST_LINES = 3
"""Of a notice: what went wrong, and the command that helps, on 80 columns."""


class RunBar(Static):
    """The line above the footer; a notice that does not fit into it takes more."""

    DEFAULT_CSS = """
    RunBar { height: 1; background: $panel; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }
    """

    def show(self, reading: Reading, notice: Content | None = None) -> None:
        """Show where the run and the review stand, or the notice."""
        told = notice or status_text(reading, time.monotonic())
        width = self.content_size.width
        lines = min(len(told.wrap(width)), MOST_LINES) if notice and width else 1
        self.styles.text_wrap = "wrap" if lines > 1 else "nowrap"
        self.styles.height = lines
        self.update(told, layout=False)


def status_text(reading: Reading, now: float = 0.0) -> Content:
    """State of the run, counts by label, decisions, run, index and reviewer in one line."""
    parts = [_state(reading, now)]
    if reading.error:
        hint = f" ({one_line(reading.hint)})" if reading.hint else ""
        parts.append(Content.styled(f"{one_line(reading.error)}{hint}", VARIABLE[Label.FAILED]))
    supported, refuted, unsettled, failed, decided, claims = reading.counts()
    parts.append(Content(f"✓{supported} ✗{refuted} ?{unsettled}{failed_text(failed)}"))
    parts.append(Content(f"decided {decided}/{claims}{skipped_text(reading.skipped)}"))
    disputed = sum(r.disputed for r in reading.curations.values())
    if disputed and not reading.blind:
        parts.append(Content.styled(f"≠{disputed} disputed", "$warning"))
    if reading.blind:
        parts.append(Content.styled("BLIND", "$accent reverse"))
    if reading.run_id is not None:
        parts.append(Content(f"run {reading.run_id}"))
    parts += [Content(one_line(name)) for name in (reading.info.index, reading.reviewer) if name]
    return Content(" · ").join(part for part in parts if part.plain)


def counts_text(reading: Reading) -> Content:
    """What the claims came to and how many are decided, for the heading: it stays there while the status line says something
    else.
    """
    supported, refuted, unsettled, failed, decided, claims = reading.counts()
    return Content.assemble(
        (f"✓{supported}", "$label-supported"),
        (f" ✗{refuted}", "$label-refuted"),
        (f" ?{unsettled}", "$label-unsettled"),
        (failed_text(failed), VARIABLE[Label.FAILED]),
        f" · decided {decided} of {claims}{skipped_text(reading.skipped)}",
    )


def skipped_text(skipped: int) -> str:
    """The claims that this reviewer skipped, behind those that they decided; empty where there are none."""
    return f", skipped {skipped}" if skipped else ""


def failed_text(failed: int) -> str:
    """The claims whose check failed, behind those that are open; empty where there are none."""
    return f" !{failed} failed" if failed else ""


def _state(reading: Reading, now: float) -> Content:
    """What the run does; nothing for one that has finished."""
    if not reading.running:
        state = state_of(reading)
        return Content("") if reading.state is RunState.FINISHED else Content.styled(state, "bold")
    parts = [Content.styled(state_of(reading), "bold")]
    if expected := reading.expected:
        share = reading.done / expected
        parts.append(Content.assemble(meter(share, 8, "$primary"), f" {reading.done}/{reading.of} {share:.0%}"))
        if left := reading.seconds_left(now):
            parts.append(Content(f"{duration(left)} left"))
    elif reading.done:
        parts.append(Content(many(reading.done, "claim")))
    return Content(" ").join(parts)


def duration(seconds: float) -> str:
    """A time to wait in words.

    >>> duration(8.2), duration(200)
    ('8 s', '3 min')
    """
    return f"{round(seconds)} s" if seconds < 90 else f"{round(seconds / 60)} min"


def state_of(reading: Reading) -> str:
    """One word for the run's state, with a symbol."""
    if reading.running:
        if reading.cancelling:
            return "□ cancelling"
        if reading.paused:
            return "⏸ paused"
        return "… waits its turn" if reading.waiting else "▶ running"
    if reading.elsewhere:
        return "▷ checked elsewhere"
    return {
        RunState.OPEN: "… unfinished",
        RunState.FINISHED: "■ finished",
        RunState.FAILED: "! failed",
        RunState.CANCELLED: "□ cancelled",
    }[reading.state]
