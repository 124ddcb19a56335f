"""Claims judged side by side, those of one document or of many in the same NLI batches, and the one scheduler for everything
that wants pairs scored.

A generator yields the pairs that it wants scored, is sent their probabilities, and returns its result. Generators run side by
side, so that the NLI model gets full batches.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import numpy as np

from localcheck.errors import LocalcheckError
from localcheck.judging.opinion import Pairs
from localcheck.judging.sentence_level import FREE, sentences_of
from localcheck.ports import NLI, Extractor, FloatArray, SpanReader
from localcheck.types import Claim, Cost, Document, Verdict

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
    """The verdict of a finished judging, with what it has used. Its seconds were counted while it ran, so those that it counted
    itself (of a language model that it asked) are among them.
    """
    (verdict,) = running.results
    return replace(verdict, cost=replace(verdict.cost, seconds=0.0) + running.cost)


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


Begin = Callable[[Document, Sequence[Claim]], Iterable[Judging]]
"""Takes a document and its claims, and gives one judging for each claim."""


@dataclass(frozen=True, slots=True)
class Step:
    """The next result of several documents that are judged at once."""

    document: Document
    verdict: Verdict | None = None
    """One more verdict, or None when the document is done or failed."""
    error: LocalcheckError | None = None
    """Why the document failed; its other claims are not judged."""


@dataclass(slots=True, eq=False)
class _Job:
    """One document that is being judged."""

    document: Document
    judgings: Iterator[Judging]
    extra: Cost
    """What making the claims cost; it is added to the first verdict."""
    active: int = 0
    begun: bool = False
    """True once all its judgings have begun."""

    def charged(self, verdict: Verdict) -> Verdict:
        """A verdict with what making the claims cost, if it is the first."""
        extra, self.extra = self.extra, FREE
        return replace(verdict, cost=verdict.cost + extra)

    def step(self, running: Running[Verdict]) -> Step:
        """The result of one of its judgings, which has finished."""
        return Step(self.document, self.charged(charged_verdict(running)))


@dataclass(frozen=True, slots=True)
class Together:
    """A ``Detector`` that judges ``group`` claims side by side."""

    nli: NLI
    extractor: Extractor
    begin: Begin
    group: int = 16

    def __call__(self, document: Document) -> Iterator[Verdict]:
        """The verdicts of one document, as they are made."""
        job = self.job(document)
        yield from map(job.charged, lockstep(self.nli, job.judgings, self.group))

    def many(self, documents: Iterable[Document]) -> Iterator[Step]:
        """The verdicts of many documents in the order in which they are made; a step without a verdict ends a document.

        Batches are filled across documents. A document is taken from ``documents`` only when there is room for its claims.
        An error in one document fails that document only; an error of the NLI model fails all documents at work.
        """
        work = _Work(self, iter(documents))
        while True:
            yield from work.fill()
            if not work.at_work:
                return
            yield from work.round()

    def job(self, document: Document) -> _Job:
        """A document with its claims extracted."""
        before = self.extractor.cost()
        claims = self.extractor.extract(document, sentences_of(document))
        return _Job(document, iter(self.begin(document, claims)), self.extractor.cost() - before)


class _Work:
    """The documents that are judged at once: which judging belongs to which of them."""

    def __init__(self, detector: Together, documents: Iterator[Document]) -> None:
        self._detector, self._documents = detector, documents
        self._scheduler: Scheduler[Verdict] = Scheduler(detector.nli)
        self._job: _Job | None = None
        """The document whose claims are being begun."""
        self._jobs: dict[Running[Verdict], _Job] = {}

    @property
    def at_work(self) -> bool:
        """Whether a judging waits for scores."""
        return bool(self._jobs)

    def fill(self) -> Iterator[Step]:
        """Begin judgings until the group is full or nothing is left."""
        while len(self._jobs) < self._detector.group:
            if self._job is None:
                if (document := next(self._documents, None)) is None:
                    return
                try:
                    self._job = self._detector.job(document)
                except LocalcheckError as error:
                    yield Step(document, error=error)
                    continue
            yield from self._begin(self._job)

    def _begin(self, job: _Job) -> Iterator[Step]:
        if (judging := next(job.judgings, None)) is None:
            job.begun, self._job = True, None
            if not job.active:
                yield Step(job.document)
        elif (running := self._scheduler.begin(judging)).finished:
            yield job.step(running)
        else:
            self._jobs[running] = job
            job.active += 1

    def round(self) -> Iterator[Step]:
        """Score what all judgings ask for in one call, then continue each of them."""
        try:
            scores = self._scheduler.scores()
        except LocalcheckError as error:
            failed = dict.fromkeys(self._jobs.values())
            self._job = None if self._job in failed else self._job
            self._scheduler.active, self._jobs = [], {}
            yield from (Step(job.document, error=error) for job in failed)
            return
        for running in self._scheduler.advance(scores):
            job = self._jobs.pop(running)
            job.active -= 1
            yield job.step(running)
            if job.begun and not job.active:
                yield Step(job.document)
