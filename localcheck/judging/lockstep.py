"""Judge many claims side by side: each reads its documents one by one, and the NLI model still gets full batches."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from localcheck.judging.opinion import Pairs
from localcheck.ports import NLI, FloatArray, SpanReader
from localcheck.types import Cost, Verdict

Judging = Generator[Pairs, FloatArray, Verdict]
"""A claim on its way: yields the pairs it wants scored, is sent their probabilities, returns the verdict."""


def lockstep(nli: NLI, judgings: Iterable[Judging], group: int = 16) -> Iterator[Verdict]:
    """Run up to ``group`` judgings at a time, scoring what they ask for in one NLI call; verdicts as they are made."""
    waiting = iter(judgings)
    active: list[Running] = []
    while True:
        while len(active) < group and (judging := next(waiting, None)) is not None:
            running = Running(judging)
            if (verdict := running.advance(None)) is not None:
                yield verdict
            else:
                active.append(running)
        if not active:
            return
        yield from _round(nli, active)
        active = [r for r in active if not r.finished]


def _round(nli: NLI, active: list[Running]) -> Iterator[Verdict]:
    for running, mine in zip(active, shares(nli, active), strict=True):
        if (verdict := running.advance(mine)) is not None:
            yield verdict


def shares(nli: NLI, active: Sequence[Running]) -> list[FloatArray]:
    """Score what all active judgings asked for in one call, and give each its share; time and pairs are added to its cost."""
    started = time.perf_counter()
    found = read_spans(nli, [running.pairs for running in active])
    spent = (time.perf_counter() - started) / max(sum(map(len, found)), 1)
    for running, scores in zip(active, found, strict=True):
        running.seconds += spent * len(scores)
        running.nli_pairs += len(scores)
    return found


def read_spans(nli: NLI, asks: Sequence[Pairs]) -> list[FloatArray]:
    """The scores of what several askers want, in one call: each gets what it would get alone."""
    if isinstance(nli, SpanReader):
        return nli.read_spans(asks)
    scores = nli.entail([pair for ask in asks for pair in ask])
    return np.split(scores, np.cumsum([len(ask) for ask in asks])[:-1]) if asks else []


R = TypeVar("R")


def drive(nli: NLI, asking: Generator[Pairs, FloatArray, R]) -> R:
    """Run one generator to its end, scoring what it asks for at once."""
    try:
        pairs = next(asking)
        while True:
            pairs = asking.send(read_spans(nli, [pairs])[0])
    except StopIteration as done:
        result: R = done.value
        return result


def drive_all(nli: NLI, askings: Sequence[Generator[Pairs, FloatArray, R]]) -> list[R]:
    """Run several generators to their ends side by side, scoring what they ask for in one call a round; results in order."""
    results: dict[int, R] = {}
    asked: dict[int, Pairs] = {}

    def advance(i: int, scores: FloatArray | None) -> None:
        try:
            asked[i] = askings[i].send(scores) if scores is not None else next(askings[i])
        except StopIteration as done:
            asked.pop(i, None)
            results[i] = done.value

    for i in range(len(askings)):
        advance(i, None)
    while asked:
        waiting = list(asked.items())
        for (i, _), scores in zip(waiting, read_spans(nli, [pairs for _, pairs in waiting]), strict=True):
            advance(i, scores)
    return [results[i] for i in range(len(askings))]


@dataclass(slots=True)
class Running:
    """One judging that is under way, with the pairs and seconds that it has used."""

    judging: Judging
    pairs: Pairs = dataclasses.field(default_factory=list)
    finished: bool = False
    nli_pairs: int = 0
    seconds: float = 0.0

    def advance(self, scores: FloatArray | None) -> Verdict | None:
        """Continue with the scores asked for (None to begin). Returns the verdict after the last step, else None."""
        started = time.perf_counter()
        try:
            self.pairs = self.judging.send(scores) if scores is not None else next(self.judging)
        except StopIteration as done:
            self.finished = True
            verdict: Verdict = done.value
            used = Cost(nli_pairs=self.nli_pairs, seconds=self.seconds + time.perf_counter() - started)
            return dataclasses.replace(verdict, cost=verdict.cost + used)
        self.seconds += time.perf_counter() - started
        return None
