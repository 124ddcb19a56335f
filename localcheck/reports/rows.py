"""A report as a table: one row for each claim, as ``--format csv`` and data frames show it."""

from __future__ import annotations

from collections.abc import Iterator

from localcheck.reports.words import citation, known_of
from localcheck.types import JSON, Report

COLUMNS = {
    "document": "str",
    "sentence": "int",
    "claim_id": "str",
    "start": "int",
    "end": "int",
    "claim": "str",
    "label": "str",
    "checkable": "bool",
    "score": "float",
    "documents_read": "int",
    "quote": "str",
    "source": "str",
    "locator": "str",
    "quote_sha256": "str",
    "rationale": "str",
    "error": "str",
    "judgement": "str",
    "known": "str",
}
"""Every column with the type of its values."""


def rows_of(report: Report) -> Iterator[dict[str, JSON]]:
    """A row for each claim: the value of each column."""
    known = known_of(report)
    for v in report.verdicts:
        quoted = v.deciding
        values = (
            report.document.id,
            v.claim.sentence,
            v.claim.id,
            v.claim.span.start,
            v.claim.span.end,
            v.claim.text,
            v.label.value,
            v.claim.checkable,
            v.score,
            max(v.cost.passages, len(v.evidence)),  # a remembered verdict cost none
            quoted.quote if quoted else "",
            citation(quoted) if quoted else "",
            quoted.passage.source.locator if quoted else "",
            quoted.quote_sha256 if quoted else "",
            v.rationale,
            v.error,
            v.judgement.value,
            known.get(v.claim.id, ""),
        )
        yield dict(zip(COLUMNS, values, strict=True))
