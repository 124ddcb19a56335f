"""Running heads and page numbers are no sentences; a PDF is read page by page within a bound."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfWriter
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

from localcheck.errors import BadInput
from localcheck.ingest.documents import pdf
from localcheck.ingest.documents.pdf import without_furniture

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


def test_heads_of_left_and_right_pages_are_left_out() -> None:
    """The author stands on left pages and the title on right ones but the first: each stood in a sentence over two pages."""
    heads = ["The Pump", "Ada Author", "On pumps", "Ada Author", "On pumps", "Ada Author"]
    said = [f"It has part {'abcdef'[n]}.\nIt is red {'abcdef'[n]}.\nSee {'abcdef'[n]}." for n in range(6)]
    told = without_furniture([f"{head}\n{text}" for head, text in zip(heads, said, strict=True)])
    assert told == [f"The Pump\n{said[0]}", *said[1:]]
    once = [f"{head}\n{text}" for head, text in zip(["", "Steps", "", "Costs", "Steps", "Ends"], said, strict=True)]
    assert without_furniture(once) == [page.strip() for page in once], "a heading that returns is none"


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
    monkeypatch.setattr(pdf, "MOST_PAGES", 2)
    told: list[tuple[float, float]] = []
    with pytest.raises(BadInput, match="has 3 pages; at most 2 are read"):
        pdf.read(written(3), "long.pdf", 1000, lambda done, total: told.append((done, total)))
    assert told == []
    with pytest.raises(BadInput, match="holds no text"):
        pdf.read(written(2), "blank.pdf", 1000, lambda done, total: told.append((done, total)))
    assert told == [(1, 2), (2, 2)]


def set_pages(*pages: str) -> bytes:
    """A PDF of pages with these drawing instructions, in Helvetica."""
    writer, out = PdfWriter(), io.BytesIO()
    for drawn in pages:
        page, stream = writer.add_blank_page(300, 300), DecodedStreamObject()
        font = DictionaryObject({NameObject(f"/{k}"): NameObject(f"/{v}") for k, v in FONT.items()})
        page[NameObject("/Resources")] = DictionaryObject(
            {NameObject("/Font"): DictionaryObject({NameObject("/F"): font})}
        )
        stream.set_data(f"BT /F 12 Tf 20 200 Td {drawn} ET".encode("latin-1"))
        page[NameObject("/Contents")] = writer._add_object(stream)
    writer.write(out)
    return out.getvalue()


FONT = {"Type": "Font", "Subtype": "Type1", "BaseFont": "Helvetica"}
UP, DOWN = "/F 7 Tf 30 5 Td", "/F 12 Tf 10 -5 Td"
RAISED = (
    f"(It was built in 1889) Tj {UP} (1) Tj {DOWN} ( by the) Tj 0 -14 Td (Moon.) Tj {UP} (2) Tj {DOWN} ( It has 10) Tj"
    f" {UP} (6) Tj {DOWN} ( parts and CO) Tj /F 7 Tf 30 -2 Td (2) Tj"
)


def test_raised_numbers_in_a_pdf_are_powers_or_left_out() -> None:
    """ "18891" was read as a number, and "Moon.2 It" joined two sentences."""
    text = pdf.read(set_pages(RAISED), "a.pdf", 10_000).text
    assert text.split() == "It was built in 1889 by the Moon. It has 10^6 parts and CO2".split()


def test_notes_at_the_foot_of_a_page_stand_behind_the_sentence_that_goes_on_over_it() -> None:
    """The note stood inside of the sentence, and its number before it."""
    first = f"(The treaty) Tj {UP} (1) Tj {DOWN} ( was signed by) Tj 0 -14 Td (the kings of) Tj"
    note = "/F 6 Tf 0 -100 Td (1) Tj /F 8 Tf 5 -3 Td (It was kept in Lyon,) Tj 0 -9 Td (in a chest.) Tj"
    foot = f"{note} /F 12 Tf 0 -20 Td (7) Tj"
    found = pdf.read(set_pages(f"{first} {foot}", "(both lands in 1259.) Tj"), "a.pdf", 10_000)
    said = [" ".join(block.split()) for block in found.text.split("\n\n")]
    assert said == ["The treaty was signed by the kings of both lands in 1259.", "It was kept in Lyon, in a chest."]
    alone = pdf.read(set_pages(f"{first} {foot}"), "a.pdf", 10_000)
    assert [" ".join(block.split()) for block in alone.text.split("\n\n")][1:] == ["It was kept in Lyon, in a chest."]
    table = foot.replace("(1) Tj", "(2) Tj")
    kept = pdf.read(set_pages(f"{first} {table}"), "a.pdf", 10_000).text
    assert "2" in kept.split(), "small print whose number is not raised above it is no note"


@pytest.mark.parametrize(
    ("first", "second", "between"),
    [
        ("It was the first", "person to walk.", "\n"),
        ("It was the first.", "person to walk.", "\n\n"),
        ("It was the first", "Person to walk.", "\n\n"),
        ("It was the first", "b) person to walk.", "\n\n"),
        ("These are:", "persons that walk.", "\n\n"),
    ],
)
def test_a_sentence_goes_on_over_the_end_of_a_page(first: str, second: str, between: str) -> None:
    found = pdf.read(set_pages(f"({first}) Tj", f"({second.replace(')', chr(92) + ')')}) Tj"), "a.pdf", 10_000)
    assert found.text == f"{first}{between}{second}"
    assert [part[1] for part in found.parts] == ["page 1", "page 2"] and found.text[found.parts[1][0] :] == second
