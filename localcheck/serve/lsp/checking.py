"""A check of a document in which only claims are judged that were not judged before."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Generator
from dataclasses import dataclass, replace

from localcheck.gate.correcting import corrections
from localcheck.judging.copies import is_copy
from localcheck.judging.sentence_level import sentences_of
from localcheck.ports import NLI, Extractor
from localcheck.registry import DETECTORS
from localcheck.reports.ignored import today
from localcheck.run.runtime import Runtime
from localcheck.run.session import Session
from localcheck.settings import Settings
from localcheck.settings.requests import CheckRequest, Earlier
from localcheck.settings.signatures import ports
from localcheck.text.language import detect
from localcheck.types import Claim, Document, Event, Finished, Judged, Label, Report, RunInfo, Verdict

MOST = 50_000
"""Verdicts that are remembered; those that were not used for longest are forgotten."""

Key = tuple[str, str, str, bool, str, str, str]


@dataclass(frozen=True, slots=True)
class Edit:
    """A correction, by its place within its claim."""

    start: int
    """First character to replace, counted from the beginning of the claim's span."""
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Known:
    """A verdict as it is kept: without the texts that were read for it."""

    verdict: Verdict
    edit: Edit | None = None
    """What would make the claim true, where a quote leaves no choice."""


@dataclass(frozen=True, slots=True)
class Done:
    """The last event of a check."""

    edits: dict[str, Edit]
    """Corrections by claim id."""
    judged: int
    """Claims that were judged now; the others were remembered."""


class Memory:
    """Verdicts by claim, for as long as the same models and indexes are open. It holds for every method that makes claims of
    sentences; the claim cache in the home, which outlives it, does not hold those that nothing identifies.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._known: OrderedDict[Key, Known] = OrderedDict()
        self._made_with: Runtime | None = None

    def made_with(self, runtime: Runtime) -> None:
        """Forget everything if another runtime is open now: other settings, or an index that was built anew."""
        if runtime is not self._made_with:
            self._known.clear()
            self._made_with = runtime

    def __len__(self) -> int:
        return len(self._known)

    def get(self, key: Key) -> Known | None:
        """What is known of a claim."""
        if (found := self._known.get(key)) is not None:
            self._known.move_to_end(key)
        return found

    def put(self, key: Key, known: Known) -> None:
        """Remember a verdict, unless it failed: that is tried again."""
        if known.verdict.label is Label.FAILED:
            return
        self._known[key] = known
        self._known.move_to_end(key)
        while len(self._known) > self._most:
            self._known.popitem(last=False)


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
    if not any(is_copy(e.passage, document.text) for e in verdict.evidence):
        memory.put(key, Known(slim(verdict), edit))


def _edits(session: Session, report: Report, refuted: list[Verdict], settings: Settings) -> dict[str, Edit]:
    """The corrections of these verdicts, by claim id."""
    if not refuted:
        return {}
    starts = {v.claim.id: v.claim.span.start for v in refuted}
    found = corrections(replace(report, verdicts=tuple(refuted)), session.runtime(settings).provide(NLI))
    return {c.claim_id: Edit(c.span.start - starts[c.claim_id], c.old, c.new) for c in found}


def slim(verdict: Verdict) -> Verdict:
    """``verdict`` with the deciding quote and its source, without the texts that were read."""
    best = verdict.deciding
    kept = () if best is None else (replace(best, passage=replace(best.passage, text="")),)
    return replace(verdict, evidence=kept, best=0 if kept else None, beliefs=(), steps=())
