"""Markers in texts, places of claims in their files, and what of a report is known."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from localcheck.cli.checks.render import show
from localcheck.gate.in_source import Source, source_of
from localcheck.gate.known import baseline_of, sift
from localcheck.ingest.documents import read_document
from localcheck.judging.sentence_level import claim_of, sentences_of
from localcheck.reports import csv, html, markdown
from localcheck.reports.ignored import FILE, Ignored, KnownFindings
from localcheck.reports.report import build, flagged, headline
from localcheck.text.markers import markers, without
from localcheck.types import STANDARD_INPUT, Document, Known, Label, Report, RunInfo, Span, Verdict

MARKDOWN = """# Planets

Mars has
**three** [moons](http://a.b/c_d). Venus &amp; Mars are `cold`.

<!-- localcheck: ignore wrong on purpose -->
The Moon is
larger than the Sun. It is green.

Mars is blue. <!-- localcheck: ignore -->

The Sun is cold. <!-- localcheck: ignore a quotation -->
The Sun is small.

<!-- localcheck: ignore nothing is wrong here -->
"""


def report_of(path: Path, label: Label = Label.REFUTED) -> Report:
    document = read_document(path)
    sentences = sentences_of(document)
    verdicts = [Verdict(claim_of(s), label, 0.9) for s in sentences]
    return build(document, sentences, verdicts, RunInfo("test"))


@pytest.fixture
def planets(tmp_path: Path) -> Path:
    path = tmp_path / "planets.md"
    path.write_text(MARKDOWN, encoding="utf-8")
    return path


def test_markers_speak_for_their_line_or_the_next_paragraph_and_need_a_reason(planets: Path) -> None:
    report = report_of(planets)
    sifted = sift(report, None, source_of(report.document))
    said = {v.claim.id: " ".join(v.claim.text.split()) for v in report.verdicts}
    assert {said[k.claim]: k.why for k in sifted.known} == {
        "The Moon is larger than the Sun.": "wrong on purpose",
        "It is green.": "wrong on purpose",
        "The Sun is cold.": "a quotation",
    }
    without, unused = [note for note in sifted.run.notes if "marker" in note]
    assert without.startswith(f"{planets}:10:") and "without a reason" in without
    assert unused.startswith(f"{planets}:15:") and "can go" in unused
    assert [said[v.claim.id] for v in flagged(sifted, "refuted")] == [
        v for v in said.values() if v not in ("The Moon is larger than the Sun.", "It is green.", "The Sun is cold.")
    ]


def test_the_lines_of_a_claim_are_those_of_the_file_through_its_markup(planets: Path) -> None:
    report = sift(report_of(planets), None, source_of(read_document(planets)))
    said = {" ".join(v.claim.text.split()): v.claim.id for v in report.verdicts}
    lines = report.document.get("lines")
    assert lines[said["Mars has three moons."]] == [3, 4]
    assert lines[said["Venus & Mars are cold."]] == [4, 4]
    assert lines[said["The Moon is larger than the Sun."]] == [7, 8]
    assert lines[said["The Sun is small."]] == [13, 13]


ALIKE = """Mars is red.

The Moon is a planet.

The Moon is a planet. <!-- localcheck: ignore a joke -->

Marie Curie[^1] was born in *Paris*.

The [Seine](https://en.wikipedia.org/wiki/Seine_(river)) is a lake.

| Country | Capital |
|---------|---------|
| Albania | Tirana  |
| Norway  | Bergen  | <!-- localcheck: ignore wrong on purpose -->

[^1]: She was a chemist.

[^localcheck-1]: “Mars is red.” — Mars, http://a.b/mars
"""


def test_sentences_with_the_same_words_notes_and_rows_of_tables_have_lines_and_markers(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text(ALIKE, encoding="utf-8")
    report = report_of(path)
    sifted = sift(report, None, source_of(report.document))
    lines = sifted.document.get("lines")
    assert [(" ".join(v.claim.text.split()), lines[v.claim.id][0]) for v in report.verdicts] == [
        ("Mars is red.", 1),
        ("The Moon is a planet.", 3),
        ("The Moon is a planet.", 5),
        ("Marie Curie was born in Paris.", 7),
        ("The Seine is a lake.", 9),
        ("The capital of Albania is Tirana.", 13),
        ("The capital of Norway is Bergen.", 14),
        ("She was a chemist.", 16),
    ]
    assert [(lines[k.claim][0], k.why) for k in sifted.known] == [(5, "a joke"), (14, "wrong on purpose")]
    assert not any("marker" in note for note in sifted.run.notes)


def test_sentences_of_a_page_with_the_same_words_have_lines_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    path.write_text(
        "<p>Mars is red.</p>\n<p>It is cold.</p>\n<p>Venus is hot.</p>\n<p>It is cold.</p>\n", encoding="utf-8"
    )
    report = report_of(path)
    lines = sift(report, None, source_of(report.document)).document.get("lines")
    assert [lines[v.claim.id] for v in report.verdicts] == [[1, 1], [2, 2], [3, 3], [4, 4]]


def test_rows_of_a_table_on_a_page_have_the_lines_of_their_row(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    rows = "<tr><td>Norway</td><td>Bergen</td></tr>\n<tr>\n<td>France</td><td><b>Lyon</b></td></tr>\n"
    head = "<p>Mars is red.</p>\n<table>\n<tr><th>Country</th><th>Capital</th></tr>\n"
    path.write_text(f"{head}{rows}</table>\n<p>The Moon is green.</p>\n", encoding="utf-8")
    report = report_of(path)
    lines = sift(report, None, source_of(report.document)).document.get("lines")
    assert [(v.claim.text, lines[v.claim.id]) for v in report.verdicts] == [
        ("Mars is red.", [1, 1]),
        ("The capital of Norway is Bergen.", [4, 4]),
        ("The capital of France is Lyon.", [6, 6]),
        ("The Moon is green.", [8, 8]),
    ]


def test_equal_rows_of_tables_on_a_page_have_lines_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    row = "<tr><td>Norway</td><td>Bergen</td><td>1814</td></tr>\n"
    head = "<tr><th>Country</th><th>Capital</th><th>Founded</th></tr>\n"
    path.write_text(f"<table>\n{head}{row}{row}</table>\n<p>Mars is red.</p>\n<table>\n{head}{row}</table>\n")
    report = report_of(path)
    lines = sift(report, None, source_of(report.document)).document.get("lines")
    assert [lines[v.claim.id][0] for v in report.verdicts] == [3, 3, 4, 4, 6, 9, 9]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.md", "Mars is red.\n\n% localcheck: ignore a joke\nThe Moon is green.\n"),
        ("a.md", "Mars is red.\n\n<!-- localcheck: ignore a joke --> The Moon is green.\n"),
        ("a.tex", "Mars is red.\n\n% localcheck: ignore a joke\nThe Moon is green.\n"),
        ("a.rst", "Mars is red.\n\n.. localcheck: ignore a joke\n\nThe Moon is green.\n"),
        ("a.txt", "Mars is red.\n\nThe Moon is green. % localcheck: ignore a joke\n"),
        ("a.html", "<p>Mars is red.</p>\n<!-- localcheck: ignore a joke -->\n<p>The Moon is <b>green</b>.</p>"),
    ],
)
def test_each_format_has_its_comments_and_a_marker_is_no_text(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    report = report_of(tmp_path / name)
    assert "localcheck" not in report.document.text
    known = sift(report, None, source_of(report.document)).known
    said = {v.claim.id: v.claim.text for v in report.verdicts}
    assert [(said[k.claim], k.by, k.why) for k in known] == [("The Moon is green.", "marker", "a joke")]


def in_terminal(report: Report) -> str:
    console = Console(file=io.StringIO(), width=200)
    show(console, report)
    return cast(io.StringIO, console.file).getvalue()


def plain(text: str) -> str:
    """Without what a format puts before or in the place of characters that mean something in it."""
    return unescape(text).replace("\\", "")


@pytest.mark.parametrize("render", [in_terminal, markdown.render, html.render, csv.render])
def test_a_known_finding_is_marked_and_what_heads_the_report_is_what_decides(render: Callable[[Report], str]) -> None:
    document = Document("a.md", "Mars is blue. The Moon is green.")
    verdicts = [Verdict(claim_of(s), Label.REFUTED, 0.9) for s in sentences_of(document)]
    new = build(document, sentences_of(document), verdicts, RunInfo("test"))
    baseline, marker = Known("0.0", "baseline", "baseline"), Known("1.0", "marker", "a <b>*joke*")
    one, both = replace(new, known=(baseline,)), replace(new, known=(baseline, marker))
    assert "known: " not in render(new) and render(one).count("known: baseline") == 1
    assert plain("known: marker, a <b>*joke*") in plain(render(both))
    if render is not csv.render:
        assert all(headline(r).value.upper() in render(r) for r in (new, one, both)) and "BLOCK" not in render(both)
        assert "1 known: it fails nothing" in render(one) and "2 known: they fail nothing" in render(both)
    assert [headline(r).value for r in (new, one, both)] == ["block", "block", "pass"]
    assert new.disposition is both.disposition, "the verdicts themselves are as they were"


def test_a_new_baseline_keeps_what_people_said_and_other_documents(planets: Path) -> None:
    path = planets.parent / FILE
    by_hand = Ignored("planets.md", "Mars is blue.", "", "a person said so", "2026-01-01")
    elsewhere = Ignored("other.md", "x", "refuted", "baseline", "2026-01-01")
    gone = Ignored("planets.md", "Mars was removed.", "refuted", "baseline", "2026-01-01")
    report = sift(report_of(planets), None, source_of(read_document(planets)))
    new = KnownFindings(path, tuple(baseline_of([report], KnownFindings(path, (by_hand, elsewhere, gone)))))
    assert by_hand in new.findings and elsewhere in new.findings and gone not in new.findings
    assert "The Sun is cold." not in {f.claim for f in new.findings}, "a marker speaks for it"
    again = sift(report, new, source_of(report.document))
    assert flagged(again, "unsupported") == []
    moved = planets.with_name("moved.md")
    moved.write_text("Another line.\n\n" + MARKDOWN, encoding="utf-8")
    moved.replace(planets)
    later = report_of(planets)
    found = flagged(sift(later, new, source_of(later.document)), "unsupported")
    assert [v.claim.text for v in found] == ["Another line."]
    worse = report_of(planets, Label.NOT_ENOUGH_EVIDENCE)
    assert len(flagged(sift(worse, new, source_of(worse.document)), "unsupported")) > 1, "another verdict is new"


PIECES = (
    *(
        "<!-- localcheck: ignore ",
        "-->",
        "% localcheck: ignore a",
        "\\% localcheck: ignore",
        "\n.. localcheck: ignore ",
    ),
    *("why", "a b.", " ", "\n", "\n\n", "<p>", "</p>"),
)


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_markers_never_move_anything(text: str) -> None:
    cleaned = without(text)
    assert len(cleaned) == len(text) and cleaned.count("\n") == text.count("\n")
    assert markers(cleaned) == ()
    for marker in markers(text):
        assert 0 <= marker.covers.start <= marker.covers.end <= len(text)


@given(st.lists(st.text(st.characters(categories=["L"]), min_size=1, max_size=8), min_size=1, max_size=8))
def test_a_sentence_is_found_between_markup(words: list[str]) -> None:
    said = " ".join(words)
    source = Source("Before.\n\n" + "\n".join(f"**{w}**" for w in words) + "\n\nAfter.", plain=False)
    (place,) = source.places(Document("d", said), [Span(0, len(said))])
    assert place is not None
    if said not in ("Before", "After"):
        assert source.lines(place) == (3, 2 + len(words))


def test_a_document_without_a_file_has_no_places(tmp_path: Path) -> None:
    assert source_of(Document(STANDARD_INPUT, "x", meta=(("media_type", "text/plain"),))) is None
    assert source_of(Document(str(tmp_path / "gone.md"), "x", meta=(("media_type", "text/markdown"),))) is None


def test_a_marker_of_a_region_as_other_tools_have_it_ignores_nothing() -> None:
    found = markers(
        "<!-- localcheck: ignore-start -->\nMars is green.\n<!-- localcheck: ignore -- a joke -->\nIt is.\n"
    )
    assert [marker.why for marker in found] == ["", "a joke"]
