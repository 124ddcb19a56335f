"""Base of detectors that judge claims side by side: those of one document, or of many documents in the same NLI batches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from localcheck.errors import LocalcheckError
from localcheck.judging.lockstep import Judging, Running, lockstep, shares
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
        crowd = _Crowd(self, iter(documents))
        while True:
            yield from crowd.fill()
            if not crowd.active:
                return
            yield from crowd.round()

    def job(self, document: Document) -> _Job:
        """A document with its claims extracted."""
        before = self.extractor.cost()
        claims = self.extractor.extract(document, sentences_of(document))
        return _Job(document, iter(self.begin(document, claims)), self.extractor.cost() - before)


class _Crowd:
    """The judgings of several documents that are at work together."""

    def __init__(self, detector: Together, documents: Iterator[Document]) -> None:
        self._detector, self._documents = detector, documents
        self._job: _Job | None = None
        """The document whose claims are being begun."""
        self.active: list[tuple[_Job, Running]] = []

    def fill(self) -> Iterator[Step]:
        """Begin judgings until the group is full or nothing is left."""
        while len(self.active) < self._detector.group:
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
            return
        running = Running(judging)
        if (verdict := running.advance(None)) is not None:
            yield job.step(verdict)
        else:
            self.active.append((job, running))
            job.active += 1

    def round(self) -> Iterator[Step]:
        """Score what all judgings ask for in one call, then continue each of them."""
        try:
            answers = shares(self._detector.nli, [running for _, running in self.active])
        except LocalcheckError as error:
            failed = dict.fromkeys(job for job, _ in self.active)
            self._job = None if self._job in failed else self._job
            self.active = []
            yield from (Step(job.document, error=error) for job in failed)
            return
        for (job, running), scores in zip(self.active, answers, strict=True):
            if (verdict := running.advance(scores)) is not None:
                job.active -= 1
                yield job.step(verdict)
                if job.begun and not job.active:
                    yield Step(job.document)
        self.active = [(job, running) for job, running in self.active if not running.finished]
