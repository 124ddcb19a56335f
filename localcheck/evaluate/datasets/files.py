"""Rows of a data set's file: reading JSON and JSON lines, and errors that name the row."""

from __future__ import annotations

import gzip
import hashlib
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TypeVar

from localcheck.errors import BadInput
from localcheck.system.jsontext import NotJson, lines, parse
from localcheck.types import JSON

T = TypeVar("T")
SEE = "the page “File formats” of the documentation says what it holds"
LARGEST = 512 * 1024 * 1024
"""Bytes of a data set, unpacked."""
EXPANDS, FLOOR = 100, 1 << 24
"""A gzip file that expands more than this many times is refused, if its content is larger than this many bytes; rows of text
compress about twentyfold at most."""


@dataclass(frozen=True, slots=True)
class Fields:
    """One row of a file, for reading its fields by name and type."""

    path: Path
    number: int
    """From 1; blank lines of a .jsonl file are no rows."""
    values: dict[str, JSON]

    def bad(self, message: str, hint: str = SEE) -> BadInput:
        """An error that names the row."""
        return BadInput(self.path, f"row {self.number}: {message}", hint)

    def text(self, name: str, *, default: str | None = None) -> str:
        """A string field. Raises ``BadInput``."""
        value = self.values.get(name, default)
        if value is None:
            raise self.bad(f"has no {name!r}")
        if not isinstance(value, str):
            raise self.bad(f"{name!r} is not a text")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of strings, or one string; empty when it is not there. Raises ``BadInput``."""
        value = self.values.get(name)
        if value is None:
            return ()
        found = [value] if isinstance(value, str) else value
        if not isinstance(found, list) or not all(isinstance(x, str) for x in found):
            raise self.bad(f"{name!r} is neither a text nor a list of texts")
        return tuple(found)


def rows_of(path: Path, value: JSON) -> Iterator[Fields]:
    """The rows of a list of objects. Raises ``BadInput``."""
    if not isinstance(value, list):
        raise BadInput(path, "is not a list of rows", "give a JSON list of objects, or JSON lines")
    for number, row in enumerate(value, 1):
        if not isinstance(row, dict):
            raise BadInput(path, f"row {number} is not an object", SEE)
        yield Fields(path, number, row)


def load_json(path: Path) -> JSON:
    """The value of a .json file, or the list of a .jsonl file; gzip is recognised. Raises ``BadInput`` with the line."""
    text = _text(path)
    if ".jsonl" in path.name:
        return [_line(path, i, line) for i, line in lines(text)]
    try:
        return parse(text)
    except NotJson as error:
        raise BadInput(path, error.why, f"a data set is JSON, or JSON lines; {SEE}") from error


def _text(path: Path) -> str:
    try:
        with path.open("rb") as f:
            packed = f.read(2) == b"\x1f\x8b"
            f.seek(0)
            raw = _unpacked(path, f) if packed else f.read(LARGEST + 1)
        if len(raw) > LARGEST:
            raise BadInput(path, f"is larger than {LARGEST >> 20} MiB")
        return raw.decode("utf-8-sig")
    except FileNotFoundError:
        raise BadInput(path, "no such file", f"give the data set's file; {SEE}") from None
    except IsADirectoryError:
        raise BadInput(path, "is a folder", f"give the data set's file; {SEE}") from None
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise BadInput(path, f"cannot be read: {error}") from error


def _unpacked(path: Path, file: IO[bytes]) -> bytes:
    """The content of a gzip file. Raises ``BadInput`` if it expands far more than data does."""
    most = max(EXPANDS * path.stat().st_size, FLOOR)
    with gzip.open(file) as unpacked:
        raw: bytes = unpacked.read(min(LARGEST, most) + 1)
    if len(raw) > most:
        raise BadInput(path, f"expands more than {EXPANDS}-fold", "if you trust it, give the plain file")
    return raw


def _line(path: Path, number: int, line: str) -> JSON:
    try:
        return parse(line)
    except NotJson as error:
        raise BadInput(path, error.why, line=number) from error


def digest(path: Path) -> str:
    """SHA-256 of a file, or of the names and hashes of a folder's data files."""
    whole = hashlib.sha256()
    for file in data_files(path):
        with file.open("rb") as f:
            whole.update(f"{file.name}\0{hashlib.file_digest(f, 'sha256').hexdigest()}\n".encode())
    return whole.hexdigest()


def data_files(path: Path) -> list[Path]:
    """The file itself, or a folder's .json and .jsonl files in order. Raises ``BadInput`` for a folder without any."""
    if not path.is_dir():
        return [path]
    files = sorted(p for p in path.iterdir() if p.suffix in (".json", ".jsonl"))
    if not files:
        raise BadInput(path, "holds no .json or .jsonl file")
    return files


def chosen(items: Sequence[T], limit: int | None, spread: bool) -> list[T]:
    """The first ``limit`` items, or that many at even distances; all of them for ``None``.

    >>> chosen(range(10), 3, True)
    [0, 3, 6]
    """
    if limit is None or limit >= len(items):
        return list(items)
    return [items[i * len(items) // limit] for i in range(limit)] if spread else list(items[:limit])
