"""SQLite files that travel with a home: what is believed of one that this program may not have written."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from localcheck.system.closing import Closing

BUSY_SECONDS = 5
"""How long another process that writes is waited for."""
PAUSE = 0.01
"""Seconds between two tries."""
ASK = 500
"""Keys a query."""


def foreign(db: sqlite3.Connection) -> str:
    """Why this is no file of ours, empty when it may be one: it holds a view or a trigger, which act when tables are read.

    Functions with side effects are refused to whatever the file's own schema says.
    """
    db.execute("PRAGMA trusted_schema = OFF")
    db.execute("PRAGMA cell_size_check = ON")
    kinds = {str(kind) for (kind,) in db.execute("SELECT type FROM sqlite_master")}
    return f"it holds a {sorted(kinds - {'table', 'index'})[0]}" if kinds - {"table", "index"} else ""


def log_ahead(db: sqlite3.Connection, busy: float = BUSY_SECONDS) -> None:
    """Switch a database to the write-ahead log. SQLite does not wait here for others who open it just now, so this does.

    Raises ``sqlite3.OperationalError`` once it has waited ``busy`` seconds.
    """
    until = time.monotonic() + busy
    while True:
        try:
            db.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > until:
                raise
        time.sleep(PAUSE)


def open_file(path: Path | None, schema: str, busy: float = BUSY_SECONDS) -> sqlite3.Connection:
    """The database at ``path`` with the tables of ``schema``, made where there is none; None keeps it in memory.

    It may be used from several threads, one at a time; ``busy`` is how many seconds another process that writes is waited for.
    Raises ``sqlite3.Error``, for a foreign file as well, and ``OSError``.
    """
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
    db = sqlite3.connect(path or ":memory:", check_same_thread=False, timeout=busy)
    try:
        if why := foreign(db):
            raise sqlite3.DatabaseError(why)
        log_ahead(db, busy)
        db.execute("PRAGMA synchronous = NORMAL")
        db.execute("PRAGMA foreign_keys = ON")
        db.executescript(schema)
    except BaseException:
        db.close()
        raise
    return db


def open_cache(path: Path, schema: str, prune: Callable[[sqlite3.Connection], None]) -> sqlite3.Connection | None:
    """The cache at ``path``, pruned; a damaged or foreign file is replaced, an unwritable place means no cache (None)."""
    for attempt in (1, 2):
        try:
            return _pruned(open_file(path, schema), prune)
        except (sqlite3.OperationalError, OSError):
            return None
        except (sqlite3.Error, TypeError, ValueError):
            if attempt == 1:
                path.unlink(missing_ok=True)
    return None


class CacheFile(Closing):
    """A cache that several threads may use, one at a time; ``_db`` is None where the file cannot be used."""

    def __init__(self, path: Path, schema: str, prune: Callable[[sqlite3.Connection], None]) -> None:
        self._lock = threading.Lock()
        self._db = open_cache(path, schema, prune)

    def close(self) -> None:
        """Close the file; twice does no harm."""
        with self._lock:
            if self._db is not None:
                self._db.close()
                self._db = None


def rows_of(
    db: sqlite3.Connection, table: str, columns: Sequence[str], keys: Iterable[bytes]
) -> Iterator[tuple[Any, ...]]:
    """(key, columns …) of those ``keys`` that are in the table, each once."""
    distinct = list(dict.fromkeys(keys))
    for start in range(0, len(distinct), ASK):
        part = distinct[start : start + ASK]
        marks = ",".join("?" * len(part))
        yield from db.execute(f"SELECT key, {', '.join(columns)} FROM {table} WHERE key IN ({marks})", part)


def _pruned(db: sqlite3.Connection, prune: Callable[[sqlite3.Connection], None]) -> sqlite3.Connection:
    try:
        with db:
            prune(db)
    except BaseException:
        db.close()
        raise
    return db
