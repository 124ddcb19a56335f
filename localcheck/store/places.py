"""Whose a run is, and where each reviewer stood in it when they left."""

from __future__ import annotations

from dataclasses import dataclass

from localcheck.store.connection import Part, insert, transaction
from localcheck.store.reviews import skipped, tally


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the review of a run is."""

    labels: dict[str, int]
    """Claims by the label that people gave, else by that of the latest verdict."""
    decided: int
    """How many of them somebody gave a label."""
    skipped: int
    """How many of them somebody skipped and nobody gave a label."""

    @property
    def claims(self) -> int:
        """Checkable claims, and what only people took for one."""
        return sum(self.labels.values())


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

    def progress(self, run_id: int) -> Progress:
        """What the claims of a run came to, and how many of them people decided and skipped."""
        query = "SELECT count(DISTINCT claim_id) FROM decisions WHERE run_id = ? AND label IS NOT NULL"
        decided = self._rows(query, (run_id,))[0][0]
        return Progress(tally(self._connection, run_id), decided, skipped(self._connection, run_id))

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
