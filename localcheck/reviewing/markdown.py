"""A reviewed run as Markdown: sentence by sentence, each claim with its label, quote and decisions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from localcheck.reports.markdown import escape
from localcheck.reports.words import MADE
from localcheck.reviewing.corrected import HEADING, changes
from localcheck.reviewing.records import ReviewedRun, claims_digest
from localcheck.reviewing.words import (
    decision_lines,
    opening,
    quote_of,
    reading_line,
    reason_line,
    signoff_line,
    verdict_line,
)
from localcheck.types import JSON, Verdict


def render(reviewed: ReviewedRun, lines: Sequence[JSON]) -> str:
    """The page without its record."""
    return "\n".join(_page(reviewed, lines)) + "\n"


def _page(reviewed: ReviewedRun, lines: Sequence[JSON]) -> Iterator[str]:
    summary, digest = reviewed.run.summary, claims_digest(lines)
    yield MADE
    yield ""
    yield f"# {escape(summary.title or summary.document_id)}"
    yield ""
    if reviewed.unfinished:
        yield f"**{escape(reviewed.unfinished)}**"
        yield ""
    for signoff in reviewed.signoffs:
        yield f"**{escape(signoff_line(signoff, signoff.claims_sha256 == digest))}**"
        yield ""
    yield escape(opening(reviewed))
    if read := reading_line(reviewed):
        yield ""
        yield escape(read)
    sentences = {s.index: s.text for s in reviewed.run.sentences}
    for index, verdicts in reviewed.by_sentence().items():
        yield ""
        yield f"## {index + 1}. {escape(sentences.get(index, ''))}"
        for verdict in verdicts:
            yield ""
            line = verdict_line(reviewed, verdict)
            yield f"* **{reviewed.word_for(verdict)}**{f' ({line})' if line else ''}: {escape(verdict.claim.text)}"
            yield from (f"  * {escape(detail)}" for detail in details(reviewed, verdict))
    if found := list(changes(reviewed)):
        yield ""
        yield f"## {HEADING}"
        for change in found:
            yield ""
            yield f"* {escape(change.told)}"
            yield f"  * before: {escape(change.before)}"
            yield f"  * after: {escape(change.after)}"
            yield f"  * {escape(change.ground)}"


def details(reviewed: ReviewedRun, verdict: Verdict) -> Iterator[str]:
    """The lines under a claim: quote, reason, decisions."""
    quote, place, _ = quote_of(reviewed, verdict)
    if quote:
        yield f"“{quote}” — {place}"
    if why := reason_line(verdict):
        yield why
    yield from decision_lines(reviewed, verdict)
