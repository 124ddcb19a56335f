"""Judges many documents with one runtime; their claims share NLI batches if the method allows it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from localcheck.errors import LocalcheckError, NetworkRefused, as_error
from localcheck.gate.effort import Effort, at_effort
from localcheck.judging.quoted import warned
from localcheck.judging.together import Together
from localcheck.ports import Detector
from localcheck.run.open_models import RuntimeOptions
from localcheck.run.session import Session
from localcheck.settings import Settings
from localcheck.system import network
from localcheck.system.closing import Closing
from localcheck.types import Document, RunInfo, Verdict


@dataclass(frozen=True, slots=True)
class Task:
    """A document to judge."""

    index: int
    document: Document
    known: tuple[Verdict, ...] = ()
    """Verdicts of an earlier, interrupted batch."""
    effort: Effort = Effort.USUAL
    """How thoroughly it is judged."""


@dataclass(frozen=True, slots=True)
class Progress:
    """One more verdict of a task; without one the task is done, or failed."""

    index: int
    verdict: Verdict | None = None
    error: LocalcheckError | None = None


class Executor(Closing):
    """Something that judges tasks: in this process, in others, or elsewhere."""

    info: RunInfo
    """How verdicts are made; its digest is of all that they depend on beside the document."""
    megabytes = 0.0
    """Memory of one worker process; 0 where this process does the work."""

    def __init__(self) -> None:
        self.notes: list[str] = []
        """Notes for the user on how the work went."""

    @abstractmethod
    def steps(self, tasks: Iterable[Task | None]) -> Generator[Progress, None, None]:
        """Verdicts as they are made, in any order of the tasks; every task ends once. At a None among them there is no task for
        now: they are asked again when something at work has gone on.
        """


class Local(Executor):
    """One runtime in this process."""

    def __init__(self, settings: Settings, given: Mapping[type, Any] | None = None) -> None:
        """``given``: ports handed in instead of opened. Raises what opening raises."""
        super().__init__()
        self._stack = ExitStack()
        try:
            self._stack.enter_context(network.allow(settings.network))
            self._session = self._stack.enter_context(Session(settings, given, RuntimeOptions(at_once=True)))
            self._runtime = self._stack.enter_context(self._session.held(settings))
            detector, info = self._session.detector(settings)
            self.info = replace(info, settings_digest=self._runtime.means()[0].hex())
        except BaseException:
            self._stack.close()
            raise
        self._settings = settings
        self._detectors = {Effort.USUAL: detector}

    def close(self) -> None:
        """Close models and indexes."""
        self._stack.close()

    def steps(self, tasks: Iterable[Task | None]) -> Generator[Progress, None, None]:
        """Verdicts as they are made. A task with known verdicts is finished by itself, without the claims they cover.

        Tasks of one effort that follow each other are judged together. What nobody foresaw is the error of its document, not
        the end of all.
        """
        waiting = iter(tasks)
        first = next(waiting, None)
        while first is not None:
            if first.known:
                yield from self._go_on(first)
                first = next(waiting, None)
                continue
            feed, detector = _Feed(first, waiting), self._at(first.effort)
            yield from self._together(feed, detector) if isinstance(detector, Together) else self._each(feed, detector)
            first = feed.held or next(waiting, None)

    def _at(self, effort: Effort) -> Detector:
        """The detector of this effort; all share the open models."""
        if effort not in self._detectors:
            self._detectors[effort], _ = self._session.detector(at_effort(self._settings, effort))
        return self._detectors[effort]

    def _together(self, feed: _Feed, detector: Together) -> Iterator[Progress]:
        """If one document breaks the method, those that were at work with it are judged one by one."""
        steps = detector.many(feed.documents())
        while True:
            try:
                step = next(steps, None)
            except Exception:
                if feed.broken:
                    raise
                for document in feed.unfinished():
                    yield from self._alone(feed, document, detector)
                return
            if step is None:
                return
            index = feed.index_of(step.document, ended=step.verdict is None)
            if isinstance(step.error, NetworkRefused):
                raise step.error
            found = step.verdict and self._warned(step.verdict, step.document)
            yield Progress(index, found, step.error)

    def _each(self, feed: _Feed, detector: Detector) -> Iterator[Progress]:
        for document in feed.documents():
            yield from self._alone(feed, document, detector)

    def _alone(self, feed: _Feed, document: Document, detector: Detector) -> Iterator[Progress]:
        for step in _judged(detector, feed.index_of(document, ended=True), document):
            yield replace(step, verdict=step.verdict and self._warned(step.verdict, document))

    def _warned(self, verdict: Verdict, document: Document) -> Verdict:
        return warned(verdict, document) if self._runtime.asks else verdict

    def _go_on(self, task: Task) -> Iterator[Progress]:
        for verdict in task.known:
            yield Progress(task.index, verdict)
        settings = at_effort(self._settings, task.effort)
        rest, _ = self._session.detector(settings, frozenset(v.claim.id for v in task.known))
        yield from _judged(rest, task.index, task.document)


def _judged(detector: Detector, index: int, document: Document) -> Iterator[Progress]:
    verdicts = iter(detector(document))
    while True:
        try:
            verdict = next(verdicts, None)
        except NetworkRefused:
            raise
        except Exception as problem:
            yield Progress(index, error=as_error(problem, "--resume tries the document again"))
            return
        yield Progress(index, verdict)
        if verdict is None:
            return


class _Feed:
    """Documents of the tasks up to the first of another effort or with known verdicts, which is held."""

    def __init__(self, first: Task, tasks: Iterator[Task | None]) -> None:
        self._first, self._tasks = first, tasks
        self._open: dict[int, tuple[Document, int]] = {}
        self.held: Task | None = None
        self.broken = False
        """The tasks themselves failed: they could not be read, or what is done could not be written."""

    def documents(self) -> Iterator[Document]:
        """One document after another, as they are asked for."""
        for task in chain((self._first,), self._given()):
            if task.known or task.effort is not self._first.effort:
                self.held = task
                return
            self._open[id(task.document)] = (task.document, task.index)
            yield task.document

    def _given(self) -> Iterator[Task]:
        while True:  # "yield from" would close the tasks together with this
            try:
                task = next(self._tasks, None)
            except Exception:
                self.broken = True
                raise
            if task is None:
                return
            yield task

    def unfinished(self) -> list[Document]:
        """Documents that were asked for and have not ended."""
        return [document for document, _ in self._open.values()]

    def index_of(self, document: Document, ended: bool) -> int:
        """The index of the task that this document (the same object) belongs to."""
        key = id(document)
        return self._open.pop(key)[1] if ended else self._open[key][1]
