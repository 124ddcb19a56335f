"""Reads OpenDocument texts, spreadsheets and presentations in one pass over their XML, without building a tree.

Deleted, struck out and hidden text, comments and descriptions of pictures are left out, formulas and charts too, which is
said; notes follow the paragraph that they belong to. OpenDocument 1.3, part 3 (OASIS, 2021).
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from contextlib import suppress

from localcheck.ingest.bounded_xml import Handler, Malformed
from localcheck.ingest.documents import packed
from localcheck.ingest.documents.markup import Extract, Gathered
from localcheck.ingest.documents.packed import Styles, attribute, number
from localcheck.ingest.documents.sheets import duration, write_sheet
from localcheck.text.counting import many
from localcheck.text.patterns import regex
from localcheck.text.periods import a_day
from localcheck.text.raised import joined
from localcheck.text.table_text import sentences

COLUMNS = 16_384
"""Of a spreadsheet, at most."""
MOST_COPIES = 63
"""Cells beside each other that one repeated cell with text is read as."""
BODY = "content.xml"
_ABOUT = "meta.xml"
_STYLES = "styles.xml"
_MANIFEST = "META-INF/manifest.xml"
_OBJECTS = "application/vnd.oasis.opendocument."
_UNREAD = ("formula", "chart")
"""Kinds of the objects that stand in files of their own."""
_LEFT_OUT = frozenset(
    {"tracked-changes", "annotation", "note-citation", "title", "desc", "ruby-text", "forms", "shapes"}
)
_UNSEEN = ("collapse", "filter")
"""What hides a row or a column."""
_LONG_TIME = regex(r"PT(2[4-9]|[3-9]\d|\d{3,5})H(\d\d)M(\d\d)(?:\.\d+)?S")
"""A day or more: no time of day."""
_RISES = regex(r"[1-9]\d*%")
"""Says by how much text is raised, as presentations do; lowered text has a minus there."""
_CELLS = ("table-cell", "covered-table-cell")
_WHITE = {"tab": "\t", "line-break": "\n"}
_STYLING = ("style", "list-style", "text-properties", "table-properties")


class _Styles(Styles):
    """The styles of paragraphs and spans that raise text, strike it out or hide it; a family of styles has its own names."""

    def __init__(self) -> None:
        super().__init__()
        self._style = ""

    def started(self, name: str, attributes: dict[str, str]) -> None:
        if name in ("style", "list-style"):
            family = attribute(attributes, "family")
            self._style = f"{family} {attribute(attributes, 'name')}"
            self.parents[self._style] = f"{family} {attribute(attributes, 'parent-style-name')}"
        elif name == "table-properties":
            self.own.setdefault(self._style, {})["hidden"] = attribute(attributes, "display") == "false"
        elif name == "text-properties":
            said = self.own.setdefault(self._style, {})
            if position := attribute(attributes, "text-position"):
                said["raised"] = position.startswith("super") or _RISES.match(position) is not None
            if line := attribute(attributes, "text-line-through-style"):
                said["struck"] = line != "none"
            if display := attribute(attributes, "display"):
                said["hidden"] = display == "none"


class _Walk(Handler):
    """Gathers paragraphs and table rows in their order."""

    def __init__(self, out: Gathered, styles: _Styles) -> None:
        self.out = out
        self._styles = styles
        self.has_body = False
        self._skipped = self._depth = 0
        """``_skipped``: depth of the element that is left out, 0 outside one."""
        self._paragraphs: list[list[tuple[str, bool]]] = []
        """Those that are open: their pieces of text, each with whether it is raised."""
        self._looks: list[dict[str, bool]] = [{}]
        """For each paragraph and span that is open what its style, and those around it, do to its text."""
        self._notes: list[str] = []
        """Paragraphs inside another one, such as footnotes; they follow it."""
        self._tables: list[_Table] = []
        self._sheets = False
        self._slides = self.hidden = 0
        """``hidden``: sheets that are not shown, and not read."""

    def started(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        hidden = name == "section" and attribute(attributes, "display") == "none"
        if self._skipped or hidden or name in _LEFT_OUT:
            self._skipped = self._skipped or self._depth
        elif name in ("p", "h"):
            self._paragraphs.append([])
            self._look("paragraph", attributes)
        elif name == "s" and self._paragraphs:
            self._append(" " * number(attribute(attributes, "c"), 100))
        elif name in _WHITE and self._paragraphs:
            self._append(_WHITE[name])
        elif name == "span":
            self._look("text", attributes)
        elif name in _STYLING:
            self._styles.started(name, attributes)
        else:
            self._structure_started(name, attributes)

    def _look(self, family: str, attributes: dict[str, str]) -> None:
        """A paragraph or a span begins, with its style."""
        own = self._styles.of(f"{family} {attribute(attributes, 'style-name')}")
        self._looks.append(self._looks[-1] | own)

    def _structure_started(self, name: str, attributes: dict[str, str]) -> None:
        if name in ("text", "presentation", "spreadsheet"):
            self.has_body, self._sheets = True, name == "spreadsheet"
        elif name == "page":
            self._slides += 1
            self.out.part(f"slide {self._slides}", _own_name(attribute(attributes, "name")))
        elif name == "table" and self._styles.of(f"table {attribute(attributes, 'style-name')}").get("hidden"):
            self._skipped, self.hidden = self._depth, self.hidden + 1
        elif name == "table":
            sheet = attribute(attributes, "name") if self._sheets and not self._tables else ""
            self._tables.append(_Table(sheet))
        elif self._tables:
            self._tables[-1].started(name, attributes)

    def ended(self, name: str) -> None:
        if self._skipped:
            self._skipped = 0 if self._skipped == self._depth else self._skipped
        elif name in ("p", "h") and self._paragraphs:
            self._looks.pop()
            self._put(joined(self._paragraphs.pop()))
        elif name == "span":
            self._looks.pop()
        elif name == "table" and self._tables:
            self._finish(self._tables.pop())
        elif self._tables:
            self._tables[-1].ended(name)
        self._depth -= 1

    def text(self, data: str) -> None:
        if not self._skipped and self._paragraphs:
            self._append(data)

    def _append(self, text: str) -> None:
        """A piece of the paragraph that is open, unless it is struck out or hidden."""
        look = self._looks[-1]
        if not look.get("struck") and not look.get("hidden"):
            self._paragraphs[-1].append((text, look.get("raised", False)))

    def _put(self, text: str) -> None:
        if self._paragraphs:
            self._notes.append(text)
            return
        for block in (text, *self._notes):
            if self._tables:
                self._tables[-1].cell.append(block)
            else:
                self.out.add(block)
        self._notes.clear()

    def _finish(self, table: _Table) -> None:
        if not self._tables:
            table.write(self.out)
        else:
            self._tables[-1].cell.extend(sentences(table.rows, table.marked))


class _Table:
    """A table that is being read."""

    def __init__(self, sheet: str) -> None:
        self.rows: list[tuple[str, ...]] = []
        self._sheet = sheet
        self._numbers: list[int] = []
        self._number = 0
        self._rows_repeated = self._repeated = 1
        self._row: list[str] = []
        self.cell: list[str] = []
        """The paragraphs of the cell that is open."""
        self._columns: list[bool] = []
        """Whether each column is hidden."""
        self._hidden = False
        """Is the row that is open hidden, or filtered out?"""
        self._value = ""
        """What the open cell holds where that is a date or yes or no, which may be shown in any form."""
        self._above: dict[int, tuple[str, int]] = {}
        """By column the text of a cell that goes over more rows, and over how many still."""
        self._over = 1
        """Over how many rows the open cell goes."""
        self.marked: bool | None = None
        """True where the file marks the first row as a header, which it need not do."""

    def started(self, name: str, attributes: dict[str, str]) -> None:
        """A row or a cell begins. A repeated row counts as often as it is repeated, and is kept once."""
        if name == "table-row":
            self._row = []
            self._number += self._rows_repeated
            self._rows_repeated = number(attribute(attributes, "number-rows-repeated"), 1 << 24)
            self._hidden = attribute(attributes, "visibility") in _UNSEEN
        elif name == "table-column":
            unseen = attribute(attributes, "visibility") in _UNSEEN
            times = number(attribute(attributes, "number-columns-repeated"), COLUMNS)
            self._columns += [unseen] * min(times, COLUMNS - len(self._columns))
        elif name == "table-header-rows" and not self.rows:
            self.marked = True
        elif name in _CELLS:
            self.cell, self._value = [], _value(attributes)
            self._repeated = number(attribute(attributes, "number-columns-repeated"), COLUMNS)
            self._over = number(attribute(attributes, "number-rows-spanned"), MOST_COPIES)

    def ended(self, name: str) -> None:
        """A row or a cell ends."""
        if name in _CELLS:
            column, text = len(self._row), "\n".join(self.cell)
            text = "" if any(self._columns[column : column + 1]) else (self._value or text) * bool(text)
            times = min(self._repeated, MOST_COPIES) if text else self._repeated
            self._row += [text] * min(times, COLUMNS - len(self._row))
            for under in self._above.keys() & set(range(column, len(self._row))):
                said, rows = self._above.pop(under)
                if name == "covered-table-cell" and not text:
                    self._row[under] = said
                    if rows > self._rows_repeated:
                        self._above[under] = said, rows - self._rows_repeated
            if self._over > 1:
                self._above[column] = text, self._over - 1
        elif name == "table-row" and not self._hidden:
            while self._row and not self._row[-1]:
                self._row.pop()
            if self._row:
                self.rows.append(tuple(self._row))
                self._numbers.append(self._number)

    def write(self, out: Gathered) -> None:
        """All rows as text."""
        if self._sheet:
            write_sheet(out, self._sheet, zip(self._numbers, self.rows, strict=True))
        else:
            for text in sentences(self.rows, self.marked):
                out.add(text)


def read(data: bytes, path: str, limit: int) -> Extract:
    """Text and title of an OpenDocument file; sheets and slides are parts. Raises ``BadInput``."""
    out = Gathered(path, limit)
    with packed.opened(data, path, "OpenDocument", BODY) as archive:
        styles = _Styles()
        if _STYLES in archive.NameToInfo:
            packed.parse(archive, _STYLES, styles)
        walk = _Walk(out, styles)
        packed.parse(archive, BODY, walk)
        if not walk.has_body:
            raise Malformed("no body")
        title, date = packed.properties(archive, _ABOUT, "title", "date")
        out.notes += _left_out(archive)
        if walk.hidden:
            out.notes.append(f"{many(walk.hidden, 'hidden sheet')} left out")
    return out.extract(title, a_day(date), ("the document holds no text", "is its text inside pictures?"))


def _value(attributes: dict[str, str]) -> str:
    """What a cell holds that is a date, a time or yes or no; empty for another one, of which its text says what it is."""
    kind = attribute(attributes, "value-type")
    if kind == "boolean":
        return {"true": "yes", "false": "no"}.get(attribute(attributes, "boolean-value"), "")
    if kind == "date":
        day, _, clock = attribute(attributes, "date-value").partition("T")
        return f"{day} {clock[:5]}" if clock and not clock.startswith("00:00:00") else day
    if kind == "time" and (found := _LONG_TIME.fullmatch(attribute(attributes, "time-value"))):
        return duration(3600 * int(found[1]) + 60 * int(found[2]) + int(found[3]))
    return ""


def _left_out(archive: zipfile.ZipFile) -> Iterator[str]:
    """How many formulas and charts are not read; nothing where the manifest cannot be read. Some programs name one twice."""
    with suppress(Malformed):
        entries = [dict(entry.items()) for entry in packed.small(archive, _MANIFEST).iter("file-entry")]
        named = {(attribute(entry, "media-type"), attribute(entry, "full-path")) for entry in entries}
        for kind in _UNREAD:
            # the entry of the document itself is no object
            if found := sum(media == f"{_OBJECTS}{kind}" and place != "/" for media, place in named):
                yield f"{many(found, kind)} left out"


def _own_name(name: str) -> str:
    """The name of a slide, unless a program gave it ("page1")."""
    return "" if name.lower().startswith(("page", "slide", "folie")) else name
