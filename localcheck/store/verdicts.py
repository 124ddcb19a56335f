"""Writes verdicts and evidence as rows and reads them back. Fields that no query needs are kept in one JSON column."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace

from localcheck.reports import codec
from localcheck.store.connection import insert, storable
from localcheck.system.clock import now
from localcheck.system.jsontext import parse
from localcheck.system.resources import sha256_text
from localcheck.types import Entailment, Evidence, Passage, Source, Span, Verdict


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
    text, quote = storable(passage.text), storable(item.quote)
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
