"""Which format a corpus is in: by its content, or as the user says, and what its name says otherwise."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from localcheck.errors import BadInput, UnknownName
from localcheck.ingest.corpus import folder
from localcheck.ingest.corpus.reader import CorpusReader
from localcheck.ingest.corpus.streams import SUFFIXES, chunks, compression
from localcheck.ingest.documents.kinds import SUFFIXES as DOCUMENTS
from localcheck.registry import CORPORA

HEAD = 65_536
"""Bytes of a file that a reader is told the format from."""
FOLDER = folder.KIND
"""The kind of a folder of documents."""


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
