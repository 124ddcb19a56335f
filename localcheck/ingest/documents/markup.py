"""Markdown, HTML, reStructuredText, LaTeX and notebooks as documents, with a blank line between paragraphs; and text gathered
block by block within a limit, with the place (page, sheet, slide, chapter) that each part of it stands in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from localcheck.errors import BadInput, NoProse
from localcheck.ingest import in_place
from localcheck.ingest.documents.decode import decode
from localcheck.system.jsontext import NotJson, parse
from localcheck.text.counting import many
from localcheck.text.html import reading
from localcheck.text.inert import writable
from localcheck.text.markers import without
from localcheck.text.patterns import regex
from localcheck.text.periods import a_day


@dataclass(frozen=True, slots=True)
class Extract:
    """What was read from a file."""

    text: str
    title: str = ""
    date: str = ""
    """When it was written, as far as the document says so: ISO, perhaps only a year or a month."""
    parts: tuple[tuple[int, str, str], ...] = ()
    """Where a page, sheet, slide or chapter begins in ``text``, its place ("page 3"), and its own name, perhaps empty."""
    notes: tuple[str, ...] = ()
    """What was not read, or how it was read: one sentence each, for people."""


_FRONT_DATE = regex(r"^date\s*[:=]\s*['\"]?([\d][\d-]{3,9})", re.MULTILINE | re.IGNORECASE)


def markdown(source: str) -> Extract:
    """A Markdown text: headings, paragraphs, items, tables as sentences, code between fences, blocks of raw HTML."""
    from localcheck.ingest.in_place import markdown as reader

    source = without(source.replace("\r\n", "\n").replace("\r", "\n"), comments=False)
    placed, front = reader.read(source), reader.FRONT_MATTER.match(source)
    dated = _FRONT_DATE.search(front.group(2)) if front else None
    return Extract(placed.text, placed.title, a_day(dated.group(1)) if dated else "")


def html(source: str, path: str) -> Extract:
    """The main text of a page of HTML. Raises ``BadInput``."""
    page = reading.main_text(source, path)
    notes = (f"{many(page.left_out, 'paragraph')} beside the main text left out",) if page.left_out else ()
    return Extract(page.text, page.title, page.date, notes=notes)


def whole_page(data: bytes, path: str) -> Extract:
    """All text of a page that is known to be text, such as a chapter of a book. Raises ``BadInput``."""
    page = reading.whole_text(decode(data, path)[0], path)
    return Extract(page.text, page.title, page.date)


NOTE_MARK = regex(r"(?<=[a-z]{4}[.!?])\d{1,2}(?=\s+[A-Z\u201c\"(]|\s*\Z)")
"""The raised number of a note behind a sentence: "in the year.1 The tower". Not behind short words, such as "no.2 The"."""
_UNENDED = regex(r"[^\s.!?:…。！？][\"”’)\]]{0,3}\Z")
_GOES_ON = regex(r"(?!(?:[a-z]|[ivx]{2,5})[.)]\s)[a-zß-ÿ]")
"""The beginning of a block with which a sentence may go on; that of an item ("b) …") is none."""


def too_long(path: str, limit: int) -> BadInput:
    """The error for a document over the limit."""
    return BadInput(path, f"larger than {limit / 1e6:g} MB of text", "split it into parts and check them one by one")


class Gathered:
    """Blocks of text, joined by blank lines. A part begins where ``part`` is called and holds the blocks after it."""

    def __init__(self, path: str, limit: int) -> None:
        self.notes: list[str] = []
        """What was not read, or how it was read."""
        self._path = path
        self._limit = limit
        self._blocks: list[str] = []
        self._length = 0
        self._parts: list[tuple[int, str, str]] = []
        self._next: tuple[str, str] | None = None

    def part(self, place: str, label: str = "") -> None:
        """What follows stands in ``place``; ``label`` is the part's own name. A part without text is not kept."""
        self._next = (" ".join(place.split()), " ".join(label.split()))

    def add(self, block: str, running_on: bool = False) -> None:
        """Append a block, unless it is blank. ``running_on``: only a line ends before it where it goes on with a sentence
        of the block before. Raises ``BadInput`` beyond the limit.
        """
        block = writable(block.replace("\r\n", "\n").replace("\r", "\n")).strip()
        if not block:
            return
        between = ("\n" if running_on and self.goes_on(block) else "\n\n") if self._blocks else ""
        start = self._length + len(between)
        self._length = start + len(block)
        self.check(self._length)
        if self._next is not None:
            self._parts.append((start, *self._next))
            self._next = None
        self._blocks += [between, block]

    def goes_on(self, block: str) -> bool:
        """True if ``block`` goes on with a sentence of the block before."""
        unended = bool(self._blocks) and _UNENDED.search(self._blocks[-1]) is not None
        return unended and _GOES_ON.match(block.strip()) is not None

    def check(self, length: int) -> None:
        """Raise ``BadInput`` if ``length`` characters are too many."""
        if length > self._limit:
            raise too_long(self._path, self._limit)

    def extract(self, title: str = "", date: str = "", empty: tuple[str, str] | None = None) -> Extract:
        """Everything gathered. Raises ``BadInput`` with ``empty``, a reason and a hint, where no block has any text; None: does
        not.
        """
        if empty and not self._blocks:
            raise BadInput(self._path, *empty)
        return Extract("".join(self._blocks), title.strip(), date, tuple(self._parts), tuple(self.notes))


def named(extract: Extract) -> Extract:
    """The same without a title that stands nowhere in the text: programs make one up, such as "PowerPoint Presentation"."""
    return extract if extract.title.lower() in extract.text.lower() else replace(extract, title="")


def rst(data: bytes, path: str, limit: int) -> Extract:
    """The prose of a reStructuredText source. Raises ``BadInput``."""
    return _prose(data, path, limit, "restructuredtext")


def latex(data: bytes, path: str, limit: int) -> Extract:
    """The prose of a LaTeX source. Raises ``BadInput``, and ``MissingExtra`` without its parser."""
    return _prose(data, path, limit, "latex")


def notebook(data: bytes, path: str, limit: int) -> Extract:
    """The cells of a Jupyter notebook that are prose; code and its output are left out, which is said. Raises ``BadInput``."""
    try:
        found = parse(decode(data, path)[0])
    except NotJson as error:
        raise BadInput(path, f"not a notebook: {error}", "open and save it again") from None
    cells = found.get("cells") if isinstance(found, Mapping) else None
    if not isinstance(cells, list):
        raise BadInput(path, "not a notebook of Jupyter's format 4", "convert it: jupyter nbconvert --to notebook FILE")
    prose = [_source(cell) for cell in cells if _kind(cell) == "markdown"]
    code = sum(_kind(cell) == "code" and bool(_source(cell).strip()) for cell in cells)
    whole = markdown("\n\n".join(prose))
    read = (markdown(cell).text for cell in prose)  # a fence that is open at the end of a cell hides no other
    extract = _filled(replace(whole, text="\n\n".join(filter(None, read))), path, limit)
    return replace(extract, notes=(f"{many(code, 'cell')} of code left out",) if code else ())


_INCLUDING = regex(r"^(?:[^%\n]*\\(?:input|include|subfile)[ \t]*\{|[ \t]*\.\. include::)", re.MULTILINE)


def _prose(data: bytes, path: str, limit: int, format: str) -> Extract:
    source = decode(data, path)[0]
    placed, included = in_place.read(source, format), len(_INCLUDING.findall(source))
    counts = ((placed.left_out, "table", "left out"), (included, "included file", "not read"))
    notes = tuple(f"{many(number, what)} {how}" for number, what, how in counts if number)
    return _filled(Extract(placed.text, placed.title, notes=notes), path, limit)


def _filled(extract: Extract, path: str, limit: int) -> Extract:
    if not extract.text.strip():
        raise NoProse(path, "holds no prose", "is its text in another file?")
    if len(extract.text) > limit:
        raise too_long(path, limit)
    return extract


def _kind(cell: object) -> object:
    return cell.get("cell_type") if isinstance(cell, Mapping) else None


def _source(cell: object) -> str:
    """The text of a cell, which is one string or a list of lines."""
    text = cell.get("source") if isinstance(cell, Mapping) else ""
    lines = text if isinstance(text, list) else [text]
    return "".join(line for line in lines if isinstance(line, str))
