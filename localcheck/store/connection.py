"""Opening the database, transactions, and SQLite's errors in this package's words."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from localcheck.errors import BackendError, BadInput
from localcheck.store.schema import LATEST, STEPS, migrate, version
from localcheck.system.resources import sha256_text
from localcheck.system.sqlitefile import log_ahead
from localcheck.text.inert import whole

DAMAGE = ("malformed", "no such table", "no such column", "Could not decode", "file is not")
"""Parts of SQLite's messages that mean that the file is damaged."""
BUSY_MS = 10_000
"""How long a writer waits for another one."""


def connect(path: Path) -> sqlite3.Connection:
    """Open (or make) the database at ``path`` and bring its tables up to date.

    Raises ``BadInput`` for a file that is no database or that a newer program wrote, ``BackendError`` for a full disk
    and the like.
    """
    with translated(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(path, isolation_level=None, timeout=BUSY_MS / 1000, factory=Connection)
        try:
            _prepare(connection, path)
        except BaseException:
            connection.close()
            raise
    return connection


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Open the database at ``path`` in a folder that cannot be written to.

    SQLite reads a database with a write-ahead log only where it can make a file beside it; where it cannot, the log was
    moved into the database when the last program closed it, and the database is read as a file that nobody changes.
    Raises ``BadInput`` for a database of an earlier version, which would have to be brought up to date, and for none.
    """
    with translated(path):
        for how in ("mode=ro", "mode=ro&immutable=1"):
            connection = sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, isolation_level=None)
            _readable(connection)
            try:
                taken = version(connection)
            except sqlite3.OperationalError:
                connection.close()
                if "immutable" in how:
                    raise
                continue
            break
    if taken != LATEST:
        connection.close()
        raise BadInput(path, "another version of localcheck wrote this store, and it cannot be brought up to date here")
    return connection


def _readable(connection: sqlite3.Connection) -> None:
    """What every query expects: rows with names, and ``folded``, since SQLite's ``lower`` knows the letters of ASCII alone."""
    connection.row_factory = sqlite3.Row
    connection.create_function("folded", 1, str.casefold, deterministic=True)


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    _readable(connection)
    taken = version(connection)
    if taken > LATEST:
        raise BadInput(
            path, "a newer version of localcheck wrote this store", "upgrade localcheck, or move the file away"
        )
    if taken not in (0, *STEPS):
        raise BadInput(path, "a version before 1.0.0 wrote this store", "move the file away; a new one is made")
    log_ahead(connection, BUSY_MS / 1000)
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")
    migrate(connection)


class Connection(sqlite3.Connection):
    """A connection whose transactions can be made one."""

    together = False
    """The transaction that is open is one of ``united``: what is written meanwhile is a part of it."""


class Part:
    """A part of the store, which reads and writes some of its tables over a connection that the store owns."""

    path: Path | str = "the store"
    """In messages."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def _rows(self, query: str, values: tuple[object, ...] = ()) -> list[sqlite3.Row]:
        with translated(self.path):
            return self._connection.execute(query, plain(values)).fetchall()


class transaction:
    """Commit everything in the block or nothing. The write lock is taken first, so that two writers wait instead of failing.

    It is a class and no generator: Ctrl-C while the block is entered would leave a generator standing, and with it the
    transaction open, for as long as the traceback is kept. What an interrupt left open all the same is rolled back first.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path | str = "the store", how: str = "IMMEDIATE") -> None:
        """``how``: ``DEFERRED`` takes no write lock, for a block that only reads."""
        self._connection, self._path, self._how = connection, path, how
        self._is_part = False

    def __enter__(self) -> sqlite3.Connection:
        with translated(self._path):
            self._is_part = self._connection.in_transaction and getattr(self._connection, "together", False)
            if self._is_part:
                return self._connection
            self._rollback()
            try:
                self._connection.execute(f"BEGIN {self._how}")
            except BaseException:
                self._rollback()
                raise
        return self._connection

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        with translated(self._path):
            try:
                if error is None and not self._is_part:
                    self._connection.execute("COMMIT")
            finally:
                if not self._is_part:
                    self._rollback()
            if error is not None:
                raise error  # here, so that what SQLite raised in the block is translated, too

    def _rollback(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")


class united(transaction):
    """A transaction that takes in those within it: all of them are committed, or none."""

    def __enter__(self) -> sqlite3.Connection:
        connection = super().__enter__()
        if isinstance(connection, Connection):
            connection.together = True
        return connection

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(self._connection, Connection) and not self._is_part:
            self._connection.together = False
        super().__exit__(kind, error, trace)


@contextmanager
def translated(path: Path | str) -> Iterator[None]:
    """SQLite's and the file system's errors as ``BadInput`` or ``BackendError``."""
    try:
        yield
    except OverflowError as error:
        raise BadInput(path, "a number that is too large to be stored") from error
    except UnicodeDecodeError as error:  # SQLite quotes what it cannot read
        raise BadInput(
            path, "the store is damaged (its text is not UTF-8)", "move the file away; a new one is made"
        ) from error
    except (sqlite3.Error, OSError) as error:
        if isinstance(error, sqlite3.DatabaseError) and "not a database" in str(error):
            raise BadInput(path, "not a SQLite database", "move the file away; a new one is made") from error
        if isinstance(error, sqlite3.DatabaseError) and any(sign in str(error) for sign in DAMAGE):
            raise BadInput(path, f"the store is damaged ({error})", "move the file away; a new one is made") from error
        hint = "is the disk full, the folder read-only, or another program holding the file? check --no-store needs no store"
        raise BackendError(f"{path}: {error}", hint) from error


P = ParamSpec("P")
R = TypeVar("R")


def checked_read(read: Callable[P, R]) -> Callable[P, R]:
    """Decorator of a method that reads rows: it sees the store as it was at one moment, while other programs write; within a
    transaction that is open already, as that one sees it.

    Whatever a damaged row makes the method raise becomes ``BadInput``.
    """

    @wraps(read)
    def checked(*args: P.args, **kwargs: P.kwargs) -> R:
        owner: Any = args[0]
        path, nested = owner.path, owner._connection.in_transaction
        try:
            with nullcontext() if nested else transaction(owner._connection, path, "DEFERRED"):
                return read(*args, **kwargs)
        except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError) as error:
            why = " ".join(str(error).split())[:120]
            hint = "move the file away; a new one is made"
            raise BadInput(path, f"the store is damaged ({type(error).__name__}: {why})", hint) from error

    return checked


def plain(values: Iterable[object]) -> tuple[object, ...]:
    """Values of a query, with U+FFFD for lone surrogates, which UTF-8 cannot hold."""
    return tuple(whole(value) if isinstance(value, str) else value for value in values)


def insert_passage(connection: sqlite3.Connection, text: str) -> str:
    """Keep the text of an article, once however many refer to it; returns the key that they refer to it by."""
    digest = sha256_text(whole(text))
    insert(connection, "passages", {"sha256": digest, "text": text}, clash="OR IGNORE")
    return digest


def insert(connection: sqlite3.Connection, table: str, *rows: Mapping[str, object], clash: str = "") -> int:
    """Add rows to a table, each with its values by column; returns the id of the last one. ``clash``: what becomes of a
    row that is there already, ``OR IGNORE`` or ``OR REPLACE``; else it is an error.
    """
    last = 0
    for row in rows:
        query = f"INSERT {clash} INTO {table} ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})"
        last = connection.execute(query, plain(row.values())).lastrowid or 0
    return last
