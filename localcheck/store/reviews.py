"""The journal of reviewers' decisions. Rows are added and never changed; an undo is a row too."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from enum import StrEnum

from localcheck.store.connection import now, storable, transaction, translated
from localcheck.types import Label, Verdict


class Action(StrEnum):
    """What a reviewer can do with a verdict."""

    ACCEPT = "accept"
    OVERRIDE = "override"
    SKIP = "skip"


@dataclass(frozen=True, slots=True)
class Review:
    """A decision to be written down."""

    action: Action
    label: Label | None = None
    """The reviewer's label; None exactly for ``SKIP``."""
    note: str = ""
    quote: str = ""
    """The passage that convinced the reviewer, verbatim."""
    blind: bool = False
    """The verdict was hidden when the reviewer decided."""
    reviewer: str = ""
    """Who decided; empty for the only user of this machine."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision as the journal keeps it."""

    id: int
    run_id: int
    claim_id: str
    review: Review
    verdict_revision: int
    """The revision of the verdict that the reviewer looked at."""
    at: str
    """ISO 8601, UTC."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A verdict with a reviewer's decision on it: one labelled example for calibration."""

    verdict: Verdict
    decision: Decision
    document_id: str
    detector: str
    learned: bool = False
    """Whether the features of its beliefs are symbols of the learned evidence score, not the paper's ten of entailment."""

    @property
    def label(self) -> Label:
        """The reviewer's label."""
        assert self.decision.review.label is not None, "skipped claims are not reviewed claims"
        return self.decision.review.label


class Reviews:
    """Reading and adding decisions, over a connection that the store owns."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def add(self, run_id: int, claim_id: str, review: Review) -> int:
        """Write a decision about the latest verdict of a claim; its id."""
        with transaction(self._connection) as connection:
            query = "SELECT coalesce(max(revision), 0) FROM verdicts WHERE run_id = ? AND claim_id = ?"
            revision = connection.execute(query, (run_id, claim_id)).fetchone()[0]
            return _insert(connection, run_id, claim_id, review, review.action.value, revision)

    def undo(self, run_id: int, reviewer: str = "") -> Decision | None:
        """Take back the reviewer's last decision in a run that is not yet taken back, and return it; None if there is none."""
        with transaction(self._connection) as connection:
            query = "SELECT * FROM standing_reviews WHERE run_id = ? AND reviewer = ? ORDER BY id DESC LIMIT 1"
            row = connection.execute(query, (run_id, storable(reviewer))).fetchone()
            if row is None:
                return None
            last = _decision(row)
            empty = Review(Action.SKIP, reviewer=reviewer)
            _insert(connection, run_id, last.claim_id, empty, "undo", last.verdict_revision, last.id)
        return last

    def decisions(self, run_id: int, reviewer: str | None = None) -> dict[str, Decision]:
        """The current decision on each claim: the last one that was not taken back, of all reviewers or of ``reviewer``."""
        query = "SELECT * FROM decisions WHERE run_id = ? AND (? IS NULL OR reviewer = ?) ORDER BY id"
        return {row["claim_id"]: _decision(row) for row in self._rows(query, (run_id, reviewer, reviewer))}

    def journal(self, run_id: int) -> list[tuple[str, Decision]]:
        """Every row of a run as (action, decision) in order, including undo rows and decisions taken back."""
        rows = self._rows("SELECT * FROM reviews WHERE run_id = ? ORDER BY id", (run_id,))
        return [(row["action"], _decision(row)) for row in rows]

    def standing(self) -> list[tuple[Decision, sqlite3.Row]]:
        """Every current decision that gives a label, with the row of the verdict that the reviewer saw."""
        query = (
            "SELECT d.id AS decision_id, v.*, r.document_id, r.detector, r.info FROM decisions d"
            " JOIN verdicts v ON v.run_id = d.run_id AND v.claim_id = d.claim_id AND v.revision = d.verdict_revision"
            " JOIN runs r ON r.id = d.run_id WHERE d.label IS NOT NULL ORDER BY d.id"
        )
        rows = {row["decision_id"]: row for row in self._rows(query, ())}
        decisions = self._rows("SELECT * FROM decisions WHERE label IS NOT NULL ORDER BY id", ())
        return [(_decision(row), rows[row["id"]]) for row in decisions if row["id"] in rows]

    def _rows(self, query: str, values: tuple[object, ...]) -> list[sqlite3.Row]:
        with translated("the store"):
            return self._connection.execute(query, values).fetchall()


def _insert(
    connection: sqlite3.Connection,
    run_id: int,
    claim_id: str,
    review: Review,
    action: str,
    revision: int,
    undoes: int | None = None,
) -> int:
    cursor = connection.execute(
        "INSERT INTO reviews (run_id, claim_id, reviewer, action, label, note, quote, blind, verdict_revision, undoes, at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            run_id,
            claim_id,
            storable(review.reviewer),
            action,
            review.label.value if review.label else None,
            storable(review.note),
            storable(review.quote),
            int(review.blind),
            revision,
            undoes,
            now(),
        ),
    )
    return int(cursor.lastrowid or 0)


def _decision(row: sqlite3.Row) -> Decision:
    action = Action.SKIP if row["action"] == "undo" else Action(row["action"])
    review = Review(
        action,
        Label(row["label"]) if row["label"] else None,
        row["note"],
        row["quote"],
        bool(row["blind"]),
        row["reviewer"],
    )
    return Decision(row["id"], row["run_id"], row["claim_id"], review, row["verdict_revision"], row["at"])
