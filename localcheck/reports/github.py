"""Findings as workflow commands of GitHub Actions: each flagged claim becomes an annotation at its line.

Format: https://docs.github.com/actions/reference/workflow-commands-for-github-actions (``::error file=…,line=…::message``).
"""

from __future__ import annotations

from collections.abc import Iterator

from localcheck.reports.words import citation, word_of
from localcheck.text.inert import shown
from localcheck.types import Report, Verdict

LINES_OF_FILE = ("text/plain", "text/markdown")
"""Kinds of files whose lines are those of the text that was checked."""
COMMAND = {"refuted": "error", "not_enough_evidence": "warning", "failed": "warning", "judged_not_factual": "warning"}
"""By the kind of a verdict."""


def render(*reports: Report) -> str:
    """A line for each claim that is not supported, in the order of the documents; empty if there is none."""
    return "".join(f"{line}\n" for report in reports for line in _lines(report))


def _lines(report: Report) -> Iterator[str]:
    for verdict in report.verdicts:
        if verdict.claim.checkable and verdict.kind in COMMAND:
            yield _line(report, verdict)


def _line(report: Report, verdict: Verdict) -> str:
    quote = f" “{verdict.deciding.quote}” ({citation(verdict.deciding)})" if verdict.deciding else ""
    message = f"{verdict.claim.text}{quote}"
    place = ",".join([f"file={_property(report.document.id)}", *_lines_of(report, verdict)])
    return f"::{COMMAND[verdict.kind]} {place},title={_property('localcheck: ' + word_of(verdict))}::{_data(message)}"


def _lines_of(report: Report, verdict: Verdict) -> list[str]:
    """First and last line of the claim, where the text that was checked is the file, line by line."""
    if report.document.get("media_type") not in LINES_OF_FILE:
        return []
    span, text = verdict.claim.span, report.document.text
    first, last = (text.count("\n", 0, at) + 1 for at in (span.start, max(span.end - 1, span.start)))
    return [f"line={first}", f"endLine={last}"]


def _data(text: str) -> str:
    """Escaped as the runner reads it: a line break ends a command."""
    return shown(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
