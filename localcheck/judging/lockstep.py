"""One scheduler for everything that wants pairs scored: generators run side by side, and the NLI model gets full batches.

A generator yields the pairs that it wants scored, is sent their probabilities, and returns its result.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from localcheck.judging.opinion import Pairs
from localcheck.ports import NLI, FloatArray, SpanReader
from localcheck.types import Cost, Verdict

R = TypeVar("R")
Asking = Generator[Pairs, FloatArray, R]
"""Yields the pairs that it wants scored, is sent their probabilities, returns its result."""
Judging = Asking[Verdict]
"""A claim on its way to its verdict."""


@dataclass(slots=True, eq=False)
class Running(Generic[R]):
    """One generator that is under way, with the pairs and seconds that it has used."""

    asking: Asking[R]
    pairs: Pairs = dataclasses.field(default_factory=list)
    """What it wants scored next."""
    results: list[R] = dataclasses.field(default_factory=list)
    """What it returned, once it has."""
    nli_pairs: int = 0
    seconds: float = 0.0

    @property
    def finished(self) -> bool:
        """Whether it has returned."""
        return bool(self.results)

    @property
    def cost(self) -> Cost:
        """The pairs and seconds so far."""
        return Cost(nli_pairs=self.nli_pairs, seconds=self.seconds)

    def advance(self, scores: FloatArray | None) -> None:
        """Continue with the scores asked for; None to begin."""
        started = time.perf_counter()
        try:
            self.pairs = self.asking.send(scores) if scores is not None else next(self.asking)
        except StopIteration as done:
            self.results.append(done.value)
        self.seconds += time.perf_counter() - started


class Scheduler(Generic[R]):
    """The generators at work; each round scores what all of them ask for in one call."""

    def __init__(self, nli: NLI) -> None:
        self._nli = nli
        self.active: list[Running[R]] = []

    def begin(self, asking: Asking[R]) -> Running[R]:
        """Take a generator to its first question; it may be finished then."""
        running = Running(asking)
        running.advance(None)
        if not running.finished:
            self.active.append(running)
        return running

    def scores(self) -> list[FloatArray]:
        """The scores of what all ask for, in their order. Time and pairs are added to each by its share."""
        started = time.perf_counter()
        found = read_spans(self._nli, [running.pairs for running in self.active])
        spent = (time.perf_counter() - started) / max(sum(map(len, found)), 1)
        for running, scores in zip(self.active, found, strict=True):
            running.seconds += spent * len(scores)
            running.nli_pairs += len(scores)
        return found

    def advance(self, scores: Sequence[FloatArray]) -> Iterator[Running[R]]:
        """Continue each with its scores; gives those that finish, as they do."""
        now, self.active = self.active, []
        for running, mine in zip(now, scores, strict=True):
            running.advance(mine)
            if running.finished:
                yield running
            else:
                self.active.append(running)


def lockstep(nli: NLI, judgings: Iterable[Judging], group: int = 16) -> Iterator[Verdict]:
    """Run up to ``group`` judgings at a time; verdicts as they are made."""
    scheduler: Scheduler[Verdict] = Scheduler(nli)
    waiting = iter(judgings)
    while True:
        while len(scheduler.active) < group and (judging := next(waiting, None)) is not None:
            if (running := scheduler.begin(judging)).finished:
                yield charged_verdict(running)
        if not scheduler.active:
            return
        yield from map(charged_verdict, scheduler.advance(scheduler.scores()))


def charged_verdict(running: Running[Verdict]) -> Verdict:
    """The verdict of a finished judging, with what it has used."""
    (verdict,) = running.results
    return dataclasses.replace(verdict, cost=verdict.cost + running.cost)


def drive(nli: NLI, asking: Asking[R]) -> R:
    """The result of one generator."""
    return drive_all(nli, [asking])[0]


def drive_all(nli: NLI, askings: Sequence[Asking[R]]) -> list[R]:
    """The results of several generators that run side by side, in order."""
    scheduler: Scheduler[R] = Scheduler(nli)
    started = [scheduler.begin(asking) for asking in askings]
    while scheduler.active:
        for _ in scheduler.advance(scheduler.scores()):
            pass
    return [running.results[0] for running in started]


def read_spans(nli: NLI, asks: Sequence[Pairs]) -> list[FloatArray]:
    """The scores of what several askers want, in one call: each gets what it would get alone."""
    if isinstance(nli, SpanReader):
        return nli.read_spans(asks)
    scores = nli.entail([pair for ask in asks for pair in ask])
    return np.split(scores, np.cumsum([len(ask) for ask in asks])[:-1]) if asks else []
