"""A time budget: how much work the next document is worth, so that as many as possible get a verdict."""

from __future__ import annotations

import time
from collections.abc import Callable

from localcheck.gate.effort import Effort


class Pace:
    """Measures how fast documents are judged. With a budget too short for the rest, the rest is judged quickly."""

    def __init__(self, budget: float, total: int | None, clock: Callable[[], float] = time.monotonic) -> None:
        """``budget`` in seconds, 0 for none; ``total`` documents, None where that is not known: then nothing is hurried."""
        self._clock, self._total = clock, total
        self._started = self._since = clock()
        self._deadline = self._started + budget if budget else float("inf")
        self._finished = 0
        self._usual = 0.0
        """Seconds a document at the effort that it asks for, over all processes; 0 before the first one."""
        self.hurried = 0
        """Documents judged quickly because the time is short."""

    @property
    def over(self) -> bool:
        """The budget is spent."""
        return self._clock() > self._deadline

    def finished(self, hurried: bool) -> None:
        """One more document is judged."""
        now = self._clock()
        if hurried:
            self.hurried += 1
            self._since, self._finished = now, 0
            return
        self._finished += 1
        self._usual = (now - self._since) / self._finished

    def effort(self, asked: Effort, place: int) -> Effort:
        """The effort for the document at ``place`` (from 0), which asks for ``asked``."""
        if self._deadline == float("inf") or self._total is None or asked is Effort.QUICK:
            return asked
        needed = self._usual * (self._total - place)
        if needed <= self._deadline - self._clock():
            return asked
        return Effort.QUICK
