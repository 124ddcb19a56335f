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

    def __init__(self, path: Path, beside: Path) -> None:
        """``beside``: where checks wait; what waits there from an earlier batch is taken up."""
        self._path, self.beside = path, beside
        self.waiting: list[Check] = _waiting(beside)
        """Checks that are not in the log."""
        self._retry_at = 0.0
        self.error: LocalcheckError | None = None
        """The last reason why checks wait; None when all are written."""

    @property
    def told(self) -> str:
        """What is to be said of the checks that wait; empty when all are written."""
        if not self.waiting or self.error is None:
            return ""
        why, where = self.error.message, self.beside.name
        return (
            f"{len(self.waiting)} checks are not in the checks log: {why}; they wait in {where}, and --resume logs them"
        )

    def add(self, checks: list[Check]) -> None:
        """Keep checks; they are written now, or later when the store can be written again."""
        self.waiting += checks
        if time.monotonic() < self._retry_at or not self.flush():
            self._keep(checks)

    def flush(self) -> bool:
        """Try to write what waits. False when the store cannot be written."""
        if not self.waiting:
            return True
        try:
            with Store(self._path) as store:
                store.checks.add(*self.waiting)
        except LocalcheckError as error:
            self.error, self._retry_at = error, time.monotonic() + RETRY_SECONDS
            return False
        self.waiting.clear()
        self.error = None
        with suppress(OSError):
            self.beside.unlink(missing_ok=True)
        return True

    def _keep(self, checks: list[Check]) -> None:
        """Where the file cannot be written either, the checks wait in memory."""
        if checks:
            with suppress(OSError), self.beside.open("a", encoding="utf-8") as file:
                file.write("".join(json.dumps(codec.to_json(check)) + "\n" for check in checks))


def _waiting(path: Path) -> list[Check]:
    """The checks in a file; damaged lines are left out."""
    found: list[Check] = []
    with suppress(OSError):
        for line in io.BytesIO(path.read_bytes()):
            with suppress(jsontext.NotJson, BadInput):
                found.append(codec.from_json(Check, jsontext.parse_object(line), path.name))
    return found
