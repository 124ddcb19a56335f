"""Runs as rows: their summaries, documents, verdicts and histories read back, and verdicts with their evidence written.

Fields that no query needs are kept in one JSON column.
"""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from localcheck.errors import UnknownName
from localcheck.reports import codec
from localcheck.settings import from_table
from localcheck.store.connection import Part, checked_read, insert
from localcheck.store.reviews import skipped, tally
from localcheck.store.runs import Revision, RunState, RunSummary, StoredRun
from localcheck.system.clock import now
from localcheck.system.jsontext import parse
from localcheck.system.resources import sha256_text
from localcheck.text.inert import whole
from localcheck.types import Document, Entailment, Evidence, Passage, Report, RunInfo, Sentence, Source, Span, Verdict


class RunReader(Part):
    """The part of the store that reads runs."""

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
        texts = json.dumps([whole(text) for text in sentences])
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


def insert_verdict(connection: sqlite3.Connection, run_id: int, verdict: Verdict, origin: str) -> int:
    """Add the next revision of a claim's verdict with its evidence; the revision, counted from 1."""
    claim = verdict.claim
    query = "SELECT coalesce(max(revision), 0) + 1 FROM verdicts WHERE run_id = ? AND claim_id = ?"
    revision = int(connection.execute(query, (run_id, claim.id)).fetchone()[0])
    body = json.dumps(codec.to_json(replace(verdict, evidence=(), best=None)))
    row = {"run_id": run_id, "claim_id": claim.id, "revision": revision, "origin": origin, "sentence": claim.sentence}
    row |= {"claim": claim.text, "label": verdict.label.value, "score": verdict.score, "rationale": verdict.rationale}
    row |= {"error": verdict.error, "best": verdict.best, "body": body, "made": now()}
    number = insert(connection, "verdicts", row)
    for position, item in enumerate(verdict.evidence):
        _insert_evidence(connection, number, position, item)
    return revision


def _insert_evidence(connection: sqlite3.Connection, verdict_id: int, position: int, item: Evidence) -> None:
    passage, source = item.passage, item.passage.source
    text, quote = whole(passage.text), whole(item.quote)
    digest = sha256_text(text)
    insert(connection, "passages", {"sha256": digest, "text": text}, clash="OR IGNORE")
    row = {
        "verdict_id": verdict_id,
        "position": position,
        "title": passage.title,
        "source_kind": source.kind,
        "source_name": source.name,
        "locator": source.locator,
        "revision": source.revision,
        "date": source.date,
        "passage_rank": passage.rank,
        "passage_score": passage.score,
        "window_start": item.window.start,
        "window_stop": item.window.end,
        "entail": item.entailment.entail,
        "neutral": item.entailment.neutral,
        "contradict": item.entailment.contradict,
        "quote": quote,
        "quote_start": item.quote_span.start,
        "quote_stop": item.quote_span.end,
        "quote_sha256": item.quote_sha256 if quote == item.quote else sha256_text(quote),
        "passage_sha256": digest,
    }
    insert(connection, "evidence", row)


def verdict_from(row: sqlite3.Row, evidence: tuple[Evidence, ...]) -> Verdict:
    """The verdict of one row of ``verdicts``."""
    best = row["best"]
    if best is not None and not (isinstance(best, int) and 0 <= best < len(evidence)):
        raise ValueError(f"verdict {row['claim_id']} names evidence that is not there")
    return replace(codec.verdict_from_json(parse(row["body"])), evidence=evidence, best=best)


def evidence_from(row: sqlite3.Row) -> Evidence:
    """The evidence of one row of ``evidence`` joined with ``passages``, and its verdict's ``claim_id``."""
    source = Source(row["source_kind"], row["source_name"], row["locator"], row["revision"], row["date"])
    found = Evidence(
        claim_id=row["claim_id"],
        passage=Passage(row["title"], row["text"], source, row["passage_rank"], row["passage_score"]),
        window=Span(row["window_start"], row["window_stop"]),
        entailment=Entailment(row["entail"], row["neutral"], row["contradict"]),
        quote=row["quote"],
        quote_span=Span(row["quote_start"], row["quote_stop"]),
        quote_sha256=row["quote_sha256"],
    )
    return codec.from_json(Evidence, codec.to_json(found), "evidence")  # SQLite keeps any type in any column
