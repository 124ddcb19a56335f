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
        return replace(
            verdict, label=Label.NOT_ENOUGH_EVIDENCE, score=0.5, rationale=DISPUTED, best=None, judgement=Judgement.NONE
        )
    decision = found.deciding
    if decision is None or found.label is None or found.label is verdict.label:
        return verdict
    score = {Label.SUPPORTED: 0.0, Label.REFUTED: 1.0}.get(found.label, 0.5)
    note = f": {decision.review.note}" if decision.review.note else ""
    rationale = f"{who(decision)} decided {found.label.value.replace('_', ' ')}{note}"
    return replace(verdict, label=found.label, score=score, rationale=rationale, judgement=Judgement.NONE, best=None)
