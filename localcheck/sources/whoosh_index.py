"""The Whoosh engine: pure Python, good up to about 100 MB of text. Ranks article numbers; see ``articles``.

Nothing here is pickled: the files are those of ``whoosh_files``, the schema is built from the code below, and
``contents.json`` takes the place of Whoosh's table of contents. A stranger's index can be wrong, it cannot run code.
The table of contents is JSON, checked key by key.
"""

from __future__ import annotations

import json
import struct
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from whoosh import index, query, scoring
from whoosh.analysis import Composable, Token
from whoosh.codec.whoosh3 import W3Segment
from whoosh.fields import TEXT, Schema
from whoosh.index import TOC
from whoosh.reading import SegmentReader
from whoosh.searching import Searcher
from whoosh.writing import SegmentWriter

from localcheck.errors import RetrievalError
from localcheck.sources.whoosh_files import PlainCodec, PlainStorage
from localcheck.system.jsontext import parse
from localcheck.system.resources import atomic_write
from localcheck.text.han import paired
from localcheck.text.patterns import regex
from localcheck.text.words import folded
from localcheck.types import JSON

KEEP = 8
"""Only this many of a claim's rarest terms are searched: it costs no recall and makes long claims several times faster."""
TITLE_BOOST = 2.0
MEMORY_MB = 96
NAME = "MAIN"
NUMBERS = "numbers.bin"
"""The article numbers in the order of Whoosh's own: 64-bit unsigned, little-endian."""


def _schema() -> Any:
    return Schema(
        title=TEXT(analyzer=Folded(), phrase=False, field_boost=TITLE_BOOST), body=TEXT(analyzer=Folded(), phrase=False)
    )


class _Empty:
    """What Whoosh's writer asks of an index: where it is written and that nothing is in it yet."""

    def __init__(self, storage: Any, schema: Any) -> None:
        self.storage, self.indexname, self._schema = storage, NAME, schema

    def _read_toc(self) -> Any:
        return TOC(self._schema, [], 0)


def write(folder: Path, articles: Iterable[tuple[int, str, str]]) -> Iterator[int]:
    """Build the engine's files in ``folder``; yields each article number when it is in. Raises ``RetrievalError``."""
    folder.mkdir(parents=True)
    numbers = array("Q")
    storage = PlainStorage(folder)
    writer = SegmentWriter(_Empty(storage, _schema()), codec=PlainCodec(), compound=False, limitmb=MEMORY_MB, _lk=False)
    try:
        for number, title, text in articles:
            writer.add_document(title=paired(title), body=paired(text))
            numbers.append(number)
            yield number
        segment = writer._finalize_segment()
        writer._finish()
        (folder / NUMBERS).write_bytes(struct.pack(f"<{len(numbers)}Q", *numbers))
        write_contents(folder, Contents(segment.segid, len(numbers), dict(segment._fieldlengths)))
    except (OSError, index.IndexError) as error:
        raise RetrievalError(f"Whoosh cannot write the index: {error}", "is the disk full?") from error
    finally:
        if not writer.is_closed:
            with suppress(Exception):  # a full disk again: there is nothing more to lose
                writer.cancel()
        storage.close()


class WhooshEngine:
    """Ranks article numbers for words; every fault in the files is a ``RetrievalError``."""

    def __init__(self, folder: Path) -> None:
        contents = read_contents(folder)
        self._folder = folder
        self._storage = PlainStorage(folder)
        try:
            self._numbers = struct.unpack(f"<{contents.articles}Q", (folder / NUMBERS).read_bytes())
            segment = W3Segment(PlainCodec(), NAME, contents.articles, contents.segment)
            segment._fieldlengths = contents.lengths
            reader = SegmentReader(self._storage, _schema(), segment)
            self._searcher = Searcher(reader, weighting=scoring.BM25F())
        except Exception as error:  # Whoosh checks little: a damaged file shows as any exception
            self._storage.close()
            raise self._damaged(error) from error

    def search(self, terms: Sequence[str], limit: int) -> list[tuple[int, float]]:
        """The best ``limit`` article numbers with their BM25F scores. Raises ``RetrievalError``."""
        try:
            parts = [query.Term(field, word) for word in self._rarest(terms) for field in ("body", "title")]
            if not parts:
                return []
            found = self._searcher.search(query.Or(parts), limit=limit)
            return [(self._numbers[document], float(score)) for document, score in found.items()]
        except Exception as error:  # as above
            raise self._damaged(error) from error

    def _rarest(self, terms: Sequence[str]) -> list[str]:
        reader = self._searcher.reader()
        counts = {word: reader.doc_frequency("body", word) + reader.doc_frequency("title", word) for word in terms}
        known = [word for word, count in counts.items() if count]
        return sorted(known, key=lambda w: counts[w])[:KEEP]

    def _damaged(self, error: Exception) -> RetrievalError:
        name = self._folder.parent.name.removesuffix(".index")
        return RetrievalError(f"{self._folder} is damaged ({error})", f"localcheck index rebuild {name}")

    def close(self) -> None:
        """Release the files."""
        self._storage.close()


LONGEST = 500
"""Characters of a word; longer ones are no words, and are left out."""


class Folded(Composable):  # type: ignore[misc]
    """The same words as everywhere in this package, in one step; Whoosh's own chain of filters is slower."""

    is_morph = False

    def __call__(self, value: str, positions: bool = False, chars: bool = False, **_: Any) -> Iterator[Any]:
        token = Token(positions, chars)
        token.boost = 1.0
        token.stopped = False
        for place, word in enumerate(folded(value)):
            if len(word) > LONGEST:
                continue
            token.text = word
            if positions:
                token.pos = place
            yield token


FILE = "contents.json"
FIELDS = frozenset({"title", "body"})
_SEGMENT = regex(r"[a-z0-9]{1,32}")
MOST = (1 << 32) - 1
"""Articles and words at most: Whoosh counts articles in 32 bits."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What Whoosh needs to know to open the one segment of an index."""

    segment: str
    """Its name: letters and digits."""
    articles: int
    lengths: dict[str, int]
    """Words in all articles by field."""


def write_contents(folder: Path, contents: Contents) -> None:
    """Write ``contents`` into the engine's ``folder``."""
    with atomic_write(folder / FILE) as file:
        json.dump(asdict(contents), file, sort_keys=True)


def read_contents(folder: Path) -> Contents:
    """The contents of the engine in ``folder``. Raises ``RetrievalError`` for what this module did not write."""
    hint = f"localcheck index rebuild {folder.parent.name.removesuffix('.index')}"
    try:
        row = parse((folder / FILE).read_bytes())
        return Contents(_name(row["segment"]), _count(row["articles"]), _lengths(row["lengths"]))
    except FileNotFoundError:
        raise RetrievalError(f"{folder} holds an index in Whoosh's own form, which can run code", hint) from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise RetrievalError(f"{folder / FILE} is damaged ({error})", hint) from error


def _name(value: JSON) -> str:
    if not isinstance(value, str) or not _SEGMENT.fullmatch(value):
        raise ValueError("no name of a segment")
    return value


def _count(value: JSON) -> int:
    if type(value) is not int or not 0 <= value <= MOST:
        raise ValueError("no count")
    return value


def _lengths(value: JSON) -> dict[str, int]:
    if not isinstance(value, dict) or not set(value) <= FIELDS:
        raise ValueError("no lengths by field")
    return {field: _count(length) for field, length in value.items()}
