"""Reads a ``Document`` from a path, standard input or a string. Heavy readers are imported only when a file needs them.

Reads a named pipe without waiting for ever: its writer must come, continue to write, and come to an end.
"""

from __future__ import annotations

import io
import os
import select
import stat
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from localcheck.errors import BadInput, NoProse, nearest
from localcheck.ingest.documents import json_rows, markup, pdf
from localcheck.ingest.documents.decode import decode, said_of
from localcheck.ingest.documents.kinds import BY_SUFFIX, KINDS, kind_of
from localcheck.ingest.documents.markup import too_long
from localcheck.ingest.documents.pdf import Tell
from localcheck.reports.recognise import written_here
from localcheck.text.hyphens import whole_words
from localcheck.text.inert import writable
from localcheck.text.markers import without
from localcheck.text.patterns import regex
from localcheck.text.sentences import blocks
from localcheck.types import READING_NOTES, STANDARD_INPUT, WRITTEN, Document

WAIT = 60.0
"""Seconds without a byte after which a pipe is given up."""
LONGEST = 600.0
"""Seconds that reading a pipe may take."""
PIECE = 1 << 16
_HINT = "write it to a file first; standard input (-) is read without a limit of time"


def opened(path: Path, most: int) -> BinaryIO:
    """``path``, open for reading; of a pipe ``most`` bytes at most, read already. Raises ``BadInput`` for a device."""
    mode = path.stat().st_mode
    if stat.S_ISFIFO(mode):
        return io.BytesIO(read(path, most))
    if not stat.S_ISDIR(mode) and not stat.S_ISREG(mode):
        raise BadInput(path, "is not a file", "give a file, or - for standard input")
    return path.open("rb")


def read(path: Path, most: int, wait: float = WAIT, longest: float = LONGEST) -> bytes:
    """What is written to the pipe until its writer closes it, ``most`` bytes at most.

    Raises ``BadInput`` if nothing comes for ``wait`` seconds or no end comes within ``longest``.
    """
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        return _drained(handle, path, most, wait, time.monotonic() + longest)
    finally:
        os.close(handle)


def _drained(handle: int, path: Path, most: int, wait: float, until: float) -> bytes:
    parts: list[bytes] = []
    size, idle = 0, time.monotonic() + wait
    while size < most:
        now = time.monotonic()
        if now >= min(until, idle):
            silent = f"is a pipe from which nothing came for {wait:g} s"
            raise BadInput(path, silent if idle <= until else "is a pipe that does not end", _HINT)
        if not select.select([handle], [], [], min(until, idle) - now)[0]:
            continue
        try:
            part = os.read(handle, PIECE)
        except BlockingIOError:
            continue
        if part:
            parts.append(part)
            size, idle = size + len(part), time.monotonic() + wait
        elif parts:
            break
        else:
            time.sleep(0.02)  # no writer has opened it yet: it reads as empty
    return b"".join(parts)


TEXT_LIMIT = 20_000_000
"""Characters of extracted text (and bytes of a text file) that one document may have."""
FILE_LIMIT = 200_000_000
"""Bytes of a PDF, a DOCX or a batch of JSON lines."""

OWN_REPORT = "localcheck wrote this file: what it says is the outcome of a check, neither a text to check nor evidence"
"""Said of a report that is named itself; in a folder, it is left out."""

LONGEST_TITLE = 80
"""Characters."""

_TITLE_MARKUP = regex(r"^[#=*_\s]+|[#=*_\s]+$")
_MARKED = regex(r"(?:[-*+•‣>|]|#{1,6}|\d+[.)]|[a-z][.)]) ")
_IN_TITLES = frozenset("a an and as at by for from in into of on or the to with".split())
"""Words that titles write small: "History of the Roman Empire"."""
_TITLE_END = regex(r"[.!?;:,。！？；：，]['\"”’)]*$")
_HTML_HEADS = ("<!doctype html", "<html", "<head", "<body")


def from_text(
    text: str, *, id: str = "text", title: str = "", prompt: str = "", media_type: str = "text/plain"
) -> Document:
    """A document from a string; the title is read off its first line when none is given.

    Line ends become ``\\n``, NUL and lone surrogates U+FFFD. Raises ``BadInput`` when the text is empty or too long.
    """
    clean = writable(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
    if not clean.strip():
        raise BadInput(id, "the text is empty", "give at least one sentence")
    if len(clean) > TEXT_LIMIT:
        raise too_long(id, TEXT_LIMIT)
    return Document(
        id=id,
        text=clean,
        title=whole_words(title or first_line_title(clean)),
        prompt=prompt,
        meta=(("media_type", media_type),),
    )


def read_document(path: str | Path) -> Document:
    """The document at ``path``, or standard input for ``-``. Raises ``BadInput``."""
    return _only(read_documents(path), path)


def read_text(path: str | Path) -> str:
    """The text of the document at ``path``, or of standard input for ``-``; empty where there is nothing in it. Raises
    ``BadInput``.
    """
    data = _bytes_of(str(path))
    return _only(_documents(_called(path), data), path).text if data.strip() else ""


def _only(documents: Iterator[Document], path: str | Path) -> Document:
    first = next(documents)
    if next(documents, None) is not None:
        raise BadInput(path, "holds more than one document", "give it to a command that takes a batch")
    return first


def read_documents(path: str | Path, tell: Tell | None = None) -> Iterator[Document]:
    """The documents at ``path`` in their order: the rows of a .jsonl or .json file, the messages of a mailbox, or the one
    document of any other file. ``tell`` hears how many pages of a PDF are read, and how many it has.
    """
    yield from _documents(_called(path), _bytes_of(str(path)), tell)


def _called(path: str | Path) -> str:
    """The id of a document that is read from there."""
    return STANDARD_INPUT if str(path) == "-" else str(path)


def _documents(name: str, data: bytes, tell: Tell | None = None) -> Iterator[Document]:
    if not data.strip():
        raise BadInput(name, "is empty", "give at least one sentence")
    kind, note = kind_of(name, data)
    if kind in ("json", "jsonl"):
        yield from _rows(name, data, kind)
    elif kind == "mbox":
        yield from _messages(name, data, note)
    else:
        own = OWN_REPORT if written_here(io.BytesIO(data)) else ""
        yield _single(name, data, kind, "; ".join(filter(None, (note, own))), tell)


def _rows(name: str, data: bytes, kind: str) -> Iterator[Document]:
    source, encoding = decode(data, name)
    said = said_of(data, source, encoding)
    found = json_rows.json_lines(source, name) if kind == "jsonl" else json_rows.json_value(source, name)
    empty = True
    for document in found:
        empty = False
        meta = (*document.meta, (READING_NOTES, [said])) if said else document.meta
        yield replace(document, text=from_text(document.text, id=document.id).text, meta=meta)
    if empty:
        raise BadInput(name, "holds no documents", 'give one {"text": "…"} object per line')


def _messages(name: str, data: bytes, note: str) -> Iterator[Document]:
    from localcheck.ingest.documents.mail import mailbox

    number = 0
    for number, extract in mailbox(data, name, TEXT_LIMIT):
        place = f"message {number}"
        yield _document(f"{name}#{number}", replace(extract, parts=((0, place, ""),)), "eml", note)
    if not number:
        raise BadInput(name, "holds no message with text", "are there only attachments in it?")


def _single(name: str, data: bytes, kind: str, note: str, tell: Tell | None) -> Document:
    """The one document in ``data``."""
    if kind == "pdf":
        return _document(name, pdf.read(data, name, TEXT_LIMIT, tell), kind, note)
    if KINDS[kind].reader and KINDS[kind].container:
        return _document(name, KINDS[kind].open()(data, name, TEXT_LIMIT), kind, note)
    source, encoding = decode(data, name)
    said = said_of(data, source, encoding)
    if KINDS[kind].reader:
        extract = KINDS[kind].open()(source.encode("utf-8", "surrogatepass") if said else data, name, TEXT_LIMIT)
    elif kind == "markdown":
        extract = markup.markdown(source)
    elif kind == "html" or source.lstrip()[:20].lower().startswith(_HTML_HEADS):
        kind, extract = "html", markup.html(source, name)
    else:
        extract = markup.Extract(without(source))
    document = _document(name, extract, kind, note, said)
    return replace(document, meta=(*document.meta, ("encoding", encoding)))


def _document(id: str, extract: markup.Extract, kind: str, *said: str) -> Document:
    """A document with what is known of its file: date, parts, and what is to be said of it.

    Raises ``NoProse`` where nothing but markup, pictures and remarks is in it.
    """
    if not extract.text.strip():
        raise NoProse(id, "holds no prose", "is its text in another file, or inside pictures?")
    document = from_text(extract.text, id=id, title=extract.title, media_type=KINDS[kind].media_type)
    notes = [note for note in (*said, *extract.notes) if note]
    known = {WRITTEN: extract.date, "parts": [list(part) for part in extract.parts], READING_NOTES: notes}
    return replace(document, meta=(*document.meta, *((key, value) for key, value in known.items() if value)))


def _bytes_of(name: str) -> bytes:
    """The raw bytes, read up to the limit and no further."""
    if name == "-":
        return _bounded(sys.stdin.buffer, name)
    try:
        with opened(Path(name), FILE_LIMIT + 1) as file:
            return _bounded(file, name)
    except FileNotFoundError:
        why = "a link to a file that is not there" if Path(name).is_symlink() else "no such file"
        raise BadInput(name, why, _instead_of(name)) from None
    except IsADirectoryError:
        raise BadInput(name, "is a folder", "give a file; a folder can be indexed: localcheck index build") from None
    except PermissionError:
        raise BadInput(name, "may not be read", "check its permissions") from None
    except (OSError, ValueError) as error:
        raise BadInput(name, f"cannot be read ({error})", "check the path") from None


def _bounded(file: BinaryIO, name: str) -> bytes:
    head = file.read(8)
    suffix = Path(name).suffix.lower()
    lines = b"{" in head and not suffix  # JSON lines through a pipe
    container = lines or KINDS[BY_SUFFIX.get(suffix, "text")].container
    container = container or head.startswith((b"%PDF-", b"PK\x03\x04", b"{\\rtf", b"From "))
    limit = FILE_LIMIT if container else TEXT_LIMIT
    data = head + file.read(limit)
    if len(data) <= limit:
        return data
    if container:
        raise BadInput(name, f"larger than {limit // 1_000_000} MB", "split it into parts and check them one by one")
    raise too_long(name, limit)


def _instead_of(name: str) -> str:
    """A hint that names the file in the same folder whose name is most similar, or what to do with an address."""
    path = Path(name)
    if name.startswith(("http:/", "https:/")):
        return "localcheck reads files: save the page, and give the name of that file"
    try:
        siblings = [e.name for e in path.parent.iterdir() if e.name != path.name] if path.parent.is_dir() else []
    except OSError:
        siblings = []
    near = nearest(path.name, siblings, most=1, cutoff=0.6)
    return f"did you mean {path.parent / near[0]}?" if near else "check the path"


def first_line_title(text: str) -> str:
    """The first block, when it reads like a title: short, one line, no final punctuation, more text below; else empty.

    The first line of a list of statements without full stops is none.
    """
    found = blocks(text)
    first = next(found, None)
    if first is None or next(found, None) is None:
        return ""
    line = _TITLE_MARKUP.sub("", first.of(text))
    if not line or "\n" in line or len(line) > LONGEST_TITLE or len(line.split()) > 12 or _TITLE_END.search(line):
        return ""
    return line if first.of(text)[0] not in "-|>•" and not _one_of_a_list(line, text) else ""


def _one_of_a_list(line: str, text: str) -> bool:
    """True for the first of two items of a list, and for a line that is written like a sentence ("Koalas live mainly on fish")
    where no line has a full stop or a mark of a list.
    """
    rest = [other.strip() for other in text.splitlines() if other.strip()]
    if all(_MARKED.match(other) for other in rest[:2]):
        return not rest[0].startswith("#")
    plain = not any(_TITLE_END.search(other) or _MARKED.match(other) for other in rest)
    said = [word for word in line.split()[1:] if word.islower() and word not in _IN_TITLES]
    return plain and len(line.split()) > 3 and bool(said)
