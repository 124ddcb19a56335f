"""A report as CSV, one row for each claim. An apostrophe is put before cells that a spreadsheet would run as a formula."""

from __future__ import annotations

import csv
import io

from localcheck.reports.words import citation, known_of
from localcheck.text.inert import shown
from localcheck.text.patterns import regex
from localcheck.types import Report

COLUMNS = (
    "document",
    "sentence",
    "claim_id",
    "start",
    "end",
    "claim",
    "label",
    "checkable",
    "score",
    "documents_read",
    "quote",
    "source",
    "locator",
    "quote_sha256",
    "rationale",
    "error",
    "judgement",
    "known",
)
BEGINS = ",".join(COLUMNS[:7]) + ","
"""How its files begin."""

FORMULA = regex(r"(\A|[;|\t\r\n])([ \t\r]*[=+\-@\t\r＝＋－＠])")
"""The beginning of a cell followed by a character that begins a formula, full-width forms included."""


def render(report: Report, header: bool = True) -> str:
    """All verdicts of one report; ``header=False`` for all but the first of several."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    if header:
        writer.writerow(COLUMNS)
    known = known_of(report)
    for v in report.verdicts:
        quoted = v.deciding
        cells = (
            report.document.id,
            v.claim.sentence,
            v.claim.id,
            v.claim.span.start,
            v.claim.span.end,
            v.claim.text,
            v.label.value,
            v.claim.checkable,
            f"{v.score:.4f}",
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
        writer.writerow([inert(c) for c in cells])
    return shown(out.getvalue())


def inert(cell: object) -> object:
    """``cell`` with an apostrophe before whatever would be a formula: at its start, and after characters that a
    spreadsheet with another separator would take for the end of a cell.
    """
    return FORMULA.sub(r"\1'\2", cell) if isinstance(cell, str) else cell
