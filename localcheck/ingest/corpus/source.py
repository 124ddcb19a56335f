"""Which kind of corpus lies at a path, and one iterator over whatever it is."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from localcheck.errors import BadInput
from localcheck.ingest.corpus import folder
from localcheck.ingest.corpus.folder import DocumentReader
from localcheck.ingest.corpus.mediawiki import ARTICLES
from localcheck.ingest.corpus.parts import Part, batches
from localcheck.ingest.corpus.recognise import FOLDER, Recognised, hint, named_like, reader_of, recognise
from localcheck.ingest.corpus.records import Item
from localcheck.ingest.corpus.streams import Meter
from localcheck.ingest.documents.kinds import SUFFIXES as DOCUMENTS
from localcheck.ingest.listing import HIDDEN, Left, is_hidden, listing, summary
from localcheck.registry import CORPORA
from localcheck.reports.recognise import is_report

UNSAID = Recognised(FOLDER, "a folder of documents")


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
    recognised: Recognised = UNSAID
    """What it was taken for, and why."""
    meter: Meter = field(default_factory=Meter)
    """Bytes read so far, for progress."""

    def items(self, namespaces: Collection[int] = ARTICLES, reader: DocumentReader | None = None) -> Iterator[Item]:
        """Everything in the corpus, in a stable order. ``reader`` is needed for a folder of documents."""
        if self.kind != FOLDER:
            read = reader_of(self.kind).read
            for path in self.files:
                yield from read(path, self.meter, namespaces)
        elif reader is not None:
            for path in self.files:
                yield from folder.read(self.root, path, reader)
                self.meter.read += _size((path,))

    def parts(self, namespaces: Collection[int] = ARTICLES, reader: DocumentReader | None = None) -> Iterator[Part]:
        """The same as ``items``, in parts that can be read in any process."""
        cut = reader_of(self.kind).parts if self.kind != FOLDER else None
        if cut is None:
            yield from batches(self.items(namespaces, reader))
        else:
            for path in self.files:
                yield from cut(path, self.meter, namespaces)


def open_corpus(path: Path, asked: str = "") -> Corpus:
    """The corpus at ``path``, its format told from the content, or as ``asked``.

    Raises ``BadInput`` for what is none, ``UnknownName`` for an unknown format.
    """
    path = path.expanduser()
    if path.is_dir():
        return _folder(path, asked)
    found = recognise(path, asked)
    root = path.parent if found.kind == FOLDER else path
    return Corpus(root, found.kind, (path,), path.stat().st_size, recognised=found)


def _folder(root: Path, asked: str) -> Corpus:
    if asked and asked != FOLDER:
        return _as_asked(root, asked)
    paths = sorted(p for p in root.rglob("*") if p.is_file() and not is_hidden(p.relative_to(root)))
    paths = [p for p in paths if p.suffix.lower() in DOCUMENTS or not is_report(p)]
    for kind in () if asked else CORPORA.entries():
        pattern = reader_of(kind).pattern
        if pattern and (found := tuple(p for p in paths if named_like(p, pattern))):
            told = recognise(_first(found))
            why = f"{found[0].relative_to(root)} is called {pattern}, {told.why}"
            left = _others(root, found, reader_of(kind).described)
            recognised = replace(told, why=why)
            return Corpus(root, told.kind, found, _size(found), left, recognised)
    documents = listing(root, DOCUMENTS)
    if not documents.read:
        why = summary(one for one in documents.left if one.why != HIDDEN)
        raise BadInput(root, "; ".join(filter(None, ("holds no documents to index", why))), hint())
    recognised = Recognised(FOLDER, "a folder of documents", "", "as asked" if asked else "it holds documents")
    return Corpus(root, FOLDER, documents.read, _size(documents.read), documents.left, recognised)


def _as_asked(root: Path, asked: str) -> Corpus:
    """The files of a folder that are called as those of the format are; where none is, all that are not hidden."""
    reader = reader_of(asked)
    every = tuple(root / left.where for left in listing(root, ()).left if left.why != HIDDEN)
    named = tuple(p for p in every if named_like(p, reader.pattern)) if reader.pattern else ()
    found = named or tuple(p for p in every if p.is_file() and p.resolve().is_relative_to(root.resolve()))
    if not found:
        raise BadInput(root, "holds no files to index", hint())
    recognised = recognise(_first(found), asked)
    return Corpus(root, asked, found, _size(found), _others(root, found, reader.described), recognised)


def _first(found: tuple[Path, ...]) -> Path:
    """The first file that is not empty, for the format to be told from."""
    return next((p for p in found if p.stat().st_size), found[0])


def _others(root: Path, read: tuple[Path, ...], what: str) -> tuple[Left, ...]:
    """The files beside those that are read; of documents it is said how they would be."""
    why = f"the folder is read as {what}"
    documents = {path.relative_to(root).as_posix() for path in listing(root, DOCUMENTS).read}
    instead = f"{why}; --format folder reads its documents instead"
    others = [left for left in listing(root, ()).left if root / left.where not in read]
    others += [Left(path.relative_to(root).as_posix(), why) for path in listing(root, ()).read]
    return tuple(
        left if left.why == HIDDEN else Left(left.where, instead if left.where in documents else why) for left in others
    )


def _size(files: tuple[Path, ...]) -> int:
    """Bytes of those that are still there."""
    total = 0
    for path in files:
        with suppress(OSError):
            total += path.stat().st_size
    return total
