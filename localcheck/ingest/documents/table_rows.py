"""The rows of a JSONL, CSV or Parquet file as they stand there, with their numbers. One that cannot be read is an error."""

from __future__ import annotations

import codecs
import csv
import difflib
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from localcheck.errors import BadInput, LocalcheckError
from localcheck.ingest.documents.sheets import DIALECT_FROM, delimiter_of, stated_delimiter
from localcheck.system import jsontext
from localcheck.system.extras import of_extra
from localcheck.types import JSON

if TYPE_CHECKING:
    from _csv import Reader as CsvReader

LISTS = ("samples", "context")
TEXTS = ("text", "path")
"""Columns of which a table must have one."""
COLUMNS_NAMED, COLUMN_NAMED = 12, 40
"""Columns in one message, and characters of each name."""
CSV_FIELD = 50_000_000
"""Characters that one cell of a CSV file may have."""
REACH = 100
"""Lines that a record may have behind a quote that was not closed: if each could reach to the end, a file of such quotes would
take the square of its length."""
Row = Mapping[str, JSON] | LocalcheckError


def json_rows(path: Path) -> Iterator[tuple[int, Row]]:
    """An object a line; blank lines are left out."""
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            try:
                yield number, jsontext.parse_object(line.rstrip(b"\r\n"), once=True)
            except jsontext.NotJson as error:
                yield number, BadInput(path.name, error.why, "one JSON object a line", number)


class _Lines:
    """The lines of a file, for a reader that may go back to the line after the first one of its record."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines
        self._again: deque[str] = deque()
        self._record: list[str] = []
        self._given = self._farthest = 0

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        read_before = self.first <= self._farthest
        if read_before and len(self._record) == REACH:
            raise StopIteration
        line = self._again.popleft() if self._again else next(self._lines)
        self._record.append(line)
        self._given += 1
        return line

    @property
    def first(self) -> int:
        """The number of the first line of the record."""
        return self._given - len(self._record) + 1

    @property
    def last(self) -> int:
        """The number of the line that was given last."""
        return self._given

    def begin(self) -> None:
        """Let a record begin with the next line."""
        self._record.clear()

    def go_back(self) -> None:
        """Give all lines of the record but its first one again."""
        self._farthest = max(self._farthest, self._given)
        self._again.extendleft(reversed(self._record[1:]))
        self._given = self.first


def csv_rows(path: Path) -> Iterator[tuple[int, Row]]:
    """A row a record of a CSV with a header; ``samples`` and ``context`` may be JSON lists. A record with a mistake is an
    error, and reading continues after its first line.
    """
    with _csv_reader(path) as (reader, lines):
        columns = _columns(path, reader)
        while True:
            lines.begin()
            try:
                cells = next(reader, None)
            except csv.Error as error:
                yield lines.first, BadInput(path.name, f"not CSV ({error})", "quote as in RFC 4180", lines.first)
                lines.go_back()
                continue
            if cells is None:
                return
            if cells:
                yield lines.last, _csv_row(path, columns, cells, lines.last)


@contextmanager
def _csv_reader(path: Path) -> Iterator[tuple[CsvReader, _Lines]]:
    """UTF-8, or UTF-16 with its mark. Bytes that are not UTF-8 become lone surrogates, so that only their row is lost."""
    csv.field_size_limit(CSV_FIELD)
    with path.open("rb") as raw:
        wide = raw.read(2) in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
    encoding, errors = ("utf-16", "replace") if wide else ("utf-8-sig", "surrogateescape")
    with path.open(encoding=encoding, errors=errors, newline="") as file:
        head = file.read(DIALECT_FROM + 1)
        file.seek(0)
        lines = _Lines(file)
        if stated := stated_delimiter(head):
            next(lines)
        yield csv.reader(lines, delimiter=stated or _delimiter(head, path), strict=True), lines


def _delimiter(head: str, path: Path) -> str:
    """A comma where it cuts out a column that is looked for; else what ``check`` cuts such a file by."""
    names = {name.strip('" \r') for name in head.partition("\n")[0].split(",")}
    return "," if names & set(TEXTS) else delimiter_of(head, str(path))


def _columns(path: Path, reader: CsvReader) -> list[str]:
    try:
        columns = next(reader, [])
    except csv.Error as error:
        raise BadInput(path, f"not CSV ({error})", "save it as CSV in UTF-8") from error
    _check_columns(path, columns)
    return columns


def _check_columns(path: Path, columns: list[str]) -> None:
    if not set(TEXTS) & set(columns):
        raise BadInput(path, "has no column text", _of_columns(columns))
    if twice := next((name for name, times in Counter(columns).items() if name and times > 1), ""):
        raise BadInput(path, f"has two columns {twice[:COLUMN_NAMED]}", "rename one")


def _of_columns(columns: list[str]) -> str:
    """A hint with the columns that were found, and the one whose name is nearest to a name that is looked for."""
    if not any(columns):
        return "its first line must name the columns"
    shown = ", ".join(name[:COLUMN_NAMED] for name in columns[:COLUMNS_NAMED])
    found = f"its columns are {shown}{', …' if len(columns) > COLUMNS_NAMED else ''}"
    for name in columns[:COLUMNS_NAMED]:
        if near := difflib.get_close_matches(name[:COLUMN_NAMED].strip().casefold(), TEXTS, n=1, cutoff=0.8):
            return f"{found}; rename {name[:COLUMN_NAMED]} to {near[0]}"
    return f"{found}; one of them must be called text"


def _csv_row(path: Path, columns: list[str], cells: list[str], number: int) -> Row:
    if len(cells) != len(columns):
        return BadInput(path.name, "another number of cells than columns", line=number)
    if any("\udc80" <= c <= "\udcff" for cell in cells if not cell.isascii() for c in cell):
        return BadInput(path.name, "not UTF-8", "save it as CSV in UTF-8", number)
    return {k: _cell(k, v) for k, v in zip(columns, cells, strict=True) if v or k == "text"}


def _cell(key: str, value: str) -> JSON:
    if key in LISTS and value.lstrip().startswith("["):
        try:
            return jsontext.parse(value)
        except jsontext.NotJson:
            return value
    return value


def parquet_rows(path: Path) -> Iterator[tuple[int, Row]]:
    """A row a record, read some at a time."""
    number = 0
    with parquet(path) as file:
        _check_columns(path, file.schema_arrow.names)
        for batch in file.iter_batches(batch_size=64):
            for row in batch.to_pylist():
                number += 1
                yield number, row


@contextmanager
def parquet(path: Path) -> Iterator[Any]:
    """An open Parquet file. Raises ``MissingExtra`` without pyarrow, and ``BadInput``."""
    with of_extra("batch", "reading Parquet"):
        import pyarrow as pa
        from pyarrow.parquet import ParquetFile
    try:
        with ParquetFile(path) as file:
            yield file
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise BadInput(path, f"not Parquet ({str(error).splitlines()[0]})") from error
