"""Reads a DOCX as plain text in one pass over its XML, without building a tree, so that memory and time stay bounded.

Paragraphs and table rows are kept in their order, with breaks and tabs inside a paragraph and inserted text; a cell
that is merged over several rows is repeated in each of them. Footnotes and endnotes follow the paragraph or table that
cites them. Paragraphs between which the mark is deleted are one. Deleted, struck out and hidden text, drawings, text boxes and
their replacements are left out; text boxes are counted.
WordprocessingML: ECMA-376, part 1, chapter 17.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from localcheck.ingest.bounded_xml import Handler, Malformed
from localcheck.ingest.documents import packed
from localcheck.ingest.documents.markup import Extract, Gathered
from localcheck.ingest.documents.packed import attribute, number, parse
from localcheck.text.periods import a_day
from localcheck.text.raised import joined
from localcheck.text.table_text import sentences, side_by_side

COLUMNS = 63
"""Of a table: Word's own limit."""
BODY = "word/document.xml"
_ABOUT = "docProps/core.xml"
_STYLES = "word/styles.xml"
_NOTES = ("footnote", "endnote")
_LEFT_OUT = frozenset({"drawing", "pict", "object", "AlternateContent", "del", "moveFrom", "instrText", "rt"})
_SYMBOLS = dict(zip("2D 44 57 61 62 67 6D 70 A3 A5 B0 B1 B3 B4 B8 B9 BB D7".split(), "−ΔΩαβγμπ≤∞°±≥×÷≠≈⋅", strict=True))
"""Characters of the font Symbol by the last two digits of their codes, from F020 on."""
_GONE = ("del", "moveFrom")
_ENDED = ("body", "tc", *_NOTES)
"""Behind these nothing goes on."""
_UNSEEN = ("vanish", "strike", "dstrike")
"""What hides text or strikes it out."""
_STYLED = ("pStyle", "rStyle")
_OF_RUNS = ("r", "sym", "vertAlign", *_UNSEEN, *_STYLED)
_ON = ("1", "true", "on")
_WHITE = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}


@dataclass
class _Table:
    """A table that is being read: the text of its merged columns, and the current row."""

    above: dict[int, str] = field(default_factory=dict)
    """Text of the cell that each column's merge began with."""
    rows: list[list[str]] = field(default_factory=list)
    row: list[str] = field(default_factory=list)
    column: int = 0
    cell: list[str] = field(default_factory=list)
    span: int = 1
    wide: bool = False
    """Has it a cell over several columns?"""
    merge: str = ""
    """``restart``, ``continue`` or empty."""
    marked: bool | None = None
    """True where the file marks the first row as a header, which it need not do."""


class _Styles(packed.Styles):
    """The styles that hide text or strike it out."""

    def __init__(self) -> None:
        super().__init__()
        self._style = ""

    def started(self, name: str, attributes: dict[str, str]) -> None:
        if name == "style":
            self._style = attribute(attributes, "styleId")
        elif name == "basedOn":
            self.parents[self._style] = attribute(attributes, "val")
        elif name in _UNSEEN:
            self.own.setdefault(self._style, {})[name] = _is_on(attributes)


class _Walk(Handler):
    """Expat handlers that gather blocks of text."""

    def __init__(
        self, check: Callable[[int], None], styles: packed.Styles, notes: Mapping[str, str] | None = None
    ) -> None:
        """``check`` raises for too many characters. ``notes``: the texts that are cited, by kind and number."""
        self._styles = styles
        self.blocks: list[str] = []
        self.notes: dict[str, str] = {}
        """Those that stand in this part itself."""
        self._texts = dict(notes or {})
        self._cited: list[str] = []
        self._note = ""
        self.boxes = 0
        """Text boxes, which are left out; one that is drawn in an older way, too, counts once."""
        self._check = check
        self._length = 0
        self._path: list[str] = []
        self._skipped = 0
        """Depth of the element that is left out, 0 outside one."""
        self._paragraphs: list[list[tuple[str, bool]]] = []
        """Those that are open: their pieces of text, each with whether it is raised."""
        self._joins = False
        """Is the mark at the end of the paragraph deleted? The next one continues its text, which is ``_carried`` there."""
        self._carried: list[tuple[str, bool]] = []
        self._raised = False
        self._unseen: dict[str, bool] = {}
        """What hides or strikes out the run of text that is open, as ``_raised`` says that it is raised."""
        self._of_paragraph: dict[str, bool] = {}
        """What the style of the paragraph that is open does."""
        self._tables: list[_Table] = []
        self.has_body = False

    def started(self, name: str, attributes: dict[str, str]) -> None:
        self._path.append(name)
        if self._skipped or name in _LEFT_OUT:
            self._skipped = self._skipped or len(self._path)
            self._joins = self._joins or (name in _GONE and self._path[-3:-1] == ["pPr", "rPr"])
            self.boxes += name == "txbxContent" and "Fallback" not in self._path
        elif name == "body":
            self.has_body = True
        elif name == "p":
            self._paragraphs.append(self._carried)
            self._carried, self._of_paragraph = [], {}
        elif name in _NOTES and len(self._path) == 2:
            self._note = f"{name} {attribute(attributes, 'id')}"
        elif name.removesuffix("Reference") in _NOTES:
            self._cited.append(f"{name.removesuffix('Reference')} {attribute(attributes, 'id')}")
        elif name in _WHITE and self._paragraphs and self._path[-2:-1] == ["r"]:
            self._paragraphs[-1].append((_WHITE[name], False))
        elif name in _OF_RUNS and self._paragraphs:
            self._run_started(name, attributes)
        else:
            self._table_started(name, attributes)

    def _run_started(self, name: str, attributes: dict[str, str]) -> None:
        """A run of text begins, or says how its text is written, or has a symbol."""
        if name == "r":
            self._raised, self._unseen = "sup" in self._path, dict(self._of_paragraph)  # ``sup``: of a formula
        elif name == "pStyle" and self._path[-3:-1] == ["p", "pPr"]:
            self._of_paragraph = self._styles.of(attribute(attributes, "val"))
        elif name == "sym":
            self._paragraphs[-1].append((_symbol(attributes), self._raised))
        elif self._path[-3:-1] == ["r", "rPr"]:
            if name == "vertAlign":
                self._raised = attribute(attributes, "val") == "superscript"
            elif name == "rStyle":
                self._unseen |= self._styles.of(attribute(attributes, "val"))
            else:
                self._unseen[name] = _is_on(attributes)

    def _table_started(self, name: str, attributes: dict[str, str]) -> None:
        if name == "tbl":
            self._put_carried()
            self._tables.append(_Table())
        elif self._tables:
            table = self._tables[-1]
            if name == "tr":
                table.row, table.column = [], 0
            elif name == "tc":
                table.cell, table.span, table.merge = [], 1, ""
            elif name == "gridBefore":
                table.column = number(attribute(attributes, "val", "1"), COLUMNS)
                table.row = [""] * table.column
            elif name == "gridSpan":
                table.span = number(attribute(attributes, "val", "1"), COLUMNS)
            elif name == "tblHeader" and not table.rows and _is_on(attributes):
                table.marked = True
            elif name == "vMerge":
                table.merge = attribute(attributes, "val", "continue")

    def ended(self, _: str) -> None:
        depth, name = len(self._path), self._path.pop()
        if self._carried and name in _ENDED:
            self._put_carried()
        if self._skipped:
            self._skipped = 0 if self._skipped == depth else self._skipped
        elif name == "num" and self._paragraphs:
            self._paragraphs[-1].append(("/", False))  # of a fraction: its lower part follows
        elif name == "p" and self._paragraphs:
            self._end_paragraph(self._paragraphs.pop())
        elif name == "tc" and self._tables:
            _end_cell(self._tables[-1])
        elif name == "tr" and self._tables:
            table = self._tables[-1]
            table.wide = table.wide or table.column > len(table.row)
            table.rows.append(table.row)
        elif name == "tbl" and self._tables:
            self._end_table(self._tables.pop())
        elif name in _NOTES and depth == 2:
            self.notes[self._note], self.blocks = "\n\n".join(self.blocks), []

    def _end_paragraph(self, pieces: list[tuple[str, bool]]) -> None:
        if self._joins:
            self._carried, self._joins = pieces, False
        else:
            self._put(joined(pieces))

    def _put_carried(self) -> None:
        """What was to go on, and does not, is a paragraph all the same."""
        carried, self._carried = self._carried, []
        self._put(joined(carried))

    def text(self, data: str) -> None:
        seen = not self._skipped and not any(self._unseen.values())
        if seen and self._paragraphs and self._path[-1] == "t":
            self._length += len(data)
            self._check(self._length)
            self._paragraphs[-1].append((data, self._raised))

    def _put(self, text: str) -> None:
        """A finished paragraph goes into the cell that it stands in, else among the blocks."""
        if text := text.strip():
            (self._tables[-1].cell if self._tables else self.blocks).append(text)
        self._put_notes()

    def _put_notes(self) -> None:
        """What was cited goes behind the paragraph, or the whole table, each note once."""
        if not self._tables:
            self.blocks += [note for key in self._cited if (note := self._texts.pop(key, ""))]
            self._cited = []

    def _end_table(self, table: _Table) -> None:
        """Sentences where every cell has a column of its own, else the cells of each row side by side."""
        beside = (side_by_side(tuple(dict.fromkeys(row))) for row in table.rows)
        told = beside if table.wide else sentences(table.rows, table.marked)
        outer = self._tables[-1].cell if self._tables else self.blocks
        for text in filter(None, told):
            outer.append(text)
            self._length += len(text)
            self._check((self._length + 1) // 2)  # what stands in a table is counted twice
        self._put_notes()


def _is_on(attributes: dict[str, str]) -> bool:
    """Whether a property that is on or off is on."""
    return attribute(attributes, "val", "1") in _ON


def _symbol(attributes: dict[str, str]) -> str:
    """The character of an element ``sym``; a blank for one that is not known, which parts what stands beside it."""
    code = attribute(attributes, "char")[-2:].upper()
    return _SYMBOLS.get(code, " ") if attribute(attributes, "font") == "Symbol" else " "


def _end_cell(table: _Table) -> None:
    text = "\n".join(table.cell)
    if table.merge == "continue":
        text = table.above.get(table.column, text)
    elif table.merge:
        table.above[table.column] = text
    table.row.append(text)
    table.column += table.span


def read(data: bytes, path: str, limit: int) -> Extract:
    """Text, title and date of a DOCX. Raises ``BadInput``."""
    out = Gathered(path, limit)
    with packed.opened(data, path, "DOCX", "word/") as archive:
        names = archive.namelist()
        body = BODY if BODY in names else next(n for n in names if n.startswith("word/document") and n.endswith(".xml"))
        styles = _Styles()
        if _STYLES in names:
            parse(archive, _STYLES, styles)
        notes = _Walk(out.check, styles)
        for part in (f"word/{kind}s.xml" for kind in _NOTES):
            if part in names:
                parse(archive, part, notes)
        walk = _Walk(out.check, styles, notes.notes)
        parse(archive, body, walk)
        if not walk.has_body:
            raise Malformed("no body")
        title, modified, created = packed.properties(archive, _ABOUT, "title", "modified", "created")
    for block in walk.blocks:
        out.add(block)
    if walk.boxes:
        out.notes.append(f"the text of {walk.boxes} text box{'es' if walk.boxes > 1 else ''} was not read")
    empty = "the DOCX holds no text", "is its text inside pictures?"
    return out.extract(title, a_day(modified) or a_day(created), empty)
