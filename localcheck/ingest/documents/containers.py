"""PDF and DOCX to plain text, bounded in memory."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from localcheck.errors import BadInput
from localcheck.ingest.documents.markup import Extract, quiet
from localcheck.text.periods import a_day

if TYPE_CHECKING:
    from pypdf import PdfReader

UNPACKED_LIMIT = 300_000_000
"""Bytes that a DOCX may unpack to."""

MOST_MEMBERS = 20_000
"""Files in a DOCX: its parts and pictures."""

_HYPHENATED = re.compile(r"(?<=[^\W\d_])[-\u00ad]\n(?=[a-zß-ÿ])")


def pdf(data: bytes, path: str, limit: int) -> Extract:
    """Text of a PDF, page after page. Raises ``BadInput`` for encrypted, damaged and image-only files."""
    with quiet("pypdf"):
        from pypdf import PdfReader
        from pypdf.errors import DependencyError

        try:
            reader = PdfReader(io.BytesIO(data))
            if reader.is_encrypted and not reader.decrypt(""):
                raise _encrypted(path)
            text = _HYPHENATED.sub("", "\n\n".join(_pages(reader, path, limit)))
            title = str(reader.metadata.title or "").strip() if reader.metadata else ""
            date = written(reader)
        except BadInput:
            raise
        except DependencyError:
            raise _encrypted(path) from None
        except Exception as error:  # pypdf raises many kinds, also built-in ones, on damaged files
            raise BadInput(
                path, f"damaged PDF ({type(error).__name__})", "open and save it again, or give text"
            ) from None
    if not text.strip():
        raise BadInput(path, "the PDF holds no text (a scan?)", "run text recognition (OCR) on it first")
    return Extract(text, title if title and title.lower() in text.lower() else "", date)


def written(reader: PdfReader) -> str:
    """The day that the PDF was made, else changed, as its metadata says; empty if they say nothing readable."""
    with suppress(ValueError, AttributeError, TypeError):
        day = reader.metadata and (reader.metadata.creation_date or reader.metadata.modification_date)
        return a_day(day.date().isoformat()) if day else ""
    return ""


def _encrypted(path: str) -> BadInput:
    return BadInput(path, "the PDF is encrypted", "save it without the password: qpdf --decrypt FILE NEW")


def _pages(reader: PdfReader, path: str, limit: int) -> Iterator[str]:
    total = 0
    for page in reader.pages:
        text = page.extract_text().strip()
        total += len(text)
        if total > limit:
            raise too_long(path, limit)
        if text:
            yield text


def too_long(path: str, limit: int) -> BadInput:
    """The error for a document over the limit."""
    return BadInput(path, f"larger than {limit / 1e6:g} MB of text", "split it into parts and check them one by one")


def docx(data: bytes, path: str, limit: int) -> Extract:
    """Paragraphs and table rows of a DOCX in their order."""
    from localcheck.ingest.documents import docx as reader

    _check_archive(data, path)
    try:
        extract = reader.read(data, limit)
    except reader.TooMuch as error:
        if not str(error):
            raise too_long(path, limit) from None
        raise BadInput(path, str(error), "split it into parts and check them one by one") from None
    except (
        reader.Malformed,
        zipfile.BadZipFile,
        zlib.error,
        StopIteration,
        RuntimeError,
        EOFError,
        ValueError,
    ) as error:
        raise BadInput(path, f"damaged DOCX ({type(error).__name__})", "open and save it again") from None
    if len(extract.text) > limit:
        raise too_long(path, limit)
    if not extract.text:
        raise BadInput(path, "the DOCX holds no text", "is its text inside pictures?")
    return extract


def _check_archive(data: bytes, path: str) -> None:
    """Raise ``BadInput`` for a file that is not a DOCX, or whose content is too large."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError):
        raise BadInput(path, "damaged DOCX (its archive is cut short)", "open and save it again") from None
    if not any(member.filename.startswith("word/") for member in members):
        raise BadInput(path, "an archive, not a Word document", "unpack it and give the files in it")
    if len(members) > MOST_MEMBERS:
        raise BadInput(path, f"holds more than {MOST_MEMBERS:,} files", "is it a Word document? it was not opened")
    if sum(member.file_size for member in members) > UNPACKED_LIMIT:
        raise BadInput(
            path, f"unpacks to more than {UNPACKED_LIMIT // 1_000_000} MB", "is it a zip bomb? it was not opened"
        )
