"""Turns a request and an open runtime into the events of a check. Every front end uses this module."""

from __future__ import annotations

import time
from collections.abc import Generator
from dataclasses import dataclass, replace

from localcheck.gate.decisions import Gated, check_of, effort_for, gate
from localcheck.gate.effort import at_effort
from localcheck.ports import Detector
from localcheck.reports.report import build
from localcheck.run.compose import Runtime
from localcheck.run.runner import run
from localcheck.settings import Settings
from localcheck.settings.requests import Call, CheckRequest, Earlier
from localcheck.store import Check
from localcheck.types import Event, Finished, Report, RunInfo, Started

SKIPPED = "not checked: its risk class asks for no check"


@dataclass(frozen=True, slots=True)
class Checking:
    """A check that is ready to run."""

    info: RunInfo
    """How its verdicts are made."""
    events: Generator[Event, None, None]
    """Nothing is judged before the first event is pulled; closing it cancels the check."""


def begin(request: CheckRequest, runtime: Runtime) -> Checking:
    """Open what the request's method needs. ``runtime`` was opened with settings that differ at most in the detector.

    Raises what opening models and indexes raises: ``UnknownName``, ``BadSetting``, ``MissingResource``, ``BackendError``.
    """
    runtime.record = request.record
    earlier = request.earlier
    detector, info = opened(request.settings, runtime, frozenset() if earlier is None else earlier.judged)
    if earlier is None:
        return Checking(info, run(detector, request.documents, info))
    info = with_earlier(info, earlier)
    known = {document.id: earlier.verdicts for document in request.documents}
    return Checking(info, run(detector, request.documents, info, known))


def opened(settings: Settings, runtime: Runtime, judged: frozenset[str] = frozenset()) -> tuple[Detector, RunInfo]:
    """The detector of ``settings``, which judges no claim whose id is in ``judged``, and how its verdicts are made."""
    options = settings.detector_options(settings.detector)
    detector = runtime.detector(settings.detector, options, skip=judged)
    return detector, runtime.info(settings.detector, options)


@dataclass(frozen=True, slots=True)
class Ruled:
    """The last event of a document whose answer is ruled on: its report, the ruling, and the seconds that both took."""

    report: Report
    gated: Gated
    call: Call
    seconds: float

    def check(self) -> Check:
        """The row of the checks log."""
        return check_of(self.report, self.gated, self.call, self.seconds)


def ruled(request: CheckRequest, runtime: Runtime) -> Generator[Event | Ruled, None, None]:
    """The events of ``begin``, with ``Ruled`` instead of ``Finished``.

    An empty answer, and one whose risk class asks for no check, is ruled on without opening a model. The strategy of the class
    says how thoroughly the others are checked.
    """
    table = request.settings.risk_table()
    for document in request.documents:
        started = time.perf_counter()
        call = request.call.of(document)
        effort = effort_for(document, call, request.settings)
        if not document.text.strip() or effort is None:
            report = build(document, (), (), RunInfo(request.settings.detector))
            yield Ruled(report, gate(report, call, table), call, time.perf_counter() - started)
            continue
        settings = at_effort(request.settings, effort)
        for event in begin(replace(request, documents=(document,), settings=settings), runtime).events:
            if isinstance(event, Finished):
                gated = gate(event.report, call, table)
                yield Ruled(event.report, gated, call, time.perf_counter() - started)
            else:
                yield event


def begin_gated(request: CheckRequest, runtime: Runtime) -> Checking:
    """As ``begin``, each document as thoroughly as the strategy of its class says; ``skip`` judges nothing."""

    def events() -> Generator[Event, None, None]:
        for document in request.documents:
            effort = effort_for(document, request.call.of(document), request.settings)
            if effort is None:
                report = build(document, (), (), RunInfo(request.settings.detector, notes=(SKIPPED,)))
                yield Started(document, (), 0, report.run)
                yield Finished(report)
                continue
            settings = at_effort(request.settings, effort)
            yield from begin(replace(request, documents=(document,), settings=settings), runtime).events

    return Checking(opened(request.settings, runtime)[1], events())


def with_earlier(info: RunInfo, earlier: Earlier) -> RunInfo:
    """``info`` that also names the models of the earlier part, with a note if they are different ones."""
    models, others = dict(info.models), []
    for name, sha256 in earlier.info.models:
        if models.get(name) == sha256:
            continue
        others.append(name)
        models[f"{name}@{sha256[:8]}" if name in models else name] = sha256
    if not others or not earlier.verdicts:
        return info
    note = f"the first {len(earlier.verdicts)} claims of this run were judged with {', '.join(others)}"
    return replace(info, models=tuple(models.items()), notes=(*info.notes, note))
