"""Long calls into C beside the caller's thread, so that Ctrl-C is seen at once and passed on.

Python runs signal handlers only between its own instructions, and an exception raised inside a callback from C is
lost. Here the caller waits in Python, and the callbacks that C makes run in another thread.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any, TypeVar

from localcheck.errors import LLMError

T = TypeVar("T")


class Worker:
    """One thread for calls into C. ``stopping`` is true while the running call ought to give up."""

    def __init__(self, name: str) -> None:
        self.stopping = False
        self._threads = ThreadPoolExecutor(1, thread_name_prefix=name)

    def call(self, function: Callable[..., T], *arguments: Any, undo: Callable[[T], object] | None = None) -> T:
        """The result of ``function``.

        When the caller is interrupted, ``stopping`` is set, the call is waited for, ``undo`` gets what it returned
        (if that is true), and the interruption goes on. Raises ``LLMError`` where no memory is left for a thread.
        """
        try:
            pending = self._threads.submit(function, *arguments)
        except RuntimeError as error:  # the thread starts with the first call
            raise LLMError(f"no thread could be started: {error}", "raise the limit of memory (ulimit -v)") from error
        try:
            return pending.result()
        except BaseException:
            self.stopping = True
            wait([pending])
            self.stopping = False
            if undo and pending.exception() is None and (result := pending.result()):
                undo(result)
            raise

    def close(self) -> None:
        """End the thread."""
        self._threads.shutdown()
