"""Findings as workflow commands of GitHub Actions: each flagged claim becomes an annotation at its line.

Format: https://docs.github.com/actions/reference/workflow-commands-for-github-actions (``::error file=…,line=…::message``).
"""

from __future__ import annotations

from collections.abc import Iterator

from localcheck.reports.report import counted
from localcheck.reports.words import citation, word_of
from localcheck.text.inert import shown
from localcheck.text.line_numbers import line_column
from localcheck.types import Report, Verdict

BEGINS = r"::(error|warning) file=[^\n]*,title=localcheck%3A "
"""How its files begin."""
LINES_OF_FILE = ("text/plain",)
"""Kinds of files whose lines are those of the text that was checked."""
COMMAND = {"refuted": "error", "not_enough_evidence": "warning", "failed": "warning", "judged_not_factual": "warning"}
"""By the kind of a verdict."""


def render(*reports: Report) -> str:
    """A line for each claim that decides about its sentence and is not supported, in the order of the documents; empty if there
    is none.
    """
    return "".join(f"{line}\n" for report in reports for line in _lines(report))


def _lines(report: Report) -> Iterator[str]:
    known = {k.claim for k in report.known}
    told = {v.claim.id for v in counted(report.verdicts)} - known
    for verdict in report.verdicts:
        if verdict.kind in COMMAND and verdict.claim.id in told:
            yield _line(report, verdict)


def _line(report: Report, verdict: Verdict) -> str:
    quote = f" “{verdict.deciding.quote}” ({citation(verdict.deciding)})" if verdict.deciding else ""
    message = f"{verdict.claim.text}{quote}"
    lines = (f"{name}={line}" for name, line in zip(("line", "endLine"), lines_of(report, verdict), strict=False))
    place = ",".join([f"file={_property(report.document.id)}", *lines])
    return f"::{COMMAND[verdict.kind]} {place},title={_property('localcheck: ' + word_of(verdict))}::{_data(message)}"


def lines_of(report: Report, verdict: Verdict) -> tuple[int, ...]:
    """First and last line of the claim in its file, counted from 1; empty where they are not known.

    They are known where they were looked up in the file (``gate.known``), and where the text that was checked is the file.
    """
    looked_up = report.document.get("lines")
    found = looked_up.get(verdict.claim.id) if isinstance(looked_up, dict) else None
    if isinstance(found, list | tuple) and len(found) == 2 and all(type(line) is int and line > 0 for line in found):
        return found[0], found[1]
    if report.document.get("media_type") not in LINES_OF_FILE:
        return ()
    span, text = verdict.claim.span, report.document.text
    return tuple(line_column(text, at)[0] for at in (span.start, max(span.end - 1, span.start)))


def _data(text: str) -> str:
    """Escaped as the runner reads it: a line break ends a command."""
    return shown(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
