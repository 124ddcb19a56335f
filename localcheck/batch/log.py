"""The checks log behind a batch."""

from __future__ import annotations

import io
import json
import time
from contextlib import suppress
from pathlib import Path

from localcheck.errors import BadInput, LocalcheckError
from localcheck.reports import codec
from localcheck.store import Check, Store
from localcheck.system import jsontext

RETRY_SECONDS = 30.0


class Log:
    """The checks log behind a batch: a store that cannot be written (locked, full) stops nothing. Its checks wait in a file
    beside OUT, also beyond the end of the batch, and go into the store when it can be written again.
    """

    def __init__(self, path: Path, beside: Path | None = None) -> None:
        """``beside``: where checks wait; what waits there from an earlier batch is taken up. None: in memory only."""
        self._path, self.beside = path, beside
        self._pending: list[Check] = _waiting(beside) if beside is not None else []
        self._retry_at = 0.0
        self.error: LocalcheckError | None = None
        """The last reason why checks wait; None when all are written."""

    @property
    def waiting(self) -> int:
        """Checks that are not in the log."""
        return len(self._pending)

    def add(self, checks: list[Check]) -> None:
        """Keep checks; they are written now, or later when the store can be written again."""
        self._pending += checks
        if time.monotonic() < self._retry_at or not self.flush():
            self._keep(checks)

    def flush(self) -> bool:
        """Try to write what waits. False when the store cannot be written."""
        if not self._pending:
            return True
        try:
            with Store(self._path) as store:
                store.checks.add(*self._pending)
        except LocalcheckError as error:
            self.error, self._retry_at = error, time.monotonic() + RETRY_SECONDS
            return False
        self._pending.clear()
        self.error = None
        if self.beside is not None:
            with suppress(OSError):
                self.beside.unlink(missing_ok=True)
        return True

    def _keep(self, checks: list[Check]) -> None:
        """Where the file cannot be written either, the checks wait in memory."""
        if self.beside is not None and checks:
            lines = "".join(json.dumps(codec.to_json(check)) + "\n" for check in checks)
            with suppress(OSError), self.beside.open("a", encoding="utf-8") as file:
                file.write(lines)


def _waiting(path: Path) -> list[Check]:
    """The checks in a file; damaged lines are left out."""
    found: list[Check] = []
    with suppress(OSError):
        for line in io.BytesIO(path.read_bytes()):
            with suppress(jsontext.NotJson, BadInput):
                found.append(codec.from_json(Check, jsontext.parse_object(line), path.name))
    return found
