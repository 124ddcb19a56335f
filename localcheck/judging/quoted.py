"""Holds the detectors of other packages to what the built-in ones keep: SUPPORTED needs a verbatim quote of its evidence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from localcheck.ports import Detector
from localcheck.types import Document, Judgement, Label, Verdict

UNQUOTED = (
    "{name} called claims supported without a verbatim quote of their evidence: they count as not enough evidence"
)


def has_quote(verdict: Verdict) -> bool:
    """Does the deciding evidence have a quote that stands in its passage, where it says?"""
    if verdict.best is None or not 0 <= verdict.best < len(verdict.evidence):
        return False
    found = verdict.evidence[verdict.best]
    return bool(found.quote.strip()) and found.quote_span.of(found.passage.text) == found.quote


def quoting(detector: Detector, name: str) -> Detector:
    """The verdicts of ``detector``; one that is SUPPORTED without a quote is a mere judgement, and its note says so."""

    def detect(document: Document) -> Iterator[Verdict]:
        return (_held(verdict, name) for verdict in detector(document))

    return detect


def _held(verdict: Verdict, name: str) -> Verdict:
    if verdict.label is not Label.SUPPORTED or has_quote(verdict):
        return verdict
    notes = [note for note in (verdict.note, UNQUOTED.format(name=name)) if note]
    return replace(
        verdict, label=Label.NOT_ENOUGH_EVIDENCE, judgement=Judgement.FACTUAL, best=None, note="\n".join(notes)
    )
