"""What a report format is, and the formats that come with localcheck; ``localcheck.registry.FORMATS`` names them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from localcheck.reports import csv, github, html, junit, markdown, sarif
from localcheck.reports.codec import report_to_json
from localcheck.text.inert import dumps
from localcheck.types import Report


@dataclass(frozen=True, slots=True)
class ReportFormat:
    """One way to write reports. An entry point of the group ``localcheck.report_formats`` names one of these."""

    render: Callable[[Sequence[Report]], str | bytes]
    """All reports of a call as one file. ``bytes`` are not shown on a terminal; they need ``--out FILE``, or a pipe."""
    further: Callable[[Report], str | bytes] | None = None
    """Where reports can be written one at a time, as they are finished: how each report after the first is written;
    ``render`` is then called with the first alone. None: all are written together at the end."""
    begins: str = ""
    """A pattern of how its files begin, in the first 8 KiB: ``--out`` replaces such a file. Empty: with ``--force`` only."""
    at_root: bool = False
    """Its reader names files as seen from the root of their repository, wherever the command ran."""


def _json(reports: Sequence[Report]) -> str:
    """One object for one report, else a list."""
    values = [report_to_json(r) for r in reports]
    return dumps(values[0] if len(values) == 1 else values, indent=2)


def _line(report: Report) -> str:
    return dumps(report_to_json(report))


JSON = ReportFormat(_json)
JSONL = ReportFormat(lambda reports: "\n".join(map(_line, reports)), further=_line)
MARKDOWN = ReportFormat(
    lambda reports: "\n".join(map(markdown.render, reports)), further=markdown.render, begins=markdown.BEGINS
)
HTML = ReportFormat(lambda reports: html.render(*reports))
SARIF = ReportFormat(lambda reports: sarif.render(*reports), begins=sarif.BEGINS, at_root=True)
CODE_SCANNING = ReportFormat(lambda reports: sarif.render(*reports, known=False), begins=sarif.BEGINS, at_root=True)
GITHUB = ReportFormat(lambda reports: github.render(*reports), begins=github.BEGINS, at_root=True)
JUNIT = ReportFormat(lambda reports: junit.render(*reports), begins=junit.BEGINS)


def _table(reports: Sequence[Report]) -> str:
    return csv.table([csv.COLUMNS], ()) + "".join(map(_further_rows, reports))


def _further_rows(report: Report) -> str:
    return csv.render(report, header=False)


CSV = ReportFormat(_table, further=_further_rows, begins=csv.BEGINS)
CSV_EXCEL = ReportFormat(
    lambda reports: csv.MARK + _table(reports), further=_further_rows, begins=csv.MARK + csv.BEGINS
)
