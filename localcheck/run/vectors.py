"""Encodes all sentences of all articles of an index, so that no check has to: ``localcheck index vectors NAME``.

What is made is kept batch by batch beside the index; after an interruption the same command goes on where it stopped.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from localcheck.backends.nli.article_vectors import ArticleVectors
from localcheck.errors import RetrievalError
from localcheck.judging.evidence.choose import sentence_texts
from localcheck.run.open_models import OpenModels
from localcheck.sources import manifest
from localcheck.sources.articles import iterate
from localcheck.sources.indexes import locate, vectors_file
from localcheck.system.diskspace import need_space
from localcheck.types import Passage, Source

TOGETHER = 8
"""Articles encoded and kept at once."""
CHARACTERS = 90
"""Of a sentence, at least on average: for the room that is asked for beforehand."""


@dataclass(frozen=True, slots=True)
class Encoding:
    """How far it is; the last one says what was made."""

    encoder: str
    articles: int
    total: int
    """Articles of the index."""
    sentences: int
    """Encoded by this command; those that were kept before are not counted."""
    disk_bytes: int
    """Size of the file of vectors."""


def make_vectors(name: str, models: OpenModels, limit: int = 0) -> Iterator[Encoding]:
    """Encode the articles of the index ``name`` (the first ``limit``; 0: all). Closing the generator stops it; nothing is lost.

    Raises ``MissingIndex``, ``MissingModel``, ``RetrievalError`` and ``MissingResource`` (disk).
    """
    folder = locate(name)
    info = manifest.check(folder)
    place = vectors_file(name)
    encoder = models.sentence_encoder
    if place is None or not isinstance(encoder, ArticleVectors):
        raise RetrievalError(
            f"{name} is not an index of this home", "vectors lie beside indexes that are named, not beside paths"
        )
    share = min(1.0, limit / max(info.articles, 1)) if limit else 1.0
    width = encoder.embed([""]).shape[1]
    need_space(int(share * info.text_bytes / CHARACTERS * (width + 8)), f"the vectors of {name}")
    total = min(limit, info.articles) if limit else info.articles
    made = 0
    every = islice(iterate(folder), total)
    for done in range(0, total + TOGETHER, TOGETHER):
        part = [Passage(title, text, Source("index", name)) for _, title, text in islice(every, TOGETHER)]
        made += encoder.make(part, sentence_texts)
        size = place.stat().st_size if place.exists() else 0
        yield Encoding(encoder.info.name, min(done + len(part), total), total, made, size)
