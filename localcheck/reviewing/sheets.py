"""A reviewed run as CSV: a row a claim, with the label that stands, the machine's, the quote, and every decision in words."""

from __future__ import annotations

from localcheck.reports.csv import table
from localcheck.reports.words import p_factual
from localcheck.reviewing.records import ReviewedRun, label_by
from localcheck.reviewing.words import decision_lines, quote_of
from localcheck.store import Standing
from localcheck.types import Verdict

COLUMNS = (
    "document", "sentence", "claim_id", "start", "end", "claim", "label", "label_by", "standing", "machine_label",
    "p_factual", "checkable", "quote", "source", "link", "machine_reason", "decisions", "method", "run_state",
)  # fmt: skip


def render(reviewed: ReviewedRun) -> str:
    """The table as text."""
    return table([COLUMNS], (_cells(reviewed, verdict) for verdict in reviewed.run.verdicts))


def _cells(reviewed: ReviewedRun, verdict: Verdict) -> tuple[object, ...]:
    found, claim, p = reviewed.curation_of(verdict), verdict.claim, p_factual(verdict)
    return (
        reviewed.run.summary.document_id,
        claim.sentence,
        claim.id,
        claim.span.start,
        claim.span.end,
        claim.text,
        "disputed" if found.disputed else reviewed.label_of(verdict).value,
        label_by(found),
        "" if found.standing is Standing.UNDECIDED else found.standing.value,
        verdict.label.value,
        "" if p is None else f"{p:.4f}",
        claim.checkable,
        *quote_of(reviewed, verdict),
        verdict.error or verdict.rationale,
        " | ".join(decision_lines(reviewed, verdict)),
        reviewed.method_of(verdict),
        reviewed.run.summary.state.value,
    )
