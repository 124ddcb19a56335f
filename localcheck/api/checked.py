"""A report that can show itself in a notebook and become a table of pandas or Arrow."""

from __future__ import annotations

from dataclasses import fields
from html import escape
from typing import TYPE_CHECKING, Any

from localcheck.errors import MissingResource
from localcheck.reports.codec import report_to_json
from localcheck.reports.csv import COLUMNS, rows_of
from localcheck.reports.words import citation, hex_of, stated, word_of
from localcheck.text.inert import dumps
from localcheck.types import JSON, Report, Verdict

if TYPE_CHECKING:
    import pandas
    import pyarrow

MOST_ROWS = 500
"""Claims that a notebook shows of one report."""


class CheckedReport(Report):
    """A ``Report``; ``Checker`` and ``check`` return it."""

    __slots__ = ()

    @classmethod
    def of(cls, report: Report) -> CheckedReport:
        """The same report with these methods."""
        return cls(**{field.name: getattr(report, field.name) for field in fields(Report)})

    def rows(self) -> list[dict[str, JSON]]:
        """A row for each claim, with the columns of ``--format csv`` as values of their types."""
        return list(rows_of(self))

    def to_json(self) -> str:
        """The report as one line of ``--format jsonl``, which ``localcheck verify-report`` reads."""
        return dumps(report_to_json(self))

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a data frame. Raises ``MissingResource`` without pandas."""
        try:
            import pandas
        except ImportError:
            raise MissingResource("to_pandas needs pandas", "pip install pandas") from None
        return pandas.DataFrame(self.rows(), columns=list(COLUMNS))

    def to_arrow(self) -> pyarrow.Table:
        """The rows as an Arrow table. Raises ``MissingResource`` without pyarrow."""
        try:
            import pyarrow
        except ImportError:
            raise MissingResource("to_arrow needs pyarrow", "pip install 'localcheck[batch]'") from None
        kinds = {"str": pyarrow.string(), "int": pyarrow.int64(), "float": pyarrow.float64(), "bool": pyarrow.bool_()}
        schema = pyarrow.schema([(name, kinds[kind]) for name, kind in COLUMNS.items()])
        return pyarrow.Table.from_pylist(self.rows(), schema=schema)

    def _repr_html_(self) -> str:
        """For notebooks: what was ruled, and a table of the claims. Everything is escaped; there is no script and no link."""
        counts = ", ".join(f"{n} {name.replace('_', ' ')}" for name, n in self.scores.counts if n) or "no claims"
        more = len(self.verdicts) - MOST_ROWS
        rest = f"<p>and {more} more claims</p>" if more > 0 else ""
        return (
            f'<div class="localcheck"><p><b>{escape(self.disposition.value.upper())}</b> · {escape(counts)} · '
            f"coverage {self.scores.coverage:.0%}</p><table><thead><tr><th>verdict</th><th>score</th><th>claim</th>"
            f"<th>quote</th></tr></thead><tbody>{''.join(map(_shown, self.verdicts[:MOST_ROWS]))}</tbody></table>{rest}</div>"
        )


def _shown(verdict: Verdict) -> str:
    quoted = verdict.deciding
    cells: tuple[Any, ...] = (
        word_of(verdict),
        stated(verdict) if verdict.claim.checkable else "",
        verdict.claim.shown,
        f"“{quoted.quote}” — {citation(quoted)}" if quoted else verdict.error or verdict.rationale,
    )
    inner = "".join(f'<td style="text-align:left">{escape(str(cell))}</td>' for cell in cells)
    return f'<tr style="border-left:4px solid {escape(hex_of(verdict))}">{inner}</tr>'
