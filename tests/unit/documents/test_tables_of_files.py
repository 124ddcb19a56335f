"""Tables of files: what the cells show, what is hidden or merged, and which row the file marks as a header."""

from __future__ import annotations

import zipfile
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from localcheck.ingest import in_place
from localcheck.ingest.documents.kinds import KINDS
from localcheck.ingest.documents.read import READING_NOTES, read_document

LABELS = "Chair: Ines Baumann\n\nTreasurer: Tobias Krell"
ROWS = (("Chair", "Ines Baumann"), ("Treasurer", "Tobias Krell"))
SEASONS = "\n\n".join(
    f"The season of Adults is {season}. The fee of Adults is {fee}."
    for season, fee in (("Summer", "€40"), ("Winter", "€30"))
)


def workbook(path: Path, rows: list[list[Any]]) -> Any:
    """A workbook with these rows in its first sheet, and that sheet."""
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in rows:
        sheet.append(row)
    return book, sheet


def ods(path: Path, body: str, styles: str = "") -> Path:
    """An OpenDocument spreadsheet."""
    names = "xmlns:o='o' xmlns:table='t' xmlns:text='x' xmlns:style='s'"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", KINDS["ods"].media_type)
        archive.writestr(
            "content.xml",
            f"<o:doc {names}><o:styles>{styles}</o:styles><o:body><o:spreadsheet>{body}</o:spreadsheet></o:body></o:doc>",
        )
    return path


def test_an_xlsx_shows_the_currency_the_unit_and_the_hours(tmp_path: Path) -> None:
    book, sheet = workbook(tmp_path, [["Product", "Price", "Weight", "Playing time"]])
    sheet.append(["Kettle", 49.9, 1.2, timedelta(hours=26)])
    for cell, form in zip(sheet[2][1:], ("[$€-2] #,##0.00", '0.0" kg"', "[h]:mm"), strict=True):
        cell.number_format = form
    book.save(tmp_path / "a.xlsx")
    assert read_document(tmp_path / "a.xlsx").text == (
        "The Price of Kettle is €49.90. The weight of Kettle is 1.2 kg. The playing time of Kettle is 26 hours."
    )


def test_hidden_sheets_rows_and_columns_of_an_xlsx_are_left_out(tmp_path: Path) -> None:
    book, sheet = workbook(tmp_path, [["Group", "Fee", "Cost"], ["Adults", "€40", "€9"], ["Secret", "€1", "€1"]])
    sheet.row_dimensions[3].hidden = sheet.column_dimensions["C"].hidden = True
    other = book.create_sheet("Old")
    other.append(["The fee was €7."])
    other.sheet_state = "hidden"
    book.save(tmp_path / "a.xlsx")
    found = read_document(tmp_path / "a.xlsx")
    assert found.text == "The fee of Adults is €40."
    assert found.get(READING_NOTES) == ["1 hidden sheet left out"]


def test_formulas_without_a_stored_result_are_counted(tmp_path: Path) -> None:
    """As openpyxl and other programs write them that do not calculate; the cell was left out without a word."""
    book, _ = workbook(tmp_path, [["Group", "Fee", "Note"], ["Adults", 40, None], ["All", "=B2*2", '=""']])
    book.save(tmp_path / "a.xlsx")
    with zipfile.ZipFile(tmp_path / "a.xlsx") as source, zipfile.ZipFile(tmp_path / "b.xlsx", "w") as target:
        for member in source.namelist():
            made = source.read(member)
            if member == "xl/worksheets/sheet1.xml":  # as Excel stores a text that is empty
                assert b'<c r="C3"><f>' in made
                made = made.replace(b'<c r="C3"><f>', b'<c r="C3" t="str"><f>')
            target.writestr(member, made)
    said = "1 formula has no stored result, and was not read: open and save the file once"
    assert read_document(tmp_path / "b.xlsx").get(READING_NOTES) == [said]


def test_a_merged_cell_of_an_xlsx_stands_in_each_of_its_rows(tmp_path: Path) -> None:
    book, sheet = workbook(
        tmp_path, [["Fees 2026"], ["Group", "Season", "Fee"], ["Adults", "Summer", "€40"], [None, "Winter", "€30"]]
    )
    sheet.merge_cells("A1:C1")
    sheet.merge_cells("A3:A4")
    book.save(tmp_path / "a.xlsx")
    assert read_document(tmp_path / "a.xlsx").text == f"Fees 2026\n\n{SEASONS}"


def test_an_ods_holds_dates_and_yes_or_no_whatever_is_shown(tmp_path: Path) -> None:
    cell = "<table:table-cell{0}><text:p>{1}</text:p></table:table-cell>"
    head = "".join(cell.format("", name) for name in ("Offer", "End", "Open", "Duration"))
    date = cell.format(" o:value-type='date' o:date-value='2026-03-04'", "04/03/2026")
    open_ = cell.format(" o:value-type='boolean' o:boolean-value='false'", "FALSCH")
    time = cell.format(" o:value-type='time' o:time-value='PT26H00M00S'", "26:00")
    row = f"<table:table-row>{cell.format('', 'Kettle')}{date}{open_}{time}</table:table-row>"
    hidden = f"<table:table-row table:visibility='collapse'>{cell.format('', 'Secret') * 2}</table:table-row>"
    table = f"<table:table><table:table-row>{head}</table:table-row>{row}{hidden}</table:table>"
    text = read_document(ods(tmp_path / "a.ods", table)).text
    assert text == "The end of Kettle is 2026-03-04. Kettle is not open. The duration of Kettle is 26 hours."


def test_hidden_sheets_and_columns_of_an_ods_are_left_out(tmp_path: Path) -> None:
    style = "<style:style style:name='ta2' style:family='table'><style:table-properties table:display='false'/></style:style>"
    cell = "<table:table-cell><text:p>{}</text:p></table:table-cell>"
    columns = "<table:table-column/><table:table-column table:visibility='collapse'/>"
    row = f"<table:table-row>{cell.format('Open.')}{cell.format('Secret.')}</table:table-row>"
    shown = f"<table:table>{columns}{row}</table:table>"
    hidden = (
        f"<table:table table:style-name='ta2'><table:table-row>{cell.format('Hidden.')}</table:table-row></table:table>"
    )
    found = read_document(ods(tmp_path / "a.ods", shown + hidden, style))
    assert found.text == "Open." and found.get(READING_NOTES) == ["1 hidden sheet left out"]


def test_a_merged_cell_of_an_ods_stands_in_each_of_its_rows(tmp_path: Path) -> None:
    cell = "<table:table-cell{0}><text:p>{1}</text:p></table:table-cell>"
    rows = (
        "".join(cell.format("", name) for name in ("Group", "Season", "Fee")),
        cell.format(" table:number-rows-spanned='2'", "Adults") + cell.format("", "Summer") + cell.format("", "€40"),
        "<table:covered-table-cell/>" + cell.format("", "Winter") + cell.format("", "€30"),
    )
    body = "".join(f"<table:table-row>{row}</table:table-row>" for row in rows)
    assert read_document(ods(tmp_path / "a.ods", f"<table:table>{body}</table:table>")).text == SEASONS


COVERED = "<table:covered-table-cell/>"
PLACES = (("Country", "Capital", "Year"), ("France", "Paris", "1900"))


def table_of_ods(tmp_path: Path, *rows: str) -> str:
    """What is read of an OpenDocument spreadsheet with the columns of ``PLACES``."""
    head = "".join(cell_of_ods(name) for name in PLACES[0])
    body = "".join(
        row if row.startswith("<table:table-row") else f"<table:table-row>{row}</table:table-row>" for row in rows
    )
    table = f"<table:table><table:table-row>{head}</table:table-row>{body}</table:table>"
    return read_document(ods(tmp_path / "a.ods", table)).text


def cell_of_ods(text: str, over: int = 1) -> str:
    return f"<table:table-cell table:number-rows-spanned='{over}'><text:p>{text}</text:p></table:table-cell>"


def test_cells_of_an_ods_that_are_merged_side_by_side_keep_their_own_texts(tmp_path: Path) -> None:
    """LibreOffice writes what they cover as one repeated cell: the country stood in the column of the capital, too."""
    both = cell_of_ods("France", 2) + cell_of_ods("Paris", 2) + cell_of_ods("1900")
    covered = "<table:covered-table-cell table:number-columns-repeated='2'/>" + cell_of_ods("1950")
    assert table_of_ods(tmp_path, both, covered) == "\n\n".join(
        f"The capital of France is Paris. The year of France is {year}." for year in (1900, 1950)
    )


def test_a_merged_cell_of_an_ods_ends_where_it_ends_though_rows_are_repeated(tmp_path: Path) -> None:
    """Two like rows are written as one; the row below the merged cell had its text."""
    spain = cell_of_ods("Spain") + cell_of_ods("Madrid", 3) + cell_of_ods("1900")
    cells = cell_of_ods("Spain") + COVERED + cell_of_ods("1950")
    alike = f"<table:table-row table:number-rows-repeated='2'>{cells}</table:table-row>"
    text = table_of_ods(tmp_path, spain, alike, cell_of_ods("Peru") + COVERED + cell_of_ods("1960"))
    assert text.endswith("The capital of Spain is Madrid. The year of Spain is 1950.\n\nThe year of Peru is 1960.")


def test_cells_that_are_left_out_before_a_row_of_a_docx_move_no_other(tmp_path: Path) -> None:
    cells = ("".join(f"<w:tc><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc>" for text in row) for row in PLACES)
    before = "<w:trPr><w:gridBefore w:val='2'/></w:trPr><w:tc><w:p><w:r><w:t>1950</w:t></w:r></w:p></w:tc>"
    rows = "".join(f"<w:tr>{row}</w:tr>" for row in (*cells, before))
    with zipfile.ZipFile(tmp_path / "a.docx", "w") as archive:
        archive.writestr("word/document.xml", f"<w:d xmlns:w='w'><w:body><w:tbl>{rows}</w:tbl></w:body></w:d>")
    assert read_document(tmp_path / "a.docx").text == (
        "The capital of France is Paris. The year of France is 1900.\n\n1950"
    )


def test_a_merged_cell_of_a_pptx_stands_in_each_of_its_rows(tmp_path: Path) -> None:
    def cell(text: str, how: str = "") -> str:
        return f"<a:tc {how}><a:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></a:txBody></a:tc>"

    merged = cell("France", "rowSpan='2'") + cell("Paris") + cell("1900")
    rows = ["".join(map(cell, PLACES[0])), merged, cell("", "vMerge='1'") + cell("Lyon") + cell("1950")]
    names, key = "xmlns:a='a' xmlns:p='p' xmlns:r='r'", "<p:sldIdLst><p:sldId id='1' r:id='r1'/></p:sldIdLst>"
    table = "".join(f"<a:tr>{row}</a:tr>" for row in rows)
    relation = "<Relationships><Relationship Id='r1' Type='x/slide' Target='slides/s.xml'/></Relationships>"
    with zipfile.ZipFile(tmp_path / "a.pptx", "w") as archive:
        archive.writestr("ppt/presentation.xml", f"<p:d {names}>{key}</p:d>")
        archive.writestr("ppt/_rels/presentation.xml.rels", relation)
        archive.writestr("ppt/slides/s.xml", f"<p:sld {names}><a:tbl>{table}</a:tbl></p:sld>")
        archive.writestr("docProps/core.xml", "<c:a xmlns:c='c'><c:title>PowerPoint Presentation</c:title></c:a>")
    found = read_document(tmp_path / "a.pptx")
    assert found.text.endswith("The capital of France is Lyon. The year of France is 1950.")
    assert found.title == "", "PowerPoint calls every file so"


@pytest.mark.parametrize(
    ("value", "form", "shown"),
    [
        (12.5, '0.00" %"', "12.5 %"),
        (7, r"0\%", "7 %"),
        (0.125, "0.0%", "12.5%"),
        (timedelta(seconds=90), "[mm]:ss", "1 minute 30 seconds"),
        (timedelta(seconds=20), "[h]:mm:ss", "20 seconds"),
        (datetime(2024, 1, 1, 12, 30, 45), "yyyy-mm-dd hh:mm:ss", "2024-01-01 12:30:45"),
        (datetime(2024, 1, 1, 12, 30), "yyyy-mm-dd hh:mm", "2024-01-01 12:30"),
        (1234567890123456, "0", "1234567890123456"),
        (0.00001, "General", "0.00001"),
        (1e15, "General", "1000000000000000"),
    ],
)
def test_a_number_of_an_xlsx_is_the_one_that_it_shows(value: object, form: str, shown: str, tmp_path: Path) -> None:
    """A per cent sign in quotation marks multiplies nothing; nothing is rounded to minutes, or written with an exponent."""
    book, sheet = workbook(tmp_path, [["Name", "Weight"], ["Kettle", value]])
    sheet["B2"].number_format = form
    book.save(tmp_path / "a.xlsx")
    assert read_document(tmp_path / "a.xlsx").text in (f"The weight of Kettle is {shown}.", f"Kettle: weight {shown}.")


@pytest.mark.parametrize("kind", ["td", "th"])
def test_labels_of_a_page_and_of_its_source(kind: str, tmp_path: Path) -> None:
    rows = "".join(f"<tr><{kind}>{name}</{kind}><td>{value}</td></tr>" for name, value in ROWS)
    page = f"<html><body><table>{rows}</table></body></html>"
    (tmp_path / "a.html").write_text(page)
    assert read_document(tmp_path / "a.html").text == in_place.read(page, "html").text == LABELS


def test_cells_over_rows_and_pictures_of_a_page_and_of_its_source(tmp_path: Path) -> None:
    page = (
        "<html><body><table><tr><th>Group</th><th>Season</th><th>Fee</th></tr><tr><td rowspan='2'>Adults</td><td>Summer</td>"
        "<td>€40</td></tr><tr><td>Winter</td><td>€30</td></tr></table><table><tr><th>Feature</th><th>Basic</th><th>Pro</th></tr>"
        '<tr><td>Support</td><td>—</td><td><img alt="yes" src="y.png"></td></tr></table></body></html>'
    )
    (tmp_path / "a.html").write_text(page)
    assert read_document(tmp_path / "a.html").text == f"{SEASONS}\n\nThe support of Pro is yes."
    assert in_place.read(page, "html").text == f"{SEASONS}\n\nThe support of Pro is yes."


def test_cells_over_many_rows_and_columns_fill_nothing(tmp_path: Path) -> None:
    cell = "<td rowspan='60000' colspan='900'>The tower of the town hall is 40 metres high.</td>"
    prose = "<p>The town hall stands on the market square, and was built of red brick.</p>" * 30
    (tmp_path / "a.html").write_text(
        f"<html><body><article>{prose}<table>{f'<tr>{cell}</tr>' * 200}</table></article></body></html>"
    )
    assert len(read_document(tmp_path / "a.html").text) < 50_000


def test_labels_of_a_csv_and_of_markdown(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("\n".join(";".join(row) for row in ROWS))
    assert read_document(tmp_path / "a.csv").text == LABELS
    (tmp_path / "a.md").write_text("| | |\n|---|---|\n" + "\n".join(f"| {a} | {b} |" for a, b in ROWS))
    assert read_document(tmp_path / "a.md").text == LABELS


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"The supplier\x92s liability is limited to \x8050,000.", "The supplier’s liability is limited to €50,000."),
        (
            b"Our kettle costs 49.90 \x80 and the warranty is two years.",
            "Our kettle costs 49.90 € and the warranty is two years.",
        ),
    ],
)
def test_marks_of_windows_in_a_short_text(data: bytes, text: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(data)
    assert read_document(tmp_path / "a.txt").text == text


@pytest.mark.parametrize("encoding", ["iso-8859-9", "windows-1250", "no-such-one"])
def test_a_page_says_in_which_encoding_it_is(encoding: str, tmp_path: Path) -> None:
    text = {"iso-8859-9": "İstanbul büyük bir şehirdir.", "windows-1250": "Łódź jest dużym miastem."}.get(
        encoding, "Zürich."
    )
    page = f'<html><head><meta http-equiv="Content-Type" content="text/html; charset={encoding}"></head><body><p>{text}</p>'
    (tmp_path / "a.html").write_bytes(page.encode(encoding if encoding[-1].isdigit() else "cp1252"))
    found = read_document(tmp_path / "a.html")
    assert found.text == text
    assert (found.get(READING_NOTES) is None) == encoding[-1].isdigit(), "what is stated is not guessed"


def test_letters_inside_words_are_no_marks_of_windows(tmp_path: Path) -> None:
    said = "Das schöne Haus steht am Fluß. Die Bäume sind groß, und die Vögel singen in den Ästen über dem Wasser."
    (tmp_path / "a.txt").write_bytes(said.encode("cp850"))
    assert "”" not in read_document(tmp_path / "a.txt").text
