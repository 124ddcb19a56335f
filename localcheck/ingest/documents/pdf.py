"""PDF to plain text, bounded in memory."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from localcheck.errors import BadInput
from localcheck.ingest.documents import ocr
from localcheck.ingest.documents.markup import NOTE_MARK, Extract, Gathered
from localcheck.ingest.documents.pdf_notes import Piece, body_and_notes, without_furniture
from localcheck.system.quiet import quiet
from localcheck.text.hyphens import whole_words
from localcheck.text.patterns import regex
from localcheck.text.periods import a_day

if TYPE_CHECKING:
    from pypdf import PageObject, PdfReader

SMALL = 0.85
"""Sizes of letters below this part of those before them are small."""
MOST_PAGES = 3_000
"""Pages of a PDF; reading one takes some hundredths of a second."""
_DAY = regex(r"\D{0,4}(\d{4})(\d\d)?(\d\d)?")
"""The beginning of a date of a PDF, "D:20240501120000Z'"; its end, which LibreOffice writes so, is no date to pypdf."""
Tell = Callable[[float, float], None]


def read(data: bytes, path: str, limit: int, tell: Tell | None = None) -> Extract:
    """Text of a PDF, a part for each page. Pages without text that show a picture are scans: they are read by text
    recognition where a program for that is installed. Running heads and page numbers are left out. ``tell`` hears how many
    pages are read, and how many there are. Raises ``BadInput`` for encrypted, damaged and image-only files, and for one of
    more than ``MOST_PAGES``.
    """
    out = Gathered(path, limit)
    with quiet("pypdf"):
        from pypdf import PdfReader
        from pypdf.errors import DependencyError

        try:
            reader = PdfReader(io.BytesIO(data))
            if reader.is_encrypted and not reader.decrypt(""):
                raise _encrypted(path)
            scanned = _pages(reader, data, path, out, tell)
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
    extract = out.extract(title, date, (f"the PDF holds no text ({scanned or 'a scan?'})", ocr.HINT))
    return extract if title.lower() in extract.text.lower() else replace(extract, title="")


def written(reader: PdfReader) -> str:
    """The day that the PDF was made, else changed, as its metadata says; empty if they say nothing readable."""
    about: Mapping[str, object] = reader.metadata or {}
    days = (_DAY.match(str(about.get(key) or "")) for key in ("/CreationDate", "/ModDate"))
    return next(filter(None, (a_day("-".join(filter(None, day.groups()))) for day in days if day)), "")


def _encrypted(path: str) -> BadInput:
    return BadInput(path, "the PDF is encrypted", "save it without the password: qpdf --decrypt FILE NEW")


def _pages(reader: PdfReader, data: bytes, path: str, out: Gathered, tell: Tell | None) -> str:
    """Gather the pages; returns what is to be said of pictures of which no text came, empty if there are none."""
    scans = []
    texts: dict[int, str] = {}
    notes: dict[int, list[str]] = {}
    total, count = 0, len(reader.pages)
    if count > MOST_PAGES:
        why = f"has {count:,} pages; at most {MOST_PAGES:,} are read"
        raise BadInput(path, why, "split it into parts: qpdf IN.pdf --split-pages=1000 PART.pdf")
    for number, page in enumerate(reader.pages, 1):
        printed, notes[number] = _text(page)
        texts[number] = text = NOTE_MARK.sub("", whole_words(printed)).strip()
        if tell is not None:
            tell(number, count)
        total += len(text) + sum(map(len, notes[number]))
        out.check(total)
        if not text and _shows_picture(page):
            scans.append(number)
    read = ocr.recognised(data, tuple(scans)) if scans else ocr.Recognised()
    waiting: list[str] = []
    for number, text in zip(texts, without_furniture(list(texts.values())), strict=True):
        block = text or read.pages.get(number, "")
        if waiting and not out.goes_on(block):
            _add_all(out, waiting)
        out.part(f"page {number}")
        out.add(block, running_on=True)
        waiting += notes[number]
    _add_all(out, waiting)
    missing = [number for number in scans if number not in read.pages]
    if read.pages:
        out.notes.append(
            f"{_listed(sorted(read.pages))} read by text recognition ({read.program}): compare with the scan"
        )
    if missing:
        out.notes.append(f"{_listed(missing)} not read: a scan without text{read.why and f' ({read.why})'}")
    if missing and read.program:
        return f"it holds pictures, in which {read.program} found none"
    return f"it holds pictures of text, a scan{read.why and f': {read.why}'}" if missing else ""


def _add_all(out: Gathered, notes: list[str]) -> None:
    """Put the notes that wait for the end of a sentence behind it."""
    for note in notes:
        out.add(whole_words(note))
    notes.clear()


def _text(page: PageObject) -> tuple[str, list[str]]:
    """The text of a page, in which raised numbers are powers or, left out, those of notes (``text.raised``), and its notes."""
    printed = _Printed()
    text = page.extract_text(visitor_text=printed.add)
    return body_and_notes(printed.pieces) if printed.text == text else (text, [])


class _Printed:
    """What pypdf tells of a page, piece by piece. A piece is raised that is smaller than what stands before it in its line, and
    higher by less than a line.
    """

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self._size = self._height = 0.0
        """Of the words of the line that are not raised; no size at the beginning of a line."""

    def add(self, text: str, outer: Sequence[float], inner: Sequence[float], _: object, size: float) -> None:
        """Gather a piece; the matrices say how its font is scaled, and where it stands."""
        size, height = abs(size * inner[3] * outer[3]), inner[5] * outer[3] + outer[5]
        small = size < SMALL * self._size
        if text:
            self.pieces.append(Piece(text, small and 0 < height - self._height < self._size, size))
        if text.strip() and not small:
            self._size, self._height = size, height
        if "\n" in text:
            self._size = 0.0

    @property
    def text(self) -> str:
        """All of it, as it is printed."""
        return "".join(piece.text for piece in self.pieces)


def _shows_picture(page: PageObject) -> bool:
    """True if a page has a picture of its own. A damaged list of pictures is none."""
    try:
        resources: Any = page["/Resources"].get_object()
        pictures = resources["/XObject"].get_object()
        return any(pictures[name].get_object().get("/Subtype") == "/Image" for name in pictures)
    except Exception:  # pypdf raises many kinds
        return False


def _listed(pages: list[int]) -> str:
    shown = ", ".join(map(str, pages[:10])) + (" …" if len(pages) > 10 else "")
    return f"page {shown} was" if len(pages) == 1 else f"{len(pages)} pages ({shown}) were"
