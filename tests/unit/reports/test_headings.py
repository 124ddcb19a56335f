"""A report for people names the file of each document: files of a folder may have the same title."""

from __future__ import annotations

import io

import pytest

from localcheck.cli.checks.render import show
from localcheck.registry import FORMATS
from localcheck.reports.report import build
from localcheck.types import Belief, Claim, Cost, Document, Label, Report, RunInfo, Sentence, Span, Verdict


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


def test_the_words_at_the_end_of_a_line_stand_beside_controls_too() -> None:
    """Escapes are shown as characters that take place; rich, which had wrapped without them, cut off the end of the line."""
    from localcheck.cli.output import Edge, console

    text = "The \x1b[1mMoon\x1b[0m is larger than the Sun and larger than Mars."
    made = build(Document("d", text), (Sentence(0, Span(0, len(text)), text),), (), RunInfo("faithfulness"))
    for width in range(20, 60):
        written = io.StringIO()
        show(console(Edge(written, "a file"), width), made)
        assert " ".join(text.replace("\x1b", "␛").split()) in " ".join(written.getvalue().split()), width


def test_in_markdown_the_claims_of_each_sentence_stand_below_it() -> None:
    """From the tenth sentence on a list below needs another space, and another from the hundredth."""
    from markdown_it import MarkdownIt

    text = " ".join(["Mars has two moons."] * 101)
    spans = [Span(20 * n, 20 * n + 19) for n in range(101)]
    sentences = tuple(Sentence(n, span, "Mars has two moons.") for n, span in enumerate(spans))
    verdicts = tuple(
        Verdict(Claim(f"{n}.0", n, "Mars has two moons.", span), Label.FAILED, 0.5) for n, span in enumerate(spans)
    )
    page = FORMATS.load("md").render((build(Document("d", text), sentences, verdicts, RunInfo("faithfulness")),))
    tokens = MarkdownIt("commonmark").parse(page)
    assert [t.level for t in tokens if t.type == "ordered_list_open"] == [0]
    assert [t.level for t in tokens if t.type == "bullet_list_open"] == [2] * 101
