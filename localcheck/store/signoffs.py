"""Sign-offs: who answers for a reviewed document, and for exactly which text, claims, index and models."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from localcheck.store.connection import Part, insert, transaction
from localcheck.system.clock import now
from localcheck.system.jsontext import parse


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
            Signoff(
                row["reviewer"],
                row["reason"],
                row["text_sha256"],
                row["claims_sha256"],
                tuple(parse(row["sources"]).items()),
                row["at"],
            )
            for row in self._rows("SELECT * FROM signoffs WHERE run_id = ? ORDER BY id", (run_id,))
        )
