"""How a label is shown: symbol, words and style; and ready pieces of text for the panels."""

from __future__ import annotations

from pathlib import PurePath

from textual.content import Content

from localcheck.reports.words import WORD, heading, named, symbol_of, word_of
from localcheck.store import Decision, Quoted, QuoteKind, RunSummary
from localcheck.text.inert import shortened
from localcheck.text.patterns import regex
from localcheck.types import UNNAMED, Entailment, Label, Passage, Span, Verdict
from localcheck_tui.safe_text import one_line, shown

PENDING = "·"
HIDDEN = "▒"
DECIDED = "◆"
SKIPPED = "–"
DISPUTED = "≠"
VARIABLE = {
    Label.SUPPORTED: "$label-supported",
    Label.REFUTED: "$label-refuted",
    Label.NOT_ENOUGH_EVIDENCE: "$label-unsettled",
    Label.FAILED: "$label-failed",
}
QUOTE_STYLE = "$foreground on $primary 35% bold underline"


def run_named(run: RunSummary, most: int) -> str:
    """The title of a run's document in at most ``most`` characters, with its file, because drafts share a title."""
    title, file = one_line(run.title), one_line(PurePath(run.document_id).name)
    if title and file not in UNNAMED:
        title = shortened(title, max(most - len(f" ({file})"), most // 3))
    return shortened(heading(title, file), most)


def label_text(verdict: Verdict, hidden: bool = False, given: Label | None = None) -> Content:
    """Symbol and words of a verdict's label; behind the label that people gave, where they gave another one."""
    if hidden:
        return Content.styled(f"{HIDDEN} hidden", "$secondary")
    if given is not None and given is not verdict.label:
        machine = label_text(verdict).plain
        return Content.assemble((f"{DECIDED} {WORD[given]}", "bold"), (f" · machine: {machine}", "$secondary"))
    if not verdict.claim.checkable:
        return Content.styled(f"{PENDING} not checked", "$secondary")
    if verdict.label is Label.SUPPORTED:
        return Content.assemble(
            (symbol_of(verdict), f"{VARIABLE[verdict.label]} bold"), (f" {word_of(verdict)}", "bold")
        )
    return Content.styled(f"{symbol_of(verdict)} {word_of(verdict)}", f"{VARIABLE[verdict.label]} bold")


def decision_text(decision: Decision, mine: bool, earlier: bool) -> Content:
    """What one reviewer decided or said, in a line; ``earlier``: on a verdict that is not the latest any more."""
    review = decision.review
    who = "" if mine else f"{one_line(review.reviewer) or 'someone'}: "
    word = {"accept": "accepted", "override": "decided", "skip": "skipped", "comment": ""}[review.action.value]
    word = "adjudicated" if decision.adjudicates else word
    label = f" {WORD[review.label]}" if review.label is not None else ""
    more = [
        "blind" if review.blind else "",
        "on an earlier verdict (h shows it)" if earlier else "",
        f"carried over from run {review.carried_run}" if review.carried_run is not None else "",
        one_line(review.note),
    ]
    told = " · ".join(part for part in (f"{word}{label}".strip(), *more) if part)
    if review.action == "comment" and review.quote and not review.note:
        told = " · ".join(part for part in ("picked a quote", *more) if part)
    symbol = DECIDED if review.label else SKIPPED if review.action == "skip" else "“"
    lines = [Content.styled(f"{symbol} {who}{told}".rstrip(), "$accent")]
    if review.quote:
        lines.append(Content.assemble((f"  “{one_line(review.quote)}” ", ""), quote_kind(review.quoted)))
    elif review.quoted.kind is QuoteKind.OUTSIDE:
        lines.append(Content.assemble("  ", quote_kind(review.quoted)))
    return Content("\n").join(lines)


def quote_kind(quoted: Quoted) -> Content:
    """What a reviewer's quote is: verbatim in an article, from outside the index, or in no source."""
    if quoted.kind is QuoteKind.VERIFIED:
        return Content.styled(f"✓ {one_line(quoted.title)}", "$success")
    if quoted.kind is QuoteKind.OUTSIDE:
        return Content.styled(f"outside the index: {one_line(quoted.title)}", "$warning")
    return Content.styled(
        "not found in any source" if quoted.kind is QuoteKind.NOT_FOUND else "not looked up", "$warning"
    )


COSTS = regex(r"(stopped after \d+ documents?): expected cost .*")
CLOSEST = regex(r"closest sentence: “.*” \((.*)\)(?=;|$)")


def plain_reason(rationale: str) -> str:
    """Why a verdict is as it is, without what stopping cost; the closest sentence stands in the evidence pane.

    >>> plain_reason("the quote entails the claim; stopped after 1 document: expected cost 4.57 when deciding now, 4.82 when …")
    'the quote entails the claim; stopped after 1 document: another article was not worth reading'
    >>> plain_reason("no sentence supports it; closest sentence: “He sang.” (Casablanca (film)); read 2 documents, the maximum")
    'no sentence supports it; the closest stands in Casablanca (film); read 2 documents, the maximum'
    """
    return CLOSEST.sub(r"the closest stands in \1", COSTS.sub(r"\1: another article was not worth reading", rationale))


def meter(p: float, width: int, style: str) -> Content:
    """A bar for a probability."""
    filled = round(width * min(max(p, 0.0), 1.0))
    return Content.assemble(("█" * filled, style), ("░" * (width - filled), "$secondary"))


def entailment_line(entailment: Entailment) -> Content:
    """How strongly the evidence entails or contradicts the claim, in one line."""
    return Content.styled(f"entails {entailment.entail:.2f} · contradicts {entailment.contradict:.2f}", "$secondary")


def source_line(passage: Passage) -> Content:
    """Where an article is from, in one dim line."""
    source = passage.source
    if source.kind == "context":
        return Content.styled(one_line(named(passage.title, source)), "$secondary")
    details = [source.name, source.date[:10], f"revision {source.revision}" if source.revision else "", source.locator]
    return Content.styled(" · ".join(one_line(d) for d in details if d), "$secondary")


def source_text(passage: Passage) -> Content:
    """All that is known of where an article is from, a line each."""
    source = passage.source
    rows = (
        ("title", passage.title),
        ("address", source.locator),
        ("index", source.name),
        ("date", source.date),
        ("revision", source.revision),
        ("kind", source.kind),
    )
    told = [Content.assemble((f"{name:<10}", "$secondary"), one_line(value)) for name, value in rows if value]
    return Content("\n").join(told)


BEFORE = 160
"""Characters of the article that are shown before the quote."""


def context(text: str, quote: Span) -> Content:
    """The article around the quote, to its end; the quote itself stands above, and only its place is marked here.

    Without a quote the article from ``quote.start`` on.
    """
    safe = shown(text)
    begin = text_start(safe, quote.start)
    lead = "… " if begin else ""
    if quote.start == quote.end:
        return Content.assemble(lead, safe[begin:], strip_control_codes=False)
    before, after = safe[begin : quote.start], safe[quote.end :]
    return Content.assemble(lead, before, ("⟦…⟧", QUOTE_STYLE), after, strip_control_codes=False)


def text_start(text: str, at: int) -> int:
    """Where to begin to read an article so that ``at`` is in view: at a word, and not far before it."""
    if at <= BEFORE:
        return 0
    space = text.find(" ", at - BEFORE, at)
    return at - BEFORE if space < 0 else space + 1
