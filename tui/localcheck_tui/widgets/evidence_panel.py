"""The evidence of the current claim: where it is from, the quote in its window, entailment bars."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from localcheck.reports.words import steps_of
from localcheck.text.values.differences import differences, in_words
from localcheck.types import Evidence, Span, Verdict
from localcheck_tui.marks import entailment_bars, excerpt, label_text, quoted, source_line
from localcheck_tui.messages import EvidenceWanted
from localcheck_tui.safe_text import one_line, shown

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


def evidence_text(verdict: Verdict | None, place: int, hidden: bool) -> Content:
    """One piece of evidence: the quote, what differs from the claim, its context; where it is from comes last."""
    if verdict is None:
        return Content("")
    if not verdict.evidence:
        nothing = Content.styled(nothing_read(verdict), "$secondary italic")
        return nothing if hidden or not verdict.steps else Content("\n\n").join((nothing, tools_used(verdict)))
    place = min(place, len(verdict.evidence) - 1)
    item = verdict.evidence[place]
    quote = NO_QUOTE if hidden else item.quote_span
    best = " · decides" if verdict.best == place and not hidden else ""
    title = one_line(item.passage.title or item.passage.source.locator or item.passage.source.name)
    parts = [Content.assemble((title, "bold"), (f"  {place + 1} of {len(verdict.evidence)}{best}", "$primary"))]
    if not hidden and item.quote:
        parts += [quote_text(verdict, item), *difference_lines(verdict, item), Content("")]
    parts.append(quoted(item.passage.text, excerpt(item.window, quote), quote))
    if not hidden:
        parts += [Content(""), entailment_bars(item.entailment)]
        parts += [Content(""), tools_used(verdict)] if verdict.steps else []
    return Content("\n").join([*parts, Content(""), source_line(item.passage)])


def nothing_read(verdict: Verdict) -> str:
    """Why there is no evidence, for a person."""
    about = one_line(verdict.claim.about)
    return f"no article about {about} in this index" if about else "no evidence was read for this claim"


def quote_text(verdict: Verdict, item: Evidence) -> Content:
    """The quote, with the words marked that say otherwise than the claim."""
    told = Content.assemble(("⟦", "$primary"), (one_line_kept(item.quote), "bold"), ("⟧", "$primary"))
    for difference in differences(verdict.claim.text, item.quote, item.passage.title):
        if (span := difference.source_span) is not None:
            told = told.stylize("$warning reverse", span.start + 1, span.end + 1)
    return told


def difference_lines(verdict: Verdict, item: Evidence) -> list[Content]:
    """What the claim says otherwise than the quote, word by word; nothing where no difference can be named."""
    told = in_words(differences(verdict.claim.text, item.quote, item.passage.title))
    return [Content.styled(f"≠ {one_line(told)}", "$warning")] if told else []


def one_line_kept(text: str) -> str:
    """``text`` on one line, each character in its place."""
    return shown(text).replace("\n", " ")


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
