"""The tables of reStructuredText: simple ones, grids, and the directives ``csv-table`` and ``list-table``.

Their cells are given as they are written, with inline markup. docutils gives the meaning of the marks:
https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html#tables
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from localcheck.text.patterns import regex
from localcheck.types import Span

DIRECTIVES = frozenset(("csv-table", "list-table"))
BORDER = regex(r"={2,}(?: +={2,}){1,500} *\Z")
"""Above, below and under the head of a simple table, with a gap between its columns."""
GRID = regex(r"\+(?:-+\+){1,500}\Z")
"""The first line of a grid."""
BLANK_FOLLOWS = regex(r"[ \t\r]*\n[ \t\r]*(?:\n|\Z)")
_RULE = regex(r"\+(?:[-=]+\+)+\Z")
_PART_OF_RULE = regex(r"\+-{3,}\+")
"""Under some cells of a grid: another one beside them goes over two rows."""
_OPTION = regex(r":([\w-]{1,40}):(?:\s+|\Z)")
_FIRST_CELL = regex(r"\s*[-*+](\s+)[-*+](?:\s+|\Z)")
_NEXT_CELL = regex(r"\s*[-*+](?:\s+|\Z)")
_NAMED_DELIMITERS = {"tab": "\t", "space": " "}
Row = tuple[Span, list[str]]


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a table, each with the place of its lines."""

    rows: list[Row]
    header: bool
    """Whether the first row, and it alone, is the head."""
    end: int = 0
    """Where the last line of the table ends."""


def lines(source: str, at: int = 0) -> Iterator[tuple[int, int]]:
    """Start and end of each line from the one that begins at ``at``, its line end excluded."""
    while at <= len(source):
        end = source.find("\n", at)
        end = len(source) if end < 0 else end
        yield at, end
        at = end + 1


@dataclass(slots=True)
class _Row:
    """A row that is written over several lines: where they begin and end, and what they say in each cell."""

    start: int
    end: int
    cells: list[list[str]]

    def made(self) -> Row:
        """With each cell in one piece."""
        return Span(self.start, self.end), [" ".join(filter(None, pieces)) for pieces in self.cells]


class _Rows:
    """Puts rows together, line by line."""

    def __init__(self) -> None:
        self._rows: list[_Row] = []
        self.begin = True
        """Whether the next line begins a row."""

    def __len__(self) -> int:
        return len(self._rows)

    def add(self, start: int, end: int, cells: Sequence[str]) -> None:
        """A line, cut into cells."""
        if self.begin or not self._rows:
            self._rows.append(_Row(start, end, [[] for _ in cells]))
        self.begin = False
        self._rows[-1].end = end
        for pieces, more in zip(self._rows[-1].cells, cells, strict=True):
            pieces.append(more)

    def done(self) -> list[Row]:
        """All rows."""
        return [row.made() for row in self._rows]


def simple(source: str, start: int) -> Table:
    """The simple table whose upper border is the line at ``start``; its last border has a blank line behind it.

    A line with nothing in its first column is more of the row before it.
    """
    made, columns, heads = _Rows(), [0], 0
    at = start
    for at, end in lines(source, start):
        line = source[at:end]
        if BORDER.fullmatch(line.strip()):
            if at == start:
                columns = [found.start() for found in re.finditer("=+", line)]
            elif end >= len(source) or BLANK_FOLLOWS.match(source, end):
                return Table(made.done(), heads == 1, end)
            else:
                heads = len(made)
            made.begin = True
        elif line.strip("- \t\r"):
            made.begin = made.begin or bool(line[: columns[1]].strip())
            made.add(at, end, _columns(line, columns))
    return Table(made.done(), heads == 1, len(source))


def _columns(line: str, columns: Sequence[int]) -> list[str]:
    """A line cut where columns begin; text that goes over the beginning of a column is one cell."""
    cells, owner = [""] * len(columns), 0
    for number, (begin, end) in enumerate(pairwise([0, *columns[1:], max(len(line), columns[-1])])):
        owner = number if not number or not line[begin - 1 : begin].strip() else owner
        cells[owner] += line[begin:end]
    return ["" if cell.strip() == "\\" else cell.strip() for cell in cells]


def grid(source: str, start: int) -> Table:
    """The grid whose upper border is the line at ``start``. One whose cells go over rows or columns has no header."""
    first = next(lines(source, start))
    edges = [at for at, char in enumerate(source[slice(*first)]) if char == "+"]
    made, heads, spans, last = _Rows(), 0, False, start
    for at, end in lines(source, start):
        line = source[at:end].rstrip()
        if line[: edges[0]].strip() or line[edges[0] : edges[0] + 1] not in ("+", "|"):
            break
        last = end
        if _RULE.fullmatch(line.strip()):
            heads = len(made) if "=" in line else heads
            made.begin = True
            continue
        said = _PART_OF_RULE.sub(lambda found: "|".ljust(len(found[0]) - 1) + "|", line)
        spans = spans or said != line or any(line[edge : edge + 1] != "|" for edge in edges)
        if any(cells := _between(said, edges)):
            made.add(at, end, cells)
        made.begin = made.begin or said != line
    return Table(made.done(), heads == 1 and not spans, last)


def _between(line: str, edges: Sequence[int]) -> list[str]:
    """The cells of a line of a grid; a cell that goes over an edge stands in its first column."""
    cells, owner = [""] * (len(edges) - 1), 0
    for number, (begin, end) in enumerate(pairwise(edges)):
        begins = not number or line[begin : begin + 1] in ("|", "+")
        owner = number if begins else owner
        cells[owner] += line[begin + begins : end]
    return [cell.strip() for cell in cells]


def directive(name: str, source: str, at: int, indent: int) -> Table | None:
    """The table of the directive whose first line ends at ``at``; None where its rows stand elsewhere or cannot be read."""
    body = list(_body(source, at, indent))
    options, named, begin = dict[str, str](), "", 0
    while begin < len(body) and (said := source[slice(*body[begin])].strip()):
        found = _OPTION.match(said)
        if found is None and not named:
            break
        named, said = (found[1], said[found.end() :]) if found else (named, f"{options[named]} {said}")
        options[named] = said
        begin += 1
    head = Span(body[0][0], body[begin - 1][1]) if begin else Span(at, at)
    rows = (
        _comma_separated(source, body[begin:], options, head) if name == "csv-table" else _listed(source, body[begin:])
    )
    return Table(rows, "header" in options or options.get("header-rows") == "1") if rows else None


def _body(source: str, at: int, indent: int) -> Iterator[tuple[int, int]]:
    """The lines of a directive behind its first."""
    for start, end in islice(lines(source, at), 1, None):
        line = source[start:end]
        if line.strip() and len(line) - len(line.lstrip()) <= indent:
            return
        yield start, end


def _comma_separated(source: str, body: Sequence[tuple[int, int]], options: dict[str, str], head: Span) -> list[Row]:
    """The rows of a ``csv-table``; empty where they stand in another file or cannot be read."""
    delimiter = options.get("delim", ",")
    delimiter, quote = _NAMED_DELIMITERS.get(delimiter, delimiter), options.get("quote", '"')
    rows: list[Row] = []
    try:
        if "header" in options:
            named = csv.reader([options["header"]], delimiter=delimiter, quotechar=quote, skipinitialspace=True)
            rows += [(head, row) for row in named]
        said = (source[start:end].strip() + "\n" for start, end in body)
        reader, before = csv.reader(said, delimiter=delimiter, quotechar=quote, skipinitialspace=True), 0
        for row in reader:
            if row:
                rows.append((Span(body[before][0], body[reader.line_num - 1][1]), row))
            before = reader.line_num
    except (csv.Error, TypeError, ValueError):  # a cell beyond the limit; what is no delimiter
        return []
    return [] if {"file", "url"} & options.keys() else rows


def _listed(source: str, body: Sequence[tuple[int, int]]) -> list[Row]:
    """The rows of a ``list-table``, a list of lists; empty where it is none."""
    rows: list[_Row] = []
    outer = inner = -1
    for start, end in body:
        line = source[start:end]
        indent = len(line) - len(line.lstrip())
        if (first := _FIRST_CELL.match(line)) and outer in (-1, indent):
            outer, inner = indent, first.end(1)
            rows.append(_Row(start, end, [[line[first.end() :].strip()]]))
        elif rows and line.strip():
            begins = _NEXT_CELL.match(line) if indent == inner else None
            if begins:
                rows[-1].cells.append([])
            rows[-1].cells[-1].append(line[begins.end() if begins else 0 :].strip())
            rows[-1].end = end
    return [row.made() for row in rows]
