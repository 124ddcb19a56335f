"""Runs as rows: their summaries, documents, verdicts and histories read back, and verdicts with their evidence written.

Fields that no query needs are kept in one JSON column.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from operator import attrgetter
from typing import Any

from localcheck.errors import UnknownName
from localcheck.reports import codec
from localcheck.settings import from_table
from localcheck.store.connection import Part, checked_read, insert, insert_passage
from localcheck.store.reviews import Reviews
from localcheck.store.runs import Revision, RunState, RunSummary, StoredRun
from localcheck.system.clock import now
from localcheck.system.jsontext import parse
from localcheck.system.resources import sha256_text
from localcheck.text.inert import whole
from localcheck.types import Document, Evidence, Report, RunInfo, Sentence, Span, Verdict

EVIDENCE = {
    "title": "passage.title",
    "source_kind": "passage.source.kind",
    "source_name": "passage.source.name",
    "locator": "passage.source.locator",
    "revision": "passage.source.revision",
    "date": "passage.source.date",
    "passage_rank": "passage.rank",
    "passage_score": "passage.score",
    "window_start": "window.start",
    "window_stop": "window.end",
    "entail": "entailment.entail",
    "neutral": "entailment.neutral",
    "contradict": "entailment.contradict",
    "quote": "quote",
    "quote_start": "quote_span.start",
    "quote_stop": "quote_span.end",
    "quote_sha256": "quote_sha256",
}
"""Columns of ``evidence``, and where their values stand in an ``Evidence``."""
KIND = (
    "CASE json_extract(body, '$.judgement') WHEN 'factual' THEN 'judged_factual'"
    " WHEN 'not_factual' THEN 'judged_not_factual' ELSE label END"
)
CHECKABLE = "FROM latest_verdicts WHERE run_id = ? AND json_extract(body, '$.claim.checkable') IS NOT 0"


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
            "SELECT * FROM runs WHERE (? = '' OR instr(folded(document_id || ' ' || title), folded(?)) > 0)"
            " AND (? = '' OR detector = ?) AND (? = '' OR state = ?) ORDER BY id DESC LIMIT ?"
        )
        wanted = state.value if state else ""
        rows = self._rows(query, (text, text, detector, detector, wanted, wanted, limit or -1))
        return [self._summary(row) for row in rows]

    @checked_read
    def summary(self, run_id: int) -> RunSummary:
        """One run's line. Raises ``UnknownName``."""
        return self._summary(self._run(run_id))

    def has(self, run_id: int) -> bool:
        """Whether a run is here: another program may have removed it."""
        return bool(self._rows("SELECT 1 FROM runs WHERE id = ?", (run_id,)))

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
        return StoredRun(
            summary=self._summary(row),
            info=codec.from_json(RunInfo, parse(row["info"]), "run"),
            document=_document(row),
            sentences=self._sentences(run_id),
            verdicts=self._verdicts("latest_verdicts", run_id),
            settings=None if row["settings"] is None else from_table(parse(row["settings"])),
            indexes=tuple(parse(row["indexes"] or "{}").items()),
        )

    @checked_read
    def document(self, run_id: int) -> Document:
        """The document of a run without its verdicts, which take their time to be read. Raises ``UnknownName``."""
        return _document(self._run(run_id))

    @checked_read
    def wordings(self, run_id: int, claim_id: str) -> dict[int, tuple[str, str]]:
        """Wording and label of every verdict that a claim ever had in a run, by its number, in order."""
        query = "SELECT revision, claim, label FROM verdicts WHERE run_id = ? AND claim_id = ? ORDER BY revision"
        return {row["revision"]: (row["claim"], row["label"]) for row in self._rows(query, (run_id, claim_id))}

    @checked_read
    def report(self, run_id: int) -> Report | None:
        """The report of a finished run as the run made it, without what was looked up later; None if unfinished."""
        row = self._run(run_id)
        if row["summary"] is None:
            return None
        table = (
            "(SELECT v.* FROM verdicts v WHERE v.revision = (SELECT max(w.revision) FROM verdicts w WHERE w.run_id = v.run_id"
            " AND w.claim_id = v.claim_id AND (w.origin = 'run' OR w.origin LIKE 'carried:%')))"
        )
        bare = codec.report_from_json(parse(row["summary"]))
        verdicts = self._verdicts(table, run_id)
        return replace(bare, document=_document(row), sentences=self._sentences(run_id), verdicts=verdicts)

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

    def _sentences(self, run_id: int) -> tuple[Sentence, ...]:
        rows = self._rows("SELECT * FROM sentences WHERE run_id = ? ORDER BY position", (run_id,))
        return tuple(Sentence(s["position"], Span(s["start"], s["stop"]), s["text"]) for s in rows)

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
            counts=tuple(self._tally(row["id"]).items()),
            reviewed=self._rows(reviewed, (row["id"],))[0]["n"],
            skipped=self._skipped(row["id"]),
        )

    def _tally(self, run_id: int) -> dict[str, int]:
        """Checkable claims by label, ``judged_factual`` and ``judged_not_factual`` included, and what only people took for a
        claim, by the label that they gave it, which wins over the one of the latest verdict. A disputed claim counts
        as the verdict says.
        """
        rows = self._rows(f"SELECT {KIND} AS kind, count(*) AS n {CHECKABLE} GROUP BY kind", (run_id,))
        found = Counter({row["kind"]: row["n"] for row in rows})
        curations = Reviews(self._connection).curations(run_id)
        given = {claim: c.label for claim, c in curations.items() if c.label is not None}
        if given:
            for row in self._rows(f"SELECT claim_id, {KIND} AS kind {CHECKABLE}", (run_id,)):
                if (label := given.pop(row["claim_id"], None)) is not None:
                    found[row["kind"]] -= 1
                    found[label.value] += 1
            found.update(label.value for label in given.values())
        return {kind: n for kind, n in sorted(found.items()) if n}

    def _skipped(self, run_id: int) -> int:
        """Checkable claims that people skipped and nobody gave a label."""
        left = "SELECT claim_id FROM decisions WHERE run_id = ? GROUP BY claim_id HAVING count(label) = 0"
        if not self._rows(f"{left} LIMIT 1", (run_id,)):
            return 0
        return int(self._rows(f"SELECT count(*) {CHECKABLE} AND claim_id IN ({left})", (run_id, run_id))[0][0])

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


def _document(row: sqlite3.Row) -> Document:
    """The document of one row of ``runs``."""
    return codec.from_json(Document, parse(row["document"]), "document")


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
    quote = whole(item.quote)
    item = item if quote == item.quote else replace(item, quote=quote, quote_sha256=sha256_text(quote))
    row = {column: attrgetter(place)(item) for column, place in EVIDENCE.items()}
    digest = insert_passage(connection, item.passage.text)
    row |= {"verdict_id": verdict_id, "position": position, "passage_sha256": digest}
    insert(connection, "evidence", row)


def verdict_from(row: sqlite3.Row, evidence: tuple[Evidence, ...]) -> Verdict:
    """The verdict of one row of ``verdicts``."""
    best = row["best"]
    if best is not None and not (isinstance(best, int) and 0 <= best < len(evidence)):
        raise ValueError(f"verdict {row['claim_id']} names evidence that is not there")
    return replace(codec.verdict_from_json(parse(row["body"])), evidence=evidence, best=best)


def evidence_from(row: sqlite3.Row) -> Evidence:
    """The evidence of one row of ``evidence`` joined with ``passages``, and its verdict's ``claim_id``."""
    found: dict[str, Any] = {"claim_id": row["claim_id"], "passage": {"text": row["text"]}}
    for column, place in EVIDENCE.items():
        *outer, name = place.split(".")
        reduce(lambda inside, part: inside.setdefault(part, {}), outer, found)[name] = row[column]
    return codec.from_json(Evidence, found, "evidence")  # SQLite keeps any type in any column
