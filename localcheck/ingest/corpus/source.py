"""Which kind of corpus lies at a path, by its content or as the user says, and one iterator over whatever it is.

A folder of documents, one article each. How a document is read is given by the caller.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import cache
from hashlib import sha256
from pathlib import Path

from localcheck.errors import BadInput, LocalcheckError, UnknownName
from localcheck.ingest.corpus.mediawiki import ARTICLES
from localcheck.ingest.corpus.records import CorpusReader, Item, Malformed, Part, Record, Remark, Skipped, batches
from localcheck.ingest.corpus.streams import SUFFIXES, Meter, chunks, compression
from localcheck.ingest.documents.kinds import SUFFIXES as DOCUMENTS
from localcheck.ingest.listing import HIDDEN, Left, is_hidden, listing, summary
from localcheck.registry import CORPORA
from localcheck.reports.recognise import is_report
from localcheck.system import resources
from localcheck.text.hyphens import whole_words
from localcheck.text.periods import in_name
from localcheck.types import READING_NOTES, WRITTEN, Document

DocumentReader = Callable[[Path], Iterable[Document]]
"""The documents in a file, for example the messages of a mailbox; raises ``LocalcheckError`` for one that cannot be read."""

FOLDER = "folder"
"""Kind of the documents of a folder."""


@cache
def read_by() -> str:
    """A digest of the modules that make text of a user's files: with another one a file may be read otherwise."""
    folders = (resources.PACKAGE / place for place in ("ingest/documents", "ingest/in_place", "text/html"))
    files = [
        *(file for folder in folders for file in sorted(folder.glob("*.py"))),
        resources.PACKAGE / "text/table_text.py",
    ]
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


def read_file(root: Path, path: Path, reader: DocumentReader) -> Iterator[Item]:
    """The documents in a file as records; their revision is a digest of the file.

    Their date is that in its name, else the one that the document states. The time of the file says when it was copied.
    """
    name = str(path.relative_to(root))
    try:
        found = list(reader(path))
        digest = resources.sha256_file(path)[:16]
    except LocalcheckError as error:
        yield Malformed(name, error.message.removeprefix(f"{path}: "))
        return
    except OSError as error:
        yield Malformed(name, error.strerror or str(error))
        return
    except Exception as error:  # a reader's fault in one document must not end the corpus
        yield Malformed(name, f"cannot be read ({type(error).__name__})")
        return
    stem = path.stem.replace("_", " ").replace("-", " ").strip()
    for said in dict.fromkeys(str(note) for document in found for note in document.get(READING_NOTES) or ()):
        yield Remark(name, said)
    for document in found:
        yield from _records(document, name, stem, digest, in_name(path.name) or str(document.get(WRITTEN) or ""))


def _records(document: Document, name: str, stem: str, digest: str, date: str) -> Iterator[Item]:
    """A record for each page, sheet, slide or chapter, named in its locator; one record where there are none."""
    title = document.title.strip() or stem
    parts = [(int(start), str(place), str(label)) for start, place, label in document.get("parts") or ()]
    if not parts or parts[0][0]:
        parts.insert(0, (0, "", ""))
    stops = [*(start for start, _, _ in parts[1:]), len(document.text)]
    for (start, place, label), stop in zip(parts, stops, strict=True):
        if text := whole_words(document.text[start:stop]).strip():
            called = f"{title}, {label}" if label and label != title else title
            yield Record(called, text, "plain", FOLDER, f"{name}, {place}" if place else name, digest, date)
        else:
            yield Skipped("empty or deleted text")


HEAD = 65_536
"""Bytes of a file that a reader is told the format from."""


@dataclass(frozen=True, slots=True)
class Recognised:
    """What a source was taken for, and why."""

    kind: str
    """A name of ``registry.CORPORA``, or ``folder``."""
    described: str
    """``a MediaWiki XML dump``."""
    compression: str = ""
    """``bz2``, ``gz``, ``xz``, ``zst``, or empty."""
    why: str = ""
    odd: str = ""
    """What the name of the file says otherwise; empty where it agrees."""

    def said(self) -> str:
        """One line: ``a MediaWiki XML dump, compressed with bz2 (by its content)``."""
        packed = f", compressed with {self.compression}" if self.compression else ""
        return f"{self.described}{packed} ({self.why})"


def reader_of(kind: str) -> CorpusReader:
    """The reader of a format. Raises ``UnknownName``."""
    if kind not in CORPORA.entries():
        raise UnknownName("corpus format", kind, formats())
    found: CorpusReader = CORPORA.load(kind)
    return found


def formats() -> list[str]:
    """Names of all formats that ``--format`` takes."""
    return [*CORPORA.names(), FOLDER]


def hint() -> str:
    """What can be indexed."""
    described = [reader_of(kind).described for kind in CORPORA.entries()]
    return f"give {', '.join(described)}, or a document or a folder of them (txt, md, html, pdf, docx)"


def recognise(path: Path, asked: str = "") -> Recognised:
    """The format of a file; ``asked`` is the user's word for it. Installed readers are asked first.

    What none of them knows is a document where its name says so. Raises ``BadInput`` for an empty file or one of no known
    format, ``UnknownName`` for an unknown word.
    """
    document = path.suffix.lower() in DOCUMENTS
    if asked == FOLDER and not document:
        raise BadInput(path, "is a file, not a folder of documents", "give the folder that it lies in")
    if asked == FOLDER:
        return Recognised(FOLDER, "a document", "", "as asked")
    asked_reader = reader_of(asked) if asked else None
    head = next(chunks(path), b"")[:HEAD].lstrip(b"\xef\xbb\xbf \t\r\n")
    if not head:
        raise BadInput(path, "is empty", hint())
    found = next((kind for kind in CORPORA.entries() if reader_of(kind).recognises(head)), "")
    packed = compression(path)
    if asked_reader is not None:
        odd = f"it begins like {reader_of(found).described}" if found and found != asked else ""
        return Recognised(asked, asked_reader.described, packed[1:], "as asked", odd)
    if not found and document:
        return Recognised(FOLDER, "a document", "", f"its name ends in {path.suffix}")
    if not found:
        raise BadInput(path, f"is not a corpus that can be indexed{_called(path)}", hint())
    reader = reader_of(found)
    described = reader.described + reader.variety(path)
    return Recognised(found, described, packed[1:], "by its content", _odd(path, packed, reader))


def named_like(path: Path, pattern: str) -> bool:
    """Whether a file has a name like ``pattern``; a suffix of compression does not count."""
    name = path.stem if path.suffix in SUFFIXES else path.name
    return fnmatchcase(name, pattern) and fnmatchcase(Path(name).suffix, Path(pattern).suffix)


def _ending(path: Path) -> str:
    return Path(path.stem if path.suffix in SUFFIXES else path.name).suffix.lower()


def _known() -> dict[str, str]:
    """Endings and what files that are called so should be."""
    return {ending: reader_of(kind).described for kind in CORPORA.entries() for ending in reader_of(kind).endings}


def _called(path: Path) -> str:
    expected = _known().get(_ending(path))
    return f": its name ends in {_ending(path)}, but it does not begin like {expected}" if expected else ""


def _odd(path: Path, packed: str, reader: CorpusReader) -> str:
    """How the name of a file misleads."""
    said, suffix = [], path.suffix if path.suffix in SUFFIXES else ""
    if suffix != packed:
        said.append(f"its name says {suffix[1:] or 'no'} compression, its content {packed[1:] or 'none'}")
    ending = _ending(path)
    misleading = ending in _known() or (ending in DOCUMENTS and ending not in (".txt", ".text"))
    if reader.endings and ending not in reader.endings and misleading:
        said.append(f"its name ends in {ending}, but it is {reader.described}")
    return "; ".join(said)


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
                yield from read_file(self.root, path, reader)
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
    path = resources.typed_path(path)
    if path.is_dir():
        return _folder(path, asked)
    if path.is_fifo():
        raise BadInput(path, "an index is not built from a pipe", "write it to a file: a stopped build reads it again")
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
    every = [p for left in listing(root, ()).left if left.why != HIDDEN and (p := root / left.where).is_file()]
    named = tuple(p for p in every if named_like(p, reader.pattern)) if reader.pattern else ()
    found = named or tuple(p for p in every if p.resolve().is_relative_to(root.resolve()))
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


def date_of(source: Path, kind: str, newest: str) -> str:
    """The date of articles that have none: the newest of a dump of one day, else the date in the source's name.

    In a folder and in a table each document speaks for itself: the newest one says nothing about the others.
    """
    return (newest if kind != FOLDER and reader_of(kind).snapshot else "") or in_name(source.name)
