"""One runtime for all requests, on one thread, because models and SQLite must stay on the thread that opened them.

A request is a generator of events. The server pulls one event at a time, so that requests take turns; closing the
generator cancels the rest of the work. The request that has had least of the thread's time is next (start-time fair queueing:
Goyal, Vin and Cheng, SIGCOMM 1996): a short text waits for one step of a long one, not for one at each of its own.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, aclosing, closing
from dataclasses import replace
from itertools import count
from pathlib import Path
from queue import PriorityQueue
from typing import TYPE_CHECKING, Any, TypeVar, cast

from localcheck.errors import LocalcheckError, UsageError
from localcheck.reports import codec
from localcheck.serve.limits import Ending
from localcheck.settings import Settings
from localcheck.settings.requests import Call, CheckRequest
from localcheck.system import network
from localcheck.types import JSON, Document, Failed, Finished, Judged, Started

if TYPE_CHECKING:
    from localcheck.run.session import Ruled, Session
    from localcheck.store import Store

T = TypeVar("T")
BACK_WITHIN = 0.005
"""Seconds in which a request that has had a step usually asks for its next one; another one waits no longer for it."""


async def unless(ended: Awaitable[object], work: Awaitable[T], otherwise: type[Exception]) -> T:
    """What ``work`` comes to; where ``ended`` comes first, the work is cancelled, and ``otherwise`` is raised."""
    working, ending = asyncio.ensure_future(work), asyncio.ensure_future(ended)
    try:
        await asyncio.wait((working, ending), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise otherwise
        return working.result()
    finally:
        working.cancel()
        ending.cancel()
        await asyncio.gather(working, ending, return_exceptions=True)


class SessionThread:
    """Judges documents for the server. ``open`` and ``close`` it; every method may be called from the event loop."""

    def __init__(self, settings: Settings, store: Path | None = None, given: Mapping[type, Any] | None = None) -> None:
        """``store``: where the checks log is; None logs nothing. ``given``: ports handed in instead of opened."""
        self.settings = settings
        self._store_path, self._given = store, given
        self._thread = ThreadPoolExecutor(1, "localcheck")
        self._turns: PriorityQueue[tuple[float, int, Callable[[], None]]] = PriorityQueue()
        """Steps that wait, the smallest first: the seconds that their request has had, and their number."""
        self._numbers = count()
        self._had = 0.0
        """The seconds that the request at work has had; one that comes now is counted as if it had had as much."""
        self._expected: float | None = None
        """The seconds that it has had after its step, if it will ask for another one."""
        self._stack = ExitStack()
        self._opening: Future[Session] | None = None
        """Until it was waited for."""
        self._session: Session | None = None
        self._log: Store | None = None
        self._ending: asyncio.Event = asyncio.Event()
        self.cancelled = 0
        """Number of requests that were cancelled."""
        self.at_work = 0
        """Number of requests that are at work or wait for their turn; a cancelled one counts until its step is done."""

    def begin(self) -> None:
        """Open runtime and store on the engine's thread; what is asked for meanwhile waits, and the first of it raises what
        opening raised. What is asked for then tries again: a store may have been locked.

        Their modules are imported there too, so that a program which starts for each conversation can answer before. Models are
        opened when first needed.
        """
        self._opening = self._thread.submit(self._open)

    async def open(self) -> None:
        """The same, and wait until it is done."""
        self.begin()
        await self.on_session(lambda _: None)

    def end(self) -> None:
        """End all checks at work, and those that begin from now on: they raise ``Ending``."""
        self._ending.set()

    @property
    def ended(self) -> bool:
        """Was ``end`` called?"""
        return self._ending.is_set()

    async def unless_ended(self, work: Awaitable[T]) -> T:
        """What ``work`` comes to. Raises ``Ending`` as soon as ``end`` is called, and cancels it."""
        return await unless(self._ending.wait(), work, Ending)

    async def close(self) -> None:
        """Close them, after the step at work."""
        await asyncio.get_running_loop().run_in_executor(self._thread, lambda: self._stack.close())
        self._thread.shutdown()

    def events(
        self, document: Document, settings: Settings, call: Call, keep: bool = False
    ) -> AsyncGenerator[JSON, None]:
        """The events of one request as JSON. Leaving the loop over them cancels the work that is left.

        ``keep``: store the run, whose number the last event then has. Raises ``UsageError`` where there is no store.
        """
        if keep and self._store_path is None:
            raise UsageError("nothing is kept here", "start it without --no-store")
        return self.pulled(lambda session: self._events(session, document, settings, call, keep))

    async def pulled(self, begin: Callable[[Session], Generator[T, None, None]]) -> AsyncGenerator[T, None]:
        """What a generator over the engine's session yields, pulled on its thread. Leaving the loop closes the generator.

        Raises ``Ending`` where the server is ended meanwhile.
        """
        begun: list[Generator[T, None, None]] = []

        had = self._had

        def next_step(session: Session) -> T | None:
            nonlocal had
            started = time.perf_counter()
            if not begun:
                begun.append(begin(session))
            event = next(begun[0], None)
            had += time.perf_counter() - started
            self._expected = None if event is None else had
            return event

        ended = False
        self.at_work += 1
        try:
            while (step := await self.unless_ended(self.on_session(next_step, had))) is not None:
                yield step
            ended = True
        finally:
            self.cancelled += not ended
            # Not awaited: the request may be cancelled, and the thread closes it when its step is done.
            self._thread.submit(self._end, begun)

    def _end(self, begun: Iterable[Generator[Any, None, None]]) -> None:
        try:
            for one in begun:
                one.close()
        finally:
            self.at_work -= 1

    async def last(self, begin: Callable[[Session], Generator[T, None, None]]) -> T:
        """The last of what a generator yields, pulled likewise, so that other requests have their turns."""
        found: T | None = None
        async with aclosing(self.pulled(begin)) as steps:
            async for step in steps:
                found = step
        assert found is not None, "it yields its result"
        return found

    async def on_session(self, work: Callable[[Session], T], had: float | None = None) -> T:
        """What ``work`` returns for the engine's session, on its thread, between the steps of other requests. ``had``: the
        seconds that its request has had.
        """
        done: Future[T] = Future()

        def step() -> None:
            if done.set_running_or_notify_cancel():
                try:
                    done.set_result(work(self._opened()))
                except BaseException as error:  # it is raised where the result is waited for
                    done.set_exception(error)

        self._turns.put((self._had if had is None else had, next(self._numbers), step))
        self._thread.submit(self._take_a_turn)
        return await asyncio.wrap_future(done)

    def _take_a_turn(self) -> None:
        """The step of the request that has had least; the last one is waited for where it would be that."""
        if (expected := self._expected) is not None:
            with self._turns.not_empty:
                self._turns.not_empty.wait_for(lambda: self._turns.queue[0][0] <= expected, BACK_WITHIN)
        self._expected = None
        self._had, _, step = self._turns.get_nowait()
        step()

    def _opened(self) -> Session:
        opening, self._opening = self._opening, None
        if self._session is None:
            self._session = self._open() if opening is None else opening.result()
        return self._session

    def _open(self) -> Session:
        from localcheck.run.open_models import RuntimeOptions
        from localcheck.run.session import Session

        with ExitStack() as stack:
            stack.enter_context(network.allow(self.settings.network))
            session = stack.enter_context(Session(self.settings, self._given, RuntimeOptions(at_once=True)))
            if self._store_path is not None:
                from localcheck.store import Store

                self._log = stack.enter_context(Store(self._store_path))
            self._stack = stack.pop_all()
        return session

    def _events(
        self, session: Session, document: Document, settings: Settings, call: Call, keep: bool
    ) -> Generator[JSON, None, None]:
        events = session.check(CheckRequest((document,), settings, call=call, ruled=True, by_class=True))
        recorder = None
        if keep and self._log is not None:
            from localcheck.store.recording import Recorder

            recorder = Recorder(self._log, settings)
        with closing(events if recorder is None else recorder.follow(events)) as seen:
            for event in seen:
                match event:
                    case Started():
                        yield {"event": "started", "sentences": len(event.sentences)}
                    case Judged():
                        yield {"event": "judged", "done": event.done, "verdict": codec.to_json(event.verdict)}
                    case Failed():
                        yield {"event": "failed", "error": event.error, "hint": event.hint}
                    case Finished():
                        yield self._finished(
                            cast("Ruled", event), recorder.run_id if recorder else None
                        )  # as it was asked for

    def _finished(self, ruled: Ruled, run_id: int | None) -> JSON:
        notes = self._logged(ruled, run_id)
        report = replace(ruled.report, run=replace(ruled.report.run, notes=(*ruled.report.run.notes, *notes)))
        return {
            "event": "finished",
            "faithfulness": codec.to_json(ruled.gated.faithfulness),
            "ruling": codec.to_json(ruled.gated.ruling),
            "report": codec.report_to_json(report),
            **({} if run_id is None else {"run": run_id}),
        }

    def _logged(self, ruled: Ruled, run_id: int | None) -> tuple[str, ...]:
        """Write the check into the checks log. If that fails, a note for the report is returned, and the request continues."""
        if self._log is None:
            return ()
        try:
            self._log.checks.add(ruled.check(run_id))
        except LocalcheckError as error:
            return (f"the check is not in the checks log: {error.message}",)
        return ()
