"""The Python interface for programs with an event loop: one thread does the work, and leaving the loop cancels it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from types import TracebackType
from typing import TypeVar

from localcheck.api.checked import CheckedReport
from localcheck.api.checker import Checker, the_report
from localcheck.errors import UsageError
from localcheck.settings import Settings
from localcheck.types import Event

T = TypeVar("T")


class AsyncChecker:
    """A ``Checker`` on a thread of its own. Several checks may be under way; they take turns, a claim at a time.

    >>> async with AsyncChecker() as checker:  # doctest: +SKIP
    ...     async for event in checker.stream("Mars has two moons."):
    ...         print(event)
    """

    def __init__(self, settings: Settings | None = None) -> None:
        """``settings``: by default those of the settings file and the environment."""
        self._thread = ThreadPoolExecutor(1, "localcheck-api")
        self._checker = Checker(settings)
        """Made here so that bad settings are said at once; its models are opened, used and closed on the thread."""
        self._closed = False

    async def check(
        self,
        text: str,
        *,
        title: str = "",
        prompt: str = "",
        context: Sequence[str] | None = None,
        samples: Sequence[str] = (),
    ) -> CheckedReport:
        """The report on one text. Raises as ``Checker.check`` does. A cancelled task ends the check after the claim at work."""
        events = self.stream(text, title=title, prompt=prompt, context=context, samples=samples)
        return the_report([event async for event in events])

    async def stream(
        self,
        text: str,
        *,
        title: str = "",
        prompt: str = "",
        context: Sequence[str] | None = None,
        samples: Sequence[str] = (),
    ) -> AsyncIterator[Event]:
        """The events of one text as they come. Leaving the loop cancels what is left; raises as ``Checker.stream`` does."""
        steps = self._checker.stream(text, title=title, prompt=prompt, context=context, samples=samples)
        try:
            while (event := await self._there(lambda: next(steps, None))) is not None:
                yield event
        finally:
            # Not awaited: the task may be cancelled, and the thread closes it when its step is done.
            with suppress(RuntimeError):  # the checker was closed meanwhile, and with it the work
                self._thread.submit(steps.close)

    async def close(self) -> None:
        """Release models and indexes after the step at work; twice does no harm."""
        if not self._closed:
            self._closed = True
            await self._there(self._checker.close)
            self._thread.shutdown()

    async def __aenter__(self) -> AsyncChecker:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _there(self, work: Callable[[], T]) -> T:
        """What ``work`` returns on the thread. Raises ``UsageError`` once the checker is closed."""
        try:
            waiting = asyncio.get_running_loop().run_in_executor(self._thread, work)
        except RuntimeError as error:
            raise UsageError("the checker is closed", "make another AsyncChecker") from error
        return await waiting
