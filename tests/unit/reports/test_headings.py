"""A report for people names the file of each document: files of a folder may have the same title."""

from __future__ import annotations

import io

import pytest

from localcheck.cli.checks.render import show
from localcheck.registry import FORMATS
from localcheck.reports.report import build
from localcheck.types import Document, Report, RunInfo


def report(id: str) -> Report:
    return build(Document(id, "Mars has two moons.", title="Mars"), (), (), RunInfo("faithfulness"))


@pytest.mark.parametrize("name", ["html", "md"])
def test_two_files_with_one_title_are_told_apart(name: str) -> None:
    page = FORMATS.load(name).render((report("a/one.txt"), report("a/two.txt"), report("text"))).replace("\\", "")
    assert "Mars (a/one.txt)" in page and "Mars (a/two.txt)" in page and "Mars (text)" not in page


def test_the_terminal_names_the_file_too() -> None:
    from rich.console import Console

    console = Console(width=80, record=True, file=io.StringIO())
    show(console, report("a/one.txt"))
    assert "Mars (a/one.txt)" in console.export_text()
