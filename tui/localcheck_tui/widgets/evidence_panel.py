"""The evidence of the current claim: the quote first, what differs, its context, and where it is from as the last line."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from localcheck.gate.faithfulness import was_read
from localcheck.reports.words import named, steps_of
from localcheck.text.values.differences import Difference, differences, in_words
from localcheck.types import Evidence, Label, Span, Verdict
from localcheck_tui.marks import context, entailment_line, label_text, source_line
from localcheck_tui.safe_text import one_line, shown


class EvidencePanel(VerticalScroll, can_focus=True):
    """One piece of evidence; a click asks for all of it."""

    DEFAULT_CSS = """
    EvidencePanel { height: 1fr; padding: 0 1; }
    EvidencePanel > Static { height: auto; }
    EvidencePanel > #source-line { dock: bottom; height: 1; color: $secondary; text-wrap: nowrap; text-overflow: ellipsis; }
    """

    _shown: tuple[Verdict | None, int, bool] = (None, 0, False)

    def compose(self) -> ComposeResult:
        yield Static(id="evidence")
        yield Static(id="source-line")

    def show(self, verdict: Verdict | None, place: int, hidden: bool, missing: str = "") -> None:
        """Show evidence number ``place``; ``hidden`` leaves out everything that would reveal the verdict. ``missing``: what
        the claim names that the index has no article about.
        """
        self.query_one("#evidence", Static).update(evidence_text(verdict, place, hidden, missing))
        self.query_one("#source-line", Static).update(last_line(verdict, place), layout=False)
        self.border_title = pane_title(verdict, place, hidden)
        if (verdict, place, hidden) != self._shown:  # else whoever reads on stays where they are
            self._shown = verdict, place, hidden
            self.scroll_home(animate=False)

    async def on_click(self) -> None:
        """Open the evidence in full."""
        await self.run_action("screen.full_evidence")


def _item(verdict: Verdict | None, place: int) -> Evidence | None:
    return verdict.evidence[min(place, len(verdict.evidence) - 1)] if verdict and verdict.evidence else None


def pane_title(verdict: Verdict | None, place: int, hidden: bool) -> Content:
    """Which document this is, which of how many, and whether it decides."""
    item = _item(verdict, place)
    if verdict is None or item is None:
        return Content("evidence")
    decides = " · decides" if verdict.best == place and not hidden else ""
    title = one_line(named(item.passage.title, item.passage.source) or item.passage.source.name)
    return Content(f"{place + 1} of {len(verdict.evidence)}{decides} · {title}")


def last_line(verdict: Verdict | None, place: int) -> Content:
    """Where the evidence is from."""
    item = _item(verdict, place)
    return Content("") if item is None else source_line(item.passage)


def evidence_text(verdict: Verdict | None, place: int, hidden: bool, missing: str = "") -> Content:
    """One piece of evidence: the quote, what differs from the claim, how it weighs, then its context to the pane's end."""
    if verdict is None:
        return Content("")
    none_about = [] if not missing or hidden else [Content.styled(no_article(missing), "bold"), Content("")]
    item = _item(verdict, place)
    if item is None:
        nothing = none_about[:1] or [Content.styled(nothing_read(verdict), "$secondary italic")]
        return Content("\n\n").join([*nothing, *([] if hidden or not verdict.steps else [tools_used(verdict)])])
    if hidden:
        return context(item.passage.text, Span(item.window.start, item.window.start))
    parts = [*none_about, quote_text(verdict, item), *difference_lines(verdict, item), entailment_line(item.entailment)]
    parts += [tools_used(verdict)] if verdict.steps else []
    return Content("\n").join([*parts, Content(""), context(item.passage.text, item.place)])


def no_article(name: str) -> str:
    """That the index cannot know."""
    return f"no article about {one_line(name)} in this index"


def nothing_read(verdict: Verdict) -> str:
    """Why there is no evidence, for a person."""
    about = one_line(verdict.claim.about) if was_read(verdict) else ""
    return no_article(about) if about else "no evidence was read for this claim"


def quote_text(verdict: Verdict, item: Evidence) -> Content:
    """The quote, with the words marked that say otherwise than the claim; without one the sentence that comes closest."""
    if not item.quote:
        closest = one_line_kept(item.window.of(item.passage.text))
        if not closest.strip():
            return Content.styled("no sentence of this article comes close", "$secondary italic")
        return Content.assemble(("closest  ", "$secondary"), closest, strip_control_codes=False)
    told = Content.assemble(("⟦", "$primary"), (one_line_kept(item.quote), "bold"), ("⟧", "$primary"))
    for difference in telling(verdict, item):
        if (span := difference.source_span) is not None:
            told = told.stylize("$warning reverse", span.start + 1, span.end + 1)
    return told


def telling(verdict: Verdict, item: Evidence) -> tuple[Difference, ...]:
    """What the claim says otherwise than the quote. Other words of a quote that supports the claim are no alarm; another
    number, name or rank, an opposite or a "not" is.
    """
    found = differences(verdict.claim.text, item.quote, item.passage.title)
    if verdict.label is not Label.SUPPORTED:
        return found
    return tuple(d for d in found if d.kind != "words" and (d.source or d.kind == "negation"))


def difference_lines(verdict: Verdict, item: Evidence) -> list[Content]:
    """What the claim says otherwise than the quote, word by word; nothing where no difference can be named."""
    if not item.quote:
        return []
    told = in_words(telling(verdict, item))
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
