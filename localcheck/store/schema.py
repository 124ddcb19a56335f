"""The tables, as a list of migration steps; ``PRAGMA user_version`` counts those that a database has taken."""

from __future__ import annotations

import sqlite3

RUNS = """
CREATE TABLE runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    document_id TEXT NOT NULL,
    title TEXT NOT NULL,
    detector TEXT NOT NULL,
    index_name TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'finished', 'failed', 'cancelled')),
    started TEXT NOT NULL,
    ended TEXT NOT NULL DEFAULT '',
    error TEXT NOT NULL DEFAULT '',
    info TEXT NOT NULL CHECK (json_valid(info)),
    document TEXT NOT NULL CHECK (json_valid(document)),
    summary TEXT CHECK (summary IS NULL OR json_valid(summary))
);
ALTER TABLE runs ADD COLUMN settings TEXT CHECK (settings IS NULL OR json_valid(settings));
CREATE TABLE sentences (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    start INTEGER NOT NULL,
    stop INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (run_id, position)
) WITHOUT ROWID;
CREATE TABLE verdicts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    claim_id TEXT NOT NULL,
    revision INTEGER NOT NULL,
    origin TEXT NOT NULL,
    sentence INTEGER NOT NULL,
    claim TEXT NOT NULL,
    label TEXT NOT NULL CHECK (label IN ('supported', 'refuted', 'not_enough_evidence', 'failed')),
    score REAL NOT NULL CHECK (score BETWEEN 0 AND 1),
    rationale TEXT NOT NULL,
    error TEXT NOT NULL,
    best INTEGER,
    body TEXT NOT NULL CHECK (json_valid(body)),
    made TEXT NOT NULL,
    UNIQUE (run_id, claim_id, revision)
);
CREATE TABLE passages (
    sha256 TEXT PRIMARY KEY,
    text TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE evidence (
    verdict_id INTEGER NOT NULL REFERENCES verdicts (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    title TEXT NOT NULL,
    source_kind TEXT NOT NULL,
    source_name TEXT NOT NULL,
    locator TEXT NOT NULL,
    revision TEXT NOT NULL,
    date TEXT NOT NULL,
    passage_rank INTEGER NOT NULL,
    passage_score REAL NOT NULL,
    window_start INTEGER NOT NULL,
    window_stop INTEGER NOT NULL,
    entail REAL NOT NULL,
    neutral REAL NOT NULL,
    contradict REAL NOT NULL,
    quote TEXT NOT NULL,
    quote_start INTEGER NOT NULL,
    quote_stop INTEGER NOT NULL,
    quote_sha256 TEXT NOT NULL,
    passage_sha256 TEXT NOT NULL REFERENCES passages (sha256),
    PRIMARY KEY (verdict_id, position)
) WITHOUT ROWID;
CREATE INDEX evidence_passage ON evidence (passage_sha256);
CREATE VIEW latest_verdicts AS
    SELECT v.* FROM verdicts v
    WHERE v.revision = (
        SELECT max(w.revision) FROM verdicts w WHERE w.run_id = v.run_id AND w.claim_id = v.claim_id
    );
"""

REVIEWS = """
CREATE TABLE "reviews" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    claim_id TEXT NOT NULL,
    reviewer TEXT NOT NULL,
    action TEXT NOT NULL CHECK (action IN ('accept', 'override', 'skip', 'comment', 'undo')),
    label TEXT CHECK (label IN ('supported', 'refuted', 'not_enough_evidence', 'failed')),
    note TEXT NOT NULL,
    quote TEXT NOT NULL,
    quoted TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(quoted)),
    passage_sha256 TEXT REFERENCES passages (sha256),
    blind INTEGER NOT NULL CHECK (blind IN (0, 1)),
    adjudicates INTEGER NOT NULL DEFAULT 0 CHECK (adjudicates IN (0, 1)),
    carried_run INTEGER,
    verdict_revision INTEGER NOT NULL,
    undoes INTEGER REFERENCES "reviews" (id) ON DELETE CASCADE,
    redoes INTEGER REFERENCES "reviews" (id) ON DELETE CASCADE,
    at TEXT NOT NULL,
    CHECK ((action IN ('accept', 'override')) = (label IS NOT NULL)),
    CHECK ((action = 'undo') = (undoes IS NOT NULL))
);
CREATE INDEX reviews_claim ON reviews (run_id, claim_id);
CREATE INDEX reviews_passage ON reviews (passage_sha256) WHERE passage_sha256 IS NOT NULL;
CREATE UNIQUE INDEX reviews_undone_once ON reviews (undoes) WHERE undoes IS NOT NULL;
CREATE UNIQUE INDEX reviews_redone_once ON reviews (redoes) WHERE redoes IS NOT NULL;
CREATE TRIGGER reviews_are_a_journal BEFORE UPDATE ON reviews
BEGIN
    SELECT RAISE(ABORT, 'reviews are append-only');
END;
CREATE VIEW standing_reviews AS
    SELECT r.* FROM reviews r
    WHERE r.action <> 'undo' AND NOT EXISTS (SELECT 1 FROM reviews u WHERE u.undoes = r.id);
CREATE VIEW decisions AS
    SELECT r.* FROM standing_reviews r
    WHERE r.id = (
        SELECT max(s.id) FROM standing_reviews s
        WHERE s.run_id = r.run_id AND s.claim_id = r.claim_id AND s.reviewer = r.reviewer AND s.action <> 'comment'
    );
CREATE TABLE seen (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    reviewer TEXT NOT NULL,
    claim_id TEXT NOT NULL,
    PRIMARY KEY (run_id, reviewer, claim_id)
) WITHOUT ROWID;
CREATE TABLE signoffs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    reviewer TEXT NOT NULL,
    reason TEXT NOT NULL,
    text_sha256 TEXT NOT NULL,
    claims_sha256 TEXT NOT NULL,
    sources TEXT NOT NULL CHECK (json_valid(sources)),
    at TEXT NOT NULL
);
CREATE INDEX signoffs_run ON signoffs (run_id);
CREATE TRIGGER signoffs_are_a_journal BEFORE UPDATE ON signoffs
BEGIN
    SELECT RAISE(ABORT, 'signoffs are append-only');
END;
"""

CHECKS = """
CREATE TABLE checks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    call_id TEXT NOT NULL UNIQUE,
    at REAL NOT NULL,
    document_id TEXT NOT NULL,
    model TEXT NOT NULL,
    template TEXT NOT NULL,
    category TEXT NOT NULL,
    detector TEXT NOT NULL,
    risk TEXT NOT NULL CHECK (risk IN ('', 'none', 'low', 'medium', 'high', 'critical')),
    score REAL CHECK (score IS NULL OR score BETWEEN 0 AND 1),
    outcome TEXT NOT NULL,
    disposition TEXT NOT NULL CHECK (disposition IN ('pass', 'warn', 'block')),
    claims INTEGER NOT NULL CHECK (claims >= 0),
    supported INTEGER NOT NULL CHECK (supported BETWEEN 0 AND claims),
    latency REAL NOT NULL CHECK (latency >= 0),
    run_id INTEGER REFERENCES runs (id) ON DELETE SET NULL
);
CREATE INDEX checks_at ON checks (at);
CREATE INDEX checks_run ON checks (run_id);
CREATE TABLE llm_calls (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at REAL NOT NULL,
    model TEXT NOT NULL,
    request_sha256 TEXT NOT NULL,
    stage TEXT NOT NULL,
    request TEXT NOT NULL CHECK (json_valid(request)),
    answers TEXT NOT NULL CHECK (json_valid(answers)),
    tokens_in INTEGER NOT NULL,
    tokens_out INTEGER NOT NULL,
    seconds REAL NOT NULL,
    cached INTEGER NOT NULL CHECK (cached IN (0, 1)),
    error TEXT NOT NULL,
    run_id INTEGER REFERENCES runs (id) ON DELETE CASCADE
);
CREATE INDEX llm_calls_run ON llm_calls (run_id);
"""

WORK = """
ALTER TABLE runs ADD COLUMN indexes TEXT CHECK (indexes IS NULL OR json_valid(indexes));
CREATE TABLE owners (
    run_id INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
    reviewer TEXT NOT NULL
);
CREATE TABLE places (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    reviewer TEXT NOT NULL,
    claim_id TEXT NOT NULL,
    PRIMARY KEY (run_id, reviewer)
) WITHOUT ROWID;
CREATE TABLE corrections (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    claim_id TEXT NOT NULL,
    start INTEGER NOT NULL CHECK (start >= 0),
    stop INTEGER NOT NULL CHECK (stop >= start),
    old TEXT NOT NULL,
    new TEXT NOT NULL,
    quote TEXT NOT NULL,
    source TEXT NOT NULL,
    reviewer TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (run_id, start, stop)
) WITHOUT ROWID;
"""
"""Whose a run is, where each reviewer stood in it, the digests of its indexes, and the corrections that were accepted."""

STEPS = {5: RUNS + REVIEWS + CHECKS, 6: WORK}
"""What each release added, by the number that it leaves in a database: 1.0.0 and 1.1.0; 1.2.0 added nothing. Append steps and
never edit one: a database of any release takes the steps that it has not taken yet.
"""
LATEST = max(STEPS)


def version(connection: sqlite3.Connection) -> int:
    """Number of the last step that this database has taken; 0 for a new one."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrate(connection: sqlite3.Connection, upto: int = LATEST) -> None:
    """Take the missing steps, each in a transaction of its own. The connection is in autocommit mode."""
    for number, script in STEPS.items():
        if not version(connection) < number <= upto:
            continue
        connection.execute("BEGIN IMMEDIATE")
        try:
            # Another process may have taken the step while this one waited for the lock.
            if version(connection) < number:
                for statement in statements(script):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {number}")
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise


def statements(script: str) -> list[str]:
    """The statements of ``script``; ``executescript`` would commit the open transaction first."""
    found, part = [], ""
    for piece in script.split(";"):
        part += piece + ";"
        if sqlite3.complete_statement(part):
            found.append(part.strip())
            part = ""
    return [s for s in found if s != ";"]
