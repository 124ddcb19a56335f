"""What an editor shows for a verdict: a diagnostic, and a hover text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from lsprotocol.types import Diagnostic, DiagnosticSeverity, MarkupContent, MarkupKind, Range

from localcheck.reports.markdown import escape
from localcheck.reports.words import citation, stated, word_of
from localcheck.serve.lsp.opened import Shown
from localcheck.text.inert import one_line
from localcheck.types import Label, Verdict

SEVERITY = {
    Label.REFUTED: DiagnosticSeverity.Error,
    Label.FAILED: DiagnosticSeverity.Warning,
    Label.NOT_ENOUGH_EVIDENCE: DiagnosticSeverity.Information,
    Label.SUPPORTED: DiagnosticSeverity.Hint,
}
"""How loud each label is. What could not be settled is no error of the text."""
NO_EDIT = "No correction that the evidence proves."
BY_HAND = "; markup stands within, so make it by hand"
NO_VERDICT = "nothing that was read settles it; this does not mean that it is false"
SOURCE = "localcheck"


def severity(verdict: Verdict) -> DiagnosticSeverity | None:
    """None for a sentence that is no claim."""
    return SEVERITY[verdict.label] if verdict.claim.checkable else None


def diagnostic(shown: Shown, at: Range) -> Diagnostic:
    """The diagnostic of a claim."""
    return Diagnostic(
        range=at,
        message=message(shown.verdict),
        severity=severity(shown.verdict),
        code=shown.verdict.label.value,
        source=SOURCE,
    )


def message(verdict: Verdict) -> str:
    """One line: the label, why, and the probability."""
    best, label = verdict.deciding, verdict.label
    if label is Label.FAILED:
        why = verdict.error
    elif best is not None and best.quote and label is not Label.NOT_ENOUGH_EVIDENCE:
        why = f"“{best.quote}” — {citation(best)}"
    else:
        why = NO_VERDICT if label is Label.NOT_ENOUGH_EVIDENCE else verdict.rationale
    word = word_of(verdict)
    return one_line(f"{word[:1].upper()}{word[1:]}: {why} ({stated(verdict)})")


def hover(all_shown: Sequence[Shown], notes: Sequence[str], markdown: bool) -> MarkupContent:
    """The verdicts on the claims at one place. ``notes``: of each, why it is ignored, or nothing."""
    parts = []
    for shown, note in zip(all_shown, notes, strict=True):
        lines = [*_lines(shown, markdown), *([f"Ignored: {_said(note, markdown)}"] if note else [])]
        parts.append(("\n\n" if markdown else "\n").join(lines))
    return MarkupContent(
        MarkupKind.Markdown if markdown else MarkupKind.PlainText, ("\n\n---\n\n" if markdown else "\n\n").join(parts)
    )


def _said(text: str, markdown: bool) -> str:
    return escape(one_line(text)) if markdown else one_line(text)


def _lines(shown: Shown, markdown: bool) -> Iterator[str]:
    verdict = shown.verdict
    say = partial(_said, markdown=markdown)
    bold = "**" if markdown else ""
    if not verdict.claim.checkable:
        yield f"{bold}{say(word_of(verdict))}{bold}: {say(verdict.claim.note)}"
        return
    yield f"{bold}{say(word_of(verdict))}{bold} · {stated(verdict)}"
    yield say(f"Claim: {verdict.claim.shown}")
    best = verdict.deciding
    if best is not None and best.quote:
        yield f"{'> ' if markdown else ''}“{say(best.quote)}”"
        source = best.passage.source
        address = "" if source.kind == "folder" else source.locator  # a file stands in the citation already
        yield say(", ".join(part for part in (f"— {citation(best)}", address) if part))
    if verdict.why:
        yield say(verdict.why)
    if verdict.label is Label.NOT_ENOUGH_EVIDENCE and not verdict.judgement:
        yield say(f"Not enough evidence: {NO_VERDICT}.")
    if verdict.label is Label.REFUTED and shown.searched:
        where, found = shown.edit or (None, None)
        by_hand = BY_HAND if where is None else ""
        yield say(f"Correction: {found.old} → {found.new} ({found.again}){by_hand}" if found else NO_EDIT)
