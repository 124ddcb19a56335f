"""The worker thread. It owns the session, because models must stay on the thread that loaded them. What it finds out is told on
the app's thread, to whoever asked: a screen that is closed is told nothing more.

A run is a generator: to pause it, no value is pulled; to cancel it, it is closed. Runs are made one after another, in the order
in which they were asked for. Between two verdicts the engine handles small requests (keep looking, re-check), so that these
need not wait for the end of a long run.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from textual.app import App
from textual.widget import Widget

from localcheck.errors import LocalcheckError, as_error
from localcheck.settings.requests import CheckRequest
from localcheck.store import Recorder, RunState, Store, open_store
from localcheck.types import Event, Failed, Finished
from localcheck_tui.safe_text import one_line
from localcheck_tui.session import Session

FOLLOWS = 0.2
"""Seconds in which the app asks something because of an answer."""
NICE = 5
"""How much the priority of the engine's thread is lowered (as with ``nice``)."""
Where = App[Any] | Widget
"""Who asks for something."""
Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Ended:
    """How a run ended."""

    state: RunState
    error: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Failure:
    """A request failed."""

    what: str
    error: str
    hint: str = ""

    @property
    def told(self) -> str:
        """What went wrong and what helps, on one line."""
        return one_line(f"{self.error}. {self.hint}")


@dataclass(frozen=True, slots=True)
class Check:
    """A run to be made, or continued."""

    request: CheckRequest
    tell: Callable[[Ended | None], object]
    """Called on the engine's thread when there is something new in the inbox, and with how the run ended."""
    inbox: deque[tuple[int | None, Event]] = field(default_factory=deque)
    """Events with the run's id in the store."""
    cancelled: threading.Event = field(default_factory=threading.Event)
    paused: threading.Event = field(default_factory=threading.Event)


@dataclass(frozen=True, slots=True)
class Request:
    """Something small that is done between two verdicts."""

    what: str
    """What it is, for the words of a failure."""
    steps: Callable[[Session, Store], Generator[Any, None, None]]
    each: Callable[[Any], object]
    """Called on the engine's thread with what the steps yield."""
    failed: Callable[[Failure], object]
    stopped: threading.Event = field(default_factory=threading.Event)
    """Set to close it at its next step."""


class Engine:
    """Runs and requests, one after another, on a thread of its own."""

    def __init__(self, session: Session, store_path: Path, failed: Callable[[Failure], object]) -> None:
        """``failed`` is called on the engine's thread where the store cannot be opened."""
        self._session, self._store_path, self._failed = session, store_path, failed
        self._jobs: queue.SimpleQueue[Check | Request | None] = queue.SimpleQueue()
        self._postponed: deque[Check] = deque()
        self._closing = False
        self._thread = threading.Thread(target=self._work, name="localcheck-engine", daemon=True)

    def start(self) -> None:
        """Start working."""
        self._thread.start()

    def check(self, job: Check) -> None:
        """Run this after the runs that were asked for before."""
        self._jobs.put(job)

    def request(
        self,
        where: Where,
        what: str,
        work: Callable[[Session, Store], Found],
        then: Callable[[Found], object],
        failed: Callable[[Failure], object] | None = None,
    ) -> None:
        """Do ``work`` between two verdicts, and call ``then`` with what it returns; ``failed`` by default says what failed."""

        def once(session: Session, store: Store) -> Generator[Found, None, None]:
            yield work(session, store)

        self.follow(where, what, once, then, failed)

    def follow(
        self,
        where: Where,
        what: str,
        steps: Callable[[Session, Store], Generator[Found, None, None]],
        each: Callable[[Found], object],
        failed: Callable[[Failure], object] | None = None,
    ) -> Request:
        """The same for work in steps: ``each`` is called with what each of them yields."""

        def notify(failure: Failure) -> None:
            where.notify(failure.told, title=f"could not {failure.what}", severity="error")

        tell = where.call_later
        job = Request(what, steps, partial(tell, each), partial(tell, failed or notify))
        self._jobs.put(job)
        return job

    def close(self, seconds: float = 2.0) -> None:
        """Cancel and end the thread; one that is inside a model's call is left behind after ``seconds``."""
        self._closing = True
        self._jobs.put(None)
        if self._thread.is_alive():
            self._thread.join(seconds)

    @property
    def left_behind(self) -> bool:
        """True while its thread works on though it was closed: it is inside a model's call."""
        return self._closing and self._thread.is_alive()

    def _work(self) -> None:
        yield_to_the_interface()
        try:
            with open_store(self._store_path) as store:
                while (job := self._postponed.popleft() if self._postponed else self._jobs.get()) is not None:
                    if isinstance(job, Check):
                        self._run(job, store)
                    else:
                        self._serve(job, store)
        except LocalcheckError as error:
            self._failed(Failure("open the store", error.message, error.hint))
        finally:
            self._session.close()

    def _run(self, job: Check, store: Store) -> None:
        from localcheck.run.session import stored

        request = job.request
        recorder = Recorder(store, request.settings, request.run_id)
        events = stored(self._session.check(request), recorder)
        ended = Ended(RunState.CANCELLED)
        if job.cancelled.is_set() or self._closing:
            job.tell(ended)
            return
        try:
            with closing(events):  # which stores how the run ended, and may fail at that
                for event in events:
                    job.inbox.append((recorder.run_id, event))
                    job.tell(None)
                    if isinstance(event, Finished):
                        ended = Ended(RunState.FINISHED)
                    elif isinstance(event, Failed):
                        ended = Ended(RunState.FAILED, event.error, event.hint)
                    elif not self._may_go_on(job, store):
                        break
        except Exception as problem:
            error = as_error(problem)
            ended = Ended(RunState.FAILED, error.message, error.hint)
        job.tell(ended)

    def _may_go_on(self, run: Check, store: Store) -> bool:
        """Handle waiting requests, and wait while paused. Returns False if the run is cancelled."""
        while True:
            self._serve_waiting(store)
            if run.cancelled.is_set() or self._closing:
                return False
            if not run.paused.is_set():
                return True
            time.sleep(0.05)

    def _serve_waiting(self, store: Store) -> None:
        """Serve what was asked meanwhile, and what the app asks at once because of the answer: a text is read, then
        looked up.
        """
        wait = 0.0
        with suppress(queue.Empty):
            while True:
                job = self._jobs.get(block=wait > 0, timeout=wait or None)
                if job is None:
                    self._closing = True
                    self._jobs.put(None)
                    return
                if isinstance(job, Check):
                    self._postponed.append(job)
                else:
                    self._serve(job, store)
                    wait = FOLLOWS

    def _serve(self, job: Request, store: Store) -> None:
        try:
            with closing(job.steps(self._session, store)) as steps:
                for found in steps:
                    job.each(found)
                    if job.stopped.is_set() or self._closing:
                        break
        except Exception as problem:
            error = as_error(problem)
            job.failed(Failure(job.what, error.message, error.hint))


def yield_to_the_interface() -> None:
    """Lower the priority of this thread, and so of the model threads that it starts: keys are painted first.

    Linux only, where a thread has a priority of its own.
    """
    if sys.platform == "linux":
        with suppress(OSError):
            thread = threading.get_native_id()
            os.setpriority(os.PRIO_PROCESS, thread, min(os.getpriority(os.PRIO_PROCESS, thread) + NICE, 19))
