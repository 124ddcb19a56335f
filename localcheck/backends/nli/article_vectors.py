"""The vectors of articles' sentences, kept beside the index that the articles are from: one SQLite file an index.

A row belongs to one encoder (its hash and compute type) and one article as it is (title and text), so that another revision of
an article is another row, and a file that travels to another machine is never believed for another model. Vectors are kept as
bytes with a scale each (int8). SQLite's write-ahead log makes every row whole or absent whatever is killed, and lets processes
share the file.

Of an article that is read for the first time only the sentences that a claim needs are encoded; they are kept, in a table that
forgets its oldest rows. ``localcheck index vectors NAME`` encodes all sentences of all articles; these stay.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from localcheck.backends.nli.cache import CachedVectors, KeyedFile, base_of, key_of, match
from localcheck.backends.nli.open_model import OpenNLI
from localcheck.ports import FloatArray, VectorArray
from localcheck.types import JSON, Passage
from localcheck.types.infos import ModelInfo

VERSION = 1
"""Of what a sentence's vector is made of; it is part of every key."""
COLUMNS = {"places": "BLOB NOT NULL", "scales": "BLOB NOT NULL", "vectors": "BLOB NOT NULL"}
SEEN, WHOLE = "seen", "whole"
"""Tables: articles of which some sentences were encoded while reading, and those of which all were."""
MOST_SEEN = 20_000
"""Articles of which some sentences are kept; about 20 kB each with 384 numbers a vector. The oldest fifth then goes."""
MOST_WHOLE = 1 << 40


class Kept(NamedTuple):
    """Vectors of some sentences of one article."""

    places: NDArray[np.uint32]
    """Numbers of the sentences, ascending."""
    vectors: VectorArray
    """Shape (n, d)."""


NOTHING = Kept(np.empty(0, dtype=np.uint32), np.empty((0, 0), dtype=np.float32))


def identity(model: Any, sources: Sequence[str] = ()) -> list[JSON]:
    """What identifies a model that reads pairs or makes vectors, and the vectors that were made with it of whole articles of
    ``sources``, for these decide which sentences are compared. A model without a hash has an empty one.
    """
    info: ModelInfo = model.info
    own = [model.revision(source) for source in sources] if isinstance(model, ArticleVectors) else []
    return [info.sha256, info.compute_type, info.max_tokens, *info.languages, *own]


class ArticleVectors:
    """Port ``ArticleEncoder``. Vectors of articles lie beside their index, those of other texts in the ``cache``.

    Without a ``cache`` nothing new is kept; what ``make`` kept is used all the same: it decides what is compared.
    A file that cannot be read or written holds nothing, and never fails a run.
    """

    def __init__(self, inner: OpenNLI, place: Callable[[str], Path | None], cache: CachedVectors | None = None) -> None:
        """``place``: the file for the source of this name; None for one that keeps no vectors, such as the web."""
        self._inner, self._place, self._cache = inner, place, cache
        self.info: ModelInfo = inner.info
        self._base = base_of(VERSION, inner.info.sha256, inner.info.compute_type)
        self._files: dict[str, tuple[KeyedFile, KeyedFile] | None] = {}

    def embed(self, texts: Sequence[str]) -> VectorArray:
        """One unit vector a text, shape (n, d)."""
        return (self._cache or self._inner).embed(texts)

    def match(self, claim: str, texts: Sequence[str]) -> FloatArray:
        """How far each of ``texts`` speaks of the claim's words; see ``matching.match``."""
        return match(self._inner, claim, texts) if self._cache is None else self._cache.match(claim, texts)

    def of_article(
        self, passage: Passage, texts: Sequence[str], first: Sequence[int]
    ) -> tuple[tuple[int, ...], VectorArray]:
        """Vectors of all sentences where all are kept, else of ``first``; see the port."""
        files = self._opened(passage.source.name)
        if files is None:
            return tuple(first), self.embed([texts[i] for i in first])
        seen, whole = files
        key = self.key(passage)
        if (every := self._read(whole, key, len(texts))) is not None and len(every.places) == len(texts):
            return tuple(range(len(texts))), every.vectors
        have = self._read(seen, key, len(texts)) if self._cache is not None else None
        kept = self._completed(have or NOTHING, texts, first)
        if kept is not have and self._cache is not None:
            seen.write({key: _row(kept)})
        rows = np.searchsorted(kept.places, np.asarray(first, dtype=np.uint32))
        return tuple(first), kept.vectors[rows]

    def _completed(self, kept: Kept, texts: Sequence[str], first: Sequence[int]) -> Kept:
        """``kept`` itself where it has the sentences ``first``, else with them."""
        missing = sorted(set(first) - set(kept.places.tolist()))
        if not missing:
            return kept
        fresh = np.asarray(self._inner.embed([texts[i] for i in missing]), dtype=np.float32)
        places = np.concatenate([kept.places, np.array(missing, dtype=np.uint32)])
        vectors = np.concatenate([kept.vectors.reshape(-1, fresh.shape[1]), rounded(fresh)])
        order = np.argsort(places)
        return Kept(places[order], vectors[order])

    def revision(self, source: str) -> int:
        """A number that changes when vectors of whole articles of ``source`` are made; -1 for a source that keeps none."""
        files = self._opened(source)
        return -1 if files is None else files[1].newest()

    def make(self, passages: Sequence[Passage], texts: Callable[[Passage], Sequence[str]]) -> int:
        """Encode and keep all sentences of ``passages``, of one index; how many sentences were not kept before."""
        files = self._opened(passages[0].source.name) if passages else None
        if files is None:
            return 0
        keys = [self.key(p) for p in passages]
        known = files[1].read(keys)
        missing = {k: texts(p) for k, p in zip(keys, passages, strict=True) if k not in known}
        vectors = self._inner.embed([t for own in missing.values() for t in own])
        rows, at = {}, 0
        for key, own in missing.items():
            rows[key] = _row(Kept(np.arange(len(own), dtype=np.uint32), vectors[at : at + len(own)]))
            at += len(own)
        files[1].write(rows)
        return at

    def key(self, passage: Passage) -> bytes:
        """Digest of encoder and article."""
        return key_of(self._base, passage.title, passage.text)

    def close(self) -> None:
        """Close the files; the model belongs to whoever opened it."""
        for files in self._files.values():
            for file in files or ():
                file.close()
        self._files.clear()
        if self._cache is not None:
            self._cache.close()

    def _opened(self, source: str) -> tuple[KeyedFile, KeyedFile] | None:
        if source not in self._files:
            path = self._place(source)
            self._files[source] = (
                None
                if path is None
                else (KeyedFile(path, SEEN, COLUMNS, MOST_SEEN), KeyedFile(path, WHOLE, COLUMNS, MOST_WHOLE))
            )
        return self._files[source]

    @cached_property
    def _width(self) -> int:
        return int(self.embed([""]).shape[1])

    def _read(self, file: KeyedFile, key: bytes, sentences: int) -> Kept | None:
        row = file.read([key]).get(key)
        return None if row is None else _unpacked(row, sentences, self._width)


def rounded(vectors: VectorArray) -> VectorArray:
    """As they are read back from a file, so that it makes no difference whether a vector was kept."""
    small, scales = _small(vectors)
    return small.astype(np.float32) * scales[:, None]


def _small(vectors: VectorArray) -> tuple[NDArray[np.int8], VectorArray]:
    """Bytes and scales: each vector's largest number becomes 127."""
    scales = (np.maximum(np.abs(vectors).max(axis=1, initial=0.0), 1e-9) / 127.0).astype(np.float32)
    return np.rint(vectors / scales[:, None]).astype(np.int8), scales


def _row(kept: Kept) -> tuple[bytes, bytes, bytes]:
    """As it lies in the file."""
    small, scales = _small(np.asarray(kept.vectors, dtype=np.float32))
    return kept.places.astype("<u4").tobytes(), scales.astype("<f4").tobytes(), small.tobytes()


def _unpacked(row: Sequence[object], sentences: int, width: int) -> Kept | None:
    """The vectors of a row; None where it does not hold together: a file of a home may hold anything."""
    packed, sizes, numbers = (part if isinstance(part, bytes) else b"" for part in row)
    n = len(packed) // 4
    if not n or len(packed) % 4 or len(sizes) != 4 * n or len(numbers) != n * width:
        return None
    places, scales = np.frombuffer(packed, dtype="<u4").astype(np.uint32), np.frombuffer(sizes, dtype="<f4")
    if not np.isfinite(scales).all() or (np.diff(places.astype(np.int64)) <= 0).any() or int(places[-1]) >= sentences:
        return None
    return Kept(places, np.frombuffer(numbers, dtype=np.int8).reshape(n, -1).astype(np.float32) * scales[:, None])
