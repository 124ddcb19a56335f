"""The checks log behind a batch."""

from __future__ import annotations

import time
from pathlib import Path

from localcheck.errors import BackendError, LocalcheckError
from localcheck.store import Check, Store

RETRY_SECONDS = 30.0


class Log:
    """The checks log behind a batch: a store that cannot be written (locked, full) is waited for and stops nothing."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._pending: list[Check] = []
        self._retry_at = 0.0
        self.error: BackendError | LocalcheckError | None = None
        """The last reason why checks wait; None when all are written."""

    @property
    def waiting(self) -> int:
        """Checks that are not in the log."""
        return len(self._pending)

    def add(self, checks: list[Check]) -> None:
        """Keep checks; they are written now, or later when the store can be written again."""
        self._pending += checks
        if time.monotonic() >= self._retry_at:
            self.flush()

    def flush(self) -> None:
        """Try to write what waits."""
        if not self._pending:
            return
        try:
            with Store(self._path) as store:
                store.checks.add(*self._pending)
        except LocalcheckError as error:
            self.error, self._retry_at = error, time.monotonic() + RETRY_SECONDS
        else:
            self._pending.clear()
            self.error = None
