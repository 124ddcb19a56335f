"""``run`` turns documents into events. Front ends iterate over them; closing the generator cancels the run."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import replace

from localcheck.errors import BrokenModel, LocalcheckError, MissingResource, NetworkRefused, UsageError
from localcheck.judging.quoted import warned
from localcheck.judging.sentence_level import sentences_of
from localcheck.ports import Detector
from localcheck.reports.report import build
from localcheck.system import network
from localcheck.system.clock import now
from localcheck.types import Document, Event, Failed, Finished, Judged, RunInfo, Started, Verdict

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
    yield Started(document, sentences, run=info)
    verdicts: dict[str, Verdict] = {}
    for verdict in known:
        verdicts[verdict.claim.id] = verdict
        yield Judged(document, verdict, len(verdicts))
    before = network.attempts()
    asked = any(role.startswith("llm:") for role, _ in info.models)
    for found in detector(document):
        verdict = warned(found, document) if asked else found
        if verdict.claim.id not in verdicts:
            verdicts[verdict.claim.id] = verdict
            yield Judged(document, verdict, len(verdicts))
    done = replace(info, network_connections=info.network_connections + network.attempts() - before)
    yield Finished(build(document, sentences, verdicts.values(), done))
