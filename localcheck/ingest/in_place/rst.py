"""reStructuredText with the place of every character: paragraphs, titles, items and cells, without directives and roles.

docutils keeps the line of a paragraph and no places in it, so the marks are read here.
"""

from __future__ import annotations

import re
from dataclasses import replace

from localcheck.ingest.in_place import rst_tables
from localcheck.ingest.in_place.placed import Placed, Prose
from localcheck.ingest.in_place.rst_tables import Table
from localcheck.text.lexicon import listed
from localcheck.text.patterns import regex
from localcheck.text.raised import raised

PROSE = listed("rst.prose")
"""Directives whose body is prose; the body of any other is left out."""
OWN = "localcheck-"
"""Begins the labels of the footnotes that the editors' actions insert: they cite, and claim nothing."""
_ADORNMENT = regex(r"([!-/:-@\[-`{-~])\1{2,}\s*\Z|[=+\-| ]{3,}\Z")
_LAST_BORDER = regex(r"^[ \t]*={2,}(?: +={2,})+[ \t\r]*(?:\Z|\n[ \t\r]*(?:\n|\Z))", re.MULTILINE)
_EXPLICIT = regex(r"\.\.(?:\s+|\Z)")
_DIRECTIVE = regex(r"([\w:+.-]+?)\s*::(?:\s+|\Z)")
_NOTE = regex(r"\[(#?[\w.+-]*|\*)\](?:\s+|\Z)")
_ITEM = regex(r"(?:[-*+•‣⁃]|\(?(?:\d{1,3}|#|[A-Za-z])[.)])\s+")
_OPTIONS = regex(r"[ \t]*\n[ \t]+:[\w-]+:(?!\S)[^\n]*(?:\n[ \t]*\S[^\n]*)*")
"""Of a directive, behind its first line, up to a blank one."""
_FIELD = regex(r":(?![: ])(?:[^:\\\n]|\\.)+:(?:\s+|\Z)")
_INLINE = regex(
    r"(?P<escape>\\(?:\s|.))"
    r"|(?P<literal>``(?P<code>[^`\n](?:[^`]|`(?!`))*?)``)"
    r"|(?P<role>:[\w.+-]+(?::[\w.+-]+)*:)?`(?P<text>[^`]+)`(?P<after>__?|:[\w.+-]+:)?"
    r"|(?P<foot>\[(?:\#?[\w.+-]*|\*)\]_)"
    r"|\*\*(?P<strong>\S(?:[^*]|\*(?!\*))*?)\*\*"
    r"|(?<![\w*])\*(?P<em>[^\s*](?:[^*]*[^\s*\\])?)\*(?![\w*])"
    r"|(?<![\w|])\|(?P<sub>[^\s|](?:[^|\n]*[^\s|])?)\|_{0,2}"
    r"|(?P<reference>(?<=[A-Za-z0-9])__?(?![\w]))"
)
_REPLACED = regex(r"^[ \t]*\.\. \|([^|\n]+)\| replace:: *(.*\S)", re.MULTILINE)
"""A name that an author gave to words, and these."""
_ESCAPE = regex(r"\\(\s|.)")
_TARGET = regex(r"\s*<[^<>]+>\s*\Z")
_RAISED = (":sup:", ":superscript:")
_SILENT = regex(r":(?:ref|cite\w*|index|label|eq|numref|footcite\w*):")


def read(source: str) -> Placed:
    """The prose of a reStructuredText source; the title is its first one."""
    reader = _Reader(source)
    reader.blocks()
    return replace(reader.prose.done(reader.title), left_out=reader.left_out)


class _Reader:
    """Reads line by line. ``_skip``: the indentation of a block that is left out, with everything that is indented deeper."""

    def __init__(self, source: str) -> None:
        self._source, self.prose, self.title = source, Prose(source), ""
        self._names = dict(_REPLACED.findall(source))
        self.left_out = 0
        """Tables that were not read."""
        self._skip: int | None = None
        self._literal: int | None = None
        """The indentation of a paragraph that ends in ``::``."""
        self._session = False
        """Inside a session of an interpreter, up to the next blank line."""
        self._paragraph: list[tuple[int, int]] = []
        self._goes_on_at = 0
        """Lines before it are read already: those of a table, the options of a directive."""
        self._last_border: int | None = None
        """Where the last border with a blank line behind it stands; -1 without one, None as long as nobody has looked."""
        self._marked_at: int | None = None
        """The indentation of the mark of the item or field that the paragraph is in."""

    def blocks(self) -> None:
        """All blocks."""
        for start, end in rst_tables.lines(self._source):
            if start >= self._goes_on_at:
                self._line(start, end)
        self._flush()

    def _line(self, start: int, end: int) -> None:
        line = self._source[start:end]
        words = line.strip()
        indent = len(line) - len(line.lstrip())
        if not words:
            self._flush()
            self._session = False
            return
        self._session = self._session or words.startswith(">>> ")
        if self._session or self._left_out(indent):
            return
        if rst_tables.GRID.fullmatch(words):
            self._table(rst_tables.grid(self._source, start))
        elif rst_tables.BORDER.fullmatch(words) and self._ends_below(end):
            self._table(rst_tables.simple(self._source, start))
        elif _ADORNMENT.fullmatch(words):
            self._flush(title=len(self._paragraph) == 1)
        else:
            self._text(start + indent, start + len(line.rstrip()), indent)

    def _table(self, table: Table) -> None:
        """Write a table, and continue behind it."""
        self._flush()
        rows = [(place, [_words(cell) for cell in cells]) for place, cells in table.rows]
        self.prose.table(rows, table.header, table.header or None)
        self._goes_on_at = table.end

    def _ends_below(self, end: int) -> bool:
        """Whether a simple table that begins here has an end; what has none is not a table."""
        if self._last_border is None:
            self._last_border = max((found.start() for found in _LAST_BORDER.finditer(self._source)), default=-1)
        return self._last_border >= end

    def _left_out(self, indent: int) -> bool:
        if self._literal is not None:
            if not self._paragraph and indent > self._literal:
                return True
            self._literal = None if not self._paragraph else self._literal
        if self._skip is not None and indent > self._skip:
            return True
        self._skip = None
        return False

    def _text(self, start: int, end: int, indent: int) -> None:
        """A line that is part of a paragraph, or that begins a block."""
        words = self._source[start:end]
        if explicit := _EXPLICIT.match(words):
            self._flush()
            self._explicit(start + explicit.end(), end, indent)
            return
        if words.startswith("__ "):
            return
        if not self._paragraph:
            self._marked_at = None
        for mark in (_FIELD, _ITEM):
            if (found := mark.match(words)) and not self._goes_on(words, indent):
                self._flush()
                self._marked_at = indent
                start += found.end()
                break
        if words.startswith("| "):  # a line of verse
            self._flush()
            start += 2
        if start < end:
            self._paragraph.append((start, end))
        if self._source[start:end].endswith("::"):
            self._literal = indent

    def _goes_on(self, words: str, indent: int) -> bool:
        """True for a line of a sentence that only looks like an item, such as one that begins with the initial of a name."""
        if not self._paragraph or indent == self._marked_at or not words.lstrip("(")[0].isalnum():
            return False
        return not self._source.endswith(":", 0, self._paragraph[-1][1])

    def _explicit(self, start: int, end: int, indent: int) -> None:
        """A comment, directive, footnote, target or substitution."""
        words = self._source[start:end]
        if not words and rst_tables.BLANK_FOLLOWS.match(self._source, end):
            return  # an empty comment: what is indented behind it is no part of it
        if (note := _NOTE.match(words)) and not note[1].lstrip("#").startswith(OWN):
            if start + note.end() < end:
                self._paragraph.append((start + note.end(), end))
            return
        found = _DIRECTIVE.match(words)
        is_table = found is not None and found[1] in rst_tables.DIRECTIVES
        table = rst_tables.directive(found[1], self._source, end, indent) if found and is_table else None
        if found and (table or found[1] in PROSE):
            title = start + found.end()
            if title < end and found[1] not in ("figure", "container"):
                self._paragraph.append((title, end))
        if found and found[1] in PROSE:
            options = _OPTIONS.match(self._source, end)
            self._goes_on_at = options.end() if options else end
            return
        self._skip = indent
        if table:
            self._table(table)
        elif found and found[1] in rst_tables.DIRECTIVES:
            self.left_out += 1

    def _flush(self, title: bool = False) -> None:
        """Write the paragraph that was gathered."""
        if not self._paragraph:
            return
        before = self.prose.length
        last = self._paragraph[-1][1]
        if self._literal is not None and self._source[:last].endswith("::"):
            self._paragraph[-1] = (
                self._paragraph[-1][0],
                last - (1 if self._source[last - 3 : last - 2].strip() else 2),
            )
        at = self._paragraph[0][0]
        for start, end in self._stretches():
            self.prose.space(at, start)
            self.inline(start, end)
            at = end
        if title and not self.title:
            self.title = self.prose.since(before).strip()
        self.prose.paragraph()
        self._paragraph = []

    def _stretches(self) -> list[tuple[int, int]]:
        """The lines of the paragraph, as one where only white space stands between them: markup goes on over ends of lines."""
        made: list[tuple[int, int]] = []
        for start, end in self._paragraph:
            if made and not self._source[made[-1][1] : start].strip():
                made[-1] = (made[-1][0], end)
            else:
                made.append((start, end))
        return made

    def inline(self, start: int, end: int) -> None:
        """What stands in a paragraph, without its marks."""
        at = start
        while at < end and (found := _INLINE.search(self._source, at, end)):
            self.prose.flow(at, found.start())
            self.prose.put(self._names.get(found["sub"] or "", ""), *found.span())
            self._marked(found)
            at = max(found.end(), at + 1)
        self.prose.flow(at, end)

    def _marked(self, found: re.Match[str]) -> None:
        if found["code"]:
            self.prose.flow(*found.span("code"))
            return
        if found["strong"] or found["em"]:
            self._unescaped(*found.span("strong" if found["strong"] else "em"))
            return
        if found["escape"]:
            if not found["escape"][1].isspace():
                self.prose.put(found["escape"][1], *found.span())
            return
        if found["foot"] or found["text"]:
            self.prose.gap()
        role = found["role"] or found["after"] or ""
        if found["text"] and role == ":math:":
            self.prose.flow(*found.span("text"))
        elif found["text"] and role in _RAISED:
            self.prose.put(raised(found["text"], self.prose.tail), *found.span("text"))
        elif found["text"] and not _SILENT.fullmatch(role):
            start, end = found.span("text")
            target = _TARGET.search(found["text"])
            if target and target.start():
                end = start + target.start()
            self._unescaped(start, end)

    def _unescaped(self, start: int, end: int) -> None:
        """What is marked, with what is escaped in it as it is meant."""
        at = start
        for escape in _ESCAPE.finditer(self._source, start, end):
            self.prose.flow(at, escape.start())
            self.prose.put(escape[1].strip(), *escape.span())
            at = escape.end()
        self.prose.flow(at, end)


def _words(cell: str) -> str:
    """The words of a cell without their marks."""
    reader = _Reader(cell)
    reader.inline(0, len(cell))
    return reader.prose.done().text
