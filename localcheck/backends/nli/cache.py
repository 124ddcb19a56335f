"""Scores and sentence vectors kept between runs: decorators around an open NLI model, each over one SQLite file of rows by key.

A score belongs to a model and a pair of texts. A vector belongs to a model and the text of a sentence, so that an article's
vectors are found again whichever index it is read from, and a new revision costs only its changed sentences.

How far a text speaks of each word of a claim: late interaction of token vectors (ColBERT, Khattab and Zaharia 2020, Eq. 3).

Every token of the claim looks for the nearest token of the text; the mean of these cosines ranks sentences where one vector a
sentence says only what it is about. Tokens that most of the compared texts have, such as the article's title, weigh little.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from localcheck.backends.nli.open_model import OpenNLI
from localcheck.ports import Encoder, FloatArray, VectorArray
from localcheck.system.closing import Closing
from localcheck.system.sqlitefile import CacheFile, rows_of
from localcheck.types import TokenVectors
from localcheck.types.infos import ModelInfo

DECIMALS = 6
"""To which a match is rounded, so that it does not hang on what was computed in the same batch."""


def match(encoder: Encoder, claim: str, texts: Sequence[str]) -> FloatArray:
    """The weighted mean over the claim's tokens of the highest cosine with a token of each text, shape (n,), in [-1, 1].

    A token weighs the square root of the log of how rare it is among ``texts``. Raises ``NLIError``.
    """
    if not texts:
        return np.empty(0)
    said, *others = encoder.encode([claim, *texts])
    weights = _rarity(said.tokens, [other.tokens for other in others])
    found = [float(weights @ (said.vectors @ other.vectors.T).max(axis=1, initial=0.0)) for other in others]
    return np.array([round(one, DECIMALS) for one in found])


def _rarity(tokens: Sequence[str], texts: Sequence[Sequence[str]]) -> FloatArray:
    """Weights of the tokens, which sum to 1."""
    having = Counter(token for text in texts for token in set(text))
    rare: FloatArray = np.sqrt(np.log([(len(texts) + 1) / (having[token] + 0.5) for token in tokens], dtype=np.float64))
    shares: FloatArray = rare / max(float(rare.sum()), 1e-9)
    return shares


class KeyedFile(CacheFile):
    """A table of rows by key that forgets its oldest rows when it grows too large.

    A damaged file is replaced. A file that cannot be read or written holds nothing: a cache never fails a run.
    """

    def __init__(self, path: Path, table: str, columns: Mapping[str, str], max_rows: int) -> None:
        """``columns``: name to SQL type, beside the key. ``max_rows``: when there are more, the oldest fifth goes."""
        self._table, self._columns = table, tuple(columns)
        declared = ", ".join(f"{name} {kind}" for name, kind in columns.items())
        schema = f"CREATE TABLE IF NOT EXISTS {table} (key BLOB PRIMARY KEY, {declared})"
        super().__init__(path, schema, lambda db: _prune(db, table, max_rows))

    def read(self, keys: Iterable[bytes]) -> dict[bytes, tuple[Any, ...]]:
        """The rows of those ``keys`` that are there."""
        found: dict[bytes, tuple[Any, ...]] = {}
        with self._lock, suppress(sqlite3.Error):
            for key, *values in rows_of(self._db, self._table, self._columns, keys) if self._db is not None else ():
                if isinstance(key, bytes):
                    found[key] = tuple(values)
        return found

    def newest(self) -> int:
        """A number that grows with every row that is written; 0 for an empty table, -1 where it cannot be read."""
        with self._lock:
            try:
                query = f"SELECT MAX(rowid) FROM {self._table}"
                found = None if self._db is None else self._db.execute(query).fetchone()
            except sqlite3.Error:
                return -1
        return -1 if found is None else int(found[0] or 0)

    def write(self, rows: Mapping[bytes, Sequence[Any]]) -> None:
        """Keep ``rows``; those with the same keys are replaced."""
        marks = ", ".join("?" * (len(self._columns) + 1))
        with self._lock, suppress(sqlite3.Error):
            if self._db is not None:
                with self._db as db:
                    packed = [(key, *values) for key, values in rows.items()]
                    db.executemany(f"INSERT OR REPLACE INTO {self._table} VALUES ({marks})", packed)


def base_of(*parts: object) -> bytes:
    """What all keys of one model start from: a digest of ``parts``."""
    return hashlib.blake2b("\0".join(map(str, parts)).encode(), digest_size=32).digest()


def key_of(base: bytes, *texts: str) -> bytes:
    """The key of ``texts`` among those that start from ``base``; lengths keep ("ab", "c") and ("a", "bc") apart."""
    *first, last = (text.encode("utf-8", "surrogatepass") for text in texts)
    content = b"".join([*(len(part).to_bytes(8, "big") + part for part in first), last])
    return hashlib.blake2b(content, key=base, digest_size=20).digest()


def _prune(db: sqlite3.Connection, table: str, max_rows: int) -> None:
    lowest, highest = db.execute(f"SELECT MIN(rowid), MAX(rowid) FROM {table}").fetchone()
    if highest is not None and highest - lowest + 1 > max_rows:
        db.execute(f"DELETE FROM {table} WHERE rowid <= ?", (highest - max_rows * 4 // 5,))


COLUMNS = {"entail": "REAL", "neutral": "REAL", "contradict": "REAL"}
VERSION = 2
"""Of the way from a pair to a row; it is part of every key, so scores of another way are not read."""
MAX_ROWS = 2_000_000
"""Beyond this many pairs (about 150 MB) the oldest fifth is forgotten when the cache is opened."""


class CachedNLI(Closing):
    """``inner`` that remembers its scores in a file; closing it closes both.

    A file that cannot be read or written is ignored and never fails a run.
    """

    def __init__(self, inner: OpenNLI, path: Path, max_rows: int = MAX_ROWS) -> None:
        self._inner = inner
        self.info: ModelInfo = inner.info
        self.hits = 0
        """Pairs answered from the cache since it was opened."""
        self._base = base_of(VERSION, inner.info.sha256, inner.info.compute_type)
        self._file = KeyedFile(path, "nli", COLUMNS, max_rows)

    def entail(self, pairs: Sequence[tuple[str, str]]) -> FloatArray:
        """Probabilities (entail, neutral, contradict), shape (n, 3); only pairs not seen before reach the model."""
        keys = [key_of(self._base, *pair) for pair in pairs]
        known = {k: row for k, row in self._file.read(keys).items() if _is_score(row)}
        missing = {k: pair for k, pair in zip(keys, pairs, strict=True) if k not in known}
        if missing:
            scores = self._inner.entail(list(missing.values()))
            fresh = {k: (float(r[0]), float(r[1]), float(r[2])) for k, r in zip(missing, scores, strict=True)}
            self._file.write(fresh)
            known.update(fresh)
        self.hits += len(keys) - len(missing)
        return np.array([known[k] for k in keys], dtype=np.float64).reshape(len(keys), 3)

    def encode(self, texts: Sequence[str]) -> list[TokenVectors]:
        """Token vectors from the model. They are not cached: they would take more room than they save time."""
        return self._inner.encode(texts)

    def embed(self, texts: Sequence[str]) -> VectorArray:
        """Sentence vectors from the model. They are not cached here: callers store them with their texts."""
        return self._inner.embed(texts)

    def load(self) -> None:
        """Read the model's weights now."""
        self._inner.load()

    def close(self) -> None:
        """Close the cache and the model."""
        self._file.close()
        self._inner.close()


def _is_score(row: tuple[object, ...]) -> bool:
    """Three probabilities? A file of a home may hold anything."""
    return all(isinstance(p, float) and 0.0 <= p <= 1.0 for p in row)


VECTORS = {"vector": "BLOB NOT NULL"}
MATCHES = {"matches": "BLOB NOT NULL"}
MOST_VECTORS = 400_000
"""Beyond this many sentences (about 350 MB) the oldest fifth is forgotten when the cache is opened."""


class CachedVectors:
    """``inner.embed`` with a memory. A cache that cannot be read or written is left aside: it never fails a run."""

    def __init__(self, inner: OpenNLI, path: Path) -> None:
        self._inner = inner
        self.info: ModelInfo = inner.info
        self.hits = 0
        """Texts answered from the cache since it was opened."""
        self._base = base_of(inner.info.sha256, inner.info.compute_type)
        self._file = KeyedFile(path, "vectors", VECTORS, MOST_VECTORS)
        self._matches = KeyedFile(path, "matches", MATCHES, MOST_VECTORS)

    def embed(self, texts: Sequence[str]) -> VectorArray:
        """One unit vector a text, shape (n, d); only texts not seen before reach the model. Kept as 16-bit floats."""
        keys = [key_of(self._base, text) for text in texts]
        known = _vectors(self._file.read(keys))
        missing = {k: t for k, t in zip(keys, texts, strict=True) if k not in known}
        if missing:
            fresh = np.asarray(self._inner.embed(list(missing.values())), dtype=np.float16)
            if any(v.shape != fresh.shape[1:] for v in known.values()):
                return np.asarray(self._inner.embed(texts), dtype=np.float32)
            known.update(zip(missing, fresh, strict=True))
            self._file.write({k: (v.tobytes(),) for k, v in zip(missing, fresh, strict=True)})
        self.hits += len(keys) - len(missing)
        if not keys:
            return np.asarray(self._inner.embed([]), dtype=np.float32)
        return np.stack([known[k] for k in keys]).astype(np.float32)

    def match(self, claim: str, texts: Sequence[str]) -> FloatArray:
        """See ``matching.match``; a row is a claim beside the texts that it was compared with."""
        key = key_of(self._base, claim, *texts, "")
        row = self._matches.read([key]).get(key)
        if row and isinstance(row[0], bytes) and len(row[0]) == 8 * len(texts):
            kept = np.frombuffer(row[0], dtype="<f8")
            if np.isfinite(kept).all():
                return kept.astype(np.float64)
        found = match(self._inner, claim, texts)
        self._matches.write({key: (found.astype("<f8").tobytes(),)})
        return found

    def close(self) -> None:
        """Close the cache; the model belongs to whoever opened it."""
        self._file.close()
        self._matches.close()


def _vectors(rows: Mapping[bytes, tuple[object, ...]]) -> dict[bytes, VectorArray]:
    """The vectors among ``rows``; none where they are of several lengths: a file of a home may hold what it likes."""
    found: dict[bytes, Any] = {
        key: vector
        for key, (data,) in rows.items()
        if isinstance(data, bytes) and data and not len(data) % 2
        if np.isfinite(vector := np.frombuffer(data, dtype=np.float16)).all()
    }
    return found if len({v.shape for v in found.values()}) < 2 else {}
