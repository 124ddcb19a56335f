"""The kinds of files that are read, and which of them a file is: by its content first, then by the ending of its name.

A new kind is one line in ``KINDS`` and a function ``read(data, path, limit) -> Extract`` in a file of its own.
"""

from __future__ import annotations

import codecs
import io
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from pathlib import Path

from localcheck.errors import BadInput
from localcheck.ingest.documents.decode import decode
from localcheck.ingest.documents.markup import Extract
from localcheck.ingest.listing import NAMED_ONLY, UNREAD
from localcheck.system import jsontext

Reader = Callable[[bytes, str, int], Extract]
"""From the bytes of a file, its name for messages, and the most characters of text. Raises ``BadInput``."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of file."""

    name: str
    """As people call it."""
    media_type: str
    suffixes: tuple[str, ...]
    reader: str = ""
    """``module:function`` of a ``Reader``; empty for kinds that ``read`` reads itself."""
    container: bool = True
    """True for a file that may be larger than its text: pictures, compression."""

    @property
    def called(self) -> str:
        """The name with its article."""
        first = self.name[0]
        return f"{'an' if first in ('AEFHILMNORSX' if self.name.isupper() else 'AEIOUaeiou') else 'a'} {self.name}"

    def open(self) -> Reader:
        """Import the reader."""
        module, _, function = self.reader.partition(":")
        found: Reader = getattr(import_module(f"localcheck.ingest.documents.{module}"), function)
        return found


_OFFICE = "application/vnd.openxmlformats-officedocument"
_ODF = "application/vnd.oasis.opendocument"
KINDS = {
    "text": Kind("plain text", "text/plain", (".txt", ".text"), container=False),
    "markdown": Kind("Markdown", "text/markdown", (".md", ".markdown"), container=False),
    "rst": Kind("reStructuredText", "text/x-rst", (".rst", ".rest"), "markup:rst", container=False),
    "latex": Kind("LaTeX", "text/x-tex", (".tex", ".ltx", ".latex"), "markup:latex", container=False),
    "notebook": Kind("Jupyter notebook", "application/x-ipynb+json", (".ipynb",), "markup:notebook"),
    "html": Kind("HTML", "text/html", (".html", ".htm", ".xhtml"), container=False),
    "json": Kind("JSON", "application/json", (".json",), container=False),
    "jsonl": Kind("JSON lines", "application/jsonl", (".jsonl", ".ndjson")),
    "pdf": Kind("PDF", "application/pdf", (".pdf",), "pdf:read"),
    "docx": Kind("DOCX", f"{_OFFICE}.wordprocessingml.document", (".docx",), "docx:read"),
    "pptx": Kind("PPTX", f"{_OFFICE}.presentationml.presentation", (".pptx",), "slides:read"),
    "xlsx": Kind("XLSX", f"{_OFFICE}.spreadsheetml.sheet", (".xlsx",), "sheets:xlsx"),
    "odt": Kind("OpenDocument text", f"{_ODF}.text", (".odt",), "opendocument:read"),
    "ods": Kind("OpenDocument spreadsheet", f"{_ODF}.spreadsheet", (".ods",), "opendocument:read"),
    "odp": Kind("OpenDocument presentation", f"{_ODF}.presentation", (".odp",), "opendocument:read"),
    "epub": Kind("EPUB", "application/epub+zip", (".epub",), "epub:read"),
    "rtf": Kind("RTF", "application/rtf", (".rtf",), "rtf:read"),
    "csv": Kind("CSV", "text/csv", (".csv", ".tsv"), "sheets:csv_table", container=False),
    "eml": Kind("e-mail", "message/rfc822", (".eml",), "mail:read"),
    "mbox": Kind("mailbox", "application/mbox", (".mbox",)),
    "srt": Kind("SubRip subtitles", "application/x-subrip", (".srt",), "subtitles:read", container=False),
    "vtt": Kind("WebVTT subtitles", "text/vtt", (".vtt",), "subtitles:read", container=False),
}
BY_SUFFIX = {suffix: key for key, kind in KINDS.items() for suffix in kind.suffixes}
SUFFIXES = frozenset(BY_SUFFIX) - NAMED_ONLY
"""Endings of the files of a folder that are documents."""
MANY = (".json", ".jsonl", ".ndjson", ".mbox")
"""Endings of files that may hold more than one document."""
_BY_MAGIC = ((b"%PDF-", "pdf"), (b"{\\rtf", "rtf"))
_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"II*\0", b"MM\0*")
"""How PNG, JPEG, GIF and TIFF begin."""
_SURE = ("pdf", "docx", "pptx", "xlsx", "odt", "ods", "odp", "epub", "rtf")
"""Kinds that are known by their content: a file that is called so and is none is refused."""
FIRST_LINES = 5
"""Lines of which one tells JSON lines; the first may be the one with a mistake."""
_BEFORE_JSON = b" \t\r\n\0" + codecs.BOM_UTF8 + codecs.BOM_UTF16
_BY_FOLDER = (("word/", "docx"), ("ppt/", "pptx"), ("xl/", "xlsx"), ("META-INF/container.xml", "epub"))


def kind_of(name: str, data: bytes) -> tuple[str, str]:
    """The kind of a file, and what is to be said of its name where it does not fit. Raises ``BadInput``."""
    suffix = Path(name).suffix.lower()
    named = BY_SUFFIX.get(suffix, "text")
    found = _by_content(name, data, named)
    if not found and named in _SURE:
        raise BadInput(name, f"not {KINDS[named].called} file, whatever its name says", "open and save it again")
    if not found and suffix in UNREAD:
        raise BadInput(name, f"files of type {suffix} are not read", "save it as DOCX, PDF or plain text")
    if not found and data.startswith(b"PK\x03\x04"):
        raise BadInput(name, "an archive, but not a document of a known type", "unpack it and give the files in it")
    if not found or found == named:
        return named, ""
    wrong = suffix and suffix in BY_SUFFIX and not {found, named} <= {"srt", "vtt"}
    said = f"its name ends in {suffix}, but it is {KINDS[found].called} file, and it was read as that"
    return found, said if wrong else ""


def _by_content(name: str, data: bytes, named: str) -> str:
    """The kind that the first bytes tell; empty where they tell none."""
    for magic, kind in _BY_MAGIC:
        if data.startswith(magic):
            return kind
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        raise BadInput(name, "an old or password-protected Office file", "save it as DOCX without a password")
    if data.startswith(_PICTURES) and b"\0" in data:
        raise BadInput(name, "a picture", "save it as a PDF, whose pages text recognition reads where it is installed")
    if data.startswith(b"PK\x03\x04"):
        return _archive(data, named)
    if named == "text":
        return _text(data) or ("" if Path(name).suffix else _json(name, data))
    return ""


def _text(data: bytes) -> str:
    """Of a file without a telling name: e-mail and subtitles are known by how they begin."""
    from localcheck.ingest.documents import mail, subtitles

    if mail.is_mailbox(data):
        return "mbox"
    if mail.is_message(data):
        return "eml"
    head = data[:400].decode("utf-8", "replace")
    if subtitles.is_subtitles(head):
        return "vtt" if head.lstrip("\ufeff").startswith(subtitles.HEAD) else "srt"
    return ""


def _json(name: str, data: bytes) -> str:
    """Of what has a name without an ending, as standard input has: documents as JSON, by the whole or by the first lines."""
    if data.lstrip(_BEFORE_JSON)[:1] not in (b"{", b"["):
        return ""
    text, _ = decode(data, name)
    whole = _parsed(text)
    if _is_document(whole[0] if isinstance(whole, list) and whole else whole):
        return "json"
    return "jsonl" if any(_is_document(_parsed(line)) for _, line in islice(jsontext.lines(text), FIRST_LINES)) else ""


def _parsed(text: str) -> object:
    """The value that is written in ``text``; None where it is no JSON."""
    try:
        return jsontext.parse(text)
    except jsontext.NotJson:
        return None


def _is_document(value: object) -> bool:
    return isinstance(value, dict) and "text" in value


def _archive(data: bytes, named: str) -> str:
    """By the file ``mimetype`` (OpenDocument, EPUB), else by the folders in it; else the kind of its name."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
            if "mimetype" in names:
                with archive.open("mimetype") as file:
                    stated = file.read(200).decode("ascii", "replace").strip()
                for key, kind in KINDS.items():
                    if kind.media_type == stated.removesuffix("-template"):
                        return key
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, ValueError, OSError):
        return named if named in _SURE else ""
    found = (key for folder, key in _BY_FOLDER if any(member.startswith(folder) for member in names))
    return next(found, named if named in _SURE else "")
