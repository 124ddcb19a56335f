"""From a request and an open runtime to the events of the check. Every front end goes through here."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace

from localcheck.compose import Runtime
from localcheck.requests import CheckRequest, Earlier
from localcheck.runner import run
from localcheck.types import Event, RunInfo


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
    settings = request.settings
    options = settings.detector_options(settings.detector)
    earlier = request.earlier
    judged = frozenset[str]() if earlier is None else earlier.judged
    detector = runtime.detector(settings.detector, options, skip=judged)
    info = runtime.info(settings.detector, options)
    if earlier is None:
        return Checking(info, run(detector, request.documents, info))
    info = with_earlier(info, earlier)
    known = {document.id: earlier.verdicts for document in request.documents}
    return Checking(info, run(detector, request.documents, info, known))


def with_earlier(info: RunInfo, earlier: Earlier) -> RunInfo:
    """``info`` naming the models of the earlier part too, and a note where they are others."""
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
