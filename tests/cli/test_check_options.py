"""What options of ``localcheck check`` mean together."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from localcheck.cli.checks.check import _typed
from localcheck.cli.checks.render import format_options
from localcheck.cli.options import Typed
from localcheck.errors import UsageError
from localcheck.types import Document

CONTEXT = ("It opened in 1912.",)


@pytest.mark.parametrize(
    ("given", "evidence", "context", "expected"),
    [
        ({}, None, (), {}),
        ({}, "recorded:seen.jsonl", (), {"index": "recorded:seen.jsonl"}),
        ({}, None, CONTEXT, {"detector": "faithfulness"}),
        ({"detector": "fixed-k"}, None, CONTEXT, {"detector": "fixed-k"}),
        ({"index": "notes"}, None, CONTEXT, {"index": "notes"}),
        ({}, "recorded:seen.jsonl", CONTEXT, {"index": "recorded:seen.jsonl"}),
    ],
)
def test_evidence_is_an_index_and_a_context_is_read_by_faithfulness(
    given: dict[str, str], evidence: str | None, context: tuple[str, ...], expected: dict[str, str]
) -> None:
    documents = [Document("d", "It opened in 1912.", context=context)]
    assert _typed(Typed(given), evidence).over(documents).given == expected


def test_evidence_and_index_exclude_each_other() -> None:
    with pytest.raises(UsageError, match="either --evidence or --index"):
        _typed(Typed({"index": "notes"}), "recorded:seen.jsonl")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--out", "r.html"], ("html", "r.html")),
        (["--out", "r.JSON"], ("json", "r.JSON")),
        (["--out", "r.html", "--format", "md"], ("md", "r.html")),
        (["--out", "notes.log"], ("text", "notes.log")),
        (["--out", "-"], ("text", None)),
        (["--out", "report.htm"], ("html", "report.htm")),
        (["--out", "report.PDF"], "report.PDF: reports are not written as .pdf"),
        (["--out", "report.xml"], "report.xml: reports are not written as .xml"),
        (["--out", "report.pdf", "--format", "text"], ("text", "report.pdf")),
        (["--json"], ("json", None)),
        (["--json", "--format", "csv"], "--json is short for --format json, and --format csv is given"),
    ],
)
def test_the_name_of_the_file_says_the_format_where_none_is_given(words: list[str], expected: object) -> None:
    """``--out report.html`` was a file of plain text; of ``--json`` and ``--format`` the one that stood last counted."""
    got: list[object] = []

    @click.command()
    @format_options
    def command(format_: str, out: Path | None) -> None:
        got.append((format_, None if out is None else str(out)))

    done = CliRunner().invoke(command, words)
    assert (got or [str(done.exception)]) == [expected]
