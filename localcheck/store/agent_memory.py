"""What the agent remembers: judgements and trajectories in a database of its own, beside the store of runs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from localcheck.errors import BackendError
from localcheck.store.connection import BUSY_MS, insert, translated
from localcheck.system.clock import now
from localcheck.system.closing import Closing
from localcheck.system.sqlitefile import open_file

TABLES = """
CREATE TABLE IF NOT EXISTS trajectories (
    id INTEGER PRIMARY KEY,
    made TEXT NOT NULL,
    document TEXT NOT NULL,
    digest TEXT NOT NULL,
    planner TEXT NOT NULL,
    body TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS judged (
    key TEXT PRIMARY KEY,
    means TEXT NOT NULL,
    made TEXT NOT NULL,
    sentence TEXT NOT NULL,
    label TEXT NOT NULL,
    body TEXT NOT NULL
);
"""
MOST = 50_000
"""Judgements that are kept, and trajectories; the oldest go first."""


@dataclass(frozen=True, slots=True)
class JudgedRow:
    """One judgement as it is kept."""

    made: str
    """ISO 8601, UTC."""
    body: str
    """JSON of the verdict and of how it was found."""


class AgentMemory(Closing):
    """Trajectories, and judgements by what was judged, kept across restarts."""

    __provided__: ClassVar[bool] = True

    def __init__(self, path: Path | None, recalls: bool = True) -> None:
        """Open (or make) the database; None keeps everything in memory only. Raises ``BackendError``.

        ``recalls``: may judgements be taken from it? They are kept either way.
        """
        self.recalls = recalls
        self._where = path or "the agent's memory"
        try:
            self._connection = open_file(path, TABLES, BUSY_MS / 1000)
        except (OSError, sqlite3.Error) as error:
            raise BackendError(
                f"{path}: the agent's memory cannot be opened ({error})", "move the file away"
            ) from error

    def keep(self, document: str, digest: str, planner: str, body: str) -> None:
        """Write one trajectory (``body``: its JSON)."""
        with self._writing() as connection:
            row = {"made": now(), "document": document, "digest": digest, "planner": planner, "body": body}
            last = insert(connection, "trajectories", row)
            connection.execute("DELETE FROM trajectories WHERE id <= ?", (last - MOST,))

    def judge(self, key: str, means: str, sentence: str, label: str, body: str) -> None:
        """Keep a judgement under ``key``, in the place of an earlier one. Raises ``BackendError``."""
        with self._writing() as connection:
            row = {"key": key, "means": means, "made": now(), "sentence": sentence, "label": label, "body": body}
            insert(connection, "judged", row, clash="OR REPLACE")
            connection.execute("DELETE FROM judged WHERE rowid <= (SELECT MAX(rowid) FROM judged) - ?", (MOST,))

    def judged(self, key: str) -> JudgedRow | None:
        """The judgement under ``key``, None where there is none. Raises ``BackendError``."""
        try:
            row = self._connection.execute("SELECT made, body FROM judged WHERE key = ?", (key,)).fetchone()
        except sqlite3.Error as error:
            raise BackendError(f"the agent's memory cannot be read ({error})", "move agent.db away") from error
        return None if row is None else JudgedRow(str(row[0]), str(row[1]))

    def trajectories(self) -> Iterator[str]:
        """The JSON of every trajectory, oldest first."""
        with translated(self._where):
            for (body,) in self._connection.execute("SELECT body FROM trajectories ORDER BY id"):
                yield str(body)

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction. Raises ``BackendError``."""
        try:
            with self._connection:
                yield self._connection
        except sqlite3.Error as error:
            raise BackendError(f"the agent's memory cannot be written ({error})") from error

    def close(self) -> None:
        """Close the database."""
        self._connection.close()
