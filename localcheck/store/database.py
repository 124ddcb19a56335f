"""``Store``: the runs of one home. Use one object per thread; several may use the same file at once."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from localcheck.errors import BackendError, BadInput, UnknownName, UsageError
from localcheck.reports import codec
from localcheck.settings import Settings, as_table, from_table
from localcheck.store.calls import Calls
from localcheck.store.checks import Checks
from localcheck.store.connection import (
    checked_read,
    connect,
    connect_to_read,
    insert,
    plain,
    storable,
    transaction,
    translated,
)
from localcheck.store.corrections import Corrections
from localcheck.store.decisions import Reviewed
from localcheck.store.places import Places
from localcheck.store.reviews import Reviews
from localcheck.store.runs import RECHECK, Revision, RunState, RunSummary, StoredRun
from localcheck.store.signoffs import Signoffs
from localcheck.store.tallies import skipped, tally
from localcheck.store.verdicts import evidence_from, insert_verdict, verdict_from
from localcheck.store.writing import is_written
from localcheck.system.clock import now
from localcheck.system.closing import Closing
from localcheck.system.jsontext import parse
from localcheck.types import Document, Evidence, Report, RunInfo, Sentence, Span, Verdict


class Store(Closing):
    """A database of runs. Use as a context manager, or ``close`` it."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        """Open or make the database at ``path``, or only read one that is there. Raises ``BadInput`` and ``BackendError``."""
        self.path, self.read_only = path, read_only
        self._connection = connect_to_read(path) if read_only else connect(path)
        self.reviews = Reviews(self._connection)
        self.checks = Checks(self._connection)
        self.calls = Calls(self._connection)
        self.signoffs = Signoffs(self._connection)
        self.places = Places(self._connection)
        self.corrections = Corrections(self._connection)

    def close(self) -> None:
        """Close the connection; twice does no harm."""
        self._connection.close()

    def begin_run(
        self, info: RunInfo, document: Document, sentences: Sequence[Sentence], settings: Settings | None = None
    ) -> int:
        """Store that ``document`` is being checked, and with which settings; returns the id of the run."""
        with transaction(self._connection) as connection:
            row = {
                "document_id": document.id,
                "title": document.title,
                "detector": info.detector,
                "index_name": info.index,
                "state": RunState.OPEN.value,
                "started": info.started or now().replace("+00:00", "Z"),
                "info": json.dumps(codec.to_json(info)),
                "document": json.dumps(codec.to_json(document)),
                "settings": None if settings is None else json.dumps(as_table(settings)),
            }
            run_id = insert(connection, "runs", row)
            rows = (
                {"run_id": run_id, "position": s.index, "start": s.span.start, "stop": s.span.end, "text": s.text}
                for s in sentences
            )
            insert(connection, "sentences", *rows)
        return run_id

    def add_verdict(self, run_id: int, verdict: Verdict, origin: str = "run") -> int:
        """Store a verdict as it is made; a second one for the same claim becomes its next revision.

        ``origin`` says how it came about (see ``Revision.origin``). Returns the revision.
        """
        with transaction(self._connection) as connection:
            return insert_verdict(connection, run_id, verdict, origin)

    def take_back_wording(self, run_id: int, claim_id: str, reviewer: str) -> Verdict | None:
        """Give a claim the verdict that it had before ``reviewer`` worded it anew, and return it; None where its latest verdict
        is not on that wording. The history keeps all of them.
        """
        made = self.history(run_id, claim_id)
        first = next((n for n, r in enumerate(made) if r.verdict.claim.text == made[-1].verdict.claim.text), 0)
        if not first or made[-1].origin != f"reworded:{storable(reviewer)}":
            return None
        before = made[first - 1]
        origin = before.origin if before.origin.startswith((RECHECK, "reworded:")) else f"wording taken back:{reviewer}"
        self.add_verdict(run_id, before.verdict, storable(origin))
        return before.verdict

    def finish_run(self, run_id: int, report: Report, indexes: Mapping[str, str] | None = None) -> None:
        """Store what is known only at the end of a run: sentence and document scores, cost, final run information.

        ``indexes``: digests of the indexes that were read, by name.
        """
        bare = replace(report, document=Document(report.document.id, ""), sentences=(), verdicts=())
        info = json.dumps(codec.to_json(report.run))
        with transaction(self._connection) as connection:
            connection.execute(
                "UPDATE runs SET state = 'finished', ended = ?, summary = ?, info = ?, indexes = ?, error = '' WHERE id = ?",
                (now(), json.dumps(codec.report_to_json(bare)), info, json.dumps(dict(indexes or {})), run_id),
            )

    def end_run(self, run_id: int, state: RunState, error: str = "") -> None:
        """Mark a run that ended without a report. ``OPEN`` opens it again, to be continued."""
        with transaction(self._connection) as connection:
            ended = "" if state is RunState.OPEN else now()
            connection.execute(
                "UPDATE runs SET state = ?, ended = ?, error = ? WHERE id = ?",
                (state.value, ended, storable(error), run_id),
            )

    @checked_read
    def judged_claims(self, run_id: int) -> frozenset[str]:
        """Ids of the claims that a continued run can skip: all with a verdict that did not fail."""
        rows = self._rows("SELECT claim_id FROM latest_verdicts WHERE run_id = ? AND label <> 'failed'", (run_id,))
        return frozenset(row["claim_id"] for row in rows)

    @checked_read
    def runs(
        self, *, text: str = "", detector: str = "", state: RunState | None = None, limit: int = 0
    ) -> list[RunSummary]:
        """Runs, the newest first; ``text`` is looked for in document ids and titles, without regard to case."""
        query = (
            "SELECT * FROM runs WHERE (? = '' OR instr(lower(document_id || ' ' || title), lower(?)) > 0)"
            " AND (? = '' OR detector = ?) AND (? = '' OR state = ?) ORDER BY id DESC LIMIT ?"
        )
        wanted = state.value if state else ""
        rows = self._rows(query, (text, text, detector, detector, wanted, wanted, limit or -1))
        return [self._summary(row) for row in rows]

    @checked_read
    def summary(self, run_id: int) -> RunSummary:
        """One run's line. Raises ``UnknownName``."""
        return self._summary(self._run(run_id))

    @checked_read
    def sharing(self, sentences: Iterable[str]) -> dict[int, int]:
        """How many of these sentences each run has, by its number; runs that have none of them are left out."""
        query = (
            "SELECT run_id, count(DISTINCT text) AS n FROM sentences WHERE text IN (SELECT value FROM json_each(?))"
            " GROUP BY run_id"
        )
        texts = json.dumps([storable(text) for text in sentences])
        return {row["run_id"]: row["n"] for row in self._rows(query, (texts,))}

    @checked_read
    def load(self, run_id: int) -> StoredRun:
        """One run with its document and latest verdicts. Raises ``UnknownName``."""
        row = self._run(run_id)
        sentences = self._rows("SELECT * FROM sentences WHERE run_id = ? ORDER BY position", (run_id,))
        return StoredRun(
            summary=self._summary(row),
            info=codec.from_json(RunInfo, parse(row["info"]), "run"),
            document=codec.from_json(Document, parse(row["document"]), "document"),
            sentences=tuple(Sentence(s["position"], Span(s["start"], s["stop"]), s["text"]) for s in sentences),
            verdicts=self._verdicts("latest_verdicts", run_id),
            settings=None if row["settings"] is None else from_table(parse(row["settings"])),
            indexes=tuple(parse(row["indexes"] or "{}").items()),
        )

    @checked_read
    def report(self, run_id: int) -> Report | None:
        """The report of a finished run as the run made it, without what was looked up later; None if unfinished."""
        row = self._run(run_id)
        if row["summary"] is None:
            return None
        run = self.load(run_id)
        table = (
            "(SELECT v.* FROM verdicts v WHERE v.revision = (SELECT max(w.revision) FROM verdicts w WHERE w.run_id = v.run_id"
            " AND w.claim_id = v.claim_id AND (w.origin = 'run' OR w.origin LIKE 'carried:%')))"
        )
        bare = codec.report_from_json(parse(row["summary"]))
        verdicts = self._verdicts(table, run_id)
        return replace(bare, document=run.document, sentences=run.sentences, verdicts=verdicts)

    @checked_read
    def history(self, run_id: int, claim_id: str) -> tuple[Revision, ...]:
        """Every verdict that a claim ever had in a run, in order."""
        query = "SELECT * FROM verdicts WHERE run_id = ? AND claim_id = ? ORDER BY revision"
        return tuple(
            Revision(
                row["revision"],
                row["origin"],
                row["made"],
                verdict_from(row, self._evidence("v.id = ?", row["id"]).get(row["id"], ())),
            )
            for row in self._rows(query, (run_id, claim_id))
        )

    @checked_read
    def revisions(self, run_id: int, claim_id: str = "") -> dict[str, int]:
        """The number of each claim's latest verdict, or of one claim's."""
        query = "SELECT claim_id, max(revision) AS revision FROM verdicts WHERE run_id = ?"
        where, values = (" AND claim_id = ?", (claim_id,)) if claim_id else ("", ())
        rows = self._rows(f"{query}{where} GROUP BY claim_id", (run_id, *values))
        return {row["claim_id"]: row["revision"] for row in rows}

    @checked_read
    def origins(self, run_id: int) -> dict[str, str]:
        """How the latest verdict of each claim came about (see ``Revision.origin``)."""
        rows = self._rows("SELECT claim_id, origin FROM latest_verdicts WHERE run_id = ?", (run_id,))
        return {row["claim_id"]: row["origin"] for row in rows}

    def revision_of(self, run_id: int, verdict: Verdict) -> int | None:
        """The number of this very verdict among those that its claim had in a run, the newest of equal ones; None if it is
        none of them.
        """
        found = (r.number for r in reversed(self.history(run_id, verdict.claim.id)) if r.verdict == verdict)
        return next(found, None)

    def is_written(self, run_id: int) -> bool:
        """True while some process checks the run and stores what it judges. A store that is only read here cannot know."""
        return not self.read_only and is_written(self.path, run_id)

    def remove(self, run_ids: Iterable[int]) -> None:
        """Remove runs with their verdicts and reviews, and the passages that nothing points to any more.

        Removes none of them and raises ``UnknownName`` where one is not here, ``UsageError`` where one is being written.
        """
        with transaction(self._connection) as connection:
            for run_id in run_ids:
                self._run(run_id)
                if self.is_written(run_id):
                    raise UsageError(
                        f"run {run_id} is being written now", "wait until it has ended, or stop it where it was started"
                    )
                connection.execute("DELETE FROM runs WHERE id = ?", (run_id,))
            connection.execute(
                "DELETE FROM passages WHERE sha256 NOT IN (SELECT passage_sha256 FROM evidence)"
                " AND sha256 NOT IN (SELECT passage_sha256 FROM reviews WHERE passage_sha256 IS NOT NULL)"
            )

    @checked_read
    def reviewed_claims(self) -> list[Reviewed]:
        """Every claim that a reviewer accepted or overrode, with the verdict that they looked at."""
        found = []
        for decision, row in self.reviews.standing():
            verdict = verdict_from(row, self._evidence("v.id = ?", row["id"]).get(row["id"], ()))
            learned = dict(codec.from_json(RunInfo, parse(row["info"]), "run").parameters).get("evidence") == "learned"
            found.append(Reviewed(verdict, decision, row["document_id"], row["detector"], learned))
        return found

    def settled_claims(self) -> list[Reviewed]:
        """Each of these claims once, with the decision that stands; none that is disputed."""
        stand = self.reviews.settling()
        return [r for r in self.reviewed_claims() if r.decision.id in stand]

    def _run(self, run_id: int) -> sqlite3.Row:
        rows = self._rows("SELECT * FROM runs WHERE id = ?", (run_id,))
        if not rows:
            known = [str(r["id"]) for r in self._rows("SELECT id FROM runs ORDER BY id DESC LIMIT 13", ())]
            raise UnknownName("run", str(run_id), known)
        return rows[0]

    def _summary(self, row: sqlite3.Row) -> RunSummary:
        reviewed = "SELECT count(DISTINCT claim_id) AS n FROM decisions WHERE run_id = ? AND label IS NOT NULL"
        return RunSummary(
            id=row["id"],
            document_id=row["document_id"],
            title=row["title"],
            detector=row["detector"],
            index=row["index_name"],
            state=RunState(row["state"]),
            started=row["started"],
            ended=row["ended"],
            error=row["error"],
            counts=tuple(tally(self._connection, row["id"]).items()),
            reviewed=self._rows(reviewed, (row["id"],))[0]["n"],
            skipped=skipped(self._connection, row["id"]),
        )

    def _verdicts(self, table: str, run_id: int) -> tuple[Verdict, ...]:
        evidence = self._evidence("v.run_id = ?", run_id)
        first = "(SELECT min(f.id) FROM verdicts f WHERE f.run_id = t.run_id AND f.claim_id = t.claim_id)"
        rows = self._rows(f"SELECT t.* FROM {table} t WHERE t.run_id = ? ORDER BY t.sentence, {first}", (run_id,))
        return tuple(verdict_from(row, evidence.get(row["id"], ())) for row in rows)

    def _evidence(self, where: str, value: int) -> dict[int, tuple[Evidence, ...]]:
        """Evidence by verdict row, in reading order."""
        found: dict[int, list[Evidence]] = defaultdict(list)
        query = (
            "SELECT e.*, p.text, v.claim_id FROM evidence e JOIN verdicts v ON v.id = e.verdict_id"
            f" JOIN passages p ON p.sha256 = e.passage_sha256 WHERE {where} ORDER BY e.verdict_id, e.position"
        )
        for row in self._rows(query, (value,)):
            found[row["verdict_id"]].append(evidence_from(row))
        return {key: tuple(items) for key, items in found.items()}

    def _rows(self, query: str, values: tuple[Any, ...]) -> list[sqlite3.Row]:
        with translated(self.path):
            return self._connection.execute(query, plain(values)).fetchall()


def open_store(path: Path) -> Store:
    """The store at ``path``; one that cannot be written to is opened for reading. Raises what ``Store`` raises."""
    try:
        return Store(path)
    except BackendError:
        if path.is_file():
            return Store(path, read_only=True)
        raise


def open_to_read(path: Path) -> Store:
    """The store at ``path`` for reading alone, which takes no lock; one of an earlier version is first brought up to date.

    Raises what ``Store`` raises.
    """
    try:
        return Store(path, read_only=True)
    except BadInput:
        return Store(path)


def open_for_run(path: Path, run: int) -> Store:
    """The store that has a run, as ``open_to_read`` opens it. Raises ``UnknownName`` where nothing is stored yet."""
    if not path.exists():
        raise UnknownName("run", str(run), [])
    return open_to_read(path)
