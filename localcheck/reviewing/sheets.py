"""A reviewed run as CSV: a row a claim, with the label that stands, the machine's, the quote, and every decision in words."""

from __future__ import annotations

import csv
import io

from localcheck.reports.csv import inert
from localcheck.reports.words import p_factual
from localcheck.reviewing.records import ReviewedRun, label_by
from localcheck.reviewing.words import decision_lines, quote_of, standing_word
from localcheck.text.inert import shown

COLUMNS = (
    "document", "sentence", "claim_id", "start", "end", "claim", "label", "label_by", "standing", "machine_label",
    "p_factual", "checkable", "quote", "source", "link", "machine_reason", "decisions", "method", "run_state",
)  # fmt: skip


def render(reviewed: ReviewedRun) -> str:
    """The table as text."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for verdict in reviewed.run.verdicts:
        found, claim = reviewed.curation_of(verdict), verdict.claim
        cells = (
            reviewed.run.summary.document_id,
            claim.sentence,
            claim.id,
            claim.span.start,
            claim.span.end,
            claim.text,
            "disputed" if found.disputed else reviewed.label_of(verdict).value,
            label_by(found),
            standing_word(found),
            verdict.label.value,
            "" if (p := p_factual(verdict)) is None else f"{p:.4f}",
            claim.checkable,
            *quote_of(reviewed, verdict),
            verdict.error or verdict.rationale,
            " | ".join(decision_lines(reviewed, verdict)),
            reviewed.method_of(verdict),
            reviewed.run.summary.state.value,
        )
        writer.writerow([inert(cell) for cell in cells])
    return shown(out.getvalue())
