"""A report as CSV, one row for each claim. An apostrophe is put before cells that a spreadsheet would run as a formula."""

from __future__ import annotations

import csv
import io

from localcheck.reports.rows import COLUMNS, rows_of
from localcheck.text.inert import shown
from localcheck.text.patterns import regex
from localcheck.types import Report

BEGINS = ",".join(list(COLUMNS)[:7]) + ","
"""How its files begin."""

MARK = "\ufeff"
"""The byte order mark. Without it Excel takes a CSV file for one in the encoding of the system; scripts would read it as a part
of the first column's name."""
FORMULA = regex(r"(\A|[;|\t\r\n])([ \t\r]*[=+\-@\t\r＝＋－＠])")
"""The beginning of a cell followed by a character that begins a formula, full-width forms included."""


def render(report: Report, header: bool = True) -> str:
    """All verdicts of one report; ``header=False`` for all but the first of several."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    if header:
        writer.writerow(COLUMNS)
    for row in rows_of(report):
        cells = {**row, "score": f"{row['score']:.4f}"}
        writer.writerow([inert(cell) for cell in cells.values()])
    return shown(out.getvalue())


def inert(cell: object) -> object:
    """``cell`` with an apostrophe before whatever would be a formula: at its start, and after characters that a
    spreadsheet with another separator would take for the end of a cell.
    """
    return FORMULA.sub(r"\1'\2", cell) if isinstance(cell, str) else cell
