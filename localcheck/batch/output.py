"""OUT: the rows of finished documents, appended and synced in the order of the input.

An incomplete last line is cut off; a damaged one goes to a file beside it. Rows that no longer belong where they stand wait in
another file beside it, so that a kill loses none of them.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import secrets
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

from localcheck.batch.rows import Written, begins, written
from localcheck.errors import BackendError, BadInput, UsageError
from localcheck.system.closing import Closing
from localcheck.system.resources import atomic_write, regular

NO_ROW = Written("", "", "", 0)
"""Of a line that is none."""
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
        """Close the file."""
        os.close(self._file)

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise BackendError(
                f"{self.path}: another batch is writing it", "wait for it, or choose another OUT"
            ) from error

    def _load(self, resume: bool) -> None:
        """Find the rows of OUT. Damaged lines go to a file beside it, and the rows after them to another one."""
        size = os.fstat(self._file).st_size
        if size and not resume:
            raise UsageError(f"{self.path} exists", "--resume goes on with it; or choose another OUT")
        after: list[Kept] = []
        damaged: list[tuple[int, Kept]] = []
        for number, line in enumerate(_lines(self.path), 1):
            row = written(line.data)
            if row is not None:
                (after if damaged else self.kept).append(Kept(row, line.start, len(line.data)))
            elif line.data.endswith(b"\n"):
                damaged.append((number, Kept(NO_ROW, line.start, len(line.data))))
        if size and not self.kept and not after and not begins(self.path):
            raise UsageError(f"{self.path} is not the output of a batch", "choose another OUT")
        if resume and self.aside.is_file():
            found = ((written(line.data), line) for line in _lines(self.aside))
            self.spare = [Kept(row, line.start, len(line.data)) for row, line in found if row is not None]
        if damaged:
            self._set_aside(damaged, after)
        os.ftruncate(self._file, _end(self.kept))

    def _set_aside(self, damaged: list[tuple[int, Kept]], after: list[Kept]) -> None:
        beside = self.path.with_name(f"{self.path.name}.damaged-{secrets.token_hex(3)}")
        with self._saving(beside), beside.open("xb") as file, self.path.open("rb") as out:
            for _, line in damaged:
                file.write(_line(out, line))
        self._move(after)
        more = f" and {len(damaged) - 1} more are" if len(damaged) > 1 else " is"
        self.warnings.append(f"{self.path}:{damaged[0][0]}{more} damaged: kept in {beside.name}, and judged again")

    def _move(self, rows: list[Kept]) -> None:
        """Add rows of OUT to those in the file beside it, each line once."""
        moved: list[Kept] = []
        seen: set[bytes] = set()
        with self._saving(self.aside), ExitStack() as stack:
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

    @contextmanager
    def _saving(self, path: Path) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise BackendError(f"{path}: {error.strerror}", FULL) from error

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
        try:
            with self.aside.open("rb") as file:
                return _line(file, kept)
        except OSError as error:
            raise BackendError(f"{self.aside}: {error.strerror}", "start again with --resume") from error

    def forget(self) -> None:
        """The batch is finished: rows that were put aside are in OUT, or are nobody's any more."""
        with contextlib.suppress(OSError):
            self.aside.unlink(missing_ok=True)

    def append(self, line: bytes) -> None:
        """Append a row and wait until it is on the disk. Raises ``BackendError``."""
        append(self._file, line, self.path)
        try:
            os.fsync(self._file)
        except OSError as error:
            raise BackendError(f"{self.path}: {error.strerror}", FULL) from error


@dataclass(frozen=True, slots=True)
class _Line:
    data: bytes
    start: int


def _lines(path: Path) -> Iterator[_Line]:
    """The lines of a file with their places."""
    start = 0
    with path.open("rb") as file:
        for data in file:
            yield _Line(data, start)
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
    try:
        while view:
            view = view[os.write(file, view) :]
    except OSError as error:
        raise BackendError(f"{path}: {error.strerror}", FULL) from error
