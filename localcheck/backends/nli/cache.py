"""Scores kept between runs: a decorator around any open NLI model, one SQLite file, keyed by model and pair."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from localcheck.backends.nli.keyed_file import KeyedFile, base_of, key_of
from localcheck.backends.nli.open_model import OpenNLI
from localcheck.ports import FloatArray, VectorArray
from localcheck.system.closing import Closing
from localcheck.types import TokenVectors
from localcheck.types.infos import ModelInfo

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
        keys = [self._key(p, h) for p, h in pairs]
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

    def _key(self, premise: str, hypothesis: str) -> bytes:
        """Digest of model, compute type and pair; lengths keep ("ab", "c") and ("a", "bc") apart."""
        p, h = premise.encode("utf-8", "surrogatepass"), hypothesis.encode("utf-8", "surrogatepass")
        return key_of(self._base, len(p).to_bytes(8, "big") + p + h)


def _is_score(row: tuple[object, ...]) -> bool:
    """Three probabilities? A file of a home may hold anything."""
    return all(isinstance(p, float) and 0.0 <= p <= 1.0 for p in row)
