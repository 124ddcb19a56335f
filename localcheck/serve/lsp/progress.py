"""How far a check is, in the editor, with a button that cancels it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from localcheck.text.counting import many

if TYPE_CHECKING:
    from pygls.lsp.server import LanguageServer

PAUSE = 0.3
"""Seconds between two reports."""
OWN = "localcheck-"
"""Begins tokens that the editor did not give."""


class Progress:
    """The work-done progress of a check; its cancel button cancels the check."""

    def __init__(
        self, server: LanguageServer, token: types.ProgressToken | None, task: asyncio.Task[Any] | None
    ) -> None:
        self._server, self._token, self._task = server, token, task
        self.total = 0
        self._at = 0.0
        self._begun = False

    async def __aenter__(self) -> Progress:
        window = self._server.client_capabilities.window
        ours = self._token is None or str(self._token).startswith(OWN)
        if ours and not (window and window.work_done_progress):
            return self
        progress = self._server.work_done_progress
        if ours:
            self._token = f"{OWN}{id(self):x}"
            try:
                await asyncio.wait_for(progress.create_async(self._token), 2)
            except (TimeoutError, JsonRpcException):
                return self
        assert self._token is not None
        begin = types.WorkDoneProgressBegin("Checking", cancellable=True, percentage=0)
        progress.begin(self._token, begin)
        progress.tokens[self._token].add_done_callback(self._cancelled)
        self._begun = True
        return self

    def _cancelled(self, future: Any) -> None:
        if future.cancelled() and self._task is not None:
            self._task.cancel()

    def report(self, sentences: int, claims: int) -> bool:
        """Say how many sentences have verdicts, not too often; True if it was time to. They come in any order, and a share may
        only rise.
        """
        now = asyncio.get_running_loop().time()
        if now - self._at < PAUSE:
            return False
        self._at = now
        if self._begun and self._token is not None:
            share = min(100, 100 * sentences // self.total) if self.total else None
            said = types.WorkDoneProgressReport(message=many(claims, "claim"), percentage=share)
            self._server.work_done_progress.report(self._token, said)
        return True

    async def __aexit__(self, *error: object) -> None:
        if self._begun and self._token is not None:
            self._server.work_done_progress.end(self._token, types.WorkDoneProgressEnd())
            self._server.work_done_progress.tokens.pop(self._token, None)
