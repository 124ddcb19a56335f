"""SIGTERM and SIGHUP end a command as Ctrl-C does: open files are closed, and incomplete ones are removed."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

LATEST = 5.0
"""Seconds after a signal within which a server over pipes has ended."""


class Stopped(KeyboardInterrupt):
    """A signal asked this process to end."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.number = number


def install() -> None:
    """Handle the signals that would end the process at once. A signal that is already ignored (``nohup``) stays ignored.

    Where Python drops exceptions (in a callback of a weak reference, in ``__del__``), a dropped signal is sent again.
    """
    if sys.unraisablehook is sys.__unraisablehook__:
        sys.unraisablehook = _send_again
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _stop)


def interrupt_at_once(leave: Callable[[int], None]) -> None:
    """Ctrl-C too ends this process where it is. Else an event loop cancels its main task, which may wait for a line.

    ``leave`` is called with the signal's number where the process is still there after ``LATEST`` seconds: an event loop that
    closes waits for its threads, and one of them may wait for a line, too.
    """

    def stop(number: int, frame: FrameType | None) -> None:
        late = threading.Timer(LATEST, leave, (number,))
        late.daemon = True
        late.start()
        _stop(number, frame)

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) in (signal.default_int_handler, _stop):
            signal.signal(number, stop)


@contextmanager
def hang_up(end: Callable[[], None]) -> Iterator[None]:
    """Inside the block SIGHUP calls ``end``; the command ends when the block has. For what has a loop of its own, out of which
    no exception may come.
    """
    number = getattr(signal, "SIGHUP", None)
    if number is None or signal.getsignal(number) is not _stop:
        yield
        return
    heard = False

    def hear(number: int, frame: FrameType | None) -> None:
        nonlocal heard
        heard = True
        end()

    signal.signal(number, hear)
    try:
        yield
    finally:
        signal.signal(number, _stop)
    if heard:
        raise Stopped(number)


def _stop(number: int, frame: FrameType | None) -> None:
    raise Stopped(number)


def _send_again(dropped: sys.UnraisableHookArgs) -> None:
    """Report a dropped exception as Python does; an interrupt is sent to this process once more, a moment later."""
    if not isinstance(dropped.exc_value, KeyboardInterrupt) or sys.is_finalizing():
        sys.__unraisablehook__(dropped)
        return
    number = dropped.exc_value.number if isinstance(dropped.exc_value, Stopped) else signal.SIGINT
    threading.Thread(target=_send_behind_the_hook, args=(number, threading.get_ident()), daemon=True).start()


def _send_behind_the_hook(number: int, thread: int) -> None:
    """Send the signal once ``thread`` has left ``_send_again``: inside it an exception is dropped as well, and on a busy
    machine it is still there after ten milliseconds.
    """
    while _is_in_the_hook(sys._current_frames().get(thread)):
        time.sleep(0.001)
    os.kill(os.getpid(), number)


def _is_in_the_hook(frame: FrameType | None) -> bool:
    while frame is not None and frame.f_code is not _send_again.__code__:
        frame = frame.f_back
    return frame is not None


def stop_in(error: BaseException) -> KeyboardInterrupt | None:
    """The interrupt that an error is, or that is in a group of errors out of an event loop; None where there is none."""
    if isinstance(error, BaseExceptionGroup):
        return next((found for one in error.exceptions if (found := stop_in(one)) is not None), None)
    return error if isinstance(error, KeyboardInterrupt) else None
