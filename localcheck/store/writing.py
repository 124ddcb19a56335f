"""Which runs are being written: who records one holds a lock on a file beside the store, which ends with its process."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from localcheck.store.connection import translated


def lock_file(store: Path, run_id: int) -> Path:
    """Whoever writes the run holds a shared lock on this file; one that was killed leaves it there, unlocked."""
    return store.with_name(f".{store.name}-run-{run_id}.lock")


@contextmanager
def writing(store: Path, run_id: int) -> Iterator[None]:
    """While this is open, the run is being written, as every process sees. Several may write one run."""
    path = lock_file(store, run_id)
    with translated(path):
        file = _held(path)
    with file:
        try:
            yield
        finally:
            with suppress(OSError):  # somebody else writes this run, too
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                path.unlink(missing_ok=True)


def _held(path: Path) -> IO[str]:
    """The file with a shared lock on it; made anew if its last writer removed it between opening and locking."""
    while True:
        file = path.open("a+")
        fcntl.flock(file, fcntl.LOCK_SH)
        with suppress(FileNotFoundError):
            if os.path.samestat(path.stat(), os.fstat(file.fileno())):
                return file
        file.close()


def is_written(store: Path, run_id: int) -> bool:
    """True while some process writes the run. What a killed one left behind is removed."""
    path = lock_file(store, run_id)
    with translated(path), suppress(FileNotFoundError), path.open("r+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        path.unlink(missing_ok=True)
    return False
