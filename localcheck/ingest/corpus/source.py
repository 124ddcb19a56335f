"""Which kind of corpus lies at a path, and one iterator over whatever it is."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from localcheck.errors import BadInput
from localcheck.ingest.corpus import folder, jsonl, mediawiki, wikiextractor
from localcheck.ingest.corpus.folder import DocumentReader
from localcheck.ingest.corpus.records import Item, Record
from localcheck.ingest.corpus.streams import SUFFIXES, Meter, chunks
from localcheck.ingest.corpus.wikitext import to_plain
from localcheck.ingest.listing import HIDDEN, Left, listing

Kind = Literal["mediawiki", "wikiextractor", "jsonl", "folder"]
FORMATS = "a MediaWiki XML dump, WikiExtractor output, JSONL with title and text, or a folder of documents"


@dataclass(frozen=True, slots=True)
class Corpus:
    """Files of one kind, to be read once in order."""

    root: Path
    kind: Kind
    files: tuple[Path, ...]
    size: int
    """Bytes on disk of all files together."""
    left: tuple[Left, ...] = ()
    """Files of the folder that are not read."""
    meter: Meter = field(default_factory=Meter)
    """Bytes read so far, for progress."""

    def items(
        self, namespaces: Collection[int] = mediawiki.ARTICLES, reader: DocumentReader | None = None
    ) -> Iterator[Item]:
        """Everything in the corpus, in a stable order. ``reader`` is needed for a folder of documents."""
        for path in self.files:
            if self.kind == "mediawiki":
                yield from mediawiki.read(path, chunks(path, self.meter), namespaces)
            elif self.kind == "wikiextractor":
                yield from wikiextractor.read(path, chunks(path, self.meter))
            elif self.kind == "jsonl":
                yield from jsonl.read(path, chunks(path, self.meter))
            elif reader is not None:
                yield from folder.read(self.root, path, reader)
                self.meter.read += path.stat().st_size


def open_corpus(path: Path) -> Corpus:
    """Tell the kind of the corpus at ``path`` from its content. Raises ``BadInput`` for what is none."""
    path = path.expanduser()
    if path.is_dir():
        return _folder(path)
    return Corpus(path, _sniff(path), (path,), path.stat().st_size)


def plain_text(record: Record) -> str:
    """The article's readable text."""
    return to_plain(record.body) if record.markup == "wikitext" else record.body


def _sniff(path: Path) -> Kind:
    head = next(chunks(path), b"")[:65536].lstrip(b"\xef\xbb\xbf \t\r\n")
    if not head:
        raise BadInput(path, "is empty", f"give {FORMATS}")
    if head.startswith(b"<doc "):
        return "wikiextractor"
    if head.startswith(b"<"):
        return "mediawiki"
    if head.startswith(b"{"):
        return "jsonl"
    raise BadInput(path, "is not a corpus that can be indexed", f"give {FORMATS}")


def _folder(root: Path) -> Corpus:
    extracted = tuple(p for p in sorted(root.rglob("wiki_*")) if p.is_file() and p.suffix in ("", *SUFFIXES))
    if extracted:
        kind = _sniff(extracted[0])
        return Corpus(root, kind, extracted, _size(extracted), _others(root, extracted, "WikiExtractor output"))
    tables = tuple(p for p in sorted(root.rglob("*.jsonl*")) if p.is_file() and p.suffix in (".jsonl", *SUFFIXES))
    if tables:
        return Corpus(root, "jsonl", tables, _size(tables), _others(root, tables, "JSONL"))
    found = listing(root, folder.SUFFIXES)
    if not found.read:
        raise BadInput(root, "holds no documents to index", f"give {FORMATS} (txt, md, html, pdf, docx)")
    return Corpus(root, "folder", found.read, _size(found.read), found.left)


def _others(root: Path, read: tuple[Path, ...], what: str) -> tuple[Left, ...]:
    """The files beside those that are read."""
    why = f"the folder is read as {what}"
    return tuple(
        left if left.why == HIDDEN else Left(left.where, why)
        for left in listing(root, ()).left
        if root / left.where not in read
    ) + tuple(Left(path.relative_to(root).as_posix(), why) for path in listing(root, ()).read)


def _size(files: tuple[Path, ...]) -> int:
    return sum(path.stat().st_size for path in files)
