"""Running heads and page numbers are no sentences; a PDF is read page by page within a bound."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfWriter

from localcheck.errors import BadInput
from localcheck.ingest.documents import containers
from localcheck.ingest.documents.furniture import without_furniture

BODY = ["The pump weighs 9 kg.", "It was built in 1998.", "The warranty is 24 months.", "Oil is changed yearly."]


def pages(head: str, foot: str) -> list[str]:
    return [f"{head.format(n=n)}\n{text}\n{foot.format(n=n)}" for n, text in enumerate(BODY, 1)]


@pytest.mark.parametrize(
    ("head", "foot"),
    [
        ("Operating manual P200", "Page {n} of 4"),
        ("ACME · revision 7 · page {n}", "{n}"),
        ("Operating manual\nChapter 1", "- {n} -"),
        ("Handbuch", "Seite {n} von 4"),
        ("手册", "第 {n} 页 共 4 页"),
        ("", "{n}/4"),
    ],
)
def test_running_heads_and_page_numbers_are_left_out(head: str, foot: str) -> None:
    assert without_furniture(pages(head, foot)) == BODY


def test_one_page_has_a_number_and_no_running_head() -> None:
    assert without_furniture(["Invoice 7\nPay within 30 days.\nPage 1 of 1"]) == ["Invoice 7\nPay within 30 days."]


@pytest.mark.parametrize(
    "text",
    ["The pump has 3 pistons.\n12 V are needed.", "Page 3 describes the pump.", "1998\nwas a good year."[5:], "I."],
)
def test_what_only_looks_like_it_stays(text: str) -> None:
    assert without_furniture([text]) == [text]


def test_sentences_that_begin_alike_stay() -> None:
    same = [f"The pump P{n}00 weighs 9 kg.\nIt is red.\nIt is loud.\nIt is old.\nIt is safe." for n in (1, 2)]
    assert without_furniture(same) == same, "two pages are too few to tell"


def written(count: int) -> bytes:
    writer, out = PdfWriter(), io.BytesIO()
    for _ in range(count):
        writer.add_blank_page(100, 100)
    writer.write(out)
    return out.getvalue()


def test_a_pdf_of_too_many_pages_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(containers, "MOST_PAGES", 2)
    told: list[tuple[float, float]] = []
    with pytest.raises(BadInput, match="has 3 pages; at most 2 are read"):
        containers.pdf(written(3), "long.pdf", 1000, lambda done, total: told.append((done, total)))
    assert told == []
    with pytest.raises(BadInput, match="holds no text"):
        containers.pdf(written(2), "blank.pdf", 1000, lambda done, total: told.append((done, total)))
    assert told == [(1, 2), (2, 2)]
