"""PDF to plain text, bounded in memory.

What stands on the pages of a PDF and is none of its sentences. Pure.

Notes at the foot of a page, small print that begins with a number raised above it, are kept apart from the text; running
heads, running feet and page numbers are taken off.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from localcheck.errors import BadInput
from localcheck.ingest.documents import ocr
from localcheck.ingest.documents.markup import NOTE_MARK, Extract, Gathered, named
from localcheck.system.quiet import quiet
from localcheck.text.hyphens import whole_words
from localcheck.text.patterns import regex
from localcheck.text.periods import a_day
from localcheck.text.raised import joined

if TYPE_CHECKING:
    from pypdf import PageObject, PdfReader

OF_NOTES = 0.9
"""Letters below this part of the size of most letters on the page are small print."""
_NUMBER = regex(r"\s*(\d{1,3})(?=\s|[A-Z\"“]|\Z)[.)]?\s*")


class Piece(NamedTuple):
    """A piece of text as it is printed."""

    text: str
    raised: bool
    size: float


Line = list[Piece]


def body_and_notes(pieces: Sequence[Piece]) -> tuple[str, list[str]]:
    """The text of a page, and its notes without their numbers. The number that leads to a note goes, wherever it stands."""
    lines = list(_lines(pieces))
    first, end = _foot(lines)
    marks = {piece.text.strip() for line in lines[:first] for piece in line if piece.raised}
    starts = [n for n in range(first, end) if _number(lines[n]) in marks]
    if not starts:
        return joined((piece.text, piece.raised) for piece in pieces), []
    known = {_number(lines[n]) for n in starts}
    kept = [piece for line in (*lines[: starts[0]], *lines[end:]) for piece in line]
    notes = [_printed(lines[at:after]) for at, after in zip(starts, [*starts[1:], end], strict=True)]
    return joined(_unmarked(kept, known)), [_NUMBER.sub("", note, count=1).strip() for note in notes]


def _lines(pieces: Sequence[Piece]) -> Iterator[Line]:
    """The lines, each with its end."""
    line: Line = []
    for piece in pieces:
        for text in piece.text.splitlines(keepends=True):
            line.append(piece._replace(text=text))
            if text.endswith("\n"):
                yield line
                line = []
    yield line


def _foot(lines: Sequence[Line]) -> tuple[int, int]:
    """Where the small print at the foot of a page begins and ends; a page number may stand below it."""
    sizes = Counter[float]()
    for line in lines:
        for piece in line:
            sizes[round(piece.size, 1)] += len(piece.text.strip())
    most = max(sizes, key=lambda size: sizes[size], default=0.0) * OF_NOTES
    small = [all(piece.size < most for piece in line if piece.text.strip()) for line in lines]
    end = max((n + 1 for n, is_small in enumerate(small) if is_small and _printed([lines[n]]).strip()), default=0)
    if sum(bool(_printed([line]).strip()) for line in lines[end:]) > EDGE:
        end = 0
    first = end
    while first and small[first - 1]:
        first -= 1
    return first, end


def _number(line: Line) -> str:
    found = _NUMBER.match(_printed([line]))
    return found[1] if found else ""


def _printed(lines: Sequence[Line]) -> str:
    return "".join(piece.text for line in lines for piece in line)


def _unmarked(pieces: Sequence[Piece], numbers: set[str]) -> Iterator[tuple[str, bool]]:
    """The pieces without the raised numbers of notes; one behind a digit may be a power."""
    before = ""
    for text, raised, _ in pieces:
        if raised and text.strip() in numbers and not before[-1:].isdigit():
            text = text[len(text.rstrip()) :]
        before = text or before
        yield text, raised


EDGE = 2
"""Lines at the top and at the bottom of a page that can be a running head or foot."""
FEWEST = 3
"""Pages on which a line must return."""
FEWEST_OF_A_SIDE = 2
"""Left or right pages on which it must, where left and right ones have heads of their own."""
_PAGE_NUMBER = regex(
    r"(?:(?:page|seite|p\.|s\.)\s*)?[-–—\s]*(?:\d{1,5}|[ivxlc]{1,7})[-–—\s]*(?:(?:of|von|/|\|)\s*\d{1,5})?",
    re.IGNORECASE,
)
_NAMED = regex(r"第\s*\d{1,5}\s*页(?:\s*[,，/]?\s*共\s*\d{1,5}\s*页)?")
_DIGITS = regex(r"\d+")


def without_furniture(pages: Sequence[str]) -> list[str]:
    """The pages without lines at their edges that are a page number, or that return but for their digits on most pages, or on
    most left or right ones, as in a book.
    """
    split = [page.splitlines() for page in pages]
    often, left, right = (_returning(some, FEWEST) for some in (split, split[1::2], split[::2]))
    few_left, few_right = (_returning(side, FEWEST_OF_A_SIDE) for side in (split[1::2], split[::2]))
    if left - few_right or right - few_left:
        often |= few_left | few_right
    return ["\n".join(_stripped(lines, often)).strip() for lines in split]


def _returning(pages: Sequence[Sequence[str]], fewest: int) -> set[str]:
    """The keys of the lines that stand at the edges of at least half of these pages, and of the fewest."""
    edges = Counter(key for lines in pages for key in {_key(line) for line in _edge(lines)} if key)
    return {key for key, n in edges.items() if n >= max(fewest, len(pages) / 2)}


def _edge(lines: Sequence[str]) -> Sequence[str]:
    return [*lines[:EDGE], *lines[-EDGE:]] if len(lines) > 2 * EDGE else lines


def _key(line: str) -> str:
    return _DIGITS.sub("0", " ".join(line.split()).casefold())


def _stripped(lines: Sequence[str], often: set[str]) -> list[str]:
    """The lines of one page, taken off from both ends as long as they are furniture."""
    first, last = 0, len(lines)
    while first < last and first < EDGE and _is_furniture(lines[first], often):
        first += 1
    while last > first and len(lines) - last < EDGE and _is_furniture(lines[last - 1], often):
        last -= 1
    return list(lines[first:last])


def _is_furniture(line: str, often: set[str]) -> bool:
    text = line.strip()
    return not text or bool(_PAGE_NUMBER.fullmatch(text) or _NAMED.fullmatch(text)) or _key(line) in often


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
    return named(out.extract(title, date, (f"the PDF holds no text ({scanned or 'a scan?'})", ocr.HINT)))


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
        _add_running_on(out, block)
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


def _add_running_on(out: Gathered, text: str) -> None:
    """The paragraphs of a page. Text recognition parts a sentence in two of them where lines stand further apart."""
    for paragraph in text.split("\n\n"):
        out.add(paragraph, running_on=True)


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
