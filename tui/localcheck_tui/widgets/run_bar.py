"""One line about the run: state, progress, cost, and what the reviewer has done."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from localcheck.store import RunState
from localcheck.types import Label
from localcheck_tui.marks import VARIABLE, meter
from localcheck_tui.reading import Reading
from localcheck_tui.safe_text import one_line


class RunBar(Static):
    """The line above the footer."""

    DEFAULT_CSS = """
    RunBar { height: 1; background: $panel; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }
    """

    def show(self, reading: Reading) -> None:
        """Show where the run and the review stand."""
        self.update(run_text(reading), layout=False)


def run_text(reading: Reading) -> Content:
    """State, progress, counts, cost and decisions in one line."""
    state = state_of(reading)
    parts = [Content.styled(state, "bold")]
    if reading.total:
        share = reading.done / reading.total
        parts.append(Content.assemble(meter(share, 12, "$primary"), f" {reading.done}/{reading.total}"))
    elif reading.done:
        parts.append(Content(f"{reading.done} claims"))
    if reading.error:
        hint = f" ({one_line(reading.hint)})" if reading.hint else ""
        parts.append(Content.styled(f"{one_line(reading.error)}{hint}", VARIABLE[Label.FAILED]))
    cost = reading.cost
    parts.append(
        Content.styled(f"{cost.passages} documents, {cost.nli_pairs} pairs, {cost.seconds:.1f} s", "$secondary")
    )
    if cost.llm_calls:
        parts.append(Content.styled(f"{cost.llm_calls} LLM calls, {cost.tokens_out} tokens", "$secondary"))
    parts.append(Content.styled(f"◆ {len(reading.decisions)}", "$accent"))
    if reading.blind:
        parts.append(Content.styled("BLIND", "$accent reverse"))
    return Content(" · ").join(parts)


def state_of(reading: Reading) -> str:
    """One word for the run's state, with a symbol."""
    if reading.running:
        return "⏸ paused" if reading.paused else "▶ running"
    return {
        RunState.OPEN: "… unfinished",
        RunState.FINISHED: "■ finished",
        RunState.FAILED: "! failed",
        RunState.CANCELLED: "□ cancelled",
    }[reading.state]
