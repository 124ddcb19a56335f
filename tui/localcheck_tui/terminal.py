"""Whether the terminal that the app runs in is still there."""

from __future__ import annotations

import os
import select
import sys

LOOKED_AT_EVERY = 1.0
"""Seconds between two looks."""


def keyboard() -> int | None:
    """The file number of the terminal that keys come from; None where they come from elsewhere, as in tests."""
    try:
        number = sys.__stdin__.fileno() if sys.__stdin__ is not None else -1
    except (OSError, ValueError):
        return None
    return number if number >= 0 and os.isatty(number) else None


def gone(number: int) -> bool:
    """True if a terminal was closed, so that nobody can press a key any more. False where the system cannot tell (Windows).

    Closing a window ends a program by SIGHUP, but not one that ignores it (``nohup``) or that belongs to another session.
    """
    if not hasattr(select, "poll"):
        return False
    poll = select.poll()
    poll.register(number, 0)
    return any(event & (select.POLLHUP | select.POLLERR) for _, event in poll.poll(0))
