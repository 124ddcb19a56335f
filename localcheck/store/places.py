"""What the store keeps of a run beside its verdicts and reviews: its owner and where each reviewer stood in it, the corrections
that were accepted for its author, and the sign-offs: who answers for exactly which text, claims, index and models.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from localcheck.store.connection import Part, insert, transaction
from localcheck.system.clock import now
from localcheck.system.jsontext import parse
from localcheck.types import Span


class Places(Part):
    """Reading and writing owners and places."""

    def own(self, run_id: int, reviewer: str) -> None:
        """Make ``reviewer`` the owner of a run; an empty name leaves it to nobody."""
        with transaction(self._connection) as connection:
            connection.execute("DELETE FROM owners WHERE run_id = ?", (run_id,))
            if reviewer:
                insert(connection, "owners", {"run_id": run_id, "reviewer": reviewer})

    def owner(self, run_id: int) -> str:
        """Whose run it is: the owner that was named, else everybody who decided in it; empty for nobody's."""
        if named := self.named(run_id):
            return named
        query = (
            "SELECT group_concat(reviewer, ', ') FROM"
            " (SELECT DISTINCT reviewer FROM decisions WHERE run_id = ? AND reviewer <> '' ORDER BY reviewer)"
        )
        return self._one(query, (run_id,)) or ""

    def named(self, run_id: int) -> str:
        """The owner that was named; empty if none was."""
        return self._one("SELECT reviewer FROM owners WHERE run_id = ?", (run_id,)) or ""

    def leave(self, run_id: int, reviewer: str, claim_id: str) -> None:
        """Write down at which claim a reviewer is."""
        with transaction(self._connection) as connection:
            row = {"run_id": run_id, "reviewer": reviewer, "claim_id": claim_id}
            insert(connection, "places", row, clash="OR REPLACE")

    def left(self, run_id: int, reviewer: str) -> str:
        """The claim that a reviewer looked at last; empty if they never looked at the run."""
        return self._one("SELECT claim_id FROM places WHERE run_id = ? AND reviewer = ?", (run_id, reviewer)) or ""

    def _one(self, query: str, values: tuple[object, ...]) -> str | None:
        rows = self._rows(query, values)
        return None if not rows or rows[0][0] is None else str(rows[0][0])


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
        """Keep a correction, accepted now unless it says when; it replaces those that share characters with it."""
        with transaction(self._connection) as connection:
            query = "DELETE FROM corrections WHERE run_id = ? AND start < ? AND stop > ?"
            connection.execute(query, (run_id, made.span.end, made.span.start))
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


@dataclass(frozen=True, slots=True)
class Signoff:
    """One sign-off of a run."""

    reviewer: str
    reason: str = ""
    """Why it was signed although claims were open; empty where all were decided."""
    text_sha256: str = ""
    """SHA-256 of the document's text in UTF-8."""
    claims_sha256: str = ""
    """Digest of the claims with their labels, quotes and decisions (``localcheck.reviewing.records.claims_digest``)."""
    sources: tuple[tuple[str, str], ...] = ()
    """(``index:name`` or ``role:name`` of a model, digest)."""
    at: str = ""
    """ISO 8601, UTC; empty before it is stored."""


_STATED = ("reviewer", "reason", "text_sha256", "claims_sha256", "at")


class Signoffs(Part):
    """Reading and adding sign-offs."""

    def add(self, run_id: int, signoff: Signoff) -> None:
        """Write a sign-off down; earlier ones stay."""
        with transaction(self._connection) as connection:
            sources = json.dumps(dict(signoff.sources))
            insert(connection, "signoffs", {**asdict(signoff), "run_id": run_id, "sources": sources, "at": now()})

    def of(self, run_id: int) -> tuple[Signoff, ...]:
        """The sign-offs of a run in order."""
        return tuple(
            Signoff(**{name: row[name] for name in _STATED}, sources=tuple(parse(row["sources"]).items()))
            for row in self._rows("SELECT * FROM signoffs WHERE run_id = ? ORDER BY id", (run_id,))
        )
