"""Reads the documents of a batch, one at a time, from JSONL, CSV, Parquet or a folder."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from localcheck.errors import BadInput, LocalcheckError
from localcheck.ingest.documents import from_text, read_document, read_documents
from localcheck.ingest.documents.json_rows import from_row
from localcheck.ingest.documents.kinds import SUFFIXES
from localcheck.ingest.documents.table_rows import Row, csv_rows, json_rows, parquet, parquet_rows
from localcheck.ingest.listing import Left, Listing, listing
from localcheck.system.resources import sha256_text
from localcheck.types import JSON, Document

KINDS = "give JSONL, CSV, TSV, Parquet or a folder"
ROWS: dict[str, Callable[[Path], Iterator[tuple[int, Row]]]] = {
    **dict.fromkeys((".jsonl", ".ndjson"), json_rows),
    **dict.fromkeys((".csv", ".tsv"), csv_rows),
    ".parquet": parquet_rows,
}
"""What reads the rows of a file, by its suffix."""
FIRST = 100
"""So many rows show whether those of a file come with a context."""


@dataclass(frozen=True, slots=True)
class Item:
    """One document of a batch, or why it cannot be read."""

    index: int
    """From 0."""
    document: Document
    """Its text is empty if it could not be read."""
    error: LocalcheckError | None = None
    placed: bool = False
    """Its id is its place in the input, which another document may have when the batch is resumed."""

    @property
    def digest(self) -> str:
        """SHA-256 of the document and everything that came with it, but not of an id that is its place."""
        d = self.document
        parts = [
            "" if self.placed else d.id,
            d.text,
            d.title,
            d.prompt,
            d.samples,
            d.context,
            d.meta,
            str(self.error or ""),
        ]
        return sha256_text(json.dumps(parts, sort_keys=True, default=str))


def items(path: Path, limit: int | None = None, out: Path | None = None) -> Iterator[Item]:
    """The documents at ``path``, at most ``limit``. A row that cannot be read is an item with an error.

    Raises ``BadInput`` at once for what is no batch, later for a file or folder that cannot be read, and ``MissingExtra`` for
    Parquet without pyarrow.
    """
    return (replace(item, index=index) for index, item in enumerate(islice(_read(path, out), limit)))


def beginning(path: Path, limit: int | None = None) -> list[Document]:
    """The first ``FIRST`` documents of a file of rows, without those that cannot be read; none of a folder.

    Raises what ``items`` raises.
    """
    if path.is_dir():
        return []
    first = islice(items(path, limit), FIRST)
    return [item.document for item in first if item.error is None and item.document.text]


def _read(path: Path, out: Path | None) -> Iterator[Item]:
    if path.is_dir():
        return _folder(path, out)
    if not path.is_file():
        if path.exists() or str(path) == "-":
            raise BadInput(
                path, "a batch is not read from a pipe", "write the rows to a file: --resume reads them again"
            )
        raise BadInput(path, "no such file or folder", KINDS)
    suffix = path.suffix.lower()
    if suffix not in ROWS:
        raise BadInput(path, f"a batch is not read from {suffix or 'such a file'}", KINDS)
    return _rows(path, ROWS[suffix](path))


def _folder(path: Path, out: Path | None) -> Iterator[Item]:
    """Every document in the folder and the folders in it, by path; one in a format that is not read is an error."""
    found = _files(path, out).read
    if not found:
        raise BadInput(path, "no document in this folder", f"files of type {', '.join(sorted(SUFFIXES))} are read")
    for file in found:
        name = file.relative_to(path).as_posix()
        try:
            for document in read_documents(file):
                place = document.id.removeprefix(str(file))
                yield Item(0, replace(document, id=name + place), placed=place != document.id)
        except LocalcheckError as error:
            yield Item(0, Document(name, ""), error)


def _files(path: Path, out: Path | None = None) -> Listing:
    """The files of a folder, without what this batch writes: ``out``, and what is kept beside it until it ends."""
    found = listing(path, SUFFIXES, out)
    if out is None:
        return found
    return replace(found, left=tuple(one for one in found.left if not _beside(path / one.where, out)))


def _beside(file: Path, out: Path) -> bool:
    """Whether a file is named after ``out`` and lies beside it, as the journal of a batch does."""
    return file.name.startswith(f"{out.name}.") and file.parent.resolve() == out.parent.resolve()


def left_out(path: Path, out: Path | None = None) -> tuple[Left, ...]:
    """The files of a folder that are not read; none where ``path`` is no folder."""
    return _files(path, out).left if path.is_dir() else ()


def _rows(path: Path, rows: Iterator[tuple[int, Row]]) -> Iterator[Item]:
    empty = True
    for number, row in rows:
        empty = False
        place = name = f"{path.name}:{number}"
        try:
            if isinstance(row, LocalcheckError):
                raise row
            name = place if (own := row.get("id")) in (None, "") else str(own)
            yield Item(0, _document(path, number, row, name), placed=name == place)
        except LocalcheckError as error:
            yield Item(0, Document(name, ""), error)
    if empty:
        raise BadInput(path, "holds no documents", 'give one {"text": "…"} object per line')


def _document(path: Path, number: int, row: Mapping[str, JSON], name: str) -> Document:
    """The document of one row: its ``text``, or the file that its ``path`` names. An empty text is allowed."""
    given = row.get("text")
    rest = {k: v for k, v in row.items() if k not in ("text", "path") and v is not None}
    if given is None and isinstance(row.get("path"), str):
        file = _inside(path, str(row["path"]), number)
        try:
            document = read_document(file)
        except LocalcheckError as error:  # rows are the same wherever the folder of the batch lies
            error.message = error.message.replace(str(file), str(row["path"]))
            raise
        made = from_row({"title": document.title, **rest, "text": "-"}, path.name, number, name)
        return replace(made, text=document.text, meta=(*document.meta, *made.meta))
    if isinstance(given, str) and not given.strip():
        return replace(from_row({**rest, "text": "-"}, path.name, number, name), text="")
    made = from_row({**rest, "text": given}, path.name, number, name)
    return replace(made, text=from_text(made.text, id=name).text)


def _inside(batch: Path, name: str, number: int) -> Path:
    """A file that a row names. It must be in the folder of the batch, so that a batch from elsewhere cannot read other
    files.
    """
    folder = batch.parent.resolve()
    try:
        target = (folder / name).resolve()
    except (OSError, ValueError, RuntimeError) as error:  # NUL, a name that is too long, links in a circle
        raise BadInput(batch.name, f"path {name[:80]!r} cannot be used: {error}", line=number) from None
    if not target.is_relative_to(folder):
        raise BadInput(batch.name, f"path {name!r} leads out of the folder of the batch", "move the file there", number)
    return target


def count(path: Path, limit: int | None = None, out: Path | None = None) -> int | None:
    """The number of items, found without reading any of them; None for what is no batch."""
    try:
        n = _counted(path, out)
    except (LocalcheckError, OSError):
        return None
    return n if limit is None else min(n, limit)


def _counted(path: Path, out: Path | None) -> int:
    if path.is_dir():
        return len(_files(path, out).read)
    rows = ROWS.get(path.suffix.lower(), parquet_rows)
    if rows is json_rows:
        with path.open("rb") as file:
            return sum(1 for line in file if line.strip())
    if rows is csv_rows:
        return sum(1 for _ in csv_rows(path))
    with parquet(path) as opened:
        return int(opened.metadata.num_rows)
