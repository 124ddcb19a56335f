"""Reads spreadsheets: XLSX and CSV. Rows are read as sentences with their header (``table_text``).

Cells of an XLSX come from openpyxl, which reads row after row; what it would read into memory at once is bounded before.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, time
from itertools import islice
from typing import Any

from localcheck.errors import BadInput, MissingExtra
from localcheck.ingest.documents import packed
from localcheck.ingest.documents.decode import decode
from localcheck.ingest.documents.gathered import Gathered
from localcheck.ingest.documents.markup import Extract
from localcheck.system.quiet import quiet
from localcheck.text.patterns import regex
from localcheck.text.raised import joined
from localcheck.text.table_text import numbered

ROWS_TOGETHER = 200
"""Rows of a sheet that make one part."""
MOST_CELLS = 5_000_000
COLUMNS = 16_384
WHOLE_LIMIT = 20_000_000
"""Bytes of each file of an XLSX that openpyxl reads as a tree: styles, names, themes."""
STRINGS_LIMIT = 100_000_000
"""Bytes of the table of shared strings."""
DIALECT_FROM = 20_000
"""Characters that the delimiter of a CSV file is told from."""
DIALECT_ROWS = 200
DELIMITERS = ",;\t|"
_STATED = regex(r"\"?sep=([^\r\n])\"?[\r\n]", re.IGNORECASE)


def write_sheet(out: Gathered, name: str, rows: Iterable[tuple[int, Sequence[str]]]) -> None:
    """The rows of a sheet, given with their numbers from 1, as parts of ``ROWS_TOGETHER`` rows each."""
    texts = numbered(rows)
    where = f"sheet {name}, rows" if name else "rows"
    while group := list(islice(texts, ROWS_TOGETHER)):
        out.part(f"{where} {group[0][0]} to {group[-1][0]}", name)
        for _, text in group:
            out.add(text)


def xlsx(data: bytes, path: str, limit: int) -> Extract:
    """All sheets of an XLSX, with stored results of formulas. Raises ``BadInput``, and ``MissingExtra`` without openpyxl."""
    try:
        with quiet("openpyxl"):
            import openpyxl
    except ImportError:
        raise MissingExtra("documents", "reading XLSX") from None
    out = Gathered(path, limit)
    with packed.opened(data, path, "XLSX", "xl/") as archive, quiet("openpyxl"):
        _within_bounds(archive)
        try:
            book = openpyxl.load_workbook(archive.fp, read_only=True, data_only=True, rich_text=True)
            title, changed = str(book.properties.title or ""), book.properties.modified
            for sheet in book.worksheets:
                write_sheet(out, sheet.title, _rows(sheet))
        except (
            *(AttributeError, TypeError, IndexError, AssertionError, SyntaxError),
            *(RecursionError, OverflowError),
        ) as error:
            raise packed.Malformed(str(error)) from error
    if out.empty:
        raise BadInput(path, "the sheets hold no text", "are there only charts or pictures in it?")
    extract = out.extract(title)
    return replace(extract, date=_day(changed))


def _within_bounds(archive: zipfile.ZipFile) -> None:
    """Every XML file is well-formed, without entities, and small where it is read into memory as a whole."""
    for member in archive.infolist():
        name = member.filename
        if not name.endswith((".xml", ".rels")):
            continue
        most = packed.UNPACKED_LIMIT if "/worksheets/" in name else WHOLE_LIMIT
        if member.file_size > (STRINGS_LIMIT if name.endswith("sharedStrings.xml") else most):
            raise packed.TooMuch(f"holds a large {name}")
        packed.parse(archive, name, packed.Handler())  # its bounds are what matters


def _rows(sheet: Any) -> Iterator[tuple[int, list[str]]]:
    sheet.reset_dimensions()  # a sheet may state a million rows of 16,384 columns, which would all be made
    cells = 0
    for number, row in enumerate(sheet.iter_rows(), 1):
        cells += 1 + len(row)
        if cells > MOST_CELLS:
            raise packed.TooMuch(f"holds more than {MOST_CELLS:,} cells")
        yield number, [_shown(cell) for cell in row[:COLUMNS]]


def _shown(cell: Any) -> str:
    """A cell's value as a person would write it: dates as ISO, whole numbers without a fraction, per cent as such. What is
    struck out in it says nothing.
    """
    value = cell.value
    if value is None or cell.font.strike:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return _standing(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(" ", "minutes")
    if isinstance(value, int | float):
        if "%" in str(getattr(cell, "number_format", "")):
            return f"{100 * value:.10g}%"
        return f"{value:.15g}"
    return value.isoformat() if isinstance(value, date | time) else str(value)


def _standing(pieces: Sequence[Any]) -> str:
    """A text of pieces, some of which have a font of their own: what is not struck out, what is raised as ``raised`` says."""
    fonts = [(str(piece), getattr(piece, "font", None)) for piece in pieces]
    return joined(
        (text, font is not None and font.vertAlign == "superscript")
        for text, font in fonts
        if not (font and font.strike)
    )


def _day(value: object) -> str:
    return value.date().isoformat() if isinstance(value, datetime) else ""


def csv_table(data: bytes, path: str, limit: int) -> Extract:
    """The rows of a CSV file, whatever its delimiter. Raises ``BadInput``."""
    text, _ = decode(data, path)
    out = Gathered(path, limit)
    stated = stated_delimiter(text)
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=stated or delimiter_of(text, path))
    before = csv.field_size_limit(limit)
    try:
        if stated:
            next(lines)
        write_sheet(out, "", ((lines.line_num, row) for row in lines))
    except csv.Error as error:
        raise BadInput(path, f"not CSV ({error})", "quote as in RFC 4180", lines.line_num) from None
    finally:
        csv.field_size_limit(before)
    if out.empty:
        raise BadInput(path, "the table holds no text", "give a table with text")
    return out.extract()


def stated_delimiter(text: str) -> str:
    """The delimiter that a first line of its own names, as Excel reads and writes it (``sep=;``); empty without such a line."""
    found = _STATED.match(text)
    return found[1] if found else ""


def delimiter_of(text: str, path: str) -> str:
    """The delimiter by which most of the first rows are as wide as the header; a comma where none cuts. A ``.tsv`` has tabs."""
    head = text[:DIALECT_FROM]
    if path.lower().endswith(".tsv") and "\t" in head:
        return "\t"
    if len(text) > DIALECT_FROM:
        head = head.rpartition("\n")[0] or head

    def fits(delimiter: str) -> tuple[int, int, int]:
        rows = csv.reader(io.StringIO(head, newline=""), delimiter=delimiter)
        try:
            widths = [len(row) for row in islice(rows, DIALECT_ROWS) if row]
        except csv.Error:  # a cell beyond the limit; whoever reads the rows says so
            widths = []
        alike = sum(width == widths[0] for width in widths) if widths and widths[0] > 1 else 0
        return alike, sum(widths), -DELIMITERS.index(delimiter)

    return max(DELIMITERS, key=fits)
