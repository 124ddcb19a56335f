"""Passages given in memory: the fake of the retrieval port, for tests, demonstrations and grounding texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import log
from pathlib import Path

from localcheck.errors import BadInput
from localcheck.sources import queries
from localcheck.sources.articles import TITLE, Named, name_key
from localcheck.sources.by_query import ByQuery
from localcheck.sources.queries import lists_last
from localcheck.system.jsontext import lines, parse
from localcheck.text.han import paired
from localcheck.text.words import folded
from localcheck.types import Passage, Source
from localcheck.types.infos import IndexInfo


class MemoryRetriever(ByQuery):
    """Ranks the given passages by the words of the query in them, rare words counting more (inverse document frequency)."""

    def __init__(self, passages: Iterable[Passage], language: str = "") -> None:
        self._passages = tuple(passages)
        self._words = [Counter(folded(paired(f"{p.title} {p.text}"))) for p in self._passages]
        self.info = IndexInfo("memory", "memory", len(self._passages), language)
        self.pulled = 0
        """Passages handed out so far: tests of lazy reading count them."""

    def search(self, query: str) -> Iterator[Passage]:
        """Passages that share a word or a name with the query, best first."""
        built = queries.build(query)
        count = len(self._passages)
        frequency = {t: sum(t in bag for bag in self._words) for t in built.terms}
        hits = []
        for number, bag in enumerate(self._words):
            score = sum(log(1 + count / frequency[t]) * bag[t] / (bag[t] + 1.2) for t in built.terms if bag[t])
            if score:
                hits.append((number, score))
        keys = {n.key for n in built.names}
        named = [Named(k, i, TITLE) for i, p in enumerate(self._passages) if (k := name_key(p.title)) in keys]
        ranked = queries.merge(hits, built.names, named, count)
        found = lists_last(replace(self._passages[number], score=score) for number, score in ranked)
        for rank, passage in enumerate(found):
            self.pulled += 1
            yield replace(passage, rank=rank)

    def aliases(self, title: str) -> tuple[str, ...]:
        """The title itself when a passage has it."""
        return tuple(dict.fromkeys(p.title for p in self._passages if name_key(p.title) == name_key(title)))


def open_retriever(place: str) -> MemoryRetriever:
    """Passages from a JSONL file with ``title``, ``text`` and optionally ``url``, ``date``. Raises ``BadInput``."""
    path = Path(place)
    passages = []
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(path, f"cannot be read ({error})", "give a JSONL file with title and text") from error
    for number, line in lines(text):
        passages.append(_passage(path, number, line))
    return MemoryRetriever(passages)


def _passage(path: Path, number: int, line: str) -> Passage:
    try:
        row = parse(line)
        source = Source("memory", path.name, str(row.get("url") or ""), "", str(row.get("date") or ""))
        if row["title"] is None or row["text"] is None:
            raise ValueError
        return Passage(str(row["title"]), str(row["text"]), source)
    except (ValueError, KeyError, AttributeError, TypeError):
        raise BadInput(
            path, 'is not a JSON object with "title" and "text"', 'each line: {"title": "…", "text": "…"}', number
        ) from None
