"""Reads spreadsheets: XLSX and CSV. Rows are read as sentences with their header (``table_text``).

Cells of an XLSX come from openpyxl, which reads row after row; what it would read into memory at once is bounded before.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from itertools import islice
from typing import Any

from localcheck.errors import BadInput
from localcheck.ingest.bounded_xml import Handler, Malformed, TooMuch
from localcheck.ingest.documents import packed
from localcheck.ingest.documents.decode import decode
from localcheck.ingest.documents.markup import Extract, Gathered
from localcheck.system.extras import of_extra
from localcheck.system.quiet import quiet
from localcheck.text.counting import many
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
MOST_ROWS = 1 << 20
_ON = ("1", "true")
_RANGE = regex(r"\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})")
_CURRENCY = regex(r"\[\$([^\]\-]{1,4})[^\]]*\]|([£€$¥])(?![\w-])")
_DECIMALS = regex(r"0\.(0{1,8})")
_BY_COMMA = regex(r"[^\d,.]{0,4}\d{1,3}(?:\.?\d{3})*,\d{1,2}[^\d,.]{0,4}")
_NUMERIC = regex(r"[^\d,.]{0,4}\d{1,3}(?:\.?\d{3})*(?:,\d+)?[^\d,.]{0,4}")
_QUOTED = regex(r'"[^"]*"')
_UNIT = regex(r'[0#?]"(\s?[^"\d]{1,20})"')
"""What a format has in quotation marks behind the digits."""


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
    with of_extra("documents", "reading XLSX"), quiet("openpyxl"):
        import openpyxl
    out = Gathered(path, limit)
    with packed.opened(data, path, "XLSX", "xl/") as archive, quiet("openpyxl"):
        layouts = _within_bounds(archive)
        try:
            book = openpyxl.load_workbook(archive.fp, read_only=True, data_only=True, rich_text=True)
            title, changed = str(book.properties.title or ""), book.properties.modified
            open_formulas = 0
            for sheet in book.worksheets:
                if sheet.sheet_state == "visible":
                    layout = layouts.get(sheet._worksheet_path, Layout())
                    open_formulas += layout.open_formulas
                    write_sheet(out, sheet.title, _rows(sheet, layout))
            if open_formulas:
                said = "has no stored result, and was" if open_formulas == 1 else "have no stored result, and were"
                out.notes.append(f"{many(open_formulas, 'formula')} {said} not read: open and save the file once")
            hidden = sum(sheet.sheet_state != "visible" for sheet in book.worksheets)
            out.notes += [f"{many(hidden, 'hidden sheet')} left out"] if hidden else []
        except (
            *(AttributeError, TypeError, IndexError, AssertionError, SyntaxError),
            *(RecursionError, OverflowError),
        ) as error:
            raise Malformed(str(error)) from error
    day = changed.date().isoformat() if isinstance(changed, datetime) else ""
    return out.extract(title, day, ("the sheets hold no text", "are there only charts or pictures in it?"))


class Layout(Handler):
    """What the XML of a sheet says of its cells beside what they hold."""

    def __init__(self) -> None:
        self.rows = set[int]()
        self.columns = set[int]()
        """Those that are hidden, by number from 1."""
        self.merged: dict[int, list[tuple[int, int, int]]] = {}
        """Cells that go over several rows, by the first: their columns, from and to, and the last row."""
        self.open_formulas = 0
        """Formulas without a stored result, as programs write them that do not calculate."""
        self._element, self._is_text, self._is_open = "", False, False

    def started(self, name: str, attributes: dict[str, str]) -> None:
        """A row, some columns or merged cells, or a cell and its formula."""
        self._element = name
        if name == "c":
            self._is_text, self._is_open = attributes.get("t") == "str", False  # a text may be empty
        elif name == "f" and not self._is_text:
            self._is_open = True
            self.open_formulas += 1
        elif name == "row" and attributes.get("hidden") in _ON:
            self.rows.add(packed.number(attributes.get("r", ""), MOST_ROWS))
        elif name == "col" and attributes.get("hidden") in _ON:
            first, last = (packed.number(attributes.get(end, ""), COLUMNS) for end in ("min", "max"))
            self.columns.update(range(first, last + 1))
        elif name == "mergeCell" and (found := _RANGE.fullmatch(attributes.get("ref", ""))):
            top, bottom = int(found[2]), int(found[4])
            if top < bottom:
                from openpyxl.utils import column_index_from_string as column

                self.merged.setdefault(top, []).append((column(found[1]), column(found[3]), bottom))

    def text(self, data: str) -> None:
        """The stored result of a formula."""
        if self._is_open and self._element == "v":
            self._is_open = False
            self.open_formulas -= 1


def _within_bounds(archive: zipfile.ZipFile) -> dict[str, Layout]:
    """Every XML file is well-formed, without entities, and small where it is read into memory as a whole.

    The layouts of the sheets, by the names of their files.
    """
    layouts: dict[str, Layout] = {}
    for member in archive.infolist():
        name = member.filename
        if not name.endswith((".xml", ".rels")):
            continue
        most = packed.UNPACKED_LIMIT if "/worksheets/" in name else WHOLE_LIMIT
        if member.file_size > (STRINGS_LIMIT if name.endswith("sharedStrings.xml") else most):
            raise TooMuch(f"holds a large {name}")
        handler = layouts.setdefault(name, Layout()) if "/worksheets/" in name else Handler()
        packed.parse(archive, name, handler)  # of others its bounds are what matters
    return layouts


def _rows(sheet: Any, layout: Layout) -> Iterator[tuple[int, list[str]]]:
    """The rows that are shown; what stands in a cell that is merged over several rows stands in each of them."""
    above: dict[int, tuple[str, int]] = {}
    sheet.reset_dimensions()  # a sheet may state a million rows of 16,384 columns, which would all be made
    cells = 0
    for number, row in enumerate(sheet.iter_rows(), 1):
        cells += 1 + len(row)
        if cells > MOST_CELLS:
            raise TooMuch(f"holds more than {MOST_CELLS:,} cells")
        if not row:  # a million of them stand before a cell that is far away
            continue
        told = [_shown(cell) for cell in row[:COLUMNS]]
        for column, (text, last) in list(above.items()):
            if number <= last and column <= len(told):
                told[column - 1] = told[column - 1] or text
        for first, _, last in layout.merged.get(number, []):
            if first <= len(told):
                above[first] = told[first - 1], last
        if number not in layout.rows:
            yield number, [text * (i not in layout.columns) for i, text in enumerate(told, 1)]


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
        return (
            value.date().isoformat() if value.time() == time() else value.isoformat(" ", "seconds").removesuffix(":00")
        )
    if isinstance(value, int | float):
        return _number_shown(value, str(getattr(cell, "number_format", "")))
    if isinstance(value, timedelta):
        seconds = round(value.total_seconds())
        return duration(seconds) if seconds >= 0 else str(value)
    return value.isoformat() if isinstance(value, date | time) else str(value)


def _number_shown(value: float, form: str) -> str:
    """A number with what its format puts beside it: a currency, or a unit in quotation marks.

    >>> _number_shown(49.9, "[$€-2] #,##0.00"), _number_shown(1.2, '0.0" kg"'), _number_shown(0.5, "0%"), _number_shown(7, "0")
    ('€49.90', '1.2 kg', '50%', '7')
    >>> _number_shown(12.5, '0.0" %"'), _number_shown(0.00001, "0"), _number_shown(10**15, "0")
    ('12.5 %', '0.00001', '1000000000000000')
    """
    form = form.replace(r"\%", '" %"')
    if "%" in _QUOTED.sub("", form):
        return f"{100 * value:.10g}%"
    form, plain = form.split(";")[0], f"{value:.15g}"
    if isinstance(value, int) or ("e" in plain and 1e-9 < abs(value) < 1e21):
        plain = f"{Decimal(value if isinstance(value, int) else plain):f}"
    said = _CURRENCY.search(form)
    if said and (currency := said[1] or said[2]):
        places = len(digits[1]) if (digits := _DECIMALS.search(form)) else 0
        amount = f"{abs(value):.{places}f}" if round(value, places) == value else f"{abs(value):.15g}"
        sign = "-" * (value < 0)
        return f"{sign}{currency}{amount}" if len(currency) == 1 else f"{sign}{amount} {currency}"
    behind = _UNIT.search(form)
    return f"{plain} {behind[1].strip()}" if behind else plain


def duration(seconds: int) -> str:
    """A length of time in words.

    >>> duration(26 * 3600), duration(5400), duration(95), duration(0)
    ('26 hours', '1 hour 30 minutes', '1 minute 35 seconds', '0 minutes')
    """
    parts = ((seconds // 3600, "hour"), (seconds // 60 % 60, "minute"), (seconds % 60, "second"))
    return " ".join(many(number, unit) for number, unit in parts if number) or "0 minutes"


def _standing(pieces: Sequence[Any]) -> str:
    """A text of pieces, some of which have a font of their own: what is not struck out, what is raised as ``raised`` says."""
    fonts = [(str(piece), getattr(piece, "font", None)) for piece in pieces]
    return joined(
        (text, font is not None and font.vertAlign == "superscript")
        for text, font in fonts
        if not (font and font.strike)
    )


def csv_table(data: bytes, path: str, limit: int) -> Extract:
    """The rows of a CSV file, whatever its delimiter. Raises ``BadInput``."""
    text, _ = decode(data, path)
    out = Gathered(path, limit)
    stated = stated_delimiter(text)
    delimiter = stated or delimiter_of(text, path)
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    before = csv.field_size_limit(limit)
    try:
        if stated:
            next(lines)
        rows = [(lines.line_num, row) for row in lines]
        write_sheet(out, "", _with_points(rows) if delimiter == ";" else rows)
    except csv.Error as error:
        raise BadInput(path, f"not CSV ({error})", "quote as in RFC 4180", lines.line_num) from None
    finally:
        csv.field_size_limit(before)
    return out.extract(empty=("the table holds no text", "give a table with text"))


def _with_points(rows: list[tuple[int, list[str]]]) -> list[tuple[int, list[str]]]:
    """The rows with points in their numbers where a comma is the decimal mark, for which semicolons stand between cells.

    >>> _with_points([(1, ["Tea", "4,5 kg"]), (2, ["1.250", "1,250"])])
    [(1, ['Tea', '4.5 kg']), (2, ['1250', '1.250'])]
    """
    if not any(_BY_COMMA.fullmatch(cell) for _, row in rows for cell in row):
        return rows
    pointed = str.maketrans(",", ".", ".")
    return [(n, [c.translate(pointed) if _NUMERIC.fullmatch(c) else c for c in row]) for n, row in rows]


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
