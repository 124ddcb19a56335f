"""Writes reports to standard output or to a file, in every format. A file appears complete or not at all."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from types import TracebackType

from localcheck.cli import output
from localcheck.cli.checks.view import show
from localcheck.cli.edge import Edge, console, output_file
from localcheck.reports.codec import report_to_json
from localcheck.text.inert import dumps
from localcheck.types import Report

FORMATS = ("text", "json", "jsonl", "md", "html", "csv", "sarif")
WHOLE = ("json", "sarif", "html")
"""Formats that hold all reports in one value: written at the end."""


class Writer:
    """Writes each report as it comes if the format allows it, else all of them at the end."""

    def __init__(self, format_: str, out: Path | None, trace: bool = False) -> None:
        self.format, self.out, self.trace = format_, out, trace
        self.reports: list[Report] = []
        self.count = 0
        self._stack = ExitStack()
        self._file: Edge | None = None

    def __enter__(self) -> Writer:
        if self.out is not None:
            self._file = self._stack.enter_context(output_file(self.out))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None and self.format in WHOLE:
            self._put(whole(self.format, self.reports))
        self._stack.__exit__(kind, error, trace)

    def write(self, report: Report) -> None:
        """Write a report, or keep it for the end."""
        self.count += 1
        if self.format in WHOLE:
            self.reports.append(report)
        elif self.format == "text":
            self._show(report)
        elif self.format == "jsonl":
            self._put(dumps(report_to_json(report)))
        elif self.format == "md":
            from localcheck.reports import markdown

            self._put(markdown.render(report))
        else:
            from localcheck.reports import csv

            self._put(csv.render(report, header=self.count == 1))

    def _show(self, report: Report) -> None:
        show(output.console() if self._file is None else console(self._file, width=100), report, self.trace)

    def _put(self, text: str) -> None:
        if self._file is None:
            output.emit(text)
        else:
            self._file.write(text if text.endswith("\n") else text + "\n")


def whole(format_: str, reports: list[Report]) -> str:
    """All reports as one value: JSON is one object for one report, else a list."""
    if format_ == "sarif":
        from localcheck.reports import sarif

        return sarif.render(*reports)
    if format_ == "html":
        from localcheck.reports import html

        return html.render(*reports) if reports else ""
    values = [report_to_json(r) for r in reports]
    return dumps(values[0] if len(values) == 1 else values, indent=2)
