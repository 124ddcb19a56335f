"""Whoosh's files without pickles: the same data structures, their variable parts packed by ``struct`` or written as JSON.

Whoosh pickles its table of contents, the blocks of its postings, and the extras of its term table, and reads them back
with ``pickle.loads``: a stranger's index would run code. Every class here overrides the methods that do, with a fixed
layout that is bounded by the size of the file. The schema is no part of the files: it comes from the code. Term infos
with inlined postings (pickled in Whoosh) are refused, as are stored fields, vectors and compound segments: none is written.
"""

from __future__ import annotations

import json
import struct
import zlib
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

from whoosh.codec.whoosh3 import W3Codec, W3LeafMatcher, W3PostingsWriter, W3Segment, W3TermInfo, W3TermsReader
from whoosh.filedb.filestore import FileStorage
from whoosh.filedb.structfile import StructFile
from whoosh.reading import TermNotFound
from whoosh.util.numeric import byte_to_length, length_to_byte
from whoosh.util.numlists import delta_encode

from localcheck.system.jsontext import parse

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
