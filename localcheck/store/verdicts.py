"""Writes verdicts and evidence as rows and reads them back. Fields that no query needs are kept in one JSON column."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace

from localcheck.reports import codec
from localcheck.store.connection import now, storable
from localcheck.system.jsontext import parse
from localcheck.system.resources import sha256_text
from localcheck.types import Entailment, Evidence, Passage, Source, Span, Verdict

EVIDENCE_COLUMNS = (
    "verdict_id", "position", "title", "source_kind", "source_name", "locator", "revision", "date", "passage_rank",
    "passage_score", "window_start", "window_stop", "entail", "neutral", "contradict", "quote", "quote_start",
    "quote_stop", "quote_sha256", "passage_sha256",
)  # fmt: skip
INSERT_EVIDENCE = (
    f"INSERT INTO evidence ({', '.join(EVIDENCE_COLUMNS)}) VALUES ({', '.join('?' * len(EVIDENCE_COLUMNS))})"
)


def insert_verdict(connection: sqlite3.Connection, run_id: int, verdict: Verdict, origin: str) -> int:
    """Add the next revision of a claim's verdict with its evidence; the revision, counted from 1."""
    claim = verdict.claim
    query = "SELECT coalesce(max(revision), 0) + 1 FROM verdicts WHERE run_id = ? AND claim_id = ?"
    revision = int(connection.execute(query, (run_id, claim.id)).fetchone()[0])
    body = json.dumps(codec.to_json(replace(verdict, evidence=(), best=None)))
    cursor = connection.execute(
        "INSERT INTO verdicts (run_id, claim_id, revision, origin, sentence, claim, label, score, rationale, error, best,"
        " body, made) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            run_id,
            claim.id,
            revision,
            origin,
            claim.sentence,
            storable(claim.text),
            verdict.label.value,
            verdict.score,
            storable(verdict.rationale),
            storable(verdict.error),
            verdict.best,
            body,
            now(),
        ),
    )
    for position, item in enumerate(verdict.evidence):
        _insert_evidence(connection, int(cursor.lastrowid or 0), position, item)
    return revision


def _insert_evidence(connection: sqlite3.Connection, verdict_id: int, position: int, item: Evidence) -> None:
    passage, source = item.passage, item.passage.source
    text, quote = storable(passage.text), storable(item.quote)
    digest = sha256_text(text)
    connection.execute("INSERT OR IGNORE INTO passages (sha256, text) VALUES (?, ?)", (digest, text))
    connection.execute(
        INSERT_EVIDENCE,
        (
            verdict_id,
            position,
            storable(passage.title),
            storable(source.kind),
            storable(source.name),
            storable(source.locator),
            storable(source.revision),
            storable(source.date),
            passage.rank,
            passage.score,
            item.window.start,
            item.window.end,
            item.entailment.entail,
            item.entailment.neutral,
            item.entailment.contradict,
            quote,
            item.quote_span.start,
            item.quote_span.end,
            item.quote_sha256 if quote == item.quote else sha256_text(quote),
            digest,
        ),
    )


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
