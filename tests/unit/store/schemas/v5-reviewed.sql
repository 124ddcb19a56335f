BEGIN TRANSACTION;
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
INSERT INTO "evidence" VALUES(1,0,'Ada Lovelace','wikipedia','starter','12','7','2025-01-01',0,3.5,0,30,0.9,0.08,0.02,'Ada Lovelace was born in 1815.',0,30,'cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc','c26e3959a7314b314e503dc6d7c8aae21114d19c7f4b6af9a4035438d8a678ef');
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
CREATE TABLE passages (
    sha256 TEXT PRIMARY KEY,
    text TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "passages" VALUES('c26e3959a7314b314e503dc6d7c8aae21114d19c7f4b6af9a4035438d8a678ef','Ada Lovelace was born in 1815.');
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
INSERT INTO "reviews" VALUES(1,1,'0.0','ada','accept','supported','as it says','','{"kind": "unchecked", "title": "", "source": null, "start": 0, "passage": ""}',NULL,0,0,NULL,1,NULL,NULL,'2026-11-24T02:58:13+00:00');
INSERT INTO "reviews" VALUES(2,1,'0.0','bob','override','refuted','not so','','{"kind": "unchecked", "title": "", "source": null, "start": 0, "passage": ""}',NULL,1,0,NULL,1,NULL,NULL,'2026-11-24T02:58:13+00:00');
INSERT INTO "reviews" VALUES(3,1,'0.0','cyd','override','refuted','','','{"kind": "unchecked", "title": "", "source": null, "start": 0, "passage": ""}',NULL,0,1,NULL,1,NULL,NULL,'2026-11-24T02:58:13+00:00');
INSERT INTO "reviews" VALUES(4,1,'0.0','ada','comment',NULL,'look again','','{"kind": "unchecked", "title": "", "source": null, "start": 0, "passage": ""}',NULL,0,0,NULL,1,NULL,NULL,'2026-11-24T02:58:13+00:00');
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
, settings TEXT CHECK (settings IS NULL OR json_valid(settings)));
INSERT INTO "runs" VALUES(1,'notes.txt','Ada Lovelace','bayes-sequential','starter','finished','2026-11-24T02:58:13+00:00','2026-11-24T02:58:13+00:00','','{"detector": "bayes-sequential", "parameters": {"k": 10}, "models": {"nli:starter-nli": "abababababababababababababababababababababababababababababababab"}, "index": "starter", "settings_digest": "dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd", "seed": 0, "version": "0.1.0", "started": "", "network_connections": 0, "notes": []}','{"id": "notes.txt", "text": "Ada Lovelace was born in 1815. She wrote novels.", "title": "Ada Lovelace", "prompt": "", "samples": [], "context": [], "meta": {"media": "text/plain"}, "sentences": []}','{"format": "localcheck-report", "version": 1, "document": {"id": "notes.txt", "text": "", "title": "", "prompt": "", "samples": [], "context": [], "meta": {}, "sentences": []}, "sentences": [], "verdicts": [], "sentence_scores": [{"sentence": 0, "label": "supported", "score": 0.1}], "scores": {"score": 0.1, "coverage": 1.0, "counts": {"supported": 1, "refuted": 0, "not_enough_evidence": 0, "failed": 0, "not_checkable": 0}, "passage_raw": {}}, "disposition": "pass", "run": {"detector": "bayes-sequential", "parameters": {"k": 10}, "models": {"nli:starter-nli": "abababababababababababababababababababababababababababababababab"}, "index": "starter", "settings_digest": "dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd", "seed": 0, "version": "0.1.0", "started": "", "network_connections": 0, "notes": []}, "cost": {"llm_calls": 0, "tokens_in": 0, "tokens_out": 0, "passages": 1, "nli_pairs": 3, "seconds": 0.25, "parse_failures": 0, "samples": 0, "cached": 0}}',NULL);
CREATE TABLE seen (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    reviewer TEXT NOT NULL,
    claim_id TEXT NOT NULL,
    PRIMARY KEY (run_id, reviewer, claim_id)
) WITHOUT ROWID;
INSERT INTO "seen" VALUES(1,'cyd','0.0');
CREATE TABLE sentences (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    start INTEGER NOT NULL,
    stop INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (run_id, position)
) WITHOUT ROWID;
INSERT INTO "sentences" VALUES(1,0,0,30,'Ada Lovelace was born in 1815.');
INSERT INTO "sentences" VALUES(1,1,31,48,'She wrote novels.');
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
INSERT INTO "signoffs" VALUES(1,1,'cyd','','da2998197589c8914045c3716ac0dfe0ed91ae634166d0ccda64c34a51f01460','5f623987085ab4eb2b0df015890aaacf565d1789c873e37f6db3083a3b1acd3e','{"nli:starter-nli": "abababababababababababababababababababababababababababababababab"}','2026-11-24T02:58:13+00:00');
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
INSERT INTO "verdicts" VALUES(1,1,'0.0',1,'run',0,'Ada Lovelace was born in 1815.','supported',0.1,'stopped: another document would cost more than it can save','',0,'{"claim": {"id": "0.0", "sentence": 0, "text": "Ada Lovelace was born in 1815.", "span": {"start": 0, "end": 30}, "checkable": true, "note": "", "about": ""}, "label": "supported", "score": 0.1, "evidence": [], "beliefs": [{"step": 0, "p_factual": 0.5, "risk_stop": 14.0, "risk_continue": 9.0, "feature": null, "risk_consult": null, "consulted": false}, {"step": 1, "p_factual": 0.9, "risk_stop": 2.8, "risk_continue": null, "feature": 9, "risk_consult": null, "consulted": false}], "rationale": "stopped: another document would cost more than it can save", "cost": {"llm_calls": 0, "tokens_in": 0, "tokens_out": 0, "passages": 1, "nli_pairs": 3, "seconds": 0.25, "parse_failures": 0, "samples": 0, "cached": 0}, "error": "", "raw": {"logit": 2.0}, "best": null, "note": "", "judgement": "", "steps": []}','2026-11-24T02:58:13+00:00');
CREATE INDEX evidence_passage ON evidence (passage_sha256);
CREATE VIEW latest_verdicts AS
    SELECT v.* FROM verdicts v
    WHERE v.revision = (
        SELECT max(w.revision) FROM verdicts w WHERE w.run_id = v.run_id AND w.claim_id = v.claim_id
    );
CREATE INDEX checks_at ON checks (at);
CREATE INDEX checks_run ON checks (run_id);
CREATE INDEX llm_calls_run ON llm_calls (run_id);
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
CREATE INDEX signoffs_run ON signoffs (run_id);
CREATE TRIGGER signoffs_are_a_journal BEFORE UPDATE ON signoffs
BEGIN
    SELECT RAISE(ABORT, 'signoffs are append-only');
END;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('reviews',4);
INSERT INTO "sqlite_sequence" VALUES('runs',1);
INSERT INTO "sqlite_sequence" VALUES('verdicts',1);
INSERT INTO "sqlite_sequence" VALUES('signoffs',1);
COMMIT;
PRAGMA user_version = 5;
