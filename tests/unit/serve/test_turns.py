"""Requests share the time of the engine's thread: a short one is not held up at each of its steps by a long one."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Generator

import pytest

from localcheck.run.session import Session
from localcheck.serve.session_thread import SessionThread
from localcheck.settings import Settings

STEPS = 6


async def _served(log: list[str], others: int) -> None:
    """A long request of sixty steps, and beside it short ones of ``STEPS`` steps that come one after another."""
    engine = SessionThread(Settings(cache=False, detector="all-false"))
    await engine.open()

    def steps(name: str, number: int, seconds: float) -> Generator[str, None, None]:
        for _ in range(number):
            time.sleep(seconds)
            log.append(name)
            yield name

    async def work(name: str, number: int, seconds: float) -> None:
        await engine.last(lambda _: steps(name, number, seconds))

    try:
        long = asyncio.create_task(work("long", 60, 0.01))
        while log.count("long") < 5:
            await asyncio.sleep(0.001)
        for one in range(others):
            log.append("asked")
            await work(f"short {one}", STEPS, 0.0)
        await long
    finally:
        await engine.close()


def test_a_short_request_waits_for_one_step_of_a_long_one_and_not_for_one_at_each_of_its_own() -> None:
    log: list[str] = []
    asyncio.run(_served(log, others=3))
    for one in range(3):
        mine = [at for at, name in enumerate(log) if name == f"short {one}"]
        assert len(mine) == STEPS
        asked = max(at for at, name in enumerate(log[: mine[0]]) if name == "asked")
        assert log[asked : mine[-1]].count("long") <= 2  # turns of equal number would give it six


def test_a_long_request_is_not_put_off_for_ever() -> None:
    log: list[str] = []

    async def crowd() -> None:
        engine = SessionThread(Settings(cache=False, detector="all-false"))
        await engine.open()

        def steps(name: str, number: int) -> Generator[str, None, None]:
            for _ in range(number):
                time.sleep(0.004)
                log.append(name)
                yield name

        async def newcomers() -> None:
            for _ in range(20):
                await engine.last(lambda _: steps("new", 2))

        try:
            await asyncio.gather(engine.last(lambda _: steps("long", 20)), newcomers(), newcomers())
        finally:
            await engine.close()

    asyncio.run(crowd())
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
