"""Verdicts by key in one SQLite file, shared by all processes of a home.

Verdicts are JSON; the texts that they read are kept once each, because neighbouring claims read the same articles. What was
used least recently goes when the file grows too large. SQLite's write-ahead log makes a verdict whole or absent whatever is
killed. A file that cannot be read or written holds nothing, and never fails a run; a row that does not hold together is no row.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import time
import zlib
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from localcheck.errors import BadInput
from localcheck.reports.codec import to_json, verdict_from_json
from localcheck.system.jsontext import NotJson, parse_object
from localcheck.system.sqlitefile import CacheFile, rows_of
from localcheck.text.inert import HALF
from localcheck.types import Cost, Verdict

SCHEMA = """
CREATE TABLE IF NOT EXISTS verdicts (key BLOB PRIMARY KEY, used INTEGER NOT NULL, body BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS texts (key BLOB PRIMARY KEY, used INTEGER NOT NULL, body BLOB NOT NULL);
"""
TABLES = ("verdicts", "texts")
MOST_BYTES = 256 << 20
"""What the verdicts and texts of the file may take; beyond it the fifth that was used least recently goes."""
LONGEST = 64 << 20
"""Bytes of a text or a verdict that is read."""
RECENT = 1000
"""Verdicts that an open cache holds in memory."""
PRUNED_AFTER = 500
"""Verdicts that one process keeps before it looks at the size again."""
HOUR = 3600
"""The use of a row is noted to the hour, so that reading seldom writes."""


class ClaimCache(CacheFile):
    """An open cache of verdicts."""

    def __init__(self, path: Path, max_bytes: int = MOST_BYTES, clock: Callable[[], float] = time.time) -> None:
        """``clock``: seconds since 1970, for what was used least recently."""
        self._max_bytes, self._clock = max_bytes, clock
        self._kept = 0
        self._recent: OrderedDict[bytes, tuple[int, Verdict]] = OrderedDict()
        """Those found or kept last, with the hour, so that an editor's next check reads no file."""
        super().__init__(path, SCHEMA, self._prune)

    def find(self, keys: Iterable[bytes]) -> dict[bytes, Verdict]:
        """The verdicts of those ``keys`` that are there, their costs left out."""
        wanted = list(dict.fromkeys(keys))
        with self._lock, suppress(sqlite3.Error):
            if self._db is not None:
                now = self._hour()
                found = {k: seen[1] for k in wanted if (seen := self._recent.get(k)) is not None and seen[0] == now}
                fresh = self._found(self._db, [k for k in wanted if k not in found])
                self._remember(fresh | found)
                return fresh | found
        return {}

    def _hour(self) -> int:
        return int(self._clock()) // HOUR

    def _remember(self, found: Mapping[bytes, Verdict]) -> None:
        for key, verdict in found.items():
            self._recent[key] = (self._hour(), verdict)
            self._recent.move_to_end(key)
        while len(self._recent) > RECENT:
            self._recent.popitem(last=False)

    def _found(self, db: sqlite3.Connection, keys: Iterable[bytes]) -> dict[bytes, Verdict]:
        rows = _read(db, "verdicts", keys)
        parsed = {key: row for key, (_, body) in rows.items() if (row := _parsed(body)) is not None}
        bodies = _read(db, "texts", (bytes.fromhex(text) for row in parsed.values() for text in _texts_of(row)))
        texts = {key: text for key, (_, body) in bodies.items() if (text := _text(key, body)) is not None}
        self._touch(db, {"verdicts": rows, "texts": bodies})
        return {key: v for key, row in parsed.items() if (v := _verdict(row, texts)) is not None}

    def keep(self, key: bytes, verdict: Verdict) -> None:
        """Keep a verdict without its cost. One that would not be read as it is now is not kept."""
        verdict = replace(verdict, cost=Cost())
        texts, row = {_digest(e.passage.text): e.passage.text for e in verdict.evidence}, to_json(verdict)
        for evidence in row["evidence"]:
            evidence["passage"]["text"] = _digest(evidence["passage"]["text"]).hex()
        if not _storable(texts.values()) or _verdict(parse_object(json.dumps(row)), texts) != verdict:
            return
        with self._lock, suppress(sqlite3.Error):
            if self._db is None:
                return
            with self._db as db:
                _write(db, "texts", self._hour(), texts)
                _write(db, "verdicts", self._hour(), {key: json.dumps(row)})
                self._remember({key: verdict})
                self._kept += 1
                if self._kept % PRUNED_AFTER == 0:
                    self._prune(db)

    def _touch(self, db: sqlite3.Connection, read: Mapping[str, Mapping[bytes, tuple[int, bytes]]]) -> None:
        """Note the use of what was read; another process that writes meanwhile makes no harm."""
        hour = self._hour()
        with suppress(sqlite3.Error), db:
            for table, rows in read.items():
                late = [(hour, key) for key, (used, _) in rows.items() if used < hour]
                if late:
                    db.executemany(f"UPDATE {table} SET used = ? WHERE key = ?", late)

    def _prune(self, db: sqlite3.Connection) -> None:
        """Forget the fifth of all rows that was used least recently, as often as the rest is still too large."""
        while _bytes(db) > self._max_bytes:
            gone = 0
            for table in TABLES:
                share = db.execute(f"SELECT (COUNT(*) + 4) / 5 FROM {table}").fetchone()[0]
                oldest = f"SELECT key FROM {table} ORDER BY used, rowid LIMIT ?"
                gone += db.execute(f"DELETE FROM {table} WHERE key IN ({oldest})", (share,)).rowcount
            if not gone:
                return


def _read(db: sqlite3.Connection, table: str, keys: Iterable[bytes]) -> dict[bytes, tuple[int, bytes]]:
    """The rows of those ``keys`` that are there: the hour of their last use, and what they hold."""
    return {
        key: (used, body)
        for key, used, body in rows_of(db, table, ("used", "body"), keys)
        if isinstance(key, bytes) and isinstance(used, int) and isinstance(body, bytes)
    }


def _write(db: sqlite3.Connection, table: str, hour: int, rows: Mapping[bytes, str]) -> None:
    packed = [(key, hour, zlib.compress(text.encode("utf-8"), 1)) for key, text in rows.items()]
    db.executemany(f"INSERT OR REPLACE INTO {table} VALUES (?, ?, ?)", packed)


def _bytes(db: sqlite3.Connection) -> int:
    """Of the pages that are in use; freed ones are used again before the file grows."""
    pages, free, size = (
        int(db.execute(f"PRAGMA {what}").fetchone()[0]) for what in ("page_count", "freelist_count", "page_size")
    )
    return (pages - free) * size


def _storable(texts: Iterable[str]) -> bool:
    """False where a text has half a surrogate pair, or is longer than what is read again."""
    return all(len(text) <= LONGEST // 4 and not HALF.search(text) for text in texts)


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=20).digest()


def _unpacked(body: bytes) -> str | None:
    """The text of a row; None for a damaged one, or one that would not end."""
    reader = zlib.decompressobj()
    try:
        text = reader.decompress(body, LONGEST).decode("utf-8")
    except (zlib.error, UnicodeDecodeError):
        return None
    return text if reader.eof else None


def _text(key: bytes, body: bytes) -> str | None:
    text = _unpacked(body)
    return text if text is not None and _digest(text) == key else None


def _parsed(body: bytes) -> Any:
    """The JSON of a verdict whose texts are named by hexadecimal digests; None where it is none."""
    try:
        row = parse_object(_unpacked(body) or "")
        _ = [bytes.fromhex(text) for text in _texts_of(row)]
    except (NotJson, ValueError, KeyError, TypeError, AttributeError):
        return None
    return row


def _texts_of(row: Any) -> list[str]:
    return [evidence["passage"]["text"] for evidence in row["evidence"]]


def _verdict(row: Any, texts: Mapping[bytes, str]) -> Verdict | None:
    """The verdict with the texts that it read; None where one is missing, or where a quote does not stand in its text."""
    try:
        for evidence in row["evidence"]:
            evidence["passage"]["text"] = texts[bytes.fromhex(evidence["passage"]["text"])]
        verdict = verdict_from_json(row)
    except (BadInput, KeyError, TypeError):
        return None
    whole = all(e.quote == e.quote_span.of(e.passage.text) for e in verdict.evidence if e.quote)
    return verdict if whole and (verdict.best is None or 0 <= verdict.best < len(verdict.evidence)) else None
