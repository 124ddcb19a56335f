"""One runtime for all requests, on one thread: models and SQLite stay where they were opened, requests take turns.

A request is a generator of events; the server pulls one event at a time, so that requests interleave, and closing the
generator cancels the rest of the work.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from localcheck import codec, network
from localcheck.checking import begin
from localcheck.compose import Runtime, open_runtime
from localcheck.errors import LocalcheckError
from localcheck.gatekeeping import Call, Gated, check_of, gate, skips
from localcheck.report import build
from localcheck.requests import CheckRequest
from localcheck.settings import Settings
from localcheck.store import Store
from localcheck.types import Document, Failed, Finished, Judged, Report, RunInfo, Started

JSON = Any
T = TypeVar("T")


class Engine:
    """Judges documents for the server. ``open`` and ``close`` it; every method may be called from the event loop."""

    def __init__(self, settings: Settings, store: Path | None = None, given: Mapping[type, Any] | None = None) -> None:
        """``store``: where the checks log is; None logs nothing. ``given``: ports handed in instead of opened."""
        self.settings = settings
        self._store_path, self._given = store, given
        self._thread = ThreadPoolExecutor(1, "localcheck")
        self._stack = ExitStack()
        self._runtime: Runtime | None = None
        self._log: Store | None = None
        self.cancelled = 0
        """Requests whose work was given up before its end."""

    async def open(self) -> None:
        """Open runtime and store on the engine's thread. Models are opened when first needed."""
        await self._there(self._open)

    async def close(self) -> None:
        """Close them, after the step at work."""
        await self._there(self._stack.close)
        self._thread.shutdown()

    async def events(self, document: Document, settings: Settings, call: Call) -> AsyncIterator[JSON]:
        """The events of one request as JSON. Leaving the loop over them cancels the work that is left."""
        steps = self._events(document, settings, call)
        ended = False
        try:
            while (event := await self._there(lambda: next(steps, None))) is not None:
                yield event
            ended = True
        finally:
            self.cancelled += not ended
            # Not awaited: the request may be cancelled, and the thread closes it when its step is done.
            self._thread.submit(steps.close)  # type: ignore[attr-defined]

    async def _there(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _open(self) -> None:
        self._stack.enter_context(network.allow(self.settings.network))
        self._runtime = self._stack.enter_context(open_runtime(self.settings, self._given))
        if self._store_path is not None:
            self._log = self._stack.enter_context(Store(self._store_path))

    def _events(self, document: Document, settings: Settings, call: Call) -> Iterator[JSON]:
        assert self._runtime is not None, "open() comes first"
        started = time.perf_counter()
        if not document.text.strip() or skips(document, call, settings):
            report = build(document, (), (), RunInfo(settings.detector))
            yield self._finished(report, settings, call, started)
            return
        for event in begin(CheckRequest((document,), settings), self._runtime).events:
            match event:
                case Started():
                    yield {"event": "started", "sentences": len(event.sentences)}
                case Judged():
                    yield {"event": "judged", "done": event.done, "verdict": codec.verdict_to_json(event.verdict)}
                case Failed():
                    yield {"event": "failed", "error": event.error, "hint": event.hint}
                case Finished():
                    yield self._finished(event.report, settings, call, started)

    def _finished(self, report: Report, settings: Settings, call: Call, started: float) -> JSON:
        gated = gate(report, call, settings.risk_table())
        notes = self._logged(report, gated, call, time.perf_counter() - started)
        return {
            "event": "finished",
            "faithfulness": codec.to_json(gated.faithfulness),
            "ruling": codec.to_json(gated.ruling),
            "report": codec.report_to_json(replace(report, run=replace(report.run, notes=(*report.run.notes, *notes)))),
        }

    def _logged(self, report: Report, gated: Gated, call: Call, seconds: float) -> tuple[str, ...]:
        """Into the checks log; what is wrong with that stands in the report's notes and fails nothing."""
        if self._log is None:
            return ()
        try:
            self._log.checks.add(check_of(report, gated, call, seconds))
        except LocalcheckError as error:
            return (f"the check is not in the checks log: {error.message}",)
        return ()
