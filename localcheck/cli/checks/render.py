"""Writes reports to standard output or to a file, in every format. A file appears complete or not at all."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import wraps
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import click

from localcheck.cli import output
from localcheck.cli.arguments import options
from localcheck.cli.checks.view import show
from localcheck.cli.output import Edge, console, output_file
from localcheck.errors import UsageError
from localcheck.registry import FORMATS
from localcheck.types import Report

if TYPE_CHECKING:
    from localcheck.reports.written import ReportFormat

TEXT = "text"
"""The format for a terminal."""
OTHER_NAMES = {"htm": "html", "markdown": "md", "ndjson": "jsonl"}
NOT_WRITTEN = frozenset("pdf doc docx odt rtf epub xls xlsx ods ppt pptx odp parquet yaml yml xml".split())
"""What a file is called that is no text, or text of another form."""


def format_names() -> list[str]:
    """What ``--format`` takes."""
    return [TEXT, *FORMATS.entries()]


def format_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """``--format``, ``--json`` and ``--out``: the command gets ``format_``, and as ``out`` a file or None."""

    @wraps(command)
    def with_format(*arguments: Any, format_: str | None, as_json: bool, out: Path | None, **values: Any) -> Any:
        out = None if str(out) == "-" else out
        if as_json and format_ not in (None, "json"):
            raise UsageError(f"--json is short for --format json, and --format {format_} is given", "leave one out")
        chosen = "json" if as_json else format_ or _by_name(out)
        return command(*arguments, format_=chosen, out=out, **values)

    add = options(
        click.option(
            "--format",
            "format_",
            type=click.Choice(format_names()),
            help="Output format.  [default: what the name of --out ends in, else text]",
        ),
        click.option("--json", "as_json", is_flag=True, help="Print JSON: short for --format json."),
        click.option(
            "--out",
            type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
            help="Write to this file instead of standard output.",
        ),
    )
    return add(with_format)


def _by_name(out: Path | None) -> str:
    """The format that the name of a file ends in, else text. Raises ``UsageError`` for the name of another kind of file."""
    ending = "" if out is None else out.suffix.lower().removeprefix(".")
    ending = OTHER_NAMES.get(ending, ending)
    if ending in NOT_WRITTEN and ending not in format_names():
        hint = "--format junit" if ending == "xml" else "--out report.html makes a page for readers"
        raise UsageError(f"{out}: reports are not written as .{ending}", hint)
    return ending if ending in format_names() else TEXT


def _at_root(report: Report) -> Report:
    from localcheck.system.git import from_root

    return replace(report, document=replace(report.document, id=from_root(report.document.id)))


class Writer:
    """Writes each report as it comes if the format allows it, else all of them at the end."""

    def __init__(self, format_: str, out: Path | None, trace: bool = False) -> None:
        self.format: ReportFormat | None = None if format_ == TEXT else FORMATS.load(format_)
        self.name, self.out, self.trace = format_, out, trace
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
        if kind is None and self.format is not None and self.format.further is None:
            self._put(self.format.render(self.reports))
        self._stack.__exit__(kind, error, trace)

    def write(self, report: Report) -> None:
        """Write a report, or keep it for the end."""
        self.count += 1
        if self.format is not None and self.format.at_root:
            report = _at_root(report)
        if self.format is None:
            show(output.console() if self._file is None else console(self._file, width=100), report, self.trace)
        elif self.format.further is None:
            self.reports.append(report)
        else:
            self._put(self.format.render((report,)) if self.count == 1 else self.format.further(report))

    def _put(self, content: str | bytes) -> None:
        if isinstance(content, bytes):
            self._put_bytes(content)
        elif self._file is None:
            output.emit(content)
        else:
            self._file.write(content if content.endswith("\n") else content + "\n")

    def _put_bytes(self, content: bytes) -> None:
        if self._file is None and sys.stdout.isatty():
            raise UsageError(f"--format {self.name} is not text that a terminal can show", "add --out FILE")
        stream = sys.stdout if self._file is None else self._file
        stream.flush()
        stream.buffer.write(content)
        stream.flush()
