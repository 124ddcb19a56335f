"""A check of a document in which only claims are judged that were not judged before."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace

from localcheck.judging.sentence_level import sentences_of
from localcheck.ports import Extractor
from localcheck.registry import DETECTORS
from localcheck.run.correcting import corrected, told, worst
from localcheck.run.remembering.means import no_copy_read
from localcheck.run.session import Session
from localcheck.serve.lsp.opened import Done, Edit, Key, Known, Memory, slim
from localcheck.settings import Settings
from localcheck.settings.requests import CheckRequest, Earlier
from localcheck.settings.signatures import ports
from localcheck.system.clock import today
from localcheck.text.language import detect
from localcheck.types import Claim, Document, Event, Finished, Judged, Label, Report, RunInfo, Verdict


def check(
    session: Session, document: Document, settings: Settings, memory: Memory
) -> Generator[Event | Done, None, None]:
    """The events of a check, claims that are remembered first, and ``Done`` at the end. Raises what opening raises."""
    keys = _keys(session, document, settings, memory)
    remembered = {claim.id: (claim, known) for claim, key in keys.values() if (known := memory.get(key)) is not None}
    verdicts = tuple(replace(known.verdict, claim=claim) for claim, known in remembered.values())
    earlier = Earlier(0, RunInfo(settings.detector), verdicts) if verdicts else None
    refuted: list[Verdict] = []
    judged = 0
    for event in session.check(CheckRequest((document,), settings, earlier=earlier)):
        if isinstance(event, Judged) and (claim_id := event.verdict.claim.id) not in remembered:
            judged += not event.verdict.cost.cached
            if event.verdict.label is Label.REFUTED:
                refuted.append(event.verdict)
            elif claim_id in keys:
                _remember(memory, keys[claim_id][1], event.verdict, document)
        yield event
        if isinstance(event, Finished):
            fresh = _edits(session, event.report, refuted, settings)
            for verdict in refuted:
                if verdict.claim.id in keys:
                    _remember(memory, keys[verdict.claim.id][1], verdict, document, fresh.get(verdict.claim.id))
            yield Done({i: known.edit for i, (_, known) in remembered.items() if known.edit} | fresh, judged)


def _keys(session: Session, document: Document, settings: Settings, memory: Memory) -> dict[str, tuple[Claim, Key]]:
    """The claims of a document by their ids, and what a verdict on each depends on; none for methods that make no claims of
    sentences, which judge everything anew.
    """
    if Extractor not in {port for port, _ in ports(DETECTORS.load(settings.detector)).values()}:
        return {}
    runtime = session.runtime(settings)
    memory.made_with(runtime)
    extractor: Extractor = runtime.provide(Extractor)
    frame = (document.title, detect(document.text), today())
    claims = extractor.extract(document, sentences_of(document))
    return {c.id: (c, (c.text, c.about, c.note, c.checkable, *frame)) for c in claims}


def _remember(memory: Memory, key: Key, verdict: Verdict, document: Document, edit: Edit | None = None) -> None:
    """Keep a verdict, unless a text was passed over for it because the document copies that text."""
    if no_copy_read(verdict, document):
        memory.put(key, Known(slim(verdict), edit))


def _edits(session: Session, report: Report, refuted: list[Verdict], settings: Settings) -> dict[str, Edit]:
    """The corrections of these verdicts by claim id, their sentences judged again."""
    if not refuted:
        return {}
    starts = {v.claim.id: v.claim.span.start for v in refuted}
    found = corrected(session, replace(report, verdicts=tuple(refuted)), settings)
    return {
        c.claim_id: Edit(c.span.start - starts[c.claim_id], c.old, c.new, told(again), _holds(again))
        for c, again in zip(found.edits, found.again, strict=True)
    }


def _holds(again: Sequence[Verdict]) -> bool:
    found = worst(again)
    return found is not None and found.label is Label.SUPPORTED
