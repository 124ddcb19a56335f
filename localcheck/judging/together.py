"""Base of detectors that judge claims side by side: those of one document, or of many documents in the same NLI batches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from localcheck.errors import LocalcheckError
from localcheck.judging.lockstep import Judging, Running, Scheduler, charged_verdict, lockstep
from localcheck.judging.sentence_level import FREE, charged, sentences_of
from localcheck.ports import NLI, Extractor
from localcheck.types import Claim, Cost, Document, Verdict

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

    def step(self, verdict: Verdict) -> Step:
        extra, self.extra = self.extra, FREE
        return Step(self.document, replace(verdict, cost=verdict.cost + extra))


@dataclass(frozen=True, slots=True)
class Together:
    """A ``Detector`` that judges ``group`` claims side by side."""

    nli: NLI
    extractor: Extractor
    begin: Begin
    group: int = 16

    def __call__(self, document: Document) -> Iterator[Verdict]:
        """The verdicts of one document, as they are made."""
        before = self.extractor.cost()
        claims = self.extractor.extract(document, sentences_of(document))
        yield from charged(lockstep(self.nli, self.begin(document, claims), self.group), self.extractor, before)

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
            yield job.step(charged_verdict(running))
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
            yield job.step(charged_verdict(running))
            if job.begun and not job.active:
                yield Step(job.document)
