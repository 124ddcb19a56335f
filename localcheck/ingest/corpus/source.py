"""Which kind of corpus lies at a path, and one iterator over whatever it is."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path

from localcheck.errors import BadInput
from localcheck.ingest.corpus import folder, pagehtml
from localcheck.ingest.corpus.folder import DocumentReader
from localcheck.ingest.corpus.mediawiki import ARTICLES
from localcheck.ingest.corpus.reader import CorpusReader
from localcheck.ingest.corpus.records import Item, Record
from localcheck.ingest.corpus.streams import SUFFIXES, Meter, chunks
from localcheck.ingest.corpus.wikitext import to_plain
from localcheck.ingest.listing import HIDDEN, Left, listing
from localcheck.registry import CORPORA

HEAD = 65_536
"""Bytes of a file that a reader is told the format from."""
FOLDER = "folder"
"""The kind of a folder of documents."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """Files of one kind, to be read once in order."""

    root: Path
    kind: str
    """A name of ``registry.CORPORA``, or ``FOLDER``."""
    files: tuple[Path, ...]
    size: int
    """Bytes on disk of all files together."""
    left: tuple[Left, ...] = ()
    """Files of the folder that are not read."""
    meter: Meter = field(default_factory=Meter)
    """Bytes read so far, for progress."""

    def items(self, namespaces: Collection[int] = ARTICLES, reader: DocumentReader | None = None) -> Iterator[Item]:
        """Everything in the corpus, in a stable order. ``reader`` is needed for a folder of documents."""
        if self.kind != FOLDER:
            read = _reader(self.kind).read
            for path in self.files:
                yield from read(path, self.meter, namespaces)
        elif reader is not None:
            for path in self.files:
                yield from folder.read(self.root, path, reader)
                self.meter.read += path.stat().st_size


def open_corpus(path: Path) -> Corpus:
    """Tell the kind of the corpus at ``path`` from its content. Raises ``BadInput`` for what is none."""
    path = path.expanduser()
    if path.is_dir():
        return _folder(path)
    kind = _recognised(path)
    if kind is None:
        raise BadInput(path, "is not a corpus that can be indexed", _hint())
    return Corpus(path, kind, (path,), path.stat().st_size)


def plain_text(record: Record) -> str:
    """The article's readable text."""
    if record.markup == "html":
        return pagehtml.to_plain(record.body, record.title)
    return to_plain(record.body) if record.markup == "wikitext" else record.body


def _reader(kind: str) -> CorpusReader:
    found: CorpusReader = CORPORA.load(kind)
    return found


def _hint() -> str:
    formats = [_reader(kind).described for kind in CORPORA.entries()]
    return f"give {', '.join(formats)}, or a folder of documents (txt, md, html, pdf, docx)"


def _recognised(path: Path) -> str | None:
    """The kind of a file; installed readers are asked first. Raises ``BadInput`` for an empty file."""
    head = next(chunks(path), b"")[:HEAD].lstrip(b"\xef\xbb\xbf \t\r\n")
    if not head:
        raise BadInput(path, "is empty", _hint())
    return next((kind for kind in CORPORA.entries() if _reader(kind).recognises(head)), None)


def _folder(root: Path) -> Corpus:
    paths = sorted(p for p in root.rglob("*") if p.is_file())
    for kind in CORPORA.entries():
        if (pattern := _reader(kind).pattern) and (found := tuple(p for p in paths if _named(p, pattern))):
            kind = _recognised(found[0]) or kind
            return Corpus(root, kind, found, _size(found), _others(root, found, _reader(kind).described))
    documents = listing(root, folder.SUFFIXES)
    if not documents.read:
        raise BadInput(root, "holds no documents to index", _hint())
    return Corpus(root, FOLDER, documents.read, _size(documents.read), documents.left)


def _named(path: Path, pattern: str) -> bool:
    """Whether a file has a name like ``pattern``; a suffix of compression does not count."""
    name = path.stem if path.suffix in SUFFIXES else path.name
    return fnmatchcase(name, pattern) and Path(name).suffix == Path(pattern).suffix


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
