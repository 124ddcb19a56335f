"""Looking at a batch from outside: what stands in OUT so far, whether it is at work, and any of its documents as a report.

Only reads. A row is parsed when it has been written whole; the reports of the rows are left in the file until one is asked for.
"""

from __future__ import annotations

import fcntl
import io
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from localcheck.batch.rows import FORMAT, HEAD, VERSION, begins
from localcheck.errors import BadInput
from localcheck.reports import codec
from localcheck.system import jsontext
from localcheck.types import Report

MOST = 200
"""Files of a folder that are looked at for batches."""
AT_ONCE = 1_000_000
"""Bytes that one look reads at most: a batch may have gigabytes, and whoever looks should not stand still."""
TAIL = 4_096
"""Bytes that are compared at each look, to see whether what was read still stands there."""
REPORT, ERROR = b', "report": ', b', "error": '
"""What stands around the report of a row. No string of JSON holds such quotes."""


class State(StrEnum):
    """What goes on with a batch."""

    RUNNING = "running"
    STOPPED = "stopped"
    """Nobody works on it, and it is not finished: --resume continues it."""
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Seen:
    """A row of OUT, without its report."""

    number: int
    """From 1."""
    start: int
    """Where its line begins, in bytes."""
    size: int
    id: str
    score: float | None
    outcome: str
    """``error`` for a document that could not be checked."""
    disposition: str
    """Empty for a row with an error."""
    claims: int
    supported: int
    contradicted: int
    failed: int
    error: str
    """Message of the row's error; empty without one."""

    @property
    def flagged(self) -> bool:
        """It does not pass."""
        return self.disposition != "pass"


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    """Raises ``BadInput`` where the block cannot read the file."""
    try:
        yield
    except OSError as error:
        raise BadInput(path, f"cannot be read: {error.strerror}") from error


class Watch:
    """One OUT file. ``poll`` reads what was appended since."""

    def __init__(self, path: Path) -> None:
        """Raises ``BadInput`` for what is not a batch file."""
        self.path = path
        self.rows: list[Seen] = []
        self._read, self._tail = 0, b""
        """How many bytes were read, and the last of them."""
        self.behind = False
        """There is more to read than the last look took."""
        with _readable(path):
            begun = not path.stat().st_size or begins(path)
        if not begun:
            raise BadInput(path, "is not the output of a batch", "give the OUT of localcheck batch IN OUT")

    def poll(self) -> list[Seen]:
        """The rows that were added, of ``AT_ONCE`` bytes at most; then it is ``behind``. A file in which something else stands
        where was read (a batch that continues cut it) is read anew.
        """
        with _readable(self.path), self.path.open("rb") as file:
            size = file.seek(0, 2)
            file.seek(self._read - len(self._tail))
            if file.read(len(self._tail)) != self._tail:
                self.rows, self._read, self._tail = [], 0, b""
            file.seek(self._read)
            data = file.read(min(AT_ONCE, size - self._read))
            if not data.endswith(b"\n"):
                data += file.readline()
        fresh: list[Seen] = []
        for line in io.BytesIO(data):
            if not line.endswith(b"\n"):
                break
            fresh.append(_seen(line, len(self.rows) + len(fresh) + 1, self._read))
            self._read += len(line)
        self._tail = (self._tail + data[: sum(row.size for row in fresh)])[-TAIL:]
        self.rows += fresh
        self.behind = bool(fresh) and self._read < size
        return fresh

    @property
    def state(self) -> State:
        """Running while a batch holds the file; finished when its journal is gone."""
        with _readable(self.path), self.path.open("rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return State.RUNNING
        journal = self.path.with_name(self.path.name + ".journal")
        return State.STOPPED if journal.exists() or not self.rows else State.FINISHED

    def report(self, row: Seen) -> Report | None:
        """The report of a row; None for a row with an error. Raises ``BadInput`` when the file is another one by now."""
        with _readable(self.path), self.path.open("rb") as file:
            file.seek(row.start)
            line = file.read(row.size)
        changed = BadInput(self.path, "has changed since it was read", "open it again")
        try:
            value = jsontext.parse_object(line)
            if str(value["id"]) != row.id:
                raise changed
            return None if value["report"] is None else codec.report_from_json(value["report"], str(self.path))
        except (jsontext.NotJson, KeyError) as error:
            raise changed from error


def batches_in(folder: Path) -> list[Path]:
    """Files of ``folder`` that begin as OUT of a batch, the newest first; only the ``MOST`` newest files are looked at."""
    try:
        files = [path for path in folder.iterdir() if path.is_file() and not path.name.startswith(".")]
        newest = sorted(files, key=lambda path: (path.stat().st_mtime, path), reverse=True)[:MOST]
    except OSError:
        return []
    return [path for path in newest if _begins(path)]


def _begins(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(HEAD)) == HEAD
    except OSError:
        return False


def _seen(line: bytes, number: int, start: int) -> Seen:
    """A row; a damaged line is a row with an error, so that the numbers stay those of the file."""
    try:
        row = jsontext.parse_object(_without_report(line))
        if (row["format"], row["version"]) != (FORMAT, VERSION):
            raise KeyError("format")
        found, ruling, error = row["faithfulness"] or {}, row["ruling"] or {}, row["error"] or {}
        return Seen(
            number,
            start,
            len(line),
            str(row["id"]),
            found.get("score"),
            str(found.get("outcome", "error")),
            str(ruling.get("disposition", "")),
            int(found.get("claims", 0)),
            int(found.get("supported", 0)),
            int(found.get("contradicted", 0)),
            int(found.get("failed", 0)),
            str(error.get("message", "")),
        )
    except (jsontext.NotJson, KeyError, TypeError, ValueError, AttributeError):
        return Seen(number, start, len(line), "", None, "error", "", 0, 0, 0, 0, "a damaged line")


def _without_report(line: bytes) -> bytes:
    """A row without the long part of it."""
    start, end = line.find(REPORT), line.rfind(ERROR)
    return line[:start] + line[end:] if 0 <= start < end else line


def worst_first(rows: Iterable[Seen]) -> list[Seen]:
    """Rows that do not pass: errors, then the lowest scores."""
    return sorted(
        (r for r in rows if r.flagged), key=lambda r: (not r.error, r.score is None, r.score or 0.0, r.number)
    )
