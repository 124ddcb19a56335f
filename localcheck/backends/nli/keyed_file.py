"""Rows by key in one SQLite file: what the caches of scores and of sentence vectors are made of."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from localcheck.system.sqlitefile import CacheFile, rows_of


class KeyedFile(CacheFile):
    """A table of rows by key that forgets its oldest rows when it grows too large.

    A damaged file is replaced. A file that cannot be read or written holds nothing: a cache never fails a run.
    """

    def __init__(self, path: Path, table: str, columns: Mapping[str, str], max_rows: int) -> None:
        """``columns``: name to SQL type, beside the key. ``max_rows``: when there are more, the oldest fifth goes."""
        self._table, self._columns = table, tuple(columns)
        declared = ", ".join(f"{name} {kind}" for name, kind in columns.items())
        schema = f"CREATE TABLE IF NOT EXISTS {table} (key BLOB PRIMARY KEY, {declared})"
        super().__init__(path, schema, lambda db: _prune(db, table, max_rows))

    def read(self, keys: Iterable[bytes]) -> dict[bytes, tuple[Any, ...]]:
        """The rows of those ``keys`` that are there."""
        found: dict[bytes, tuple[Any, ...]] = {}
        with self._lock, suppress(sqlite3.Error):
            for key, *values in rows_of(self._db, self._table, self._columns, keys) if self._db is not None else ():
                if isinstance(key, bytes):
                    found[key] = tuple(values)
        return found

    def newest(self) -> int:
        """A number that grows with every row that is written; 0 for an empty table, -1 where it cannot be read."""
        with self._lock:
            try:
                query = f"SELECT MAX(rowid) FROM {self._table}"
                found = None if self._db is None else self._db.execute(query).fetchone()
            except sqlite3.Error:
                return -1
        return -1 if found is None else int(found[0] or 0)

    def write(self, rows: Mapping[bytes, Sequence[Any]]) -> None:
        """Keep ``rows``; those with the same keys are replaced."""
        marks = ", ".join("?" * (len(self._columns) + 1))
        with self._lock, suppress(sqlite3.Error):
            if self._db is not None:
                with self._db as db:
                    packed = [(key, *values) for key, values in rows.items()]
                    db.executemany(f"INSERT OR REPLACE INTO {self._table} VALUES ({marks})", packed)


def base_of(*parts: object) -> bytes:
    """What all keys of one model start from: a digest of ``parts``."""
    return hashlib.blake2b("\0".join(map(str, parts)).encode(), digest_size=32).digest()


def key_of(base: bytes, content: bytes) -> bytes:
    """The key of ``content`` among those that start from ``base``."""
    return hashlib.blake2b(content, key=base, digest_size=20).digest()


def _prune(db: sqlite3.Connection, table: str, max_rows: int) -> None:
    lowest, highest = db.execute(f"SELECT MIN(rowid), MAX(rowid) FROM {table}").fetchone()
    if highest is not None and highest - lowest + 1 > max_rows:
        db.execute(f"DELETE FROM {table} WHERE rowid <= ?", (highest - max_rows * 4 // 5,))
