"""What the agent remembers: triples and trajectories in a database of its own, beside the store of runs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import ClassVar

from localcheck.closing import Closing
from localcheck.errors import BackendError

TABLES = """
CREATE TABLE IF NOT EXISTS trajectories (
    id INTEGER PRIMARY KEY,
    made TEXT NOT NULL,
    document TEXT NOT NULL,
    digest TEXT NOT NULL,
    planner TEXT NOT NULL,
    body TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS triples (
    trajectory INTEGER NOT NULL REFERENCES trajectories (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    sentence TEXT NOT NULL,
    label TEXT NOT NULL,
    evidence TEXT NOT NULL,
    PRIMARY KEY (trajectory, position)
);
CREATE INDEX IF NOT EXISTS triples_of_document ON trajectories (digest, id);
"""


@dataclass(frozen=True, slots=True)
class Remembered:
    """One triple as it is kept."""

    sentence: str
    label: str
    evidence: str
    """JSON of the evidence and of how it was found."""


class AgentMemory(Closing):
    """Triples and trajectories by document. Writers queue; what was written survives a restart."""

    __provided__: ClassVar[bool] = True

    def __init__(self, path: Path | None) -> None:
        """Open (or make) the database; None keeps everything in memory only. Raises ``BackendError``."""
        try:
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(path or ":memory:", timeout=10, check_same_thread=False)
            self._connection.execute("PRAGMA foreign_keys = ON")
            self._connection.executescript(TABLES)
        except (OSError, sqlite3.Error) as error:
            raise BackendError(
                f"{path}: the agent's memory cannot be opened ({error})", "move the file away"
            ) from error

    def keep(self, document: str, digest: str, planner: str, body: str, triples: list[Remembered]) -> int:
        """Write one trajectory (``body``: its JSON) with its triples; its number."""
        made = datetime.now(UTC).isoformat(timespec="seconds")
        try:
            with self._connection:
                row = self._connection.execute(
                    "INSERT INTO trajectories (made, document, digest, planner, body) VALUES (?, ?, ?, ?, ?)",
                    (made, document, digest, planner, body),
                )
                number = int(row.lastrowid or 0)
                self._connection.executemany(
                    "INSERT INTO triples VALUES (?, ?, ?, ?, ?)",
                    [(number, i, t.sentence, t.label, t.evidence) for i, t in enumerate(triples)],
                )
        except sqlite3.Error as error:
            raise BackendError(f"the agent's memory cannot be written ({error})") from error
        return number

    def recall(self, digest: str) -> list[Remembered]:
        """The triples of the newest trajectory of the document with this digest."""
        rows = self._connection.execute(
            "SELECT sentence, label, evidence FROM triples WHERE trajectory ="
            " (SELECT MAX(id) FROM trajectories WHERE digest = ?) ORDER BY position",
            (digest,),
        )
        return [Remembered(*row) for row in rows]

    def trajectories(self) -> Iterator[str]:
        """The JSON of every trajectory, oldest first."""
        for (body,) in self._connection.execute("SELECT body FROM trajectories ORDER BY id"):
            yield str(body)

    def close(self) -> None:
        """Close the database."""
        self._connection.close()
