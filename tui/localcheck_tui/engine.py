"""The worker thread. It owns the session, because models must stay on the thread that loaded them, and posts messages.

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
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Concatenate, ParamSpec

from textual.message import Message

from localcheck.errors import LocalcheckError
from localcheck.settings.requests import CheckRequest
from localcheck.store import Recorder, RunState, Store, open_store
from localcheck.store.recording import planned
from localcheck.types import Event, Failed, Finished
from localcheck_tui.messages import EventsWaiting, JobFailed, RunEnded
from localcheck_tui.session import Session

FOLLOWS = 0.2
"""Seconds in which the app asks something because of an answer."""
NICE = 5
"""How much the priority of the engine's thread is lowered (as with ``nice``)."""
Post = Callable[[Message], object]
Messages = Generator[Message, None, None]
Task = Callable[[Session, Store], Messages]
"""A small request: a generator whose messages are posted."""
Asked = ParamSpec("Asked")


def task(made: Callable[Concatenate[Session, Store, Asked], Messages]) -> Callable[Asked, Task]:
    """Before a generator of the session, the store and what is asked for: given what is asked for, it makes the task."""
    return lambda *args, **named: lambda session, store: made(session, store, *args, **named)


@dataclass(frozen=True, slots=True)
class Check:
    """A run to be made, or continued."""

    request: CheckRequest
    post: Post
    inbox: deque[tuple[int | None, Event]] = field(default_factory=deque)
    """Events with the run's id in the store; whoever ``post`` reaches drains it when ``EventsWaiting`` arrives."""
    cancelled: threading.Event = field(default_factory=threading.Event)
    paused: threading.Event = field(default_factory=threading.Event)


@dataclass(frozen=True, slots=True)
class Named:
    """A small request with the words for its failure."""

    what: str
    task: Task
    post: Post
    stopped: threading.Event = field(default_factory=threading.Event)
    """Set to close it at its next step."""


class Engine:
    """Runs and requests, one after another, on a thread of its own."""

    def __init__(self, session: Session, store_path: Path, post: Post) -> None:
        self._session, self._store_path, self._post = session, store_path, post
        self._jobs: queue.SimpleQueue[Check | Named | None] = queue.SimpleQueue()
        self._postponed: deque[Check] = deque()
        self._closing = False
        self._thread = threading.Thread(target=self._work, name="localcheck-engine", daemon=True)

    def start(self) -> None:
        """Start working."""
        self._thread.start()

    def check(self, job: Check) -> None:
        """Run this after the runs that were asked for before."""
        self._jobs.put(job)

    def request(self, what: str, task: Task, post: Post) -> Named:
        """Do this between two verdicts; ``what`` names it in an error, ``post`` gets its messages."""
        job = Named(what, task, post)
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
            self._post(JobFailed("open the store", error.message, error.hint))
        finally:
            self._session.close()

    def _run(self, job: Check, store: Store) -> None:
        from localcheck.run.stored import stored

        request = job.request
        recorder = Recorder(store, planned(request.settings), request.run_id, request.settings)
        events = stored(self._session.check(request), recorder, store)
        ended = RunEnded(RunState.CANCELLED)
        if job.cancelled.is_set() or self._closing:
            job.post(ended)
            return
        try:
            for event in events:
                job.inbox.append((recorder.run_id, event))
                job.post(EventsWaiting())
                if isinstance(event, Finished):
                    ended = RunEnded(RunState.FINISHED)
                elif isinstance(event, Failed):
                    ended = RunEnded(RunState.FAILED, event.error, event.hint)
                elif not self._may_go_on(job, store):
                    break
        except LocalcheckError as error:
            ended = RunEnded(RunState.FAILED, error.message, error.hint)
        except Exception as error:
            ended = RunEnded(RunState.FAILED, f"{type(error).__name__}: {error}", "this is a bug in localcheck")
        finally:
            events.close()
        job.post(ended)

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

    def _serve(self, job: Named, store: Store) -> None:
        try:
            messages = job.task(self._session, store)
            for message in messages:
                job.post(message)
                if job.stopped.is_set() or self._closing:
                    messages.close()
        except LocalcheckError as error:
            job.post(JobFailed(job.what, error.message, error.hint))
        except Exception as error:
            job.post(JobFailed(job.what, f"{type(error).__name__}: {error}", "this is a bug in localcheck"))


def yield_to_the_interface() -> None:
    """Lower the priority of this thread, and so of the model threads that it starts: keys are painted first.

    Linux only, where a thread has a priority of its own.
    """
    if sys.platform == "linux":
        with suppress(OSError):
            thread = threading.get_native_id()
            os.setpriority(os.PRIO_PROCESS, thread, min(os.getpriority(os.PRIO_PROCESS, thread) + NICE, 19))
