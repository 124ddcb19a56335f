"""A reviewed run as Markdown: sentence by sentence, each claim with its label, quote and decisions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from localcheck.reports.markdown import escape
from localcheck.reports.words import MADE
from localcheck.reviewing import words
from localcheck.reviewing.corrected import HEADING, changes
from localcheck.reviewing.records import ReviewedRun, claims_digest
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
        yield f"**{escape(words.signoff_line(signoff, signoff.claims_sha256 == digest))}**"
        yield ""
    yield escape(words.opening(reviewed))
    if read := words.reading_line(reviewed):
        yield ""
        yield escape(read)
    sentences = {s.index: s.text for s in reviewed.run.sentences}
    for index, verdicts in reviewed.by_sentence().items():
        yield ""
        yield f"## {index + 1}. {escape(sentences.get(index, ''))}"
        for verdict in verdicts:
            yield ""
            line = words.verdict_line(reviewed, verdict)
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
    quote, place, _ = words.quote_of(reviewed, verdict)
    if quote:
        yield f"“{quote}” — {place}"
    if why := words.reason_line(verdict):
        yield why
    yield from words.decision_lines(reviewed, verdict)
