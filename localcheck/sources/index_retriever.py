"""Searches an index: articles ranked by a claim's words, by the names in it, and by what is spoken of around it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Protocol

from localcheck.sources import queries
from localcheck.sources.articles import LONGER, Articles, Named
from localcheck.sources.by_query import ByQuery
from localcheck.sources.queries import lists_last
from localcheck.types import Passage
from localcheck.types.infos import IndexInfo

LIMIT = 50
"""Passages that one search can give."""
LOOKED_INTO = 12
"""Articles, best by words, in whose texts a name is looked for that no article has."""
TOGETHER = 0.2
"""Mean from which on sentences ask for an article together, and not one or two of them by chance."""
SENTENCES = 200
"""Sentences whose search is kept, for the claims around them."""


class IndexEngine(Protocol):
    """Ranks the articles of an index by words."""

    def search(self, terms: tuple[str, ...], limit: int) -> list[tuple[int, float]]:
        """The best ``limit`` article numbers with their scores, best first."""
        ...

    def close(self) -> None:
        """Release files."""
        ...


class IndexRetriever(ByQuery):
    """An open index; close it, or use it as a context manager."""

    def __init__(self, info: IndexInfo, articles: Articles, engine: IndexEngine, limit: int = LIMIT) -> None:
        self.info = info
        self._articles = articles
        self._engine = engine
        self._limit = limit
        self._words_of = lru_cache(SENTENCES)(lambda sentence: engine.search(queries.terms(sentence), limit))

    def search(self, query: str) -> Iterator[Passage]:
        """Articles for a claim, best first, each once; a text is read only when it is pulled. Raises ``RetrievalError``.

        Pages that only list what a name can mean come last.
        """
        return self._ranked(query, dict)

    def search_among(self, query: str, sentences: Sequence[str]) -> Iterator[Passage]:
        """The same, where articles come earlier that ``sentences`` ask for, if none is what the claim is about: "Castling is
        the only move of two pieces" among sentences about chess means the article on chess.
        """
        return self._ranked(query, lambda: self._asked_for(sentences))

    def _asked_for(self, sentences: Sequence[str]) -> dict[int, float]:
        """The articles that these sentences ask for together: the mean of scores by words, the best of a sentence being 1."""
        shares: defaultdict[int, float] = defaultdict(float)
        for sentence in sentences:
            hits = self._words_of(sentence)
            best = max((score for _, score in hits), default=0.0) or 1.0
            for article, score in hits:
                shares[article] += score / best / len(sentences)
        return {article: share for article, share in shares.items() if share >= TOGETHER}

    def _ranked(self, query: str, around: Callable[[], Mapping[int, float]]) -> Iterator[Passage]:
        built = queries.build(query)
        hits = self._engine.search(built.terms, self._limit)
        named = self._articles.named([name.key for name in built.names])
        named += self._unknown(queries.cut_short(built.names, [found.key for found in named]))
        telling = self._telling(hits[:LOOKED_INTO], queries.cut_short(built.names, [found.key for found in named]))
        ranked = queries.merge(hits, built.names, named, self._limit, telling, around)
        for rank, passage in enumerate(lists_last(self._passage(*hit) for hit in ranked)):
            yield replace(passage, rank=rank)

    def _unknown(self, keys: Sequence[str]) -> list[Named]:
        """Articles that names at the beginning of a claim may mean which no article has: titles that go on behind the name or
        begin before it, else names that are one letter apart.
        """
        led = queries.led(keys)
        found = self._articles.longer(keys)
        found += [Named(led[n.key], n.article, LONGER) for n in self._articles.named(list(led))]
        missing = [key for key in keys if key not in {n.key for n in found}]
        return found + self._articles.alike(missing, queries.one_letter_apart)

    def _telling(self, hits: Sequence[tuple[int, float]], names: Sequence[str]) -> dict[int, int]:
        """How often the texts of ``hits`` have one of ``names``, which no article has; only those that do."""
        if not names:
            return {}
        texts = {number: self._articles.passage(number, "", 0, 0.0).text.lower() for number, _ in hits}
        counts = {number: sum(text.count(name) for name in names) for number, text in texts.items()}
        return {number: count for number, count in counts.items() if count}

    def article(self, title: str, locator: str = "") -> Passage | None:
        """The article that has or is redirected to from ``title``, of several the one at ``locator``; None if there is none."""
        found = self._articles.called(title, locator)
        return None if found is None else self._passage(found, 0.0)

    def _passage(self, article: int, score: float) -> Passage:
        """An article; where it has no date of its own it has that of the index."""
        found = self._articles.passage(article, self.info.name, 0, score)
        if found.source.date or not self.info.dump_date:
            return found
        return replace(found, source=replace(found.source, date=self.info.dump_date))

    def aliases(self, title: str) -> tuple[str, ...]:
        """All names of the article that ``title`` names, its own title first; empty when there is none."""
        return self._articles.aliases(title)

    def close(self) -> None:
        """Release the files."""
        self._engine.close()
        self._articles.close()
