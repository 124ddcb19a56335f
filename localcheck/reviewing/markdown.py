"""A reviewed run as Markdown: sentence by sentence, each claim with its label, quote and decisions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from localcheck.reports.markdown import escape
from localcheck.reports.report import by_sentence
from localcheck.reports.words import MADE
from localcheck.reviewing import words
from localcheck.reviewing.corrected import HEADING, changes
from localcheck.reviewing.records import ReviewedRun
from localcheck.text.inert import shown
from localcheck.text.patterns import regex
from localcheck.types import Verdict


def render(reviewed: ReviewedRun) -> str:
    """The page without its record."""
    return "\n\n".join(_blocks(reviewed)) + "\n"


def plain(reviewed: ReviewedRun) -> str:
    """The page for a terminal, where nothing needs to be escaped."""
    return regex(r"\\(.)").sub(r"\1", shown(render(reviewed))).removeprefix(MADE).lstrip()


def _blocks(reviewed: ReviewedRun) -> Iterator[str]:
    """What blank lines stand between."""
    summary = reviewed.run.summary
    yield MADE
    yield f"# {escape(summary.name)}"
    bold = (reviewed.unfinished, *(line for line, _ in words.signoffs(reviewed)))
    yield from (f"**{escape(line)}**" for line in bold if line)
    yield from (escape(line) for line in (words.opening(reviewed), words.reading_line(reviewed)) if line)
    sentences = {s.index: s.text for s in reviewed.run.sentences}
    for index, verdicts in by_sentence(reviewed.run.verdicts).items():
        yield f"## {index + 1}. {escape(sentences.get(index, ''))}"
        for verdict in verdicts:
            line = words.verdict_line(reviewed, verdict, escape)
            head = f"**{reviewed.word_for(verdict)}**{f' ({line})' if line else ''}: {escape(verdict.claim.text)}"
            yield _item(head, map(escape, details(reviewed, verdict)))
    if found := list(changes(reviewed)):
        yield f"## {HEADING}"
        for change in found:
            told, *more = map(escape, change.lines)
            yield _item(told, more)


def _item(head: str, below: Iterable[str]) -> str:
    return "\n".join([f"* {head}", *(f"  * {line}" for line in below)])


def details(reviewed: ReviewedRun, verdict: Verdict) -> Iterator[str]:
    """The lines under a claim: quote, reason, decisions."""
    quote, place, _ = words.quote_of(reviewed, verdict)
    if quote:
        yield f"“{quote}” — {place}"
    if why := words.reason_line(reviewed, verdict):
        yield why
    yield from words.decision_lines(reviewed, verdict)
