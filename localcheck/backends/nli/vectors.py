"""Sentence vectors kept between runs: a decorator around any ``SentenceEncoder``, one SQLite file.

A vector belongs to a model and to the text of a sentence, so that an article's vectors are found again whichever index it
is read from, and a new revision costs only its changed sentences.

How far a text speaks of each word of a claim: late interaction of token vectors (ColBERT, Khattab and Zaharia 2020, Eq. 3).

Every token of the claim looks for the nearest token of the text; the mean of these cosines ranks sentences where one vector a
sentence says only what it is about. Tokens that most of the compared texts have, such as the article's title, weigh little.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from localcheck.backends.nli.keyed_file import KeyedFile, base_of, key_of
from localcheck.backends.nli.open_model import OpenNLI
from localcheck.ports import Encoder, FloatArray, VectorArray
from localcheck.types.infos import ModelInfo

COLUMNS = {"vector": "BLOB NOT NULL"}
MATCHES = {"matches": "BLOB NOT NULL"}
MAX_ROWS = 400_000
"""Beyond this many sentences (about 350 MB) the oldest fifth is forgotten when the cache is opened."""


class CachedVectors:
    """``inner.embed`` with a memory. A cache that cannot be read or written is left aside: it never fails a run."""

    def __init__(self, inner: OpenNLI, path: Path, max_rows: int = MAX_ROWS) -> None:
        self._inner = inner
        self.info: ModelInfo = inner.info
        self.hits = 0
        """Texts answered from the cache since it was opened."""
        self._base = base_of(inner.info.sha256, inner.info.compute_type)
        self._file = KeyedFile(path, "vectors", COLUMNS, max_rows)
        self._matches = KeyedFile(path, "matches", MATCHES, max_rows)

    def embed(self, texts: Sequence[str]) -> VectorArray:
        """One unit vector a text, shape (n, d); only texts not seen before reach the model. Kept as 16-bit floats."""
        keys = [self._key(t) for t in texts]
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
        parts = [text.encode("utf-8", "surrogatepass") for text in (claim, *texts)]
        key = key_of(self._base, b"".join(len(part).to_bytes(8, "big") + part for part in parts))
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

    def _key(self, text: str) -> bytes:
        return key_of(self._base, text.encode("utf-8", "surrogatepass"))


def _vectors(rows: Mapping[bytes, tuple[object, ...]]) -> dict[bytes, VectorArray]:
    """The vectors among ``rows``; none where they are of several lengths: a file of a home may hold what it likes."""
    found: dict[bytes, Any] = {
        key: vector
        for key, (data,) in rows.items()
        if isinstance(data, bytes) and data and not len(data) % 2
        if np.isfinite(vector := np.frombuffer(data, dtype=np.float16)).all()
    }
    return found if len({v.shape for v in found.values()}) < 2 else {}


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
