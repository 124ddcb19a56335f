"""The report of a run with the labels that people gave, for formats that hold no decisions."""

from __future__ import annotations

from dataclasses import replace

from localcheck.reports.report import build
from localcheck.reviewing.records import ReviewedRun
from localcheck.reviewing.words import who
from localcheck.store import Decision, QuoteKind
from localcheck.system.resources import sha256_text
from localcheck.types import Entailment, Evidence, Judgement, Label, Passage, Report, Span, Verdict

DISPUTED = "reviewers disagree about this claim"
SAID = {
    Label.SUPPORTED: Entailment(1, 0, 0),
    Label.REFUTED: Entailment(0, 0, 1),
    Label.NOT_ENOUGH_EVIDENCE: Entailment(0, 1, 0),
    Label.FAILED: Entailment(0, 1, 0),
}
"""How a person's quote stands to the claim, by the label that they gave for it."""


def labelled_report(reviewed: ReviewedRun) -> Report:
    """The report with people's labels and quotes; a disputed claim has not enough evidence, and each says who decided.

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
    if verdict.acceptable and found.label is verdict.label:
        return _quoting(verdict, decision)
    note = f": {decision.review.note}" if decision.review.note else ""
    said = f"{who(decision)} decided {found.label.value.replace('_', ' ')}{note}"
    return _quoting(_replaced(verdict, found.label, said), decision)


def _quoting(verdict: Verdict, decision: Decision) -> Verdict:
    """The verdict with the quote that a person decided with as its only evidence, where it stands in an article; else as it is.

    What the machine read for a label that people overruled is no ground any more.
    """
    quote, quoted = decision.review.quote, decision.review.quoted
    known = verdict.deciding is not None and verdict.deciding.quote == quote
    if not quote or quoted.kind is not QuoteKind.VERIFIED or quoted.source is None or known:
        return verdict
    span, passage = Span(quoted.start, quoted.start + len(quote)), Passage(quoted.title, quoted.passage, quoted.source)
    own = Evidence(verdict.claim.id, passage, span, SAID[verdict.label], quote, span, sha256_text(quote))
    return replace(verdict, evidence=(own,), best=0)


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
