"""Reports for CI systems: annotations of GitHub Actions, and JUnit XML. Texts of documents stay data in both."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.ingest.documents import read_documents
from localcheck.judging.sentence_level import claim_of
from localcheck.reports import github, junit, markdown, sarif
from localcheck.reports.report import build
from localcheck.text.sentences import split_sentences
from localcheck.types import OWN, Disposition, Document, Label, Report, RunInfo, Verdict

LABELS = (Label.SUPPORTED, Label.REFUTED, Label.NOT_ENOUGH_EVIDENCE, Label.FAILED)
TEXT = "The river is long.\nThe lake is deep.\nThe hill is high.\nThe wood is dark."


def report(text: str = TEXT, name: str = "docs/a.md", media_type: str = "text/plain") -> Report:
    document = Document(name, text, meta=(("media_type", media_type),))
    sentences = split_sentences(text)
    verdicts = [
        Verdict(claim_of(s), label, 0.5, rationale="why", error="broke" if label is Label.FAILED else "")
        for s, label in zip(sentences, LABELS, strict=False)
    ]
    return build(document, sentences, verdicts, RunInfo("bayes-sequential"))


def test_an_annotation_stands_at_the_line_of_each_claim_that_is_not_supported() -> None:
    lines = github.render(report()).splitlines()
    assert [re.match(r"::(\w+) file=docs/a.md,line=(\d),endLine=(\d),", line).groups() for line in lines] == [  # type: ignore[union-attr]
        ("error", "2", "2"),
        ("warning", "3", "3"),
        ("warning", "4", "4"),
    ]
    assert lines[0].endswith("title=localcheck%3A refuted::The lake is deep.")


def test_a_place_is_that_of_the_file_whatever_its_line_ends(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_bytes(TEXT.replace("\n", "\r\n").encode())
    (document,) = read_documents(file)
    region = json.loads(sarif.render(report(document.text)))["runs"][0]["results"][-1]["locations"][0][
        "physicalLocation"
    ]
    lines = file.read_bytes().decode().split("\r\n")
    assert region["region"] == {"startLine": 4, "startColumn": 1, "endLine": 4, "endColumn": len(lines[3]) + 1}


def test_a_text_taken_from_a_page_has_no_lines() -> None:
    assert "line=" not in github.render(report(media_type="application/pdf"))


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("The entity &copy; is AT&T's &#169;.", "The entity \\&copy; is AT&T's \\&\\#169;."),
        ("It costs $5 here and x$ there.", "It costs \\$5 here and x\\$ there."),
    ],
)
def test_markdown_shows_what_was_written(text: str, written: str) -> None:
    assert markdown.escape(text) == written and markdown.ESCAPED.sub(r"\1", written) == text


def test_a_suite_a_document_and_a_case_a_claim() -> None:
    root = fromstring(junit.render(report(), report(name="b.md")))
    assert [suite.get("name") for suite in root] == ["docs/a.md", "b.md"]
    suite = root[0]
    counts = {name: suite.get(name) for name in ("tests", "failures", "errors", "skipped")}
    assert counts == {"tests": "4", "failures": "1", "errors": "1", "skipped": "1"}
    assert [[child.tag for child in case] for case in suite] == [[], ["failure"], ["skipped"], ["error"]]
    assert suite[3][0].text == "broke"


def test_only_claims_that_decide_about_their_sentence_are_findings() -> None:
    first = report().verdicts[0]
    own = replace(first, claim=replace(first.claim, id=f"0{OWN}"), label=Label.REFUTED, score=0.9)
    made = build(report().document, report().sentences, [first, own], RunInfo("bayes-sequential"))
    assert made.disposition is Disposition.PASS and github.render(made) == ""
    assert json.loads(sarif.render(made))["runs"][0]["results"] == []
    (suite,) = fromstring(junit.render(made))
    assert [[child.tag for child in case] for case in suite] == [[], ["skipped"]] and suite.get("failures") == "0"
    assert suite[1][0].get("message") == "refuted, but does not decide about its sentence"
    part = replace(first, label=Label.NOT_ENOUGH_EVIDENCE, score=0.5)
    decided = build(report().document, report().sentences, [part, own], RunInfo("bayes-sequential"))
    assert [line.split(" ")[0] for line in github.render(decided).splitlines()] == ["::error"]


@given(st.text(min_size=1, max_size=60), st.text(min_size=1, max_size=20))
def test_no_text_of_a_document_becomes_a_command_or_markup(text: str, name: str) -> None:
    made = report(f"The lake is deep. {text}", name)
    for line in github.render(made).splitlines():
        assert re.match(r"::(error|warning) file=", line), line
    fromstring(junit.render(made))


@pytest.mark.parametrize("render", [github.render, junit.render])
def test_no_report_is_no_finding(render: object) -> None:
    assert "The" not in render()  # type: ignore[operator]
