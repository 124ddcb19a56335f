"""The fake: entailment looked up in a table of known pairs. For documents, demos and tests; registered like any backend."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from localcheck.backends.nli.head import unit
from localcheck.errors import BadInput
from localcheck.ports import FloatArray, VectorArray
from localcheck.system.jsontext import parse
from localcheck.system.resources import sha256_text
from localcheck.text.words import Variant, words
from localcheck.types import TokenVectors
from localcheck.types.infos import ModelInfo

BUCKETS = 64
"""Of words by hash."""
Row = tuple[float, float, float]


class TableNLI:
    """Answers from a table; a pair that is not in it gets ``default``, which is neutral."""

    def __init__(self, table: Mapping[tuple[str, str], Row], default: Row = (0.0, 1.0, 0.0)) -> None:
        self._table = dict(table)
        self._default = default
        digest = sha256_text(json.dumps([sorted((p, h, r) for (p, h), r in self._table.items()), default]))
        self.info = ModelInfo(
            "table", digest, ("entailment", "neutral", "contradiction"), ("*",), 512, embeds=True, why="a table"
        )

    def entail(self, pairs: Sequence[tuple[str, str]]) -> FloatArray:
        """The rows of the table for ``pairs``, shape (n, 3)."""
        rows = [self._table.get(pair, self._default) for pair in pairs]
        return np.array(rows, dtype=np.float64).reshape(len(rows), 3)

    def encode(self, texts: Sequence[str]) -> list[TokenVectors]:
        """One-hot vectors of words (64 buckets by hash): equal words match, others mostly do not."""
        return [_one_hot(text) for text in texts]

    def embed(self, texts: Sequence[str]) -> VectorArray:
        """Bags of words in the buckets of ``encode``, and one bucket that every text has, so that no row is zero."""
        sums = [np.append(v.vectors.sum(axis=0), np.float32(0.1)) for v in self.encode(texts)]
        rows = np.array(sums, dtype=np.float32).reshape(len(texts), BUCKETS + 1)
        return unit(rows)

    def load(self) -> None:
        """Nothing is left to read."""

    def close(self) -> None:
        """Nothing to free."""


def open_nli(path: Path, *, threads: int = 0, compute_type: str = "auto", batch_size: int = 0) -> TableNLI:
    """Read a table: JSON ``[{"premise", "hypothesis", "scores": [entail, neutral, contradict]}, …]``. Raises ``BadInput``."""
    try:
        rows = parse(path.read_bytes())
        table = {(str(r["premise"]), str(r["hypothesis"])): _row(r["scores"]) for r in rows}
    except OSError as error:
        raise BadInput(path, f"cannot be read: {error.strerror}") from error
    except (ValueError, KeyError, TypeError, OverflowError) as error:
        raise BadInput(path, f"not a table of pairs: {error!r}") from error
    return TableNLI(table)


def _row(scores: Sequence[float]) -> Row:
    entail, neutral, contradict = (float(s) for s in scores)
    if min(entail, neutral, contradict) < 0 or abs(entail + neutral + contradict - 1) > 1e-6:
        raise ValueError(f"scores {scores} are not three probabilities that sum to 1")
    return entail, neutral, contradict


def _one_hot(text: str) -> TokenVectors:
    tokens = tuple(words(text, Variant.WITH_MARKS))
    vectors = np.zeros((len(tokens), BUCKETS), dtype=np.float32)
    for row, word in enumerate(tokens):
        vectors[row, int(sha256_text(word.lower())[:8], 16) % BUCKETS] = 1
    return TokenVectors(tokens, vectors)
