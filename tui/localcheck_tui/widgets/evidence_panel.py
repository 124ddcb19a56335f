"""The evidence of the current claim: where it is from, the quote in its window, entailment bars."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from localcheck.reports.words import steps_of
from localcheck.types import Span, Verdict
from localcheck_tui.marks import entailment_bars, excerpt, label_text, quoted, source_text
from localcheck_tui.messages import EvidenceWanted
from localcheck_tui.safe_text import one_line

NO_QUOTE = Span(0, 0)


class EvidencePanel(VerticalScroll, can_focus=True):
    """One piece of evidence; a click asks for all of it."""

    DEFAULT_CSS = """
    EvidencePanel { height: 1fr; padding: 0 1; }
    EvidencePanel > Static { height: auto; }
    """

    def compose(self) -> ComposeResult:
        yield Static(id="evidence")

    def show(self, verdict: Verdict | None, place: int, hidden: bool) -> None:
        """Show evidence number ``place``; ``hidden`` leaves out everything that would reveal the verdict."""
        self.query_one("#evidence", Static).update(evidence_text(verdict, place, hidden))
        self.scroll_home(animate=False)

    def on_click(self, event: events.Click) -> None:
        """Ask for the evidence in full."""
        self.post_message(EvidenceWanted())


def evidence_text(verdict: Verdict | None, place: int, hidden: bool, in_full: bool = False) -> Content:
    """One piece of evidence as text."""
    if verdict is None:
        return Content("")
    if not verdict.evidence:
        nothing = Content.styled("no evidence was read for this claim", "$secondary italic")
        return nothing if hidden or not verdict.steps else Content("\n\n").join((nothing, tools_used(verdict)))
    place = min(place, len(verdict.evidence) - 1)
    item = verdict.evidence[place]
    best = " · decides" if verdict.best == place and not hidden else ""
    count = Content.styled(f"evidence {place + 1} of {len(verdict.evidence)}{best}", "$primary")
    quote = NO_QUOTE if hidden else item.quote_span
    window = Span(0, len(item.passage.text)) if in_full else excerpt(item.window, quote)
    parts = [count, source_text(item), Content(""), quoted(item.passage.text, window, quote)]
    if not hidden:
        parts += [Content(""), entailment_bars(item.entailment)]
        parts += [Content(""), tools_used(verdict)] if verdict.steps else []
    return Content("\n").join(parts)


def tools_used(verdict: Verdict) -> Content:
    """The tools of an agent's steps in one line, and how to see the steps."""
    names = " → ".join(one_line(step.tool or "nothing") for step in verdict.steps)
    return Content.assemble(("steps  ", "$primary"), names, ("  (w shows them)", "$secondary"))


STEP_STYLE = {"thought": "$secondary italic", "action": "$primary", "observation": "", "error": "$label-refuted"}


def step_log(verdict: Verdict) -> Content:
    """Every turn of the agent for this claim: thought, call, answer; and the verdict that came of it."""
    parts = [Content.styled(one_line(verdict.claim.shown), "bold")]
    for kind, said in steps_of(verdict):
        head = ("\n" if kind == "thought" else "") + f"{kind:11} "
        parts.append(Content.assemble((head, "$accent"), (one_line(said), STEP_STYLE[kind])))
    parts.append(
        Content.assemble(("\nverdict     ", "$accent"), label_text(verdict), "  ", one_line(verdict.rationale))
    )
    return Content("\n").join(parts)
