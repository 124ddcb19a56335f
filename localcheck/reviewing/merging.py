"""Decisions that were made in another run, taken over into a run of the same text: from an export, or from the store.

Each keeps its time, note, quote and blindness, and stands where it was made: on a verdict with the same wording and label.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from localcheck.errors import BadInput
from localcheck.reports import codec
from localcheck.reviewing.records import FORMAT, VERSION, rows_digest
from localcheck.store import Decision, Store, StoredRun
from localcheck.system.resources import sha256_text
from localcheck.types import JSON

Ground = tuple[str, str]
"""Wording and label of the verdict that a decision was made on."""


@dataclass(frozen=True, slots=True)
class Merged:
    """What came of an export: numbers of decisions and comments."""

    taken: int
    known: int
    """They are in the journal already, or the same reviewer decided later here."""
    without_ground: int
    """The run here has no verdict like the one that they were made on."""


def merge(store: Store, run_id: int, rows: Sequence[JSON], where: str, reviewer: str = "") -> Merged:
    """Take over the decisions and comments of an export. ``reviewer``: whose those are that have no name.

    Raises ``BadInput`` for an export of another text, one that was changed, and one with decisions of nobody.
    """
    run = store.load(run_id)
    if _record(rows, where)["text_sha256"] != sha256_text(run.document.text):
        raise BadInput(
            where, f"is about another text than run {run_id}", "`localcheck runs list` shows the runs of this machine"
        )
    return _taken(store, run, _made(rows, where, reviewer))


def take_over(store: Store, run_id: int, other: int) -> Merged:
    """Take over the decisions and comments that stand in another stored run of the same text."""
    return _taken(store, store.load(run_id), list(_decided(store, other)))


def lacking(store: Store, run_id: int, other: int) -> int:
    """The number of claims with decisions or comments that ``take_over`` would bring."""
    brought = (
        made.claim_id
        for made, ground in _decided(store, other)
        if ground in _grounds(store, run_id, made.claim_id) and not _is_known(store, run_id, made)
    )
    return len(set(brought))


def standing(store: Store, run_id: int) -> list[Decision]:
    """Every decision and comment that stands in a run, in order."""
    reviews = store.reviews
    decisions = [d for r in reviews.curations(run_id).values() for d in r.decisions]
    comments = [c for group in reviews.comments(run_id).values() for c in group]
    return sorted([*decisions, *comments], key=lambda d: d.id)


def _decided(store: Store, run_id: int) -> Iterator[tuple[Decision, Ground]]:
    """What stands in a stored run, each with its ground."""
    for made in standing(store, run_id):
        if ground := store.wordings(run_id, made.claim_id).get(made.verdict_revision):
            yield made, ground


def _taken(store: Store, run: StoredRun, decided: Iterable[tuple[Decision, Ground]]) -> Merged:
    """Write what is not known into the run."""
    run_id = run.summary.id
    grounds = {v.claim.id: _grounds(store, run_id, v.claim.id) for v in run.verdicts}
    taken = known = without = 0
    for made, ground in sorted(decided, key=lambda pair: pair[0].at):
        made = replace(made, review=replace(made.review, reviewer=store.reviews.spelling(made.review.reviewer)))
        revision = grounds.get(made.claim_id, {}).get(ground)
        if revision is None:
            without += 1
        elif _is_known(store, run_id, made):
            known += 1
        else:
            store.reviews.add(run_id, made.claim_id, made.review, revision, made.adjudicates, made.at)
            taken += 1
    return Merged(taken, known, without)


def _record(rows: Sequence[JSON], where: str) -> JSON:
    """What the export says of itself. Raises ``BadInput`` where that is missing or does not fit its rows."""
    record = rows[-1].get("record") if rows and all(isinstance(row, dict) for row in rows) else None
    if not isinstance(record, dict) or (record.get("format"), record.get("version")) != (FORMAT, VERSION):
        raise BadInput(
            where,
            "is no export of a review",
            "`localcheck runs export RUN -o FILE.jsonl` writes one, on the other machine",
        )
    if rows_digest(rows[:-1]) != record.get("rows_sha256"):
        raise BadInput(
            where, "was changed after it was written", "export it again; `localcheck verify-report` says what differs"
        )
    return record


def _made(rows: Sequence[JSON], where: str, reviewer: str) -> Iterator[tuple[Decision, Ground]]:
    """The decisions and comments of an export, each with its ground. Raises ``BadInput`` for one without a name."""
    for row in rows[:-1]:
        verdict = codec.verdict_from_json(row.get("verdict"))
        for given in (*row.get("decisions", ()), *row.get("comments", ())):
            then = given.pop("made_on", None) or {}
            made = codec.from_json(Decision, given, where)
            name = made.review.reviewer or reviewer
            if not name:
                raise BadInput(where, "has decisions without a reviewer's name", "say whose they are: --as NAME")
            ground = (str(then.get("claim", verdict.claim.text)), str(then.get("label", verdict.label.value)))
            yield replace(made, review=replace(made.review, reviewer=name)), ground


def _grounds(store: Store, run_id: int, claim_id: str) -> dict[Ground, int]:
    """The verdicts of a claim here; of several alike the latest."""
    return {ground: number for number, ground in store.wordings(run_id, claim_id).items()}


def _is_known(store: Store, run_id: int, made: Decision) -> bool:
    """Whether the journal has an entry, be it taken back since, or the reviewer's decision here is a later one."""
    same = [e.decision for e in store.reviews.journal(run_id, made.claim_id) if e.action != "undo"]
    mine = [d for d in same if d.review.reviewer == made.review.reviewer]
    later = store.reviews.decisions(run_id, made.review.reviewer, made.claim_id).get(made.claim_id)
    if made.review.action != "comment" and later is not None and later.at > made.at:
        return True
    return any((d.at, d.review.action, d.review.note) == (made.at, made.review.action, made.review.note) for d in mine)
