"""A report for people names the file of each document: files of a folder may have the same title."""

from __future__ import annotations

import io

import pytest

from localcheck.cli.checks.render import show
from localcheck.registry import FORMATS
from localcheck.reports.report import build
from localcheck.types import Belief, Claim, Cost, Document, Label, Report, RunInfo, Span, Verdict


def report(id: str) -> Report:
    return build(Document(id, "Mars has two moons.", title="Mars"), (), (), RunInfo("faithfulness"))


@pytest.mark.parametrize("name", ["html", "md"])
def test_two_files_with_one_title_are_told_apart(name: str) -> None:
    page = FORMATS.load(name).render((report("a/one.txt"), report("a/two.txt"), report("text"))).replace("\\", "")
    assert "Mars (a/one.txt)" in page and "Mars (a/two.txt)" in page and "Mars (text)" not in page


def test_documents_that_were_not_there_are_not_said_to_be_saved() -> None:
    from localcheck.cli.checks.render import totals

    claim = Claim("0.0", 0, "Mars has two moons.", Span(0, 19))

    def told(last: Belief) -> str:
        verdict = Verdict(claim, Label.NOT_ENOUGH_EVIDENCE, 0.5, beliefs=(last,), cost=Cost(passages=last.step))
        run = RunInfo("bayes-sequential", parameters=(("k", 3),))
        return totals(build(Document("d", "Mars has two moons."), (), (verdict,), run)).plain

    assert "1 document read, 2 saved by stopping early" in told(Belief(1, 0.9, 2.0, 3.0))
    assert "saved" not in told(Belief(1, 0.4, 8.0, 6.0)) + told(Belief(0, 0.5, 8.0, 6.0))


def test_the_terminal_names_the_file_too() -> None:
    from rich.console import Console

    console = Console(width=80, record=True, file=io.StringIO())
    show(console, report("a/one.txt"))
    assert "Mars (a/one.txt)" in console.export_text()
