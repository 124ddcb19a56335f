"""The Tantivy engine: for large corpora. Stores only article numbers; see ``articles``."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from localcheck.errors import RetrievalError
from localcheck.sources.manifest import rebuilding
from localcheck.system.jsontext import parse_object
from localcheck.text.han import paired
from localcheck.text.patterns import regex

HEAP = 128 << 20
"""Bytes of memory that the writer may use before it writes a segment."""
THREADS = 8
"""Threads of the writer at most: each needs 15 MB of the memory."""
TITLE_BOOST = 0.5
"""Names are looked up apart, so a chance word of a title must not outweigh the text: 0.5 found more than 1 or 2."""
KEEP = 12
"""Terms searched at most, the rarest first."""
TOKENIZER = "folded"
LONGEST = 64
"""Bytes of the longest word indexed."""
HELD = 128 << 20
"""Bytes of text between commits, about. Ten thousand articles may wait for the writer's threads, however long they are."""
TOGETHER = 8
"""Segments of like size that Tantivy merges into one, as soon as it has so many."""
_SEGMENT = regex(r"[0-9a-f]{32}\..+")


def _schema(tantivy: Any) -> Any:
    builder = tantivy.SchemaBuilder()
    builder.add_integer_field("id", stored=True, indexed=True)
    builder.add_text_field("title", tokenizer_name=TOKENIZER, index_option="freq")
    builder.add_text_field("body", tokenizer_name=TOKENIZER, index_option="freq")
    return builder.build()


def _analyzer(tantivy: Any) -> Any:
    """Folds words as ``text.words.folded`` does (but for rare letters), inside Tantivy, which is several times faster."""
    made, rules = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple()), tantivy.Filter
    return made.filter(rules.lowercase()).filter(rules.ascii_fold()).filter(rules.remove_long(LONGEST)).build()


def pieces(size: int) -> int:
    """How often a corpus of so many bytes is committed: a power of ``TOGETHER``, so that merging leaves one segment or few.

    >>> pieces(50 << 20), pieces(1 << 30), pieces(4 << 30)
    (1, 8, 64)
    """
    count = 1
    while count * HELD < size:
        count *= TOGETHER
    return count


def write(
    folder: Path, articles: Iterable[tuple[int, str, str]], count: int, size: int, threads: int = 1
) -> Iterator[int]:
    """Build the engine's files in ``folder`` from ``count`` articles of ``size`` bytes together; yields each article's number
    when it is handed in. Raises ``RetrievalError``.

    More ``threads`` share the articles: they are in other segments then, with the same scores.
    """
    import tantivy

    folder.mkdir(parents=True)
    wanted = pieces(size)
    try:
        index = tantivy.Index(_schema(tantivy), path=str(folder))
        index.register_tokenizer(TOKENIZER, _analyzer(tantivy))
        writer = index.writer(HEAP, min(threads, THREADS))
        held = 0
        for done, (number, title, text) in enumerate(articles, 1):
            writer.add_document(tantivy.Document(id=number, title=paired(title), body=paired(text)))
            held += len(text)
            if done * wanted // count > (done - 1) * wanted // count or held >= 2 * HELD:
                writer.commit()
                held = 0
            yield number
        writer.commit()
        writer.wait_merging_threads()
    except (OSError, ValueError) as error:
        raise RetrievalError(f"Tantivy cannot write the index: {error}", "is the disk full?") from error


def can_change(folder: Path) -> bool:
    """Whether articles can be taken out of the engine in ``folder``; earlier ones do not find an article by its number."""
    try:
        schema = parse_object((folder / "meta.json").read_bytes())["schema"]
        return any(field["name"] == "id" and field["options"].get("indexed") is True for field in schema)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False


def change(folder: Path, old: Path, gone: Iterable[int], articles: Iterable[tuple[int, str, str]]) -> Iterator[int]:
    """The engine of ``old`` without the articles ``gone`` and with ``articles``, in ``folder``; yields the numbers put in.

    Segments are never changed once written, so those of ``old`` are linked, not copied. Raises ``RetrievalError``.
    """
    import tantivy

    folder.mkdir(parents=True)
    for path in sorted(old.iterdir()):
        _take_over(path, folder / path.name)
    with _translated(f"Tantivy cannot change {old}", rebuilding(old.parent)):
        index = tantivy.Index.open(str(folder))
        index.register_tokenizer(TOKENIZER, _analyzer(tantivy))
        writer = index.writer(HEAP, 1)
        for number in gone:
            writer.delete_documents_by_term("id", number)
        for number, title, text in articles:
            writer.add_document(tantivy.Document(id=number, title=paired(title), body=paired(text)))
            yield number
        writer.commit()
        writer.wait_merging_threads()


def _take_over(path: Path, target: Path) -> None:
    if _SEGMENT.fullmatch(path.name):
        with suppress(OSError):  # another file system, or one without links
            os.link(path, target)
            return
    shutil.copyfile(path, target)


@contextmanager
def _translated(what: str, hint: str) -> Iterator[None]:
    """Errors of Tantivy as ``RetrievalError``; its panics on damaged files are ``BaseException``s of a class of their own."""
    try:
        yield
    except (OSError, ValueError, TypeError) as error:
        raise RetrievalError(f"{what}: {error}", hint) from error
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        raise RetrievalError(f"{what}: its files are damaged ({error})", hint) from error


REMOVALS = 20
"""How often that is tried, a tenth of a second apart."""


@contextmanager
def _writable(folder: Path) -> Iterator[Path]:
    """``folder``, or links to its files where nothing can be written there, such as on a read-only medium.

    Tantivy makes a file for its lock beside those that it opens, sometimes while the links are removed. Once they are open it
    needs neither.
    """
    if os.access(folder, os.W_OK):
        yield folder
        return
    links = Path(tempfile.mkdtemp(prefix="localcheck-index-"))
    try:
        for path in folder.iterdir():
            if path.suffix != ".lock":
                (links / path.name).symlink_to(path.absolute())
        yield links
    finally:
        _remove(links)


def _remove(links: Path) -> None:
    """Remove a folder of links, again where a lock was made in it meanwhile."""
    for _ in range(REMOVALS):
        shutil.rmtree(links, ignore_errors=True)
        if not links.exists():
            return
        time.sleep(0.1)


class TantivyEngine:
    """Ranks article numbers for words. Opened only after the manifest has been checked."""

    def __init__(self, folder: Path) -> None:
        import tantivy

        self._tantivy = tantivy
        self._analyzer = _analyzer(tantivy)
        self._again = rebuilding(folder.parent)
        with _translated(f"Tantivy cannot open {folder}", self._again), _writable(folder) as place:
            self._index = tantivy.Index.open(str(place))
            self._index.reload()
            self._searcher = self._index.searcher()

    def search(self, terms: Sequence[str], limit: int) -> list[tuple[int, float]]:
        """The best ``limit`` article numbers with their BM25 scores."""
        query, occur = self._tantivy.Query, self._tantivy.Occur
        parts = []
        with _translated("Tantivy cannot search", self._again):
            for word in self._rarest(terms):
                parts.append((occur.Should, query.term_query(self._index.schema, "body", word, "freq")))
                title = query.term_query(self._index.schema, "title", word, "freq")
                parts.append((occur.Should, query.boost_query(title, TITLE_BOOST)))
            if not parts:
                return []
            hits = self._searcher.search(query.boolean_query(parts), limit).hits
            found = [(int(self._searcher.doc(address).get_first("id")), float(score)) for score, address in hits]
        return sorted(found, key=lambda hit: (-hit[1], hit[0]))

    def _rarest(self, terms: Sequence[str]) -> list[str]:
        words = list(dict.fromkeys(self._analyzer.analyze(" ".join(terms))))
        if len(words) <= KEEP:
            return words
        counts = {word: self._searcher.doc_freq("body", word) for word in words}
        return sorted((w for w in counts if counts[w]), key=lambda w: counts[w])[:KEEP]

    def close(self) -> None:
        """Nothing to release: Tantivy maps its files and lets go with the object."""
