"""Rows by key in one SQLite file: what the caches of scores and of sentence vectors are made of."""

from __future__ import annotations

import hashlib
import sqlite3
import threading
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from localcheck.system.sqlitefile import open_cache

ASK = 500
"""Keys a query."""


class KeyedFile:
    """A table of rows by key that forgets its oldest rows when it grows too large.

    A damaged file is replaced. A file that cannot be read or written holds nothing: a cache never fails a run.
    """

    def __init__(self, path: Path, table: str, columns: Mapping[str, str], max_rows: int) -> None:
        """``columns``: name to SQL type, beside the key. ``max_rows``: when there are more, the oldest fifth goes."""
        self._table, self._columns = table, tuple(columns)
        self._lock = threading.Lock()
        declared = ", ".join(f"{name} {kind}" for name, kind in columns.items())
        schema = f"CREATE TABLE IF NOT EXISTS {table} (key BLOB PRIMARY KEY, {declared})"
        self._db = open_cache(path, schema, lambda db: _prune(db, table, max_rows))

    def read(self, keys: Iterable[bytes]) -> dict[bytes, tuple[Any, ...]]:
        """The rows of those ``keys`` that are there."""
        found: dict[bytes, tuple[Any, ...]] = {}
        distinct = list(dict.fromkeys(keys))
        query = f"SELECT key, {', '.join(self._columns)} FROM {self._table} WHERE key IN"
        with self._lock:
            for start in range(0, len(distinct) if self._db is not None else 0, ASK):
                part = distinct[start : start + ASK]
                try:
                    rows = self._db.execute(f"{query} ({','.join('?' * len(part))})", part).fetchall()  # type: ignore[union-attr]
                except sqlite3.Error:
                    return found
                found.update({bytes(key): tuple(values) for key, *values in rows if isinstance(key, bytes)})
        return found

    def newest(self) -> int:
        """A number that grows with every row that is written; 0 for an empty table, -1 where it cannot be read."""
        with self._lock:
            try:
                found = (
                    None if self._db is None else self._db.execute(f"SELECT MAX(rowid) FROM {self._table}").fetchone()
                )
            except sqlite3.Error:
                return -1
        return -1 if found is None else int(found[0] or 0)

    def write(self, rows: Mapping[bytes, Sequence[Any]]) -> None:
        """Keep ``rows``; those with the same keys are replaced."""
        marks = ", ".join("?" * (len(self._columns) + 1))
        with self._lock:
            if self._db is None:
                return
            try:
                with self._db:
                    self._db.executemany(
                        f"INSERT OR REPLACE INTO {self._table} VALUES ({marks})",
                        [(key, *values) for key, values in rows.items()],
                    )
            except sqlite3.Error:
                return

    def close(self) -> None:
        """Close the file; twice does no harm."""
        with self._lock:
            if self._db is not None:
                self._db.close()
                self._db = None


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
