"""The claims of the current sentence: label, posterior, wording, decision."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.style import Style
from textual.widgets import Static

from localcheck.reports.trust import counted
from localcheck.reports.words import p_factual, stated
from localcheck.types import Label, Verdict
from localcheck_tui.marks import VARIABLE, decision_text, label_text, meter, plain_reason
from localcheck_tui.reading import Reading
from localcheck_tui.safe_text import one_line

BAR = 10
"""Cells of the meter of P(factual), where the pane is wide enough."""


class ClaimsList(VerticalScroll, can_focus=True):
    """A list that shows; a click chooses a claim."""

    DEFAULT_CSS = """
    ClaimsList { height: 1fr; padding: 0 1; }
    ClaimsList > Static { height: auto; }
    """

    _reading: Reading | None = None

    def compose(self) -> ComposeResult:
        yield Static(id="claims")

    def show(self, reading: Reading) -> None:
        """Show the claims of the reading's current sentence."""
        claims = reading.claims_of(reading.sentence)
        self._reading = reading
        width = self.content_size.width  # 0 before the pane was laid out
        bar = min(BAR, max(width - len("  P(factual)  0.00"), 3)) if width else BAR
        rows = [claim_text(v, reading, i == reading.claim, i, bar) for i, v in enumerate(claims)]
        waiting = "waiting for a verdict…" if reading.running else "no verdict yet"
        rows_and_trust = [*rows, *(Content.styled(line, "$secondary italic") for line in trust(reading))]
        content = Content("\n\n").join(rows_and_trust) if rows else Content.styled(waiting, "$secondary italic")
        self.query_one("#claims", Static).update(content)
        self._show_current(rows, reading.claim)

    def _show_current(self, rows: list[Content], current: int) -> None:
        """Scroll so that the current claim can be read."""
        width = max(self.content_size.width, 10)
        heights = [len(row.wrap(width)) + 1 for row in rows]
        top, height = sum(heights[:current]), heights[current] if rows else 0
        page = self.content_size.height
        target = top if height > page else max(0, top + height - page)
        self.call_after_refresh(self.scroll_to, y=target, animate=False)

    def on_resize(self) -> None:
        """The meters fit the new width."""
        if self._reading is not None:
            self.show(self._reading)

    async def on_click(self, event: events.Click) -> None:
        """Go to the claim under the pointer."""
        if (claim := event.style.meta.get("claim")) is not None:
            await self.run_action(f"screen.claim_of_sentence({claim})")


def trust(reading: Reading) -> list[str]:
    """How often the readers of this run are right, where that is known and a claim of the sentence was settled."""
    settled = any(v.deciding is not None and not reading.hidden(v) for v in reading.claims_of(reading.sentence))
    said = counted(reading.info)
    return [said] if settled and said else []


def claim_text(verdict: Verdict, reading: Reading, current: bool, place: int, bar: int = BAR) -> Content:
    """One claim in a few lines; the meter of P(factual) has ``bar`` cells."""
    hidden = reading.hidden(verdict)
    pointer = "▶ " if current else "  "
    given = None if hidden else reading.curation_of(verdict).label
    head = Content.assemble((pointer, "$primary bold"), label_text(verdict, hidden, given))
    lines = [head]
    if not hidden and verdict.claim.checkable:
        lines.append(_probability(verdict, bar))
    style = "bold" if current else ""
    lines.append(Content.assemble("  ", (one_line(verdict.claim.text), style)))
    if verdict.why and not hidden:
        lines.append(Content.styled(f"  {plain_reason(one_line(verdict.why))}", "$secondary"))
    if verdict.claim.reworded:
        lines.append(Content.styled(f"  {one_line(verdict.claim.note)}", "$secondary"))
    lines += [Content.assemble("  ", line) for line in _people(verdict, reading, hidden)]
    content = Content("\n").join(lines)
    return content.stylize(Style.from_meta({"claim": place}))


def _probability(verdict: Verdict, bar: int) -> Content:
    """P(factual) with a meter; of a score that is no probability what it is, in words."""
    p = p_factual(verdict)
    if p is None:
        return Content.styled(f"  {stated(verdict)}", "$secondary")
    colour = "$foreground" if verdict.label is Label.SUPPORTED else VARIABLE[verdict.label]
    return Content.assemble("  P(factual) ", meter(p, bar, colour), f" {p:4.2f}")


def _people(verdict: Verdict, reading: Reading, hidden: bool) -> list[Content]:
    """What people decided and said about a claim; in blind mode only one's own."""
    found = reading.curation_of(verdict)
    said = [*found.decisions, *reading.comments.get(verdict.claim.id, ())]
    lines = []
    if found.disputed and not hidden:
        lines.append(Content.styled("≠ disputed: a third decision is needed", "$warning bold"))
    for decision in said:
        mine = decision.review.reviewer == reading.reviewer
        if mine or not hidden:
            lines.append(decision_text(decision, mine, reading.earlier_ground(decision)))
    return lines
