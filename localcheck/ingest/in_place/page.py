"""HTML as people write it, with the place of every character: all paragraphs outside navigation, scripts and code blocks.

Rows of a table with a header are sentences, as in every document, each with the place of its row.

``text.html.reading.main_text`` looks for the article in a page of the web; in a page that someone writes, all of it is theirs.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

from localcheck.ingest.in_place.placed import Placed, Prose
from localcheck.text.html.boilerplate import HIDING
from localcheck.text.html.reading import BLOCKS, MOST_SPANNED, RUBY, STRUCK, marks_header
from localcheck.text.patterns import regex
from localcheck.text.raised import raised
from localcheck.text.table_text import is_told, spread
from localcheck.types import Span

SKIPPED = frozenset(
    (
        *RUBY,
        *STRUCK,
        *"head script style noscript template svg math iframe button nav dialog menu footer pre textarea select".split(),
    )
)
"""Elements whose content is no prose."""
_HIDDEN = regex(rf"\s(?:hidden(?=[\s=/>])|style\s*+=\s*+[\"'][^\"'<>]{{0,200}}?{HIDING.pattern})", re.IGNORECASE)
"""In the tag of an element that is not shown."""
_POWER = regex(r"([^<>&]{1,20})</sup\s*+>", re.IGNORECASE)
RAW = frozenset(("script", "style", "textarea", "title"))
"""Elements in which a tag is text."""
OWN = "localcheck-source"
"""Class of the elements that the editors' actions insert: they cite, and claim nothing."""
_TOKEN = regex(
    r"(?P<comment><!--.*?(?:-->|\Z)|<[!?][^>]*+(?:>|\Z))"
    r"|(?P<tag><(?P<close>/?)(?P<name>[A-Za-z][^\s/>]*+)(?:[^>\"']|\"[^\"]*+\"|'[^']*+'|[\"'])*+(?:>|\Z))"
    r"|(?P<entity>&(?:\#\d{1,7}|\#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)"
    r"|(?P<text>[^<&]++|[<&])",
    re.DOTALL,
)
_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
_TITLE = regex(r"<title[^>]*>([^<]*)</title", re.IGNORECASE)
_COLUMNS = regex(r"\scolspan\s*=\s*+[\"']?+\s*+(?!1\b)", re.IGNORECASE)
_ROWS = regex(r"\srowspan\s*=\s*+[\"']?+\s*+([1-9]\d{0,5})\b", re.IGNORECASE)
_ENDS_CELL = regex(r"\s*+</t[dh]\b", re.IGNORECASE)
_ALT = regex(r"\salt\s*=\s*+(?:\"([^\"]*)\"|'([^']*)')", re.IGNORECASE)
"""What stands for a picture."""
_HEADING = ("h1", "h2", "h3")


def read(source: str) -> Placed:
    """The prose of an HTML source; the title is the page's own, else its first heading."""
    page = _Page(source)
    found = next(iter(_TITLE.findall(source[:100_000])), "")
    title = " ".join(html.unescape(found).split())
    placed = page.prose.done()
    if not title and page.heading is not None:
        title = " ".join(html.unescape(re.sub(r"<[^>]*>", "", page.heading.of(source))).split())
    return Placed(placed.text, placed.starts, placed.ends, title)


@dataclass(slots=True)
class _Row:
    """A row of a table: its range in the source, and where in the prose of the table its cells begin and end."""

    start: int
    end: int
    cells: list[tuple[int, int]] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    spans: list[int] = field(default_factory=list)
    """For each cell the name of its element, and over how many rows it goes."""
    wide: bool = False
    """Does a cell go over several columns?"""


@dataclass(slots=True)
class _Table:
    """A table that is read, and the prose that it stands in."""

    around: Prose
    rows: list[_Row] = field(default_factory=list)
    tables: int = 1
    """Tables that are open in it, itself included."""
    simple: bool = True
    """No table stands in it."""
    cell: int | None = None
    """Where in the prose of the table the open cell begins."""

    def close_cell(self, length: int, at: int) -> None:
        """The open cell ends where the prose has ``length`` characters, at ``at`` in the source."""
        if self.cell is not None:
            self.rows[-1].cells.append((self.cell, length))
            self.rows[-1].end, self.cell = at, None

    def put(self, made: Placed) -> None:
        """Put the table, as it was read cell by cell, into the prose around it: as sentences, if it has a header."""
        texts = ([made.text[start:end] for start, end in row.cells] for row in self.rows)
        rows = spread(list(zip(said, row.spans, strict=False)) for said, row in zip(texts, self.rows, strict=True))
        wide = any(row.wide and len(row.cells) > 1 for row in self.rows)
        marked = marks_header([row.kinds for row in self.rows])
        if wide or not self.simple or not is_told(rows, marked):
            self.around.add(made, len(made.text))
        else:
            self.around.add(made, len(made.text[: self.rows[0].cells[0][0]].rstrip()))
            places = (Span(row.start, row.end) for row in self.rows)
            self.around.table(list(zip(places, rows, strict=True)), marked=marked)
        self.around.paragraph()


class _Page:
    """The tokens of a page, one after the other."""

    def __init__(self, source: str) -> None:
        self._source, self.prose = source, Prose(source)
        self.heading: Span | None = None
        self._heading_at: int | None = None
        self._inside: list[str] = []
        """The element that is left out, as often as elements of its name are open in it."""
        self._cells = 0
        self._table: _Table | None = None
        at = 0
        while found := _TOKEN.match(source, at):
            at = found.end()
            if found["tag"]:
                at = self._tag(found, found["name"].lower())
            elif not self._inside and not found["comment"]:
                self._text(found)
        self._end_table(len(source))

    def _text(self, found: re.Match[str]) -> None:
        if found["entity"] and (said := html.unescape(found["entity"])) != found["entity"]:
            if said.isspace():
                self.prose.space(*found.span())
            else:
                self.prose.put(said, *found.span())
        else:
            self.prose.flow(*found.span())

    def _tag(self, found: re.Match[str], name: str) -> int:
        """What a tag does; where reading continues."""
        closes, end = bool(found["close"]), found.end()
        empty = name in _VOID or found["tag"].endswith("/>")
        if self._inside:
            if name == self._inside[-1] and not empty:
                self._inside.append(name)
                if closes:
                    del self._inside[-2:]
        elif not closes and not empty and (name in SKIPPED or OWN in found["tag"] or _HIDDEN.search(found["tag"])):
            self._inside.append(name)
            self.prose.gap()
        elif name == "sup" and not closes and self._raises_power(end):
            self.prose.put("^", *found.span())
        if not self._inside:
            self._heading_tag(name, closes, found)
            self._structure(name, closes, found)
        if name in RAW and not closes:
            after = re.compile(rf"</{name}", re.IGNORECASE).search(self._source, end)
            return after.start() if after else len(self._source)
        return end

    def _raises_power(self, at: int) -> bool:
        """True where the text of the element that is open, up to its end, is the power of the number before it."""
        number = _POWER.match(self._source, at)
        return number is not None and raised(number[1], self.prose.tail).startswith("^")

    def _heading_tag(self, name: str, closes: bool, found: re.Match[str]) -> None:
        if name in _HEADING and self.heading is None:
            if not closes:
                self._heading_at = found.end()
            elif self._heading_at is not None:
                self.heading = Span(self._heading_at, found.start())

    def _structure(self, name: str, closes: bool, found: re.Match[str]) -> None:
        if name == "tr":
            self._cells = 0
        if self._table is not None and name in ("table", "tr", "td", "th"):
            self._table.close_cell(self.prose.length, found.start())
        if name == "img" and self._table is not None and self._table.cell == self.prose.length:
            self._picture(found)
        if name in ("td", "th"):
            self._cells += not closes
            if not closes and self._cells > 1:
                self.prose.put(" | ", *found.span())
            if not closes and self._table is not None:
                self._begin_cell(self._table, found)
        elif name in BLOCKS:
            self.prose.paragraph()
        if name == "table":
            self._table_tag(closes, found.start())

    def _picture(self, found: re.Match[str]) -> None:
        """A picture alone in its cell is what stands for it."""
        alt = _ALT.search(found["tag"])
        if alt and _ENDS_CELL.match(self._source, found.end()):
            self.prose.put(html.unescape(alt[1] or alt[2] or ""), *found.span())

    def _begin_cell(self, table: _Table, found: re.Match[str]) -> None:
        if self._cells == 1:
            table.rows.append(_Row(found.start(), found.end()))
        row, span = table.rows[-1], _ROWS.search(found["tag"])
        row.kinds.append(found["name"].lower())
        row.spans.append(min(int(span[1]), MOST_SPANNED) if span else 1)
        row.wide = row.wide or _COLUMNS.search(found["tag"]) is not None
        table.cell = self.prose.length

    def _table_tag(self, closes: bool, at: int) -> None:
        if self._table is None:
            if not closes:
                self._table, self.prose, self._cells = _Table(self.prose), Prose(self._source), 0
        elif closes:
            self._table.tables -= 1
            if not self._table.tables:
                self._end_table(at)
        else:
            self._table.tables, self._table.simple = self._table.tables + 1, False

    def _end_table(self, at: int) -> None:
        """Go on behind the table, if one is open."""
        if self._table is not None:
            self._table.close_cell(self.prose.length, at)
            made, self.prose = self.prose.done(), self._table.around
            self._table.put(made)
            self._table = None
