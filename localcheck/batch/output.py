"""OUT, the rows of finished documents, appended and synced in the order of the input; and the journal beside it.

An incomplete last line of OUT is cut off; a damaged one goes to a file beside it. Rows that no longer belong where they
stand wait in another file beside it, so that a kill loses none of them. The journal takes the verdicts of unfinished
documents as they are made, so that a kill loses at most the claim at work; what a damaged line of it held is judged again.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import io
import json
import os
import secrets
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

from localcheck.batch.rows import Written, begins, untimed, written
from localcheck.errors import BackendError, BadInput, UsageError
from localcheck.reports import codec
from localcheck.system import jsontext
from localcheck.system.closing import Closing
from localcheck.system.resources import atomic_write, is_at, regular
from localcheck.types import Label, Verdict

NO_ROW = Written("", "", "", 0)
"""Of a line that is none."""
TRIES, PAUSE = 10, 0.02
FULL = "free some space, then continue with --resume; nothing that was written is lost"


@dataclass(frozen=True, slots=True)
class Kept:
    """A row that was there when the batch was opened. Its line is left in its file: there may be gigabytes of them."""

    row: Written
    start: int
    """Where its line begins, in bytes."""
    size: int


class Output(Closing):
    """OUT, open for one batch. Use as a context manager; a second batch on the same file is refused."""

    def __init__(self, path: Path, resume: bool) -> None:
        """Raises ``UsageError`` when OUT holds rows and ``resume`` is off, or something else than rows; ``BadInput`` when it
        is no regular file; ``BackendError`` when it cannot be written.
        """
        self.path = path = regular(path)
        self.warnings: list[str] = []
        self.kept: list[Kept] = []
        """Rows of OUT when it was opened, in order; after a damaged one there are none."""
        self.spare: list[Kept] = []
        """Rows that do not stand in OUT but in the file beside it: what was cut out, now or by an earlier resumption."""
        self.aside = path.with_name(path.name + ".kept")
        """That file."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._new = not path.exists()
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        except OSError as error:
            raise BadInput(path, f"cannot be written: {error.strerror}", "choose another OUT") from error
        try:
            self._lock()
            self._load(resume)
        except BaseException:
            os.close(self._file)
            raise

    def close(self) -> None:
        """Close the file; one that this batch made and wrote nothing into is taken away."""
        if self._new and not os.fstat(self._file).st_size:
            self.path.unlink(missing_ok=True)
        os.close(self._file)

    def _lock(self) -> None:
        """Take the lock. Who looks at a batch holds it, too, for an instant; a batch without rows takes its file away at its
        end, and what was written into that would be lost.
        """
        for tries_left in reversed(range(TRIES)):
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except OSError as error:
                if not tries_left:
                    raise BackendError(
                        f"{self.path}: another batch is writing it", "wait for it, or choose another OUT"
                    ) from error
                time.sleep(PAUSE)
        if not (self.path.exists() and is_at(self.path, self._file)):
            raise BackendError(f"{self.path}: another batch has just taken it away", "say the command again")

    def _load(self, resume: bool) -> None:
        """Find the rows of OUT. Damaged lines go to a file beside it, and the rows after them to another one."""
        size = os.fstat(self._file).st_size
        if size and not resume:
            raise UsageError(f"{self.path} exists", "--resume goes on with it; or choose another OUT")
        after: list[Kept] = []
        damaged: list[tuple[int, Kept]] = []
        for number, (data, kept) in enumerate(_lines(self.path), 1):
            if kept.row is not NO_ROW:
                (after if damaged else self.kept).append(kept)
            elif data.endswith(b"\n"):
                damaged.append((number, kept))
        if size and not self.kept and not after and not begins(self.path):
            raise UsageError(f"{self.path} is not the output of a batch", "choose another OUT")
        if resume and self.aside.is_file():
            self.spare = [kept for _, kept in _lines(self.aside) if kept.row is not NO_ROW]
        if damaged:
            self._set_aside(damaged, after)
        os.ftruncate(self._file, _end(self.kept))

    def _set_aside(self, damaged: list[tuple[int, Kept]], after: list[Kept]) -> None:
        beside = self.path.with_name(f"{self.path.name}.damaged-{secrets.token_hex(3)}")
        with _saving(beside), beside.open("xb") as file, self.path.open("rb") as out:
            for _, line in damaged:
                file.write(_line(out, line))
        self._move(after)
        more = f" and {len(damaged) - 1} more are" if len(damaged) > 1 else " is"
        self.warnings.append(f"{self.path}:{damaged[0][0]}{more} damaged: kept in {beside.name}, and judged again")

    def _move(self, rows: list[Kept]) -> None:
        """Add rows of OUT to those in the file beside it, each line once."""
        moved: list[Kept] = []
        seen: set[bytes] = set()
        with _saving(self.aside), ExitStack() as stack:
            out = stack.enter_context(self.path.open("rb"))
            old = stack.enter_context(self.aside.open("rb")) if self.spare else out
            new = stack.enter_context(atomic_write(self.aside, "wb"))
            for source, kept in (*((old, k) for k in self.spare), *((out, k) for k in rows)):
                line = _line(source, kept)
                digest = hashlib.sha256(line).digest()
                if digest not in seen:
                    seen.add(digest)
                    moved.append(replace(kept, start=_end(moved)))
                    new.write(line)
        self.spare = moved

    def cut(self, rows: int) -> None:
        """Keep only the first ``rows`` rows. What follows goes to a file beside first: a kill before it is written again loses
        nothing.
        """
        if rows < len(self.kept):
            self._move(self.kept[rows:])
            self.kept = self.kept[:rows]
            os.ftruncate(self._file, _end(self.kept))

    def spared(self, kept: Kept) -> bytes:
        """The line of a row in ``spare``."""
        with _saving(self.aside, "start again with --resume"), self.aside.open("rb") as file:
            return _line(file, kept)

    def forget(self) -> None:
        """The batch is finished: rows that were put aside are in OUT, or are nobody's any more."""
        with contextlib.suppress(OSError):
            self.aside.unlink(missing_ok=True)

    def append(self, line: bytes) -> None:
        """Append a row and wait until it is on the disk. Raises ``BackendError``."""
        append(self._file, line, self.path)
        with _saving(self.path):
            os.fsync(self._file)


@contextmanager
def _saving(path: Path, hint: str = FULL) -> Iterator[None]:
    """What goes wrong with a file, as ``BackendError``."""
    try:
        yield
    except OSError as error:
        raise BackendError(f"{path}: {error.strerror}", hint) from error


def _lines(path: Path) -> Iterator[tuple[bytes, Kept]]:
    """The lines of a file with their rows and places; ``NO_ROW`` for what is none."""
    start = 0
    with path.open("rb") as file:
        for data in file:
            yield data, Kept(written(data) or NO_ROW, start, len(data))
            start += len(data)


def _line(file: IO[bytes], kept: Kept) -> bytes:
    file.seek(kept.start)
    return file.read(kept.size)


def _end(rows: list[Kept]) -> int:
    """Where the last one ends."""
    return rows[-1].start + rows[-1].size if rows else 0


def append(file: int, line: bytes, path: Path) -> None:
    """Write all of ``line``. Raises ``BackendError`` with what to do."""
    view = memoryview(line)
    with _saving(path):
        while view:
            view = view[os.write(file, view) :]


FORMAT = "localcheck-batch-journal"
COMPACT_AT = 64_000_000
"""Bytes of journal beyond which verdicts of finished documents are dropped from it, once it is twice what is left then."""


class Journal:
    """Verdicts of documents that are not done yet, by (document digest, settings digest)."""

    def __init__(self, path: Path, settings: str, done: set[str]) -> None:
        """Verdicts of ``done`` documents are forgotten."""
        self._path, self._settings = path, settings
        self.batch = secrets.token_hex(8)
        """Names this batch in the checks log, over all its resumptions."""
        self.damaged = 0
        """Lines that could not be read."""
        self.known: dict[str, list[Verdict]] = {}
        self._lines: defaultdict[str, list[bytes]] = defaultdict(list)
        self._file, self._bytes = -1, 0
        self._kept = 0
        """Bytes that were left when it was written anew last: to write it for each document that is done would take ages."""
        self._read(done)
        self._rewrite()

    def close(self, finished: bool) -> None:
        """Close it, and remove it when the batch is finished."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
            if finished:
                with contextlib.suppress(OSError):
                    self._path.unlink()

    def add(self, document: str, verdict: Verdict) -> None:
        """Append a verdict; it survives if this process is killed."""
        line = json.dumps({"document": document, "verdict": codec.to_json(untimed(verdict))}).encode() + b"\n"
        self._lines[document].append(line)
        self._bytes += len(line)
        append(self._file, line, self._path)

    def done(self, document: str) -> None:
        """Note that the document is in OUT, so that its verdicts are no longer needed here."""
        self._lines.pop(document, None)
        self.known.pop(document, None)
        if self._bytes > max(COMPACT_AT, 2 * self._kept):
            self._rewrite()

    def _read(self, done: set[str]) -> None:
        data = self._path.read_bytes() if self._path.is_file() else b""
        for number, line in enumerate(io.BytesIO(data)):
            try:
                row = jsontext.parse_object(line)
                if number == 0:
                    if (row["format"], row["settings"]) != (FORMAT, self._settings):
                        return
                    self.batch = str(row["batch"])
                    continue
                verdict = codec.verdict_from_json(row["verdict"])
            except (jsontext.NotJson, KeyError, TypeError, BadInput):
                self.damaged += 1
                continue
            document = str(row["document"])
            if document not in done and verdict.label is not Label.FAILED:
                self.known.setdefault(document, []).append(verdict)
                self._lines[document].append(line if line.endswith(b"\n") else line + b"\n")

    def _rewrite(self) -> None:
        head = json.dumps({"format": FORMAT, "version": 1, "batch": self.batch, "settings": self._settings}).encode()
        data = b"".join([head + b"\n", *(line for lines in self._lines.values() for line in lines)])
        with _saving(self._path):
            with atomic_write(self._path, "wb") as file:
                file.write(data)
            if self._file >= 0:
                os.close(self._file)
            self._file = os.open(self._path, os.O_WRONLY | os.O_APPEND)
        self._bytes = self._kept = len(data)
