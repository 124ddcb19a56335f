"""Which runs are being written: who records one holds a lock on a file beside the store, which ends with its process."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from localcheck.errors import UsageError
from localcheck.store.connection import translated

TRIES, PAUSE = 10, 0.02
"""``is_written`` holds the lock, too, for an instant: a lock that is held for longer than these tries is a writer's."""


def lock_file(store: Path, run_id: int) -> Path:
    """Whoever writes the run holds a lock on this file; one that was killed leaves it there, unlocked."""
    return store.with_name(f".{store.name}-run-{run_id}.lock")


@contextmanager
def writing(store: Path, run_id: int) -> Iterator[None]:
    """While this is open, the run is being written, as every process sees. Raises ``UsageError`` where another writes it."""
    path = lock_file(store, run_id)
    with translated(path):
        file = _held(path)
    if file is None:
        raise UsageError(
            f"run {run_id} is being checked by another program",
            f"localcheck review {run_id} shows what it judged so far; wait until it has ended, or stop it there",
        )
    with file:
        try:
            yield
        finally:
            with suppress(OSError):
                path.unlink()


def _held(path: Path) -> IO[str] | None:
    """The file with a lock on it, made anew if its last writer removed it between opening and locking; None while another
    process writes the run.
    """
    for _ in range(TRIES):
        file = path.open("a+")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _is_at(path, file):
                return file
        except BlockingIOError:
            time.sleep(PAUSE)
        except FileNotFoundError:
            pass
        file.close()
    return None


def _is_at(path: Path, file: IO[str]) -> bool:
    """True if this open file still has that name. Raises ``FileNotFoundError`` where nothing has."""
    return os.path.samestat(path.stat(), os.fstat(file.fileno()))


def is_written(store: Path, run_id: int) -> bool:
    """True while some process writes the run. What a killed one left behind is removed."""
    path = lock_file(store, run_id)
    with translated(path):
        while path.exists():
            with suppress(FileNotFoundError), path.open("r+") as file:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    return True
                if _is_at(path, file):  # else the next writer's is there by now
                    path.unlink()
    return False
