"""The engine's thread: order, cancelling, errors, and that nothing is lost when it closes."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any, cast

import pytest
from scripted_session import ScriptedSession
from tui_examples import DOCUMENT, REPORT, VERDICTS, places, session

from localcheck.cli.checks.review import _leave
from localcheck.errors import BackendError, LocalcheckError
from localcheck.settings import Settings
from localcheck.settings.requests import CheckRequest
from localcheck.store import RunState, Store
from localcheck_tui.engine import NICE, Check, Ended, Engine, Failure, Where
from localcheck_tui.session import Session

REQUEST = CheckRequest((DOCUMENT,), Settings())
NEWS = type(None)
"""What is told where the inbox has news."""


class Told:
    """Collects what the engine tells, and waits for a kind of it. Like a widget, it calls back what is to be called later."""

    def __init__(self) -> None:
        self.told: list[object] = []
        self._new = threading.Condition()

    def __call__(self, message: object) -> None:
        with self._new:
            self.told.append(message)
            self._new.notify_all()

    def call_later(self, callback: Any, *given: object) -> None:
        callback(*given)

    def of(self, kind: type, count: int = 1, seconds: float = 10.0) -> list[Any]:
        """Wait until ``count`` of a kind were told."""
        with self._new:
            enough = self._new.wait_for(lambda: len([m for m in self.told if type(m) is kind]) >= count, seconds)
        assert enough, f"no {count} × {kind.__name__} in {self.told}"
        return [m for m in self.told if type(m) is kind]


def engine_for(folder: Path, script: ScriptedSession) -> tuple[Engine, Told]:
    posted = Told()
    engine = Engine(script, places(folder).store, posted)
    engine.start()
    return engine, posted


def test_a_run_is_delivered_in_order_and_stored(folder: Path) -> None:
    engine, posted = engine_for(folder, session())
    job = Check(REQUEST, posted)
    engine.check(job)
    (ended,) = posted.of(Ended)
    assert ended.state is RunState.FINISHED
    kinds = [type(event).__name__ for _, event in job.inbox]
    assert kinds == ["Started", *["Judged"] * 6, "Finished"]
    assert {run for run, _ in job.inbox} == {1}
    engine.close()
    with Store(places(folder).store) as store:
        assert store.load(1).verdicts == VERDICTS


def test_a_new_run_waits_for_the_one_before(folder: Path) -> None:
    going = threading.Semaphore(1)
    engine, posted = engine_for(folder, session(lambda: bool(going.acquire(timeout=10))))
    first, second = Check(REQUEST, posted), Check(REQUEST, posted)
    engine.check(first)
    posted.of(NEWS, 2)
    engine.check(second)
    going.release(20)
    ended = posted.of(Ended, 2)
    assert [how.state for how in ended] == [RunState.FINISHED, RunState.FINISHED]
    assert len(first.inbox) == len(second.inbox) == 8
    engine.close()


def test_cancelling_before_a_start_starts_nothing(folder: Path) -> None:
    engine, posted = engine_for(folder, session())
    job = Check(REQUEST, posted)
    job.cancelled.set()
    engine.check(job)
    (ended,) = posted.of(Ended)
    assert ended.state is RunState.CANCELLED
    assert not job.inbox
    engine.close()


def test_an_error_of_a_request_is_told_by_its_name_and_the_engine_goes_on(folder: Path) -> None:
    engine, posted = engine_for(folder, session())

    def refuse(session: Session, store: Store) -> None:
        raise LocalcheckError("no", "why not")

    def break_down(session: Session, store: Store) -> None:
        raise ZeroDivisionError("oh")

    for what, work in (("refuse", refuse), ("break down", break_down)):
        engine.request(cast("Where", posted), what, work, posted, posted)
    engine.check(Check(REQUEST, posted))
    failures = posted.of(Failure, 2)
    told = [("refuse", "no"), ("break down", "unexpected ZeroDivisionError: oh")]
    assert [(f.what, f.error) for f in failures] == told
    posted.of(Ended)
    engine.close()


def test_a_cancel_that_cannot_be_stored_is_told_and_the_engine_goes_on(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a full disk the end of the run could not be written: the thread ended with it, and nothing was ever done again."""

    def full(*_: object) -> None:
        raise BackendError("disk is full")

    monkeypatch.setattr(Store, "end_run", full)
    engine, posted = engine_for(folder, session())
    job = Check(REQUEST, lambda ended: (job.cancelled.set(), posted(ended)))
    engine.check(job)
    (ended,) = posted.of(Ended)
    assert (ended.state, ended.error) == (RunState.FAILED, "disk is full")
    engine.request(cast("Where", posted), "something else", lambda *_: "done", posted)
    assert posted.of(str) == ["done"]
    engine.close()


def test_a_long_request_is_cancelled_at_its_next_step(folder: Path) -> None:
    engine, posted = engine_for(folder, session())
    closed = threading.Event()

    def build(session: Session, store: Store) -> Generator[int, None, None]:
        try:
            for i in range(10_000):
                time.sleep(0.005)
                yield i
        finally:
            closed.set()

    job = engine.follow(cast("Where", posted), "build", build, posted)
    posted.of(int, 2)
    job.stopped.set()
    engine.request(cast("Where", posted), "something else", lambda *_: "", posted)  # which does not call the cancel off
    assert closed.wait(5)
    engine.close()


def test_closing_leaves_a_run_that_hangs_in_a_model_behind_and_the_process_ends_at_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left: list[int] = []
    monkeypatch.setattr(os, "_exit", left.append)
    stuck = threading.Event()
    script = ScriptedSession([REPORT], lambda: bool(stuck.wait(10)))
    engine, posted = engine_for(folder, script)
    engine.check(Check(REQUEST, posted))
    posted.of(NEWS)
    began = time.monotonic()
    engine.close(seconds=0.2)
    assert time.monotonic() - began < 5
    _leave(engine)
    assert left == [0]
    stuck.set()
    posted.of(Ended)
    engine.close(seconds=30)
    _leave(engine)
    assert left == [0], "it has ended: Python ends the process in its own way"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives a thread a priority of its own")
def test_the_engine_s_thread_gives_way_to_the_interface(folder: Path) -> None:
    priorities: list[int] = []

    def look(session: Session, store: Store) -> int:
        priorities.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
        return 0

    engine, posted = engine_for(folder, session())
    engine.request(cast("Where", posted), "look", look, posted)
    posted.of(int)
    engine.close()
    mine = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    assert priorities == [min(mine + NICE, 19)]


def test_a_store_that_cannot_be_opened_is_told(folder: Path) -> None:
    store = places(folder).store
    store.parent.mkdir()
    store.write_text("not a database " * 200)
    engine, posted = engine_for(folder, session())
    (failure,) = posted.of(Failure)
    assert failure.what == "open the store"
    engine.close()
