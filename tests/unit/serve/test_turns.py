"""Requests share the time of the engine's thread: a short one is not held up at each of its steps by a long one."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Generator
from contextlib import aclosing
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

from localcheck.errors import BadInput
from localcheck.run.session import Session
from localcheck.serve import session_thread
from localcheck.serve.session_thread import SessionThread
from localcheck.settings import Settings

STEPS = 6
Work = Callable[[str, int, float], Awaitable[None]]
"""Does a request: its name, its number of steps, and the seconds of each."""


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The time of the engine, which only the steps of these tests move; a request that will be back is waited for."""
    time_ = SimpleNamespace(now=0.0)
    time_.perf_counter = lambda: time_.now
    monkeypatch.setattr(session_thread, "time", time_)
    monkeypatch.setattr(session_thread, "BACK_WITHIN", 60.0)
    return time_


def _turns_of(clock: SimpleNamespace, requests: Callable[[Work], Awaitable[object]]) -> list[str]:
    """The names of the requests whose steps were done, in their order."""
    log: list[str] = []

    async def work(engine: SessionThread, name: str, number: int, seconds: float) -> None:
        def steps(_: Session) -> Generator[str, None, None]:
            for _step in range(number):
                clock.now += seconds
                log.append(name)
                yield name

        await engine.last(steps)

    async def served() -> None:
        engine = SessionThread(Settings(cache=False, detector="all-false"))
        await engine.open()
        try:
            await requests(partial(work, engine))
        finally:
            await engine.close()

    asyncio.run(served())
    return log


def test_a_short_request_waits_for_one_step_of_a_long_one_and_not_for_one_at_each_of_its_own(
    clock: SimpleNamespace,
) -> None:
    async def short(work: Work) -> None:
        for one in range(3):
            await work(f"short {one}", STEPS, 0.001)

    log = _turns_of(clock, lambda work: asyncio.gather(work("long", 60, 1.0), short(work)))
    for one in range(3):
        mine = [at for at, name in enumerate(log) if name == f"short {one}"]
        assert len(mine) == STEPS
        before = [at for at, name in enumerate(log[: mine[0]]) if name.startswith("short")]
        assert log[max(before, default=0) : mine[-1]].count("long") <= 2  # turns of equal number would give it six


def test_a_long_request_is_not_put_off_for_ever(clock: SimpleNamespace) -> None:
    async def newcomers(work: Work) -> None:
        for _ in range(20):
            await work("new", 2, 1.0)

    log = _turns_of(clock, lambda work: asyncio.gather(work("long", 20, 1.0), newcomers(work), newcomers(work)))
    assert log[:60].count("long") >= 10  # a third of the turns, while others come and go


def test_what_a_step_raises_is_raised_where_it_is_waited_for_and_the_next_one_is_done() -> None:
    async def failing() -> str:
        engine = SessionThread(Settings(cache=False, detector="all-false"))
        await engine.open()

        def broken(session: Session) -> str:
            raise KeyError("broken")

        try:
            with pytest.raises(KeyError, match="broken"):
                await engine.on_session(broken)
            return await engine.on_session(lambda _: "done")
        finally:
            await engine.close()

    assert asyncio.run(failing()) == "done"


def test_a_request_that_was_left_counts_until_its_step_is_done() -> None:
    async def left() -> list[int]:
        engine = SessionThread(Settings(cache=False, detector="all-false"))
        await engine.open()

        def slow(_: Session) -> Generator[str, None, None]:
            time.sleep(0.2)
            yield "done"

        waiting = asyncio.create_task(engine.last(slow))
        await asyncio.sleep(0.05)
        waiting.cancel()
        await asyncio.sleep(0.05)
        seen = [engine.at_work]
        await engine.on_session(lambda _: None)
        await asyncio.sleep(0)
        seen.append(engine.at_work)
        await engine.close()
        return seen

    assert asyncio.run(left()) == [1, 0]


def test_what_kept_the_engine_from_opening_is_tried_again_once_it_is_mended(tmp_path: Path) -> None:
    """A store that was locked when an editor or an agent started its server failed every request until that was ended."""

    async def asked() -> list[str]:
        store = tmp_path / "localcheck.db"
        store.write_text("not a database " * 200)
        engine = SessionThread(Settings(cache=False, detector="all-false"), store)
        engine.begin()
        said = []
        for _ in range(2):
            try:
                said.append(await engine.on_session(lambda _: "done"))
            except BadInput as error:
                said.append(error.message)
                store.unlink()
        await engine.close()
        return said

    assert asyncio.run(asked()) == [f"{tmp_path / 'localcheck.db'}: not a SQLite database", "done"]


def test_a_request_whose_end_fails_counts_no_longer() -> None:
    """On a full disk each request that was left counted for ever, and after 32 of them MCP refused all."""

    async def left() -> int:
        engine = SessionThread(Settings(cache=False, detector="all-false"))
        await engine.open()

        def broken(_: Session) -> Generator[str, None, None]:
            try:
                yield "begun"
            finally:
                raise OSError("no space left on device")

        async with aclosing(engine.pulled(broken)) as events:
            assert await anext(events) == "begun"
        await engine.on_session(lambda _: None)
        seen = engine.at_work
        await engine.close()
        return seen

    assert asyncio.run(left()) == 0
