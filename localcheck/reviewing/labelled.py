"""The report of a run with the labels that people gave, for formats that hold no decisions."""

from __future__ import annotations

from dataclasses import replace

from localcheck.reports.report import build
from localcheck.reviewing.records import ReviewedRun
from localcheck.reviewing.words import who
from localcheck.types import Judgement, Label, Report, Verdict

DISPUTED = "reviewers disagree about this claim"


def labelled_report(reviewed: ReviewedRun) -> Report:
    """The report with people's labels; a disputed claim has not enough evidence, and each says who decided.

    P(not factual) of a claim that people decided is theirs: 0 for supported, 1 for refuted, one half for neither.
    """
    run = reviewed.run
    verdicts = [_labelled(reviewed, verdict) for verdict in run.verdicts]
    return build(run.document, run.sentences, verdicts, run.info)


def _labelled(reviewed: ReviewedRun, verdict: Verdict) -> Verdict:
    found = reviewed.curation_of(verdict)
    if found.disputed:
        return _replaced(verdict, Label.NOT_ENOUGH_EVIDENCE, DISPUTED)
    decision = found.deciding
    if decision is None or found.label is None:
        return verdict
    if found.label is verdict.label and not verdict.judgement and verdict.claim.checkable:
        return verdict
    note = f": {decision.review.note}" if decision.review.note else ""
    return _replaced(verdict, found.label, f"{who(decision)} decided {found.label.value.replace('_', ' ')}{note}")


def _replaced(verdict: Verdict, label: Label, rationale: str) -> Verdict:
    """The verdict with the label of people, who can decide about what the machine did not take for a claim."""
    return replace(
        verdict,
        claim=replace(verdict.claim, checkable=True),
        label=label,
        score={Label.SUPPORTED: 0.0, Label.REFUTED: 1.0}.get(label, 0.5),
        rationale=rationale,
        error="",
        best=None,
        judgement=Judgement.NONE,
    )
