"""SIGTERM and SIGHUP end a command as Ctrl-C does: open files are closed, and incomplete ones are removed."""

from __future__ import annotations

import signal
from types import FrameType


class Stopped(KeyboardInterrupt):
    """A signal asked this process to end."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.number = number


def install() -> None:
    """Handle the signals that would end the process at once. A signal that is already ignored (``nohup``) stays ignored."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _stop)


def _stop(number: int, frame: FrameType | None) -> None:
    raise Stopped(number)
