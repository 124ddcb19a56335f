"""Findings that are known: those of a baseline, and those that a marker speaks for. They are shown and fail nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from localcheck.gate.in_source import Source
from localcheck.reports.ignored import BASELINE, Ignored, KnownFindings, of_verdict
from localcheck.reports.report import counted
from localcheck.text.markers import Marker
from localcheck.types import Known, Label, Report, Span, Verdict

LINES = "lines"
"""Key of ``Document.meta``: first and last line of each claim in its file, by its id."""
MARKED, LISTED = "marker", "baseline"
"""``Known.by``."""


def sift(report: Report, known: KnownFindings | None, source: Source | None, whole: bool = True) -> Report:
    """The report with the known findings, with the lines of its claims where the file has lines, and with a note for each
    marker that ignores nothing.

    ``whole``: False where only some sentences were judged, so that a marker elsewhere is not called unused.
    """
    if source is None:
        return replace(report, known=tuple(k for v in findings(report) for k in _known(v, report, known)))
    places = _places(report, source)
    used: set[Marker] = set()
    found: list[Known] = []
    for verdict in findings(report):
        place = places.get(verdict.claim.id)
        marker = None if place is None else next((m for m in source.markers if m.why and m.covers.meets(place)), None)
        if marker is not None:
            used.add(marker)
            found.append(Known(verdict.claim.id, MARKED, marker.why))
        else:
            found.extend(_known(verdict, report, known))
    lines = {claim: list(source.lines(place)) for claim, place in places.items()}
    document = replace(report.document, meta=(*report.document.meta, (LINES, lines)))
    notes = (*report.run.notes, *_complaints(report, source, used, whole))
    return replace(report, document=document, known=tuple(found), run=replace(report.run, notes=notes))


def findings(report: Report) -> list[Verdict]:
    """The verdicts that are worth knowing: all that count but the supported ones."""
    return [v for v in counted(report.verdicts) if v.label is not Label.SUPPORTED]


def baseline_of(reports: Sequence[Report], known: KnownFindings) -> list[Ignored]:
    """What a new baseline holds: the findings of these reports that no marker speaks for, and of the one before what people
    ignored and what belongs to other documents. Failures come and go, and are not kept.
    """
    checked = {known.name_of(report.document.id) for report in reports}
    kept = [f for f in known.findings if f.note != BASELINE or f.document not in checked]
    persons = replace(known, findings=tuple(f for f in kept if f.note != BASELINE))
    for report in reports:
        name = report.document.id
        marked = {k.claim for k in report.known if k.by == MARKED}
        kept += [
            of_verdict(known.path, name, v, BASELINE)
            for v in findings(report)
            if v.label is not Label.FAILED and v.claim.id not in marked and persons.find(name, v) is None
        ]
    return kept


def _places(report: Report, source: Source) -> dict[str, Span]:
    claims = [v.claim for v in report.verdicts]
    found = source.places(report.document, (c.span for c in claims))
    return {claim.id: place for claim, place in zip(claims, found, strict=True) if place is not None}


def _known(verdict: Verdict, report: Report, known: KnownFindings | None) -> Iterator[Known]:
    found = known.find(report.document.id, verdict) if known is not None else None
    if found is not None:
        yield Known(verdict.claim.id, LISTED, found.note or BASELINE)


def _complaints(report: Report, source: Source, used: set[Marker], whole: bool) -> Iterator[str]:
    for marker in source.markers:
        line = source.lines(marker.span)[0]
        if not marker.why:
            yield f"{report.document.id}:{line}: a marker without a reason ignores nothing (localcheck: ignore WHY)"
        elif whole and marker not in used:
            yield f"{report.document.id}:{line}: nothing is left for this marker to ignore; it can go"
