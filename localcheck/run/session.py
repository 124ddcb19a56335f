"""``Session``: open models and indexes, and the checks that are made with them. Every front end goes through it.

    with Session(settings) as session:
        for event in session.check(CheckRequest((document,), settings)):
            ...

Command line, Python interface, server, terminal app and batches differ only in what they do with the events.

``run`` turns documents into events. Front ends iterate over them; closing the generator cancels the run.

The events of a check, stored as they pass, and a row of the checks log for each document: for front ends with a store.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from localcheck.errors import BackendError, BrokenModel, LocalcheckError, MissingResource, NetworkRefused, UsageError
from localcheck.gate.decisions import Gated, check_of, effort_for, gate
from localcheck.gate.effort import at_effort
from localcheck.judging.quoted import warned
from localcheck.judging.sentence_level import sentences_of
from localcheck.ports import Detector, Extractor, Retriever
from localcheck.reports.report import build
from localcheck.run.open_models import RuntimeOptions
from localcheck.run.runtime import Runtime, open_runtime
from localcheck.settings import Settings
from localcheck.settings.requests import Call, CheckRequest, Earlier
from localcheck.store import Check, Recorder
from localcheck.store.agent_memory import AgentMemory
from localcheck.system import network
from localcheck.system.clock import now
from localcheck.system.closing import Closing
from localcheck.types import (
    JSON,
    Claim,
    Cost,
    Document,
    Event,
    Failed,
    Finished,
    Judged,
    Passage,
    RunInfo,
    Sentence,
    Started,
    Verdict,
)


def stored(events: Iterable[Event], recorder: Recorder) -> Generator[Event, None, None]:
    """The same events. A document has a row if its check ends with a ruling (``CheckRequest.ruled``).

    A run that goes on has none where no claim was left to judge: its text was only opened again.
    """
    continued = recorder.run_id is not None
    with closing(recorder.follow(events)) as seen:
        for event in seen:
            if isinstance(event, Ruled) and (recorder.judged or not continued):
                recorder.store.checks.add(event.check(recorder.run_id))
            yield event


ENDS_THE_RUN = (UsageError, MissingResource, BrokenModel, NetworkRefused)
"""Errors that end the run, because every other document would meet them too."""


def run(
    detector: Detector, documents: Iterable[Document], info: RunInfo, known: Sequence[Verdict] = ()
) -> Generator[Event, None, None]:
    """Check documents one after another.

    ``known`` holds verdicts of an earlier, interrupted run of the document: they are passed on first, and new verdicts on the
    same claims are dropped. A backend error makes one document ``Failed``, and the run continues.
    """
    for document in documents:
        started = replace(info, started=info.started or now().replace("+00:00", "Z"))
        try:
            yield from _run_one(detector, document, started, known)
        except ENDS_THE_RUN:
            raise
        except LocalcheckError as error:
            yield Failed(document, error.message, error.hint)


def _run_one(detector: Detector, document: Document, info: RunInfo, known: Sequence[Verdict]) -> Iterator[Event]:
    sentences = sentences_of(document)
    yield Started(document, sentences, info)
    verdicts: dict[str, Verdict] = {}
    for verdict in known:
        verdicts[verdict.claim.id] = verdict
        yield Judged(document, verdict, len(verdicts))
    before = network.attempts()
    for found in detector(document):
        verdict = warned(found, document) if info.with_llm else found
        if verdict.claim.id not in verdicts:
            verdicts[verdict.claim.id] = verdict
            yield Judged(document, verdict, len(verdicts))
    done = replace(info, network_connections=info.network_connections + network.attempts() - before)
    yield Finished(build(document, sentences, verdicts.values(), done))


OTHERWISE_CUT = (
    "run {run} was begun by localcheck {version}, which cuts the text into other sentences, and cannot go on"
)
SKIPPED = "not checked: its risk class asks for no check"
JUDGED_WITH = " judged with "
"""Stands in the note of a continued run before the models of its earlier part."""


@dataclass(frozen=True, slots=True)
class Ruled(Finished):
    """A document is done, and ruled on."""

    gated: Gated
    call: Call
    seconds: float
    """Since the document was begun."""

    def check(self, run_id: int | None = None) -> Check:
        """The row of the checks log; ``run_id`` is the document's stored run."""
        return check_of(self.report, self.gated, self.call, self.seconds, run_id)


@dataclass(slots=True, eq=False)
class _Open:
    """Open models and indexes, and how many work with them."""

    resources: Settings
    runtime: Runtime
    stack: ExitStack
    holders: int = 0


class Session(Closing):
    """Checks documents with models and indexes that are opened when first needed and stay open until ``close``.

    A request may name other settings than the session was opened with: if they need other models or other evidence,
    those at hand are closed and the others opened, but what a check under way works with stays open to its end. A session
    belongs to the thread that made it.
    """

    def __init__(
        self, settings: Settings, given: Mapping[type, Any] | None = None, options: RuntimeOptions | None = None
    ) -> None:
        """``given``: ports that are passed in instead of being opened. Nothing is opened yet."""
        self._settings, self._given, self._options = settings, given, options
        self._open: list[_Open] = []
        """The one asked for last, and before it those that checks under way work with."""

    def check(self, request: CheckRequest) -> Generator[Event, None, None]:
        """The events of a request. Nothing is done before the first is pulled; closing the generator cancels the rest.

        With ``request.ruled``, each document ends with ``Ruled``, which is a ``Finished``. Raises what opening models and
        indexes raises: ``UnknownName``, ``BadSetting``, ``MissingResource``, ``BackendError``.
        """
        events = self._checked(request)
        try:
            while True:
                with network.allow(request.settings.network):
                    event = next(events, None)
                if event is None:
                    return
                yield event
        finally:
            events.close()

    def judge(
        self, document: Document, claim: Claim, settings: Settings, options: Mapping[str, JSON] | None = None
    ) -> Verdict:
        """One claim judged anew, whatever the agent remembers; a method that judges sentences judges the claim's.

        Raises ``LocalcheckError`` if the method says nothing about it, and what opening raises.
        """
        with network.allow(settings.network), AgentMemory(None, recalls=False) as nothing:
            given: dict[type, Any] = {Extractor: _OneClaim(claim), AgentMemory: nothing}
            chosen = {**settings.detector_options(settings.detector), **(options or {})}
            for verdict in self.runtime(settings).detector(settings.detector, chosen, given=given, anew=True)(document):
                if verdict.claim.id == claim.id or verdict.claim.sentence == claim.sentence:
                    return replace(verdict, claim=claim)
        raise LocalcheckError(f"{settings.detector} said nothing about claim {claim.id}", "try another method")

    def search(self, query: str, most: int, settings: Settings | None = None) -> list[Passage]:
        """The documents that the evidence has on a query, best first. ``settings`` as for ``runtime``."""
        chosen = settings or self._settings
        with network.allow(chosen.network):
            return list(islice(self.runtime(chosen).provide(Retriever).search(query), most))

    def detector(
        self, settings: Settings, judged: frozenset[str] = frozenset(), only: Mapping[str, frozenset[int]] | None = None
    ) -> tuple[Detector, RunInfo]:
        """The detector of ``settings``, which judges no claim whose id is in ``judged``, and how its verdicts are made.

        ``only``: numbers of sentences by the id of their document; no others are judged.
        """
        return _made(self.runtime(settings), settings, judged, only)

    def runtime(self, settings: Settings | None = None) -> Runtime:
        """What is open, for whoever needs a model or the evidence itself. ``settings``: by default the last ones.

        An index that was built anew or updated meanwhile is opened again.
        """
        return self._at_hand(settings or self._settings).runtime

    @contextmanager
    def held(self, settings: Settings) -> Iterator[Runtime]:
        """``runtime(settings)``, open to the end of the block, whatever else is asked for before."""
        found = self._at_hand(settings)
        found.holders += 1
        try:
            yield found.runtime
        finally:
            found.holders -= 1
            self._keep(self._open[-1:])

    def close(self) -> None:
        """Close models and indexes, of checks under way too; twice does no harm."""
        while self._open:
            self._open.pop().stack.close()

    def _at_hand(self, settings: Settings) -> _Open:
        self._settings = settings
        wanted = replace(settings, detector="", options=())  # what decides which models and indexes are open
        same = [one for one in self._open if one.resources == wanted and not one.runtime.outdated]
        self._keep(same)
        if not same:
            # Options are each request's own: those of the first one must not be the others' defaults.
            bare, stack = replace(settings, options=()), ExitStack()
            same = [_Open(wanted, stack.enter_context(open_runtime(bare, self._given, self._options)), stack)]
        self._open = [one for one in self._open if one not in same] + same
        return same[0]

    def _keep(self, wanted: Sequence[_Open]) -> None:
        """Close what is neither ``wanted`` nor held."""
        for one in [one for one in self._open if one not in wanted and not one.holders]:
            self._open.remove(one)
            one.stack.close()

    def _checked(self, request: CheckRequest) -> Generator[Event, None, None]:
        events = self._by_class(request) if request.by_class else self._judged(request)
        started = time.perf_counter()
        for event in events:
            if isinstance(event, Started):
                started = time.perf_counter()
            if request.ruled and isinstance(event, Finished):
                call = request.call.of(event.report.document)
                gated = gate(event.report, call, request.settings.risk_table())
                yield Ruled(event.report, gated, call, time.perf_counter() - started)
            else:
                yield event

    def _by_class(self, request: CheckRequest) -> Iterator[Event]:
        """An empty text, and one whose class asks for no check, is finished without opening a model."""
        for document in request.documents:
            effort = effort_for(document, request.call.of(document), request.settings)
            if effort is not None and document.text.strip():
                settings = at_effort(request.settings, effort)
                yield from self._judged(replace(request, documents=(document,), settings=settings))
            else:
                info = RunInfo(request.settings.detector, notes=() if effort else (SKIPPED,))
                yield Started(document, (), info)
                yield Finished(build(document, (), (), info))

    def _judged(self, request: CheckRequest) -> Iterator[Event]:
        with self.held(request.settings) as runtime:
            yield from _run(runtime, request)


def _made(
    runtime: Runtime, settings: Settings, judged: frozenset[str], only: Mapping[str, frozenset[int]] | None
) -> tuple[Detector, RunInfo]:
    options = settings.detector_options(settings.detector)
    made = runtime.detector(settings.detector, options, skip=judged, only=only)
    return made, replace(runtime.info(settings.detector, options), settings_digest=settings.digest())


def _run(runtime: Runtime, request: CheckRequest) -> Iterator[Event]:
    earlier = request.earlier
    judged = frozenset[str]() if earlier is None else earlier.judged
    detector, info = _made(runtime, request.settings, judged, dict(request.only))
    if request.only:
        detector = _within(detector, dict(request.only))
    if earlier is None:
        return run(detector, request.documents, info)
    spans = [sentence.span for document in request.documents for sentence in sentences_of(document)]
    places = [(v.claim.sentence, v.claim.span.start) for v in earlier.verdicts]
    if earlier.run_id and not all(n < len(spans) and spans[n].start <= at <= spans[n].end for n, at in places):
        raise UsageError(OTHERWISE_CUT.format(run=earlier.run_id, version=earlier.info.version), "start a new run")
    return _as_stored(run(detector, request.documents, with_earlier(info, earlier), earlier.verdicts), earlier)


def _within(detector: Detector, only: Mapping[str, frozenset[int]]) -> Detector:
    """``detector`` without what it says of other sentences; what it says of more than a sentence stays."""

    def detect(document: Document) -> Iterator[Verdict]:
        wanted = only.get(document.id)
        ends = [sentence.span.end for sentence in sentences_of(document)]
        for verdict in detector(document):
            claim = verdict.claim
            if wanted is None or claim.sentence in wanted or claim.span.end > ends[claim.sentence]:
                yield verdict

    return detect


def _as_stored(events: Iterator[Event], earlier: Earlier) -> Iterator[Event]:
    """``events``; a stored run of which no claim was left to judge stays as it was made."""
    for event in events:
        if isinstance(event, Finished) and earlier.run_id and earlier.judged:
            report = event.report
            if earlier.judged.issuperset(verdict.claim.id for verdict in report.verdicts):
                event = Finished(build(report.document, report.sentences, report.verdicts, earlier.info))
        yield event


def with_earlier(info: RunInfo, earlier: Earlier) -> RunInfo:
    """``info`` that also names the models of the earlier part and has its notes, with one more for models that are other ones
    and that no note of the earlier part tells of.
    """
    if not earlier.verdicts:
        return info
    models, others = dict(info.models), set[str]()
    for name, sha256 in earlier.info.models:
        if models.get(name) != sha256:
            others.add(name)
            models[f"{name}@{sha256[:8]}" if name in models else name] = sha256
    notes = tuple(dict.fromkeys((*earlier.info.notes, *info.notes)))
    told = {name for note in notes if JUDGED_WITH in note for name in note.partition(JUDGED_WITH)[2].split(", ")}
    if others - told:
        n = len(earlier.verdicts)
        judged = "claim of this run was" if n == 1 else f"{n} claims of this run were"
        named = (name for name, _ in earlier.info.models if name in others | told)
        notes += (f"the first {judged}{JUDGED_WITH}{', '.join(named)}",)
    return replace(info, models=tuple(models.items()), notes=notes)


def finished(events: Iterable[Event]) -> Finished:
    """The event that ends the check of one document. Raises ``BackendError`` where it failed."""
    for event in events:
        if isinstance(event, Failed):
            raise BackendError(event.error, event.hint)
        if isinstance(event, Finished):
            return event
    raise BackendError("the check ended without a report")


def the_ruling(events: Iterable[Event]) -> Ruled:
    """What the check of one document that is ruled on (``CheckRequest.ruled``) ends with. Raises as ``finished``."""
    ruled = finished(events)
    assert isinstance(ruled, Ruled), "it was asked for"
    return ruled


class _OneClaim:
    """An extractor that finds one claim."""

    def __init__(self, claim: Claim) -> None:
        self._claim = claim

    def extract(self, document: Document, sentences: Sequence[Sentence]) -> list[Claim]:
        return [self._claim]

    def cost(self) -> Cost:
        return Cost()
