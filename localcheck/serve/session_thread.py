"""One runtime for all requests, on one thread, because models and SQLite must stay on the thread that opened them.

A request is a generator of events. The server pulls one event at a time, so that requests take turns; closing the
generator cancels the rest of the work.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Generator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, aclosing
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from localcheck.errors import LocalcheckError
from localcheck.reports import codec
from localcheck.run.runtime import Runtime
from localcheck.run.session import Ruled, Session
from localcheck.settings import Settings
from localcheck.settings.requests import Call, CheckRequest
from localcheck.store import Store
from localcheck.system import network
from localcheck.types import Document, Failed, Judged, Started

JSON = Any
T = TypeVar("T")


class SessionThread:
    """Judges documents for the server. ``open`` and ``close`` it; every method may be called from the event loop."""

    def __init__(self, settings: Settings, store: Path | None = None, given: Mapping[type, Any] | None = None) -> None:
        """``store``: where the checks log is; None logs nothing. ``given``: ports handed in instead of opened."""
        self.settings = settings
        self._store_path = store
        self._thread = ThreadPoolExecutor(1, "localcheck")
        self._stack = ExitStack()
        self._session = Session(settings, given)
        self._log: Store | None = None
        self.cancelled = 0
        """Number of requests that were cancelled."""

    async def open(self) -> None:
        """Open runtime and store on the engine's thread. Models are opened when first needed."""
        await self._there(self._open)

    async def close(self) -> None:
        """Close them, after the step at work."""
        await self._there(self._stack.close)
        self._thread.shutdown()

    async def events(self, document: Document, settings: Settings, call: Call) -> AsyncIterator[JSON]:
        """The events of one request as JSON. Leaving the loop over them cancels the work that is left."""
        async with aclosing(self.pulled(lambda session: self._events(session, document, settings, call))) as events:
            async for event in events:
                yield event

    async def pulled(self, begin: Callable[[Session], Generator[T, None, None]]) -> AsyncGenerator[T, None]:
        """What a generator over the engine's session yields, pulled on its thread. Leaving the loop closes the generator."""
        steps = begin(self._session)
        ended = False
        try:
            while (step := await self._there(lambda: next(steps, None))) is not None:
                yield step
            ended = True
        finally:
            self.cancelled += not ended
            # Not awaited: the request may be cancelled, and the thread closes it when its step is done.
            self._thread.submit(steps.close)

    async def there(self, work: Callable[[Runtime], T]) -> T:
        """What ``work`` returns for the engine's runtime, on its thread, between the steps of other requests."""

        return await self._there(lambda: work(self._session.runtime()))

    async def _there(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _open(self) -> None:
        self._stack.enter_context(network.allow(self.settings.network))
        self._stack.enter_context(self._session)
        if self._store_path is not None:
            self._log = self._stack.enter_context(Store(self._store_path))

    def _events(
        self, session: Session, document: Document, settings: Settings, call: Call
    ) -> Generator[JSON, None, None]:
        for event in session.check(CheckRequest((document,), settings, call=call, ruled=True, by_class=True)):
            match event:
                case Started():
                    yield {"event": "started", "sentences": len(event.sentences)}
                case Judged():
                    yield {"event": "judged", "done": event.done, "verdict": codec.verdict_to_json(event.verdict)}
                case Failed():
                    yield {"event": "failed", "error": event.error, "hint": event.hint}
                case Ruled():
                    yield self._finished(event)

    def _finished(self, ruled: Ruled) -> JSON:
        notes = self._logged(ruled)
        report = replace(ruled.report, run=replace(ruled.report.run, notes=(*ruled.report.run.notes, *notes)))
        return {
            "event": "finished",
            "faithfulness": codec.to_json(ruled.gated.faithfulness),
            "ruling": codec.to_json(ruled.gated.ruling),
            "report": codec.report_to_json(report),
        }

    def _logged(self, ruled: Ruled) -> tuple[str, ...]:
        """Write the check into the checks log. If that fails, a note for the report is returned, and the request goes on."""
        if self._log is None:
            return ()
        try:
            self._log.checks.add(ruled.check())
        except LocalcheckError as error:
            return (f"the check is not in the checks log: {error.message}",)
        return ()
