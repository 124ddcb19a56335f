"""The runs that the page starts. Each is stored verdict by verdict, and continues to its end whether or not anybody looks.

A reader that comes late, or comes back, gets all events of a run that is at work from its first one on.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import aclosing, closing, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from localcheck.errors import LocalcheckError, UsageError
from localcheck.run.session import Session
from localcheck.run.stored import stored
from localcheck.serve.limits import Busy, Ending
from localcheck.serve.page.shown import latest_shown
from localcheck.serve.session_thread import SessionThread
from localcheck.settings.requests import CheckRequest
from localcheck.store import Recorder, RunState, Store
from localcheck.store.recording import resume
from localcheck.text.inert import shown
from localcheck.types import JSON, Document, Failed, Finished, Judged, Started

BEAT = 1.0
"""Seconds after which ``watch`` yields None where nothing happened: a reader that went away is noticed, and an end too."""


@dataclass(slots=True, eq=False)
class _Job:
    """A run at work."""

    events: list[JSON] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    """Set, and replaced by another one, at each event."""
    run_id: int | None = None
    """Known from the start of a run that is continued, from the first event of a new one."""
    task: asyncio.Task[None] | None = None
    error: LocalcheckError | None = None
    """Why it did not begin."""

    def tell(self, event: JSON) -> None:
        self.events.append(event)
        before, self.news = self.news, asyncio.Event()
        before.set()


class Runs:
    """Starts runs, and tells what happens in them. All methods are called on the event loop."""

    def __init__(self, engine: SessionThread, store: Path, most: int) -> None:
        """``most``: runs at the same time."""
        self._engine, self._store, self._most = engine, store, most
        self._jobs: set[_Job] = set()

    async def check(self, document: Document) -> int:
        """Begin to check a document; the number of its run. Raises ``Busy``, and what opening models and indexes raises."""
        settings = self._engine.settings
        return await _begun(self._start(lambda _: CheckRequest((document,), settings)))

    async def resume(self, run_id: int) -> int:
        """Go on with a run that did not finish; one that is at work or begins is left alone. Raises as ``check`` does."""
        if (job := self._job(run_id)) is not None:
            return await _begun(job)

        def request(store: Store) -> CheckRequest:
            if store.summary(run_id).state is RunState.FINISHED:
                raise UsageError(f"run {run_id} is finished", "open it")
            return resume(store, run_id, self._engine.settings)

        return await _begun(self._start(request, run_id))

    def running(self, run_id: int) -> bool:
        """Is the run at work here?"""
        return self._job(run_id) is not None

    def stop(self, run_id: int) -> None:
        """End a run after the step at work; what it judged is kept, and it can be continued."""
        job = self._job(run_id)
        if job is not None and job.task is not None:
            if not job.events:
                job.error = LocalcheckError("the run was stopped before it went on", "continue it again")
            job.task.cancel()

    async def watch(self, run_id: int) -> AsyncGenerator[JSON, None]:
        """The events of a run from its first to ``ended``; None at each ``BEAT`` without one. Nothing if it is not at work."""
        job, told = self._job(run_id), 0
        while job is not None:
            news = job.news
            while told < len(job.events):
                event = job.events[told]
                told += 1
                yield event
                if event["event"] == "ended":
                    return
            if news is job.news:
                with suppress(TimeoutError):
                    await asyncio.wait_for(news.wait(), BEAT)
                if not news.is_set():
                    yield None

    async def close(self) -> None:
        """Cancel everything at work; it can be continued later."""
        tasks = [job.task for job in self._jobs if job.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _job(self, run_id: int) -> _Job | None:
        return next((job for job in self._jobs if job.run_id == run_id), None)

    def _start(self, request: Callable[[Store], CheckRequest], run_id: int | None = None) -> _Job:
        """Start a task that makes the run, or continues run ``run_id``."""
        if len(self._jobs) >= self._most:
            at_work = f"{len(self._jobs)} runs are" if len(self._jobs) > 1 else "1 run is"
            raise Busy(f"{at_work} at work", "wait for one to finish, or stop one; your text is kept here")
        job = _Job(run_id=run_id)
        self._jobs.add(job)
        job.task = asyncio.get_running_loop().create_task(self._work(job, request))
        return job

    async def _work(self, job: _Job, request: Callable[[Store], CheckRequest]) -> None:
        ended = _ended(RunState.CANCELLED)
        try:
            async with aclosing(self._engine.pulled(lambda s: steps(s, self._store, request))) as events:
                async for run_id, event in events:
                    job.run_id = run_id
                    job.tell(event)
            return
        except (asyncio.CancelledError, Ending):
            job.error = job.error or LocalcheckError("the server is ending", "start it again")
        except LocalcheckError as error:
            job.error, ended = error, _ended(RunState.FAILED, error.message, error.hint)
        except Exception as error:
            job.error = LocalcheckError(f"{type(error).__name__}: {error}", "this is a bug in localcheck")
            ended = _ended(RunState.FAILED, job.error.message, job.error.hint)
        finally:
            self._jobs.discard(job)
            if not job.events or job.events[-1]["event"] != "ended":
                job.tell(ended)


async def _begun(job: _Job) -> int:
    """The number of the run, once its first event is there, by which it is stored. Raises why it did not begin."""
    if not job.events:
        await job.news.wait()
    if job.error is not None:
        raise job.error
    assert job.run_id is not None
    return job.run_id


def steps(
    session: Session, path: Path, request: Callable[[Store], CheckRequest]
) -> Generator[tuple[int, JSON], None, None]:
    """(run, event for the page) of a run, each stored before it is told; runs on the engine's thread."""
    with Store(path) as store:
        made = request(store)
        recorder = Recorder(store, made.settings, made.run_id)
        with closing(stored(session.check(replace(made, ruled=True)), recorder)) as events:
            for event in events:
                assert recorder.run_id is not None
                match event:
                    case Started():
                        yield recorder.run_id, {"event": "started"}
                    case Judged():
                        verdict = latest_shown(store, recorder.run_id, event.verdict)
                        yield recorder.run_id, {"event": "judged", "verdict": verdict}
                    case Finished():
                        yield recorder.run_id, _ended(RunState.FINISHED)
                    case Failed():
                        yield recorder.run_id, _ended(RunState.FAILED, event.error, event.hint)


def _ended(state: RunState, error: str = "", hint: str = "") -> JSON:
    """The last event of a run."""
    return {"event": "ended", "state": state.value, "error": shown(error), "hint": shown(hint)}
