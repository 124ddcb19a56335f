"""The corrections of a text that a reviewer accepted: what its author should change, and the quote that says so."""

from __future__ import annotations

from dataclasses import dataclass

from localcheck.store.connection import Part, insert, transaction
from localcheck.system.clock import now
from localcheck.types import Span

_TEXTS = ("old", "new", "quote", "source", "reviewer")


@dataclass(frozen=True, slots=True)
class Accepted:
    """One correction that a reviewer accepted."""

    claim_id: str
    span: Span
    """The characters of the document to replace."""
    old: str
    new: str
    quote: str
    """Verbatim sentence of the evidence that says so."""
    source: str
    """Title or name of where it stands."""
    reviewer: str = ""
    at: str = ""
    """ISO 8601, UTC; empty before it is stored."""


class Corrections(Part):
    """Reading, adding and dropping corrections."""

    def accept(self, run_id: int, made: Accepted) -> None:
        """Keep a correction, accepted now unless it says when; it replaces one of the same characters."""
        with transaction(self._connection) as connection:
            row = {"run_id": run_id, "claim_id": made.claim_id, "start": made.span.start, "stop": made.span.end}
            row |= {name: getattr(made, name) for name in _TEXTS} | {"at": made.at or now()}
            insert(connection, "corrections", row, clash="OR REPLACE")

    def drop(self, run_id: int, span: Span) -> None:
        """Take back the correction of these characters, if there is one."""
        with transaction(self._connection) as connection:
            query = "DELETE FROM corrections WHERE run_id = ? AND start = ? AND stop = ?"
            connection.execute(query, (run_id, span.start, span.end))

    def of(self, run_id: int) -> tuple[Accepted, ...]:
        """The accepted corrections of a run, in the order of the document."""
        rows = self._rows("SELECT * FROM corrections WHERE run_id = ? ORDER BY start", (run_id,))
        return tuple(
            Accepted(r["claim_id"], Span(r["start"], r["stop"]), *(r[name] for name in (*_TEXTS, "at"))) for r in rows
        )
