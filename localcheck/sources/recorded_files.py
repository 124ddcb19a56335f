"""The files of a WikiBio web recording: from a folder as they are, from a tar archive through a table made once.

An archive is only ever streamed, never unpacked to paths: members whose names match a pattern become rows of
an SQLite table in the home's cache, written beside and renamed when it is whole.
"""

from __future__ import annotations

import lzma
import secrets
import sqlite3
import tarfile
import threading
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import IO

import zstandard

from localcheck.errors import BadInput, RetrievalError
from localcheck.system.resources import home, sha256_text
from localcheck.text.patterns import regex

MEMBER = regex(r"(?:^|/)(webpage/[\w.-]{1,80}\.json|decomposed/decomposed_[\w.-]{1,80}\.txt)$")
CLAIMS = regex(r"decomposed/decomposed_(.+)_(\d+)\.txt$")
MEMBER_LIMIT = 64 << 20
"""Bytes of one recorded file."""


def open_files(path: Path) -> FolderFiles | TableFiles:
    """The recording at ``path``. Raises ``BadInput`` for what is none."""
    if path.is_dir():
        if not (path / "webpage").is_dir():
            raise BadInput(
                path, "is not a recording (it has no folder webpage/)", "give the folder that holds webpage/"
            )
        return FolderFiles(path)
    if not path.is_file():
        raise BadInput(path, "there is no such recording", "give a folder, a tar archive or a JSONL file")
    return TableFiles(_table(path))


def _by_number(ids: set[str]) -> list[str]:
    return sorted(ids, key=lambda i: (not i.isdecimal(), int(i) if i.isdecimal() else 0, i))


class FolderFiles:
    """Files read from a folder when they are asked for."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._claims: dict[str, tuple[str, int]] | None = None

    def text(self, name: str) -> str | None:
        """A file's text, bytes that are not UTF-8 replaced; None when there is none."""
        if not MEMBER.search(name):
            return None
        try:
            return (self._root / name).read_text(encoding="utf-8", errors="replace")
        except FileNotFoundError:
            return None
        except OSError as error:
            raise RetrievalError(f"{self._root / name} cannot be read ({error.strerror})") from error

    def _places(self) -> dict[str, tuple[str, int]]:
        if self._claims is None:
            self._claims = {}
            for path in sorted((self._root / "decomposed").glob("decomposed_*.txt")):
                found = CLAIMS.search(f"decomposed/{path.name}")
                for line in (self.text(f"decomposed/{path.name}") or "").splitlines() if found else ():
                    self._claims.setdefault(line.strip(), (found.group(1), int(found.group(2))))  # type: ignore[union-attr]
        return self._claims

    def place(self, claim: str) -> tuple[str, int] | None:
        """Document and sentence of a recorded claim."""
        return self._places().get(claim.strip())

    def documents(self) -> list[str]:
        """Ids of documents, in order."""
        return _by_number({p.stem.rpartition("_")[0] for p in (self._root / "webpage").glob("*_*.json")})

    def __len__(self) -> int:
        return sum(1 for _ in (self._root / "webpage").glob("*.json"))

    def close(self) -> None:
        """Does nothing: no file is kept open."""


class TableFiles:
    """Files read from the table made of an archive."""

    def __init__(self, table: Path) -> None:
        self._db = sqlite3.connect(
            table.absolute().as_uri() + "?mode=ro&immutable=1", uri=True, check_same_thread=False
        )
        self._lock = threading.Lock()

    def _one(self, sql: str, *values: object) -> tuple[object, ...] | None:
        with self._lock:
            row: tuple[object, ...] | None = self._db.execute(sql, values).fetchone()
        return row

    def text(self, name: str) -> str | None:
        row = self._one("SELECT data FROM files WHERE name = ?", name)
        if row is None:
            return None
        data = zstandard.ZstdDecompressor().decompress(bytes(row[0]), max_output_size=MEMBER_LIMIT)  # type: ignore[call-overload]
        return data.decode("utf-8", "replace")

    def place(self, claim: str) -> tuple[str, int] | None:
        row = self._one("SELECT doc, sentence FROM claims WHERE claim = ?", claim.strip())
        return None if row is None else (str(row[0]), int(str(row[1])))

    def documents(self) -> list[str]:
        with self._lock:
            names = [str(n) for (n,) in self._db.execute("SELECT name FROM files WHERE name LIKE 'webpage/%'")]
        return _by_number({Path(n).stem.rpartition("_")[0] for n in names})

    def __len__(self) -> int:
        row = self._one("SELECT count(*) FROM files WHERE name LIKE 'webpage/%'")
        return int(str(row[0])) if row else 0

    def close(self) -> None:
        self._db.close()


def _table(archive: Path) -> Path:
    """The table of ``archive``, made on first use. Its name says which archive it was made of."""
    stat = archive.stat()
    mark = sha256_text(f"{archive.resolve()}\0{stat.st_size}\0{stat.st_mtime_ns}")[:20]
    table = home() / "cache" / f"recorded-{mark}.sqlite"
    if not table.is_file():
        table.parent.mkdir(parents=True, exist_ok=True)
        part = table.with_name(f".{table.name}.{secrets.token_hex(4)}.part")
        try:
            _fill(archive, part)
            part.replace(table)
        finally:
            part.unlink(missing_ok=True)
    return table


def _fill(archive: Path, part: Path) -> None:
    db = sqlite3.connect(part)
    compress = zstandard.ZstdCompressor(level=6).compress
    count = 0
    try:
        db.execute("PRAGMA journal_mode=OFF")
        db.execute("CREATE TABLE files (name TEXT PRIMARY KEY, data BLOB NOT NULL) WITHOUT ROWID")
        db.execute("CREATE TABLE claims (claim TEXT PRIMARY KEY, doc TEXT, sentence INTEGER) WITHOUT ROWID")
        with tarfile.open(archive, "r|*") as tar:
            for member in tar:
                found = MEMBER.search(member.name)
                if not (found and member.isreg() and member.size <= MEMBER_LIMIT):
                    continue
                file = tar.extractfile(member)
                if file is not None:
                    count += 1
                    _insert(db, found.group(1), file, compress)
        db.commit()
    except (tarfile.TarError, EOFError, OSError, lzma.LZMAError, zlib.error) as error:
        raise BadInput(archive, f"is not a whole tar archive ({error})", "get the recording again") from error
    finally:
        db.close()
    if not count:
        raise BadInput(archive, "holds no recording (no webpage/ID_SENTENCE.json)", "is it the right archive?")


def _insert(db: sqlite3.Connection, name: str, file: IO[bytes], compress: Callable[[bytes], bytes]) -> None:
    data = file.read()
    db.execute("INSERT OR REPLACE INTO files VALUES (?, ?)", (name, compress(data)))
    if found := CLAIMS.search(name):
        lines = (line.strip() for line in data.decode("utf-8", "replace").splitlines())
        rows = [(line, found.group(1), int(found.group(2))) for line in lines if line]
        db.executemany("INSERT OR IGNORE INTO claims VALUES (?, ?, ?)", rows)
