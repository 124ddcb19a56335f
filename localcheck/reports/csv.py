"""A report as a table, one row for each claim: for data frames, and as CSV, where an apostrophe stands before cells that a
spreadsheet would run as a formula.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

from localcheck.reports.words import citation, known_of, place_in
from localcheck.text.inert import shown
from localcheck.text.patterns import regex
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
    "place": "str",
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
            place_in(report.document, v.claim.span.start),
        )
        yield dict(zip(COLUMNS, values, strict=True))


BEGINS = ",".join(list(COLUMNS)[:7]) + ","
"""How its files begin."""

MARK = "\ufeff"
"""The byte order mark. Without it Excel takes a CSV file for one in the encoding of the system; scripts would read it as a part
of the first column's name."""
FORMULA = regex(r"(\A|[;|\t\r\n])([ \t\r]*[=+\-@\t\r＝＋－＠])")
"""The beginning of a cell followed by a character that begins a formula, full-width forms included."""


def render(report: Report, header: bool = True) -> str:
    """All verdicts of one report; ``header=False`` for all but the first of several."""
    rows = ({**row, "score": f"{row['score']:.4f}"}.values() for row in rows_of(report))
    return table(([COLUMNS] if header else []), rows)


def table(head: Iterable[Iterable[str]], rows: Iterable[Iterable[object]]) -> str:
    """Rows as CSV that a spreadsheet and a terminal may show."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows([*head, *(map(inert, row) for row in rows)])
    return shown(out.getvalue())


def inert(cell: object) -> object:
    """``cell`` with an apostrophe before whatever would be a formula: at its start, and after characters that a
    spreadsheet with another separator would take for the end of a cell.
    """
    return FORMULA.sub(r"\1'\2", cell) if isinstance(cell, str) else cell
