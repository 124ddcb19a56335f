"""The Whoosh engine: pure Python, good up to about 100 MB of text. Stores only article numbers; see ``articles``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from localcheck.errors import RetrievalError
from localcheck.ports import Retriever

KEEP = 8
"""Only this many of a claim's rarest terms are searched: it costs no recall and makes long claims several times faster."""
TITLE_BOOST = 2.0
MEMORY_MB = 96


def write(folder: Path, articles: Iterable[tuple[int, str, str]]) -> Iterator[int]:
    """Build the engine's files in ``folder``; yields each article number when it is in. Raises ``RetrievalError``."""
    from whoosh import index
    from whoosh.fields import NUMERIC, TEXT, Schema

    from localcheck.retrieve.whoosh_analysis import Folded

    folder.mkdir(parents=True)
    schema = Schema(
        id=NUMERIC(stored=True, bits=64, signed=False),
        title=TEXT(analyzer=Folded(), phrase=False, field_boost=TITLE_BOOST),
        body=TEXT(analyzer=Folded(), phrase=False),
    )
    try:
        writer = index.create_in(folder, schema).writer(limitmb=MEMORY_MB)
        for number, title, text in articles:
            writer.add_document(id=number, title=title, body=text)
            yield number
        writer.commit(optimize=True)
    except (OSError, index.IndexError) as error:
        raise RetrievalError(f"Whoosh cannot write the index: {error}", "is the disk full?") from error


class WhooshEngine:
    """Ranks article numbers for words. Opened only after the manifest has been checked."""

    def __init__(self, folder: Path) -> None:
        from whoosh import index, scoring

        try:
            self._searcher = index.open_dir(folder).searcher(weighting=scoring.BM25F())
        except (OSError, index.IndexError) as error:
            raise RetrievalError(f"Whoosh cannot open {folder}: {error}", "build the index again") from error

    def search(self, terms: Sequence[str], limit: int) -> list[tuple[int, float]]:
        """The best ``limit`` article numbers with their BM25F scores."""
        from whoosh import query

        kept = self._rarest(terms)
        parts = [query.Term(field, word) for word in kept for field in ("body", "title")]
        if not parts:
            return []
        found = self._searcher.search(query.Or(parts), limit=limit)
        return [(int(hit["id"]), float(hit.score)) for hit in found]

    def _rarest(self, terms: Sequence[str]) -> list[str]:
        reader = self._searcher.reader()
        counts = {word: reader.doc_frequency("body", word) + reader.doc_frequency("title", word) for word in terms}
        known = [word for word, count in counts.items() if count]
        return sorted(known, key=lambda w: counts[w])[:KEEP]

    def close(self) -> None:
        """Release the files."""
        self._searcher.close()


def open_retriever(*, index: str) -> Retriever:
    """The index called ``index``, whichever engine it was built with."""
    from localcheck.retrieve.indexes import open_index

    return open_index(index)
