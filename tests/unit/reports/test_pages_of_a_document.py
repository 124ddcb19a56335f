"""Where a sentence of a checked file stands, in the reports for people and in the table."""

from __future__ import annotations

import csv
import io

import pytest
from rich.console import Console

from localcheck.cli.checks.render import show
from localcheck.reports import csv as table
from localcheck.reports import html, markdown
from localcheck.reports.report import build
from localcheck.reports.words import place_in
from localcheck.text.sentences import split_sentences
from localcheck.types import Claim, Document, Label, Report, RunInfo, Verdict

TEXT = "The yard is in Mandal.\n\nIts dock is 140 metres long."


def report(*parts: list[object]) -> Report:
    document = Document("a.pdf", TEXT, meta=(("parts", list(parts)),))
    sentences = split_sentences(TEXT)
    claims = [Claim(f"{s.index}.0", s.index, s.text, s.span) for s in sentences]
    verdicts = [Verdict(claim, Label.NOT_ENOUGH_EVIDENCE, 0.5, rationale="no article") for claim in claims]
    return build(document, sentences, verdicts, RunInfo("bayes-sequential"))


PAGES = ([0, "page 1", ""], [24, "page 2", ""])


def test_each_report_says_on_which_page_a_sentence_of_a_pdf_stands() -> None:
    """Whoever checked forty pages had to search for each sentence."""
    made = report(*PAGES)
    console = Console(record=True, width=80, file=io.StringIO())
    show(console, made)
    assert "Its dock is 140 metres long.  page 2" in console.export_text()
    assert "2. Its dock is 140 metres long. · page 2" in markdown.render(made)
    assert html.render(made).count("· page 1") == html.render(made).count("· page 2") == 1
    assert [row["place"] for row in csv.DictReader(io.StringIO(table.render(made)))] == ["page 1", "page 2"]


@pytest.mark.parametrize("parts", [(), ([0, "page 1", ""],)])
def test_a_file_without_pages_or_with_one_names_none(parts: tuple[list[object], ...]) -> None:
    assert place_in(report(*parts).document, 30) == "" and "page" not in markdown.render(report(*parts))


def test_what_stands_before_the_first_part_has_no_place() -> None:
    document = report([4, "slide 1", ""], [24, "slide 2", ""]).document
    assert [place_in(document, at) for at in (0, 4, 23, 24)] == ["", "slide 1", "slide 1", "slide 2"]
