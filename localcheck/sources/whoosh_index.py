"""The Whoosh engine: pure Python, good up to about 100 MB of text. Ranks article numbers; see ``articles``.

Nothing here is pickled: the files are those of ``whoosh_files``, the schema is built from the code below, and
``contents.json`` takes the place of Whoosh's table of contents. A stranger's index can be wrong, it cannot run code.
The table of contents is JSON, checked key by key.

Whoosh's files without pickles: the same data structures, their variable parts packed by ``struct`` or written as JSON.

Whoosh pickles its table of contents, the blocks of its postings, and the extras of its term table, and reads them back
with ``pickle.loads``: a stranger's index would run code. Every class here overrides the methods that do, with a fixed
layout that is bounded by the size of the file. The schema is no part of the files: it comes from the code. Term infos
with inlined postings (pickled in Whoosh) are refused, as are stored fields, vectors and compound segments: none is written.
"""

from __future__ import annotations

import json
import struct
import zlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

from whoosh import index, query, scoring
from whoosh.analysis import Composable, Token
from whoosh.codec.whoosh3 import W3Codec, W3LeafMatcher, W3PostingsWriter, W3Segment, W3TermInfo, W3TermsReader
from whoosh.fields import TEXT, Schema
from whoosh.filedb.filestore import FileStorage
from whoosh.filedb.structfile import StructFile
from whoosh.index import TOC
from whoosh.reading import SegmentReader, TermNotFound
from whoosh.searching import Searcher
from whoosh.util.numeric import byte_to_length, length_to_byte
from whoosh.util.numlists import delta_encode
from whoosh.writing import SegmentWriter

from localcheck.errors import RetrievalError
from localcheck.sources.manifest import rebuilding
from localcheck.system.jsontext import parse
from localcheck.system.resources import atomic_write
from localcheck.text.han import paired
from localcheck.text.patterns import regex
from localcheck.text.words import folded
from localcheck.types import JSON

BLOCK = 128
"""Postings in one block at most, as in Whoosh."""
LARGEST = 1 << 20
"""Bytes read at once: the longest word, block or extras; a damaged length does not take memory."""
_INFO = struct.Struct("!HIfBBB")
"""Of a block: number of postings, last id, highest weight, kind of weights, shortest and longest field (as bytes)."""
_ONES, _MANY = 0, 1
"""Kinds of weights: all are 1, or one float each."""
_LENGTH = struct.Struct("!i")


class Damaged(ValueError):
    """A file that this module cannot have written."""


class PlainFile(StructFile):  # type: ignore[misc]
    """A file whose "pickles" are JSON with their length before them."""

    def read(self, size: int = -1) -> bytes:
        if size > LARGEST:
            raise Damaged(f"a part of {size:,} bytes")
        data: bytes = self.file.read(size)
        return data

    def write_pickle(self, obj: object, protocol: int = -1) -> None:
        data = json.dumps(obj, sort_keys=True).encode()
        self.write(_LENGTH.pack(len(data)) + data)

    def read_pickle(self) -> Any:
        (length,) = _LENGTH.unpack(self.read(_LENGTH.size))
        if not 0 <= length <= LARGEST:
            raise Damaged(f"extras of {length} bytes")
        return parse(self.read(length))


class PlainStorage(FileStorage):  # type: ignore[misc]
    """A folder of ``PlainFile``s; ``close`` closes those still open, also after a failure."""

    def __init__(self, folder: Path) -> None:
        super().__init__(str(folder))
        self._opened: list[PlainFile] = []

    def create_file(self, name: str, excl: bool = False, mode: str = "wb", **_: Any) -> PlainFile:
        return self._open(name, "xb" if excl else mode)

    def open_file(self, name: str, **_: Any) -> PlainFile:
        return self._open(name, "rb")

    def _open(self, name: str, mode: str) -> PlainFile:
        file = PlainFile((Path(self.folder) / name).open(mode), name=name)
        self._opened.append(file)
        return file

    def close(self) -> None:
        for file in self._opened:
            if not file.is_closed:
                file.close()


class PlainPostingsWriter(W3PostingsWriter):  # type: ignore[misc]
    """Writes each block as a fixed header and two compressed arrays: steps between ids, and weights."""

    def _write_block(self, last: bool = False) -> None:
        if not self._blockcount:
            self._postfile.write(_MAGIC)
        self._terminfo.add_block(self)
        kind = _ONES if all(weight == 1.0 for weight in self._weights) else _MANY
        count = len(self._ids)
        packed = struct.pack(f">{count}I", *delta_encode(self._ids))
        packed += struct.pack(f">{count}f", *self._weights) if kind == _MANY else b""
        shortest, longest = length_to_byte(self._minlength), length_to_byte(self._maxlength)
        head = _INFO.pack(count, self._ids[-1], self._maxweight, kind, shortest, longest)
        body = head + zlib.compress(packed, 3)
        self._postfile.write_int(-len(body) if last else len(body))
        self._postfile.write(body)
        self._blockcount += 1
        self._new_block()


class PlainMatcher(W3LeafMatcher):  # type: ignore[misc]
    """Reads what ``PlainPostingsWriter`` wrote."""

    _ids: Any
    _weights: Any
    _values: Any

    def _goto(self, position: int) -> None:
        self._ids = self._weights = self._values = None
        self._i = 0
        self._postfile.seek(position)
        length = self._postfile.read_int()
        self._lastblock = length < 0
        self._nextoffset = position + _LENGTH.size + abs(length)
        info = _INFO.unpack(self._postfile.read(_INFO.size))
        self._blocklength, self._maxid, self._maxweight, self._kind, shortest, longest = info
        self._minlength, self._maxlength = byte_to_length(shortest), byte_to_length(longest)
        self._dataoffset = position + _LENGTH.size + _INFO.size
        if (
            not 0 < self._blocklength <= BLOCK
            or self._kind not in (_ONES, _MANY)
            or self._nextoffset < self._dataoffset
        ):
            raise Damaged("a block of postings")

    def _read_data(self) -> None:
        count = self._blocklength
        size = 4 * count * (1 + (self._kind == _MANY))
        inflate = zlib.decompressobj()
        packed = inflate.decompress(self._postfile.get(self._dataoffset, self._nextoffset - self._dataoffset), size + 1)
        if len(packed) != size or not inflate.eof:
            raise Damaged("a block of postings")
        ids = tuple(accumulate(struct.unpack_from(f">{count}I", packed)))
        if ids[-1] != self._maxid or any(a >= b for a, b in pairwise(ids)):
            raise Damaged("numbers of a block of postings")
        self._ids = ids
        self._weights = struct.unpack_from(f">{count}f", packed, 4 * count) if self._kind == _MANY else (1.0,) * count
        self._values = (b"",) * count

    _read_ids = _read_weights = _read_values = _read_data


class PlainTermsReader(W3TermsReader):  # type: ignore[misc]
    """The table of terms; only what a search asks is there."""

    def term_info(self, fieldname: str, tbytes: bytes) -> Any:
        try:
            data = self._tindex[self._keycoder(fieldname, tbytes)]
        except KeyError:
            raise TermNotFound(f"no term {fieldname}:{tbytes!r}") from None
        if data[:1] != b"\0":
            raise Damaged("a term with inlined postings")
        return W3TermInfo.from_bytes(data)

    def cursor(self, fieldname: str, fieldobj: object) -> Any:
        raise NotImplementedError("terms are not walked through")

    def items(self) -> Any:
        raise NotImplementedError("terms are not walked through")

    def items_from(self, fieldname: str, prefix: bytes) -> Any:
        raise NotImplementedError("terms are not walked through")


class PlainCodec(W3Codec):  # type: ignore[misc]
    """Whoosh's codec with the classes above; postings are never inlined."""

    def __init__(self) -> None:
        super().__init__(blocklimit=BLOCK, inlinelimit=0)

    def postings_writer(self, dbfile: PlainFile, byteids: bool = False) -> PlainPostingsWriter:
        return PlainPostingsWriter(dbfile, blocklimit=BLOCK, byteids=byteids, inlinelimit=0)

    def postings_reader(
        self, dbfile: PlainFile, terminfo: Any, format_: object, term: object = None, scorer: object = None
    ) -> PlainMatcher:
        offset, length = terminfo.extent()
        return PlainMatcher(dbfile, offset, length, format_, term=term, scorer=scorer)

    def terms_reader(self, storage: PlainStorage, segment: W3Segment) -> PlainTermsReader:
        name = segment.make_filename(self.TERMS_EXT)
        postings = segment.open_file(storage, self.POSTS_EXT)
        return PlainTermsReader(self, storage.open_file(name), storage.file_length(name), postings)


_MAGIC = b"W3Bl"


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
        return RetrievalError(f"{self._folder} is damaged ({error})", rebuilding(self._folder.parent))

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
    hint = rebuilding(folder.parent)
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
