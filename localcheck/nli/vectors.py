"""Sentence vectors kept between runs: a decorator around any ``SentenceEncoder``, one SQLite file.

A vector belongs to a model and to the text of a sentence, so that an article's vectors are found again whichever index it
is read from, and a new revision costs only its changed sentences.
"""

from __future__ import annotations

import hashlib
import sqlite3
import threading
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from localcheck.infos import ModelInfo
from localcheck.nli.opening import OpenNLI
from localcheck.ports import VectorArray

SCHEMA = "CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB NOT NULL)"
MAX_ROWS = 400_000
"""Beyond this many sentences (about 350 MB) the oldest fifth is forgotten when the cache is opened."""
ASK = 500
"""Keys a query."""


class CachedVectors:
    """``inner.embed`` with a memory. A cache that cannot be read or written is left aside: it never fails a run."""

    def __init__(self, inner: OpenNLI, path: Path, max_rows: int = MAX_ROWS) -> None:
        self._inner = inner
        self.info: ModelInfo = inner.info
        self.hits = 0
        """Texts answered from the cache since it was opened."""
        self._lock = threading.Lock()
        model = f"{inner.info.sha256}\0{inner.info.compute_type}".encode()
        self._base = hashlib.blake2b(model, digest_size=32).digest()
        self._db = _open(path, max_rows)

    def embed(self, texts: Sequence[str]) -> VectorArray:
        """One unit vector a text, shape (n, d); only texts not seen before reach the model. Kept as 16-bit floats."""
        keys = [self._key(t) for t in texts]
        known = self._read(keys)
        missing = {k: t for k, t in zip(keys, texts, strict=True) if k not in known}
        if missing:
            fresh = np.asarray(self._inner.embed(list(missing.values())), dtype=np.float16)
            known.update(zip(missing, fresh, strict=True))
            self._write(dict(zip(missing, fresh, strict=True)))
        self.hits += len(keys) - len(missing)
        if not keys:
            return np.asarray(self._inner.embed([]), dtype=np.float32)
        return np.stack([known[k] for k in keys]).astype(np.float32)

    def close(self) -> None:
        """Close the cache; the model belongs to whoever opened it."""
        with self._lock:
            if self._db is not None:
                self._db.close()
                self._db = None

    def _key(self, text: str) -> bytes:
        return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), key=self._base, digest_size=20).digest()

    def _read(self, keys: Sequence[bytes]) -> dict[bytes, VectorArray]:
        found: dict[bytes, VectorArray] = {}
        distinct = list(dict.fromkeys(keys))
        with self._lock:
            for start in range(0, len(distinct) if self._db is not None else 0, ASK):
                part = distinct[start : start + ASK]
                marks = ",".join("?" * len(part))
                try:
                    rows = self._db.execute(  # type: ignore[union-attr]
                        f"SELECT key, vector FROM vectors WHERE key IN ({marks})", part
                    ).fetchall()
                except sqlite3.Error:
                    return found
                found.update({bytes(k): np.frombuffer(v, dtype=np.float16) for k, v in rows})
        return found

    def _write(self, fresh: dict[bytes, VectorArray]) -> None:
        with self._lock:
            if self._db is None:
                return
            try:
                with self._db:
                    self._db.executemany(
                        "INSERT OR REPLACE INTO vectors VALUES (?, ?)", [(k, v.tobytes()) for k, v in fresh.items()]
                    )
            except sqlite3.Error:
                return


def _open(path: Path, max_rows: int) -> sqlite3.Connection | None:
    """The database, pruned; a damaged file is replaced, an unwritable place means no cache."""
    for attempt in (1, 2):
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            db = sqlite3.connect(path, check_same_thread=False, timeout=5)
            db.execute("PRAGMA journal_mode=WAL")
            db.execute("PRAGMA synchronous=NORMAL")
            with db:
                db.execute(SCHEMA)
                lowest, highest = db.execute("SELECT MIN(rowid), MAX(rowid) FROM vectors").fetchone()
                if highest is not None and highest - lowest + 1 > max_rows:
                    db.execute("DELETE FROM vectors WHERE rowid <= ?", (highest - max_rows * 4 // 5,))
            return db
        except sqlite3.OperationalError:
            return None
        except sqlite3.DatabaseError:
            db.close()
            if attempt == 1:
                path.unlink(missing_ok=True)
        except OSError:
            return None
    return None
