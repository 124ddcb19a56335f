"""Reads a named pipe without waiting for ever: its writer must come, continue to write, and come to an end."""

from __future__ import annotations

import io
import os
import select
import stat
import time
from pathlib import Path
from typing import BinaryIO

from localcheck.errors import BadInput

WAIT = 60.0
"""Seconds without a byte after which a pipe is given up."""
LONGEST = 600.0
"""Seconds that reading a pipe may take."""
PIECE = 1 << 16
_HINT = "write it to a file first; standard input (-) is read without a limit of time"


def opened(path: Path, most: int) -> BinaryIO:
    """``path``, open for reading; of a pipe ``most`` bytes at most, read already. Raises ``BadInput`` for a device."""
    mode = path.stat().st_mode
    if stat.S_ISFIFO(mode):
        return io.BytesIO(read(path, most))
    if not stat.S_ISDIR(mode) and not stat.S_ISREG(mode):
        raise BadInput(path, "is not a file", "give a file, or - for standard input")
    return path.open("rb")


def read(path: Path, most: int, wait: float = WAIT, longest: float = LONGEST) -> bytes:
    """What is written to the pipe until its writer closes it, ``most`` bytes at most.

    Raises ``BadInput`` if nothing comes for ``wait`` seconds or no end comes within ``longest``.
    """
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        return _drained(handle, path, most, wait, time.monotonic() + longest)
    finally:
        os.close(handle)


def _drained(handle: int, path: Path, most: int, wait: float, until: float) -> bytes:
    parts: list[bytes] = []
    size, idle = 0, time.monotonic() + wait
    while size < most:
        now = time.monotonic()
        if now >= min(until, idle):
            silent = f"is a pipe from which nothing came for {wait:g} s"
            raise BadInput(path, silent if idle <= until else "is a pipe that does not end", _HINT)
        if not select.select([handle], [], [], min(until, idle) - now)[0]:
            continue
        try:
            part = os.read(handle, PIECE)
        except BlockingIOError:
            continue
        if part:
            parts.append(part)
            size, idle = size + len(part), time.monotonic() + wait
        elif parts:
            break
        else:
            time.sleep(0.02)  # no writer has opened it yet: it reads as empty
    return b"".join(parts)
