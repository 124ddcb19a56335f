"""Dumps of MediaWiki as files: in one stream, or in many that are read apart (``pages-articles-multistream.xml.bz2``).

A multistream dump is one bz2 file of many streams: the header of the export, then a hundred pages each, then the end. Any
process can read any stream. Where they begin stands in the index file beside it, ``offset:page id:title`` a line; without one,
or with that of another dump, they are found by how a stream begins.
https://meta.wikimedia.org/wiki/Data_dumps/Dump_format#Multistream_dumps
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import chain, islice, pairwise
from pathlib import Path

from localcheck.errors import BadInput
from localcheck.ingest.corpus.mediawiki import HEADER_LIMIT, Cutter, Pages, Site, cut, head_of, site_of
from localcheck.ingest.corpus.records import CorpusReader, Item, Items, Malformed, Part
from localcheck.ingest.corpus.streams import STEP, Meter, chunks, compression, lines, stretch, unpacked
from localcheck.text.patterns import regex

BEGINS = regex(rb"BZh[1-9]1AY&SY")
"""The first bytes of a bz2 stream that holds anything."""
BLOCK = 1 << 22
"""Bytes read at once when looking for streams."""
LONGEST_LINE = 4_096
TRIED = 64
"""Places of an index file at which it is tried whether a stream begins there."""


@dataclass(frozen=True)
class Stream(Part):
    """The bytes of a multistream dump from one place to another: whole streams, which hold whole pages."""

    path: Path
    site: Site
    namespaces: Collection[int]
    begin: int
    end: int
    last: bool
    """Whether the end of the export must stand in it."""
    packed: bytes = b""
    """The bytes themselves, for a machine that does not have the file."""

    def carried(self) -> Stream:
        """With its bytes."""
        with self.path.open("rb") as file:
            file.seek(self.begin)
            return replace(self, packed=file.read(self.end - self.begin))

    def items(self) -> Iterator[Item]:
        """One for each page. Raises ``BadInput`` for a damaged stream."""
        pieces = unpacked(self.path, self.packed) if self.packed else stretch(self.path, self.begin, self.end)
        cutter = Cutter(self.path, pieces, whole=self.last)
        for number, raw in enumerate(cutter.pages(), 1):
            for item in Pages(self.path, self.site, self.namespaces, number, (raw,)).items():
                yield Malformed(f"byte {self.begin}, {item.where}", item.why) if isinstance(item, Malformed) else item


def read(path: Path, meter: Meter, namespaces: Collection[int]) -> Iterator[Item]:
    """Every page as an item. Raises ``BadInput`` for what is no export, or one cut off or with declarations."""
    for part in parts(path, meter, namespaces):
        yield from part.items()


def parts(path: Path, meter: Meter, namespaces: Collection[int]) -> Iterator[Part]:
    """The dump in parts: its streams where it has many, else some pages each."""
    size = path.stat().st_size if path.is_file() else 0
    places, amiss = _places(path, size)
    second = next(places, size)
    header = _header(path, second) if size else b""
    if not header:
        yield from cut(path, chunks(path, meter), namespaces)
        return
    site = site_of(path, header)
    yield Items((head_of(path, site), *amiss))
    for begin, end in pairwise(chain((second,), places, (size,))):
        meter.read += end - begin
        yield Stream(path, site, namespaces, begin, end, end == size)


def _header(path: Path, second: int) -> bytes:
    """The header of the export, if the first stream holds it and nothing else, and pages follow; else empty."""
    if second >= path.stat().st_size:
        return b""
    try:
        header = b"".join(islice(stretch(path, 0, second), HEADER_LIMIT // STEP))
        pages = next(stretch(path, second, second + BLOCK), b"")
    except BadInput:  # said by the reader of one stream, which meets the same fault
        return b""
    alone = b"<mediawiki" in header and b"<page" not in header
    return header if alone and pages.lstrip().startswith(b"<page") else b""


def _places(path: Path, size: int) -> tuple[Iterator[int], tuple[Malformed, ...]]:
    """Where streams begin behind the first one, ascending; and what is wrong with the index file."""
    if not size or compression(path) != ".bz2":
        return iter(()), ()
    index = _index_of(path)
    if index is None:
        return _found(path), ()
    try:
        places = list(_listed(index))
    except (BadInput, ValueError):
        places = []
    if _fits(places, path, size):
        return iter(places), ()
    return _found(path), (Malformed(index.name, "is not the index of this dump, and not used"),)


def _index_of(path: Path) -> Path | None:
    """``x-multistream-index1.txt-p1p9.bz2`` for ``x-multistream1.xml-p1p9.bz2``, packed or not, if it is there."""
    name = path.name.replace("-multistream", "-multistream-index", 1).replace(".xml", ".txt", 1)
    both = (path.with_name(name), path.with_name(name.removesuffix(".bz2")))
    return next((file for file in both if file.name != path.name and file.is_file()), None)


def _listed(index: Path) -> Iterator[int]:
    """The offsets of an index file, each once. Raises ``ValueError`` for one that is none."""
    before = 0
    for line in lines(chunks(index), LONGEST_LINE):
        place = int((line or b"").partition(b":")[0][:20])
        if place < before:
            raise ValueError("not in order")
        if place > before:
            yield place
        before = place


def _fits(places: list[int], path: Path, size: int) -> bool:
    """Whether streams begin at these places, as far as a look at some of them tells."""
    some = {*places[:: max(1, len(places) // TRIED)], *places[-1:]}
    with path.open("rb") as file:
        for place in sorted(some):
            file.seek(min(place, size))
            if not BEGINS.match(file.read(10)):
                return False
    return bool(some)


def _found(path: Path) -> Iterator[int]:
    """Where streams begin behind the first one, by their first bytes: ten of them come together by chance in no file.

    Where none begins in the first block there is but one, and no more is read.
    """
    with path.open("rb") as file:
        at, rest, second = 0, b"", False
        while block := file.read(BLOCK):
            block = rest + block
            for found in BEGINS.finditer(block):
                if place := at + found.start():
                    second = True
                    yield place
            if not second:
                return
            rest = block[-9:]
            at += len(block) - len(rest)


def variety(path: Path) -> str:
    """What of a dump of many streams is said when it is recognised; empty for one of one stream."""
    if compression(path) != ".bz2" or not _header(path, next(_found(path), path.stat().st_size)):
        return ""
    index = _index_of(path)
    return " in many streams" + (f", with the index file {index.name}" if index else "")


_OTHERS = (b"<doc ", b"<html", b"<!doctype html")
READER = CorpusReader(
    recognises=lambda head: head.startswith(b"<") and not head[:15].lower().startswith(_OTHERS),
    read=read,
    described="a MediaWiki XML dump",
    pattern="*-pages-*.xml*",
    endings=(".xml",),
    parts=parts,
    variety=variety,
    snapshot=True,
)
