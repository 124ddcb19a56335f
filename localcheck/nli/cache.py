"""Scores kept between runs: a decorator around any open NLI model, one SQLite file, keyed by model and pair."""

from __future__ import annotations

import hashlib
import sqlite3
import threading
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np

from localcheck.infos import ModelInfo
from localcheck.nli.opening import OpenNLI
from localcheck.ports import FloatArray, VectorArray
from localcheck.types import Span, TokenVectors

SCHEMA = "CREATE TABLE IF NOT EXISTS nli (key BLOB PRIMARY KEY, entail REAL, neutral REAL, contradict REAL)"
VERSION = 2
"""Of the way from a pair to a row; it is part of every key, so scores of another way are not read."""
MAX_ROWS = 2_000_000
"""Beyond this many pairs (about 150 MB) the oldest fifth is forgotten when the cache is opened."""
ASK = 500
"""Keys a query."""


class CachedNLI:
    """``inner`` that remembers its scores in a file. A file that cannot be read or written is ignored and never fails a run."""

    def __init__(self, inner: OpenNLI, path: Path, max_rows: int = MAX_ROWS) -> None:
        self._inner = inner
        self.info: ModelInfo = inner.info
        self.hits = 0
        """Pairs answered from the cache since it was opened."""
        self._lock = threading.Lock()
        self._base = hashlib.blake2b(
            f"{VERSION}\0{inner.info.sha256}\0{inner.info.compute_type}".encode(), digest_size=32
        ).digest()
        self._db = _open(path, max_rows)

    def entail(self, pairs: Sequence[tuple[str, str]]) -> FloatArray:
        """Probabilities (entail, neutral, contradict), shape (n, 3); only pairs not seen before reach the model."""
        keys = [self._key(p, h) for p, h in pairs]
        known = self._read(keys)
        missing = {k: pair for k, pair in zip(keys, pairs, strict=True) if k not in known}
        if missing:
            scores = self._inner.entail(list(missing.values()))
            fresh = {k: (float(r[0]), float(r[1]), float(r[2])) for k, r in zip(missing, scores, strict=True)}
            self._write(fresh)
            known.update(fresh)
        self.hits += len(keys) - len(missing)
        return np.array([known[k] for k in keys], dtype=np.float64).reshape(len(keys), 3)

    def encode(self, texts: Sequence[str]) -> list[TokenVectors]:
        """Token vectors from the model. They are not cached: they would take more room than they save time."""
        return self._inner.encode(texts)

    def embed(self, texts: Sequence[str]) -> VectorArray:
        """Sentence vectors from the model. They are not cached here: callers store them with their texts."""
        return self._inner.embed(texts)

    def tokens(self, text: str) -> list[Span]:
        """Characters behind each token."""
        return self._inner.tokens(text)

    def premise_room(self, hypothesis: str | int) -> int:
        """Tokens left for a premise."""
        return self._inner.premise_room(hypothesis)

    def fits(self, hypothesis: str) -> bool:
        """True if a premise fits beside this hypothesis."""
        return self._inner.fits(hypothesis)

    def close(self) -> None:
        """Close the cache and the model."""
        with self._lock:
            if self._db is not None:
                self._db.close()
                self._db = None
        self._inner.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _key(self, premise: str, hypothesis: str) -> bytes:
        """Digest of model, compute type and pair; lengths keep ("ab", "c") and ("a", "bc") apart."""
        p, h = premise.encode("utf-8", "surrogatepass"), hypothesis.encode("utf-8", "surrogatepass")
        return hashlib.blake2b(len(p).to_bytes(8, "big") + p + h, key=self._base, digest_size=20).digest()

    def _read(self, keys: Sequence[bytes]) -> dict[bytes, tuple[float, float, float]]:
        found: dict[bytes, tuple[float, float, float]] = {}
        distinct = list(dict.fromkeys(keys))
        with self._lock:
            for start in range(0, len(distinct) if self._db is not None else 0, ASK):
                part = distinct[start : start + ASK]
                marks = ",".join("?" * len(part))
                try:
                    rows = self._db.execute(f"SELECT * FROM nli WHERE key IN ({marks})", part)  # type: ignore[union-attr]
                    found.update({bytes(k): (e, n, c) for k, e, n, c in rows})
                except sqlite3.Error:
                    return found
        return found

    def _write(self, fresh: dict[bytes, tuple[float, float, float]]) -> None:
        with self._lock:
            if self._db is None:
                return
            try:
                with self._db:
                    self._db.executemany(
                        "INSERT OR REPLACE INTO nli VALUES (?, ?, ?, ?)", [(k, *r) for k, r in fresh.items()]
                    )
            except sqlite3.Error:
                return


def cached_nli(inner: OpenNLI, path: Path) -> CachedNLI:
    """``inner`` behind the cache at ``path``; closing it closes both."""
    return CachedNLI(inner, path)


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
                _prune(db, max_rows)
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


def _prune(db: sqlite3.Connection, max_rows: int) -> None:
    lowest, highest = db.execute("SELECT MIN(rowid), MAX(rowid) FROM nli").fetchone()
    if highest is not None and highest - lowest + 1 > max_rows:
        db.execute("DELETE FROM nli WHERE rowid <= ?", (highest - max_rows * 4 // 5,))
