"""The journal of what reviewers decide and say. Rows are added and never changed: an undo is a row too, and so is a redo.

What several reviewers' decisions on one claim come to: two labels are a dispute, a third person's decision ends it. Pure.

The model is the curation of INCEpTION (Klie et al. 2018, The INCEpTION Platform, COLING demonstrations).
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from localcheck.errors import LocalcheckError
from localcheck.reports import codec
from localcheck.store.connection import Part, checked_read, insert, insert_passage, transaction
from localcheck.store.decisions import Action, Decision, Entry, Quoted, Review, reviewer_name
from localcheck.system.clock import now
from localcheck.system.jsontext import parse
from localcheck.text.inert import whole
from localcheck.types import Label


class Standing(StrEnum):
    """How far people have decided about a claim."""

    UNDECIDED = "undecided"
    SKIPPED = "skipped"
    DECIDED = "decided"
    DISPUTED = "disputed"
    ADJUDICATED = "adjudicated"


@dataclass(frozen=True, slots=True)
class Curation:
    """The current decisions of all reviewers on one claim, and their outcome."""

    standing: Standing = Standing.UNDECIDED
    label: Label | None = None
    """The label that people gave; None while nobody decided, and while they disagree."""
    decisions: tuple[Decision, ...] = ()
    """Each reviewer's current decision, in the order in which they were made."""

    @property
    def disputed(self) -> bool:
        """True if two reviewers gave different labels and nobody has adjudicated."""
        return self.standing is Standing.DISPUTED

    def standing_label(self, machine: Label) -> Label | None:
        """The label that stands: the one that people gave, else the ``machine``'s; None while people disagree."""
        return None if self.disputed else self.label or machine

    @property
    def deciding(self) -> Decision | None:
        """The decision that stands: the adjudication, else the first that gave the label; None where there is no label."""
        if self.label is None:
            return None
        last = [d for d in self.decisions if d.adjudicates and d.review.label is self.label]
        same = [d for d in self.decisions if d.review.label is self.label]
        return last[-1] if last else same[0]


UNDECIDED = Curation()


def curated(decisions: Sequence[Decision]) -> Curation:
    """The outcome of the current decisions on one claim, one for each reviewer, in the order of the journal.

    An adjudication stands until someone gives another label after it.
    """
    kept = tuple(decisions)
    given = [d for d in kept if d.review.label is not None]
    if not given:
        return Curation(Standing.SKIPPED if kept else Standing.UNDECIDED, None, kept)
    last = max((i for i, d in enumerate(given) if d.adjudicates), default=None)
    counted = given if last is None else given[last:]
    labels = {d.review.label for d in counted}
    if len(labels) > 1:
        return Curation(Standing.DISPUTED, None, kept)
    settled = last is not None and len({d.review.label for d in given}) > 1
    return Curation(Standing.ADJUDICATED if settled else Standing.DECIDED, counted[0].review.label, kept)


def taken_back(moves: Sequence[tuple[int | None, int | None]]) -> int | None:
    """Number of the decision that a redo makes again; None if there is none. ``moves``: what each row of one reviewer's journal
    takes back or makes again, in order; a decision does neither, and ends redoing.

    >>> taken_back([(None, None), (7, None), (6, None), (None, 6)])
    7
    """
    stack: list[int] = []
    for undoes, redoes in moves:
        if undoes is not None:
            stack.append(undoes)
        elif redoes is not None:
            stack.pop()
        else:
            stack.clear()
    return stack[-1] if stack else None


SELECT = "SELECT t.*, p.text AS passage FROM {table} t LEFT JOIN passages p ON p.sha256 = t.passage_sha256"

CARRIED = """
WITH said AS (
    SELECT r.*, coalesce(r.carried_run, r.run_id) AS first_run, v.claim FROM reviews r
    JOIN verdicts v ON v.run_id = r.run_id AND v.claim_id = r.claim_id AND v.revision = r.verdict_revision
)
SELECT DISTINCT o.run_id, o.claim_id FROM said c JOIN said o ON o.claim = c.claim AND o.reviewer = c.reviewer
    AND o.at = c.at AND o.action = c.action AND o.first_run = c.carried_run AND o.run_id < c.run_id
"""
"""The claims whose decisions stand in a later draft too: there they have the same reviewer, time and words of the claim."""


class Reviews(Part):
    """Reading and adding decisions."""

    def spelling(self, name: str) -> str:
        """A reviewer's name as it is kept, in the spelling that stands here already: "Ada" and "ada" are one reviewer."""
        name = reviewer_name(name)
        rows = self._rows("SELECT reviewer FROM reviews UNION SELECT reviewer FROM seen ORDER BY reviewer", ())
        same = [row["reviewer"] for row in rows if row["reviewer"].casefold() == name.casefold()]
        return name if name in same or not same else str(same[0])

    def add(
        self,
        run_id: int,
        claim_id: str,
        review: Review,
        revision: int | None = None,
        adjudicates: bool | None = None,
        at: str = "",
    ) -> int:
        """Write a decision about a claim; its id.

        ``revision`` is that of the verdict which the reviewer saw: somebody else may have had the claim judged again since.
        None takes the latest one. ``adjudicates`` is worked out from the other decisions unless it is given. ``at``: when it
        was made; empty for now.
        """
        with transaction(self._connection) as connection:
            query = "SELECT coalesce(max(revision), 0) FROM verdicts WHERE run_id = ? AND claim_id = ?"
            latest = connection.execute(query, (run_id, claim_id)).fetchone()[0]
            if not connection.execute("SELECT 1 FROM runs WHERE id = ?", (run_id,)).fetchone():
                raise LocalcheckError(
                    f"run {run_id} was removed meanwhile", "open another run, or check the text again"
                )
            seen = latest if revision is None else min(revision, latest)
            if adjudicates is None:
                adjudicates = settles(review, self._standing("t.run_id = ? AND t.claim_id = ?", (run_id, claim_id)))
            return _insert(connection, Decision(0, run_id, claim_id, review, seen, at or now(), adjudicates))

    def undo(self, run_id: int, reviewer: str = "") -> Decision | None:
        """Take back the reviewer's last entry in a run that is not yet taken back, and return it; None if there is none."""
        with transaction(self._connection) as connection:
            where = "t.run_id = ? AND t.reviewer = ? ORDER BY t.id DESC LIMIT 1"
            rows = self._select("standing_reviews", where, (run_id, whole(reviewer)))
            if not rows:
                return None
            last = _decision(rows[0])
            empty = replace(last, review=Review(Action.SKIP, reviewer=reviewer), at=now(), adjudicates=False)
            _insert(connection, empty, undoes=last.id)
        return last

    def redo(self, run_id: int, reviewer: str = "") -> Decision | None:
        """Make the decision again that the reviewer took back last; None if there is none, or if they decided since."""
        with transaction(self._connection) as connection:
            found = taken_back([(row["undoes"], row["redoes"]) for row in self._moves(run_id, whole(reviewer))])
            if found is None:
                return None
            made = replace(_decision(self._select("reviews", "t.id = ?", (found,))[0]), at=now())
            return replace(made, id=_insert(connection, made, redoes=found))

    def _moves(self, run_id: int, reviewer: str) -> list[sqlite3.Row]:
        """A reviewer's rows from the last decision on that was neither an undo nor a redo: earlier ones cannot be redone."""
        mine = "run_id = ? AND reviewer = ?"
        last = f"SELECT coalesce(max(id), 0) FROM reviews WHERE {mine} AND undoes IS NULL AND redoes IS NULL"
        query = f"SELECT undoes, redoes FROM reviews WHERE {mine} AND id >= ({last}) ORDER BY id"
        return self._rows(query, (run_id, reviewer) * 2)

    @checked_read
    def decisions(self, run_id: int, reviewer: str = "", claim_id: str = "") -> dict[str, Decision]:
        """One reviewer's current decision on each claim, or on one: the last that was not taken back. Comments are none."""
        where, values = _of(run_id, claim_id)
        found = self._standing(f"{where} AND t.reviewer = ?", (*values, whole(reviewer)))
        return {decision.claim_id: decision for decision in found}

    @checked_read
    def curations(self, run_id: int, claim_id: str = "") -> dict[str, Curation]:
        """What all reviewers' decisions on each claim (or on one) come to."""
        by_claim: dict[str, list[Decision]] = {}
        for decision in self._standing(*_of(run_id, claim_id)):
            by_claim.setdefault(decision.claim_id, []).append(decision)
        return {claim: curated(decisions) for claim, decisions in by_claim.items()}

    @checked_read
    def comments(self, run_id: int, claim_id: str = "") -> dict[str, tuple[Decision, ...]]:
        """All reviewers' comments on each claim (or on one) that were not taken back, in order."""
        found: dict[str, tuple[Decision, ...]] = {}
        where, values = _of(run_id, claim_id)
        for row in self._select("standing_reviews", f"{where} AND t.action = 'comment' ORDER BY t.id", values):
            found[row["claim_id"]] = (*found.get(row["claim_id"], ()), _decision(row))
        return found

    def reviewed(self, run_id: int) -> bool:
        """Whether people decided, skipped or said something in a run that was not taken back."""
        return bool(self._rows("SELECT 1 FROM standing_reviews WHERE run_id = ? LIMIT 1", (run_id,)))

    def entries(self, run_id: int) -> int:
        """How many entries the journal has for a run; more than before means that somebody added one."""
        return int(self._rows("SELECT count(*) AS n FROM reviews WHERE run_id = ?", (run_id,))[0]["n"])

    @checked_read
    def journal(self, run_id: int, claim_id: str = "") -> list[Entry]:
        """Every row of a run (or of one claim) in order, including undo rows and decisions taken back."""
        where, values = _of(run_id, claim_id)
        rows = self._select("reviews", f"{where} ORDER BY t.id", values)
        return [Entry(row["action"], _decision(row), row["undoes"], row["redoes"]) for row in rows]

    @checked_read
    def standing(self) -> list[tuple[Decision, sqlite3.Row]]:
        """Every current decision that gives a label, with the row of the verdict that the reviewer saw.

        Of a claim whose decisions were carried over to a later draft, those on the draft count: they may have changed there.
        """
        query = (
            "SELECT d.id AS decision_id, v.*, r.document_id, r.detector, r.info FROM decisions d"
            " JOIN verdicts v ON v.run_id = d.run_id AND v.claim_id = d.claim_id AND v.revision = d.verdict_revision"
            " JOIN runs r ON r.id = d.run_id WHERE d.label IS NOT NULL ORDER BY d.id"
        )
        rows = {row["decision_id"]: row for row in self._rows(query, ())}
        return [(d, rows[d.id]) for d in self._labelled() if d.id in rows]

    def _labelled(self) -> list[Decision]:
        """Every current decision that gives a label, but those on a claim of an earlier draft that were carried over."""
        carried = {(row["run_id"], row["claim_id"]) for row in self._rows(CARRIED, ())}
        return [d for d in self._standing("t.label IS NOT NULL", ()) if (d.run_id, d.claim_id) not in carried]

    def see(self, run_id: int, reviewer: str, claims: Sequence[str]) -> None:
        """Note that these verdicts have been on the reviewer's screen: decisions on them are not blind any more."""
        with transaction(self._connection) as connection:
            rows = ({"run_id": run_id, "reviewer": reviewer, "claim_id": claim} for claim in claims)
            insert(connection, "seen", *rows, clash="OR IGNORE")

    def seen(self, run_id: int, reviewer: str) -> frozenset[str]:
        """The claims of a run whose verdict the reviewer has seen."""
        query = "SELECT claim_id FROM seen WHERE run_id = ? AND reviewer = ?"
        return frozenset(row["claim_id"] for row in self._rows(query, (run_id, whole(reviewer))))

    def seen_by_all(self, run_id: int) -> dict[str, frozenset[str]]:
        """The claims of a run whose verdict was seen, by reviewer."""
        rows = self._rows("SELECT DISTINCT reviewer FROM seen WHERE run_id = ?", (run_id,))
        return {row["reviewer"]: self.seen(run_id, row["reviewer"]) for row in rows}

    def _standing(self, where: str, values: tuple[object, ...]) -> list[Decision]:
        return [_decision(row) for row in self._select("decisions", f"{where} ORDER BY t.id", values)]

    def _select(self, table: str, where: str, values: tuple[object, ...]) -> list[sqlite3.Row]:
        return self._rows(f"{SELECT.format(table=table)} WHERE {where}", values)


def _of(run_id: int, claim_id: str) -> tuple[str, tuple[object, ...]]:
    """The condition for the entries of a run, or of one claim of it, and its values."""
    if claim_id:
        return "t.run_id = ? AND t.claim_id = ?", (run_id, whole(claim_id))
    return "t.run_id = ?", (run_id,)


def settles(review: Review, others: Sequence[Decision]) -> bool:
    """Whether this decision adjudicates: two others disagree, and this reviewer is neither and sees what they said."""
    if review.label is None or review.blind:
        return False
    own = [d for d in others if d.review.reviewer == review.reviewer and d.review.label is not None]
    return (not own and curated(others).disputed) or any(d.adjudicates for d in own)


def _insert(
    connection: sqlite3.Connection, made: Decision, undoes: int | None = None, redoes: int | None = None
) -> int:
    review, text = made.review, made.review.quoted.passage
    row = {
        "run_id": made.run_id,
        "claim_id": made.claim_id,
        "reviewer": review.reviewer,
        "action": "undo" if undoes is not None else review.action.value,
        "label": review.label.value if review.label else None,
        "note": review.note,
        "quote": review.quote,
        "quoted": json.dumps(codec.to_json(replace(review.quoted, passage=""))),
        "passage_sha256": insert_passage(connection, text) if text else None,
        "blind": review.blind,
        "adjudicates": made.adjudicates,
        "carried_run": review.carried_run,
        "verdict_revision": made.verdict_revision,
        "undoes": undoes,
        "redoes": redoes,
        "at": made.at,
    }
    return insert(connection, "reviews", row)


def _decision(row: sqlite3.Row) -> Decision:
    action = Action.SKIP if row["action"] == "undo" else Action(row["action"])
    quoted = codec.from_json(Quoted, parse(row["quoted"]), "quoted")
    review = Review(
        action,
        Label(row["label"]) if row["label"] else None,
        row["note"],
        row["quote"],
        bool(row["blind"]),
        row["reviewer"],
        replace(quoted, passage=row["passage"] or ""),
        row["carried_run"],
    )
    adjudicates = bool(row["adjudicates"])
    return Decision(row["id"], row["run_id"], row["claim_id"], review, row["verdict_revision"], row["at"], adjudicates)
