"""``--index zim:FILE``: the full-text and title indexes that a ZIM file brings find its pages, which are the evidence.

libzim finds only pages that hold all words of a query. So the words of a claim are looked up one by one, and the rarest ones
together; a page counts the rarity of the words that it is known to hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import log
from pathlib import Path

from localcheck.errors import RetrievalError
from localcheck.ingest.corpus.wikitext import text_of_page
from localcheck.ingest.zim import pages
from localcheck.ingest.zim.pages import ZimProcess
from localcheck.sources import queries
from localcheck.sources.articles import BASE, LONGER, TITLE, Named, name_key
from localcheck.sources.by_query import ByQuery
from localcheck.sources.queries import lists_last
from localcheck.system.resources import sha256_text, typed_path
from localcheck.text.names import without_parenthesis
from localcheck.text.periods import a_day
from localcheck.types import Passage, Source
from localcheck.types.infos import IndexInfo

LIMIT = 50
"""Passages that one search can give, and pages looked at for each word."""
TITLE_BOOST = 0.3
"""Share of a word's rarity that a page gets more where its title has the word."""
TERMS = 12
NAMES = 12
CANDIDATES = 8
"""Titles looked at for each name."""


TITLES_ONLY = (
    "{name} has no index of words: only pages whose titles a claim names are found; localcheck index build makes one"
)


class ZimRetriever(ByQuery):
    """An open ZIM file; close it, or use it as a context manager."""

    def __init__(self, path: Path) -> None:
        self._archive = ZimProcess(path)
        about = self._archive.about
        if about["damaged"]:
            self._archive.close()
            hint = "download it again; localcheck index build reads what can be read"
            raise RetrievalError(f"{path}: the checksum does not fit, the file is damaged", hint)
        self._about = about
        self._date = a_day(str(about.get("date", "")))
        digest = sha256_text(f"{about['uuid']} {about['size']}")
        self.info = IndexInfo(
            f"zim:{path}",
            "zim",
            int(about["articles"]),
            pages.language(about),
            self._date,
            source=path.name,
            disk_bytes=int(about["size"]),
            digest=digest,
            licence=str(about.get("license", "")),
            notes=() if about["words"] else (TITLES_ONLY.format(name=path.name),),
        )

    def search(self, query: str) -> Iterator[Passage]:
        """Pages for a claim, best first, each once; a page is read only when it is pulled. Raises ``RetrievalError``."""
        built = queries.build(query)
        numbers: dict[str, int] = {}
        hits = [(numbers.setdefault(path, len(numbers)), score) for path, score in self._by_words(built.terms[:TERMS])]
        named = [
            Named(key, numbers.setdefault(path, len(numbers)), kind)
            for key, path, kind, _ in self._by_name([name.key for name in built.names][:NAMES])
        ]
        paths = {number: path for path, number in numbers.items()}
        ranked = queries.merge(hits, built.names, named, LIMIT)
        found = (p for number, score in ranked if (p := self._passage(paths[number], score)) is not None)
        for rank, passage in enumerate(lists_last(found)):
            yield replace(passage, rank=rank)

    def article(self, title: str, locator: str = "") -> Passage | None:
        """The page at ``locator``, else the one that has ``title``; None if there is none."""
        if locator and (found := self._passage(locator, 0.0)) is not None:
            return found
        named = [path for _, path, kind, _ in self._by_name([name_key(title)]) if kind == TITLE]
        return self._passage(named[0], 0.0) if named else None

    def aliases(self, title: str) -> tuple[str, ...]:
        """The title of the page that ``title`` names, and that name as the file has it: it does not list the other ones."""
        for _, path, kind, name in self._by_name([name_key(title)]):
            if kind == TITLE and (found := self._passage(path, 0.0)) is not None:
                return tuple(dict.fromkeys((found.title, name)))
        return ()

    def close(self) -> None:
        """End the process that has the file open."""
        self._archive.close()

    def _by_words(self, terms: Sequence[str]) -> list[tuple[str, float]]:
        if not terms or not self._about["words"]:
            return []
        found = self._archive.ask("words", queries=list(terms), limit=LIMIT)
        rare = sorted(
            (int(row["count"]), term, row["paths"]) for term, row in zip(terms, found, strict=True) if row["count"]
        )
        joined = [[term for _, term, _ in rare[:n]] for n in range(2, len(rare) + 1)]
        more = self._archive.ask("words", queries=[" ".join(part) for part in joined], limit=LIMIT) if joined else []
        rarity = {term: log(1 + self.info.articles / count) for count, term, _ in rare}
        lists = [([term], paths) for _, term, paths in rare]
        lists += [(part, row["paths"]) for part, row in zip(joined, more, strict=True)]
        held: dict[str, dict[str, float]] = {}
        for part, paths in lists:
            for place, path in enumerate(paths):
                words = held.setdefault(path, {})
                for term in part:
                    words[term] = max(words.get(term, 0.0), rarity[term] / (1 + place / LIMIT))
        scores = {path: sum(words.values()) for path, words in held.items()}
        titled = self._archive.ask("titles", names=[term for _, term, _ in rare], limit=LIMIT) if rare else []
        for (_, term, _), entries in zip(rare, titled, strict=True):
            for path in {path for _, path in entries} & set(scores):
                scores[path] += TITLE_BOOST * rarity[term]
        return sorted(scores.items(), key=lambda hit: (-hit[1], hit[0]))[:LIMIT]

    def _by_name(self, keys: Sequence[str]) -> list[tuple[str, str, int, str]]:
        """(name, path of the page, kind, name as it stands in the file) of pages that have one of the names."""
        if not keys:
            return []
        listed = self._archive.ask("titles", names=list(keys), limit=CANDIDATES)
        found = []
        for key, entries in zip(keys, listed, strict=True):
            for title, path in entries:
                kind = _kind(key, title)
                if kind is not None:
                    found.append((key, str(path), kind, str(title)))
        return found

    def _passage(self, path: str, score: float) -> Passage | None:
        try:
            page = self._archive.ask("read", path=path)
        except RetrievalError:
            if self._archive.ended:
                raise
            return None
        if "html" not in page:
            return None
        title = " ".join(str(page["title"]).split())
        text = text_of_page(str(page["html"]), title)
        revision = str(self._about["uuid"])[:16]
        source = Source(pages.kind(self._about), self.info.name, str(page["path"]), revision, self._date)
        return Passage(title, text, source, 0, score) if text else None


def _kind(key: str, title: str) -> int | None:
    """How ``title`` bears the name ``key``; None if it does not."""
    own = name_key(title)
    if own == key:
        return TITLE
    if name_key(without_parenthesis(title)) == key:
        return BASE
    return LONGER if own.startswith(f"{key} ") and not own[len(key) + 1 :][:1].isdigit() else None


def open_zim(place: str) -> ZimRetriever:
    """The ZIM file at ``place``. Raises ``BadInput``, ``RetrievalError``, and ``MissingExtra`` without libzim."""
    return ZimRetriever(typed_path(place))
