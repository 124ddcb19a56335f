"""Where claims stand in the file that a document was read from: its lines, and the markers beside them.

The text that is checked is the prose of a file. The readers of most formats know the place of every character. In a page of
HTML, of which the article is checked, a sentence is looked for by its words, with tags and line ends between them, and then as
what a row of a table says; one that is not found either way has no place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from localcheck.errors import BadInput, MissingExtra
from localcheck.ingest import in_place
from localcheck.ingest.documents.decode import decode
from localcheck.ingest.in_place.placed import Placed, plain
from localcheck.text.line_numbers import line_column
from localcheck.text.markers import Marker, markers
from localcheck.text.patterns import regex
from localcheck.text.words import Variant, words
from localcheck.types import STANDARD_INPUT, Document, Span

PLAIN = "text/plain"
IN_PLACE = {"text/x-rst": "restructuredtext", "text/x-tex": "latex", "text/markdown": "markdown"}
"""Kinds of files of whose prose the place of every character is known, with the names of their readers."""
WITH_LINES = (PLAIN, "text/html", *IN_PLACE)
"""Kinds of files whose lines people see."""
LARGEST = 20_000_000
_BETWEEN = regex(r"\]\([^()\s]*(?:\s[^()]*)?\)|\]\[[^\[\]\n]*\]|<[^<>]{0,2000}>|&#?\w{1,30};|\{[^{}\n]{0,500}\}")
"""What stands between the words of a sentence in Markdown and HTML and is no word: link targets, tags, entities, attributes."""
LONGEST = 400
"""Words of a sentence that are looked for."""


@dataclass(frozen=True)
class Source:
    """A file as it lies there, with line ends as the checked text has them."""

    text: str
    plain: bool
    """Is the checked text this very text?"""
    placed: Placed | None = None
    """The checked text with its places in this one, where they are known."""
    html: bool = False

    @cached_property
    def markers(self) -> tuple[Marker, ...]:
        """In their order."""
        return markers(self.text)

    def places(self, document: Document, spans: Iterable[Span]) -> list[Span | None]:
        """Where in the source these ranges of ``document.text`` stand, which come in the order of the text; None for one
        that is not found.
        """
        if self.placed is not None:
            return [self.placed.place(span) for span in spans]
        return list(spans) if self.plain else _Search(self).places(document.text, spans)

    def lines(self, place: Span) -> tuple[int, int]:
        """Its first and last line, counted from 1."""
        first, last = (line_column(self.text, at)[0] for at in (place.start, max(place.end - 1, place.start)))
        return first, last


class _Search:
    """Looks in a source for sentences one after the other: one with the same words stands behind the one before."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._prose = _BETWEEN.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), source.text)
        """The source with blanks for markup; offsets stay."""
        self._place, self._row = Span(0, 0), Span(0, 0)
        """What was found last: in the source, and in the prose of ``_page``."""

    @cached_property
    def _page(self) -> Placed:
        """All prose of a page of HTML, with its places: rows of tables are sentences, as in the text that was checked."""
        return in_place.read(self._source.text, "html") if self._source.html else plain("")

    def places(self, text: str, spans: Iterable[Span]) -> list[Span | None]:
        """Where these ranges of ``text`` stand; None for one that is not found."""
        last = Span(0, 0)
        found: list[Span | None] = []
        for span in spans:
            place = self._find(span.of(text), behind=span.start >= last.end)
            if place is not None:
                self._place, last = place, span
            found.append(place)
        return found

    def _find(self, said: str, behind: bool) -> Span | None:
        found = words(said, Variant.RUNS)[:LONGEST]
        if not found:
            return None
        pattern = re.compile(r"\b" + r"[\W_]+".join(map(re.escape, found)) + r"\b")
        at = self._place.end if behind else self._place.start
        hit = pattern.search(self._prose, at) or pattern.search(self._prose)
        return self._told(said, behind) if hit is None else Span(hit.start(), hit.end())

    def _told(self, said: str, behind: bool) -> Span | None:
        """Where the row of a table stands that says this."""
        page = self._page
        at = page.text.find(said, self._row.end if behind else self._row.start)
        at = at if at >= 0 else page.text.find(said)
        if at < 0:
            return None
        self._row = Span(at, at + len(said))
        return page.place(self._row)


def source_of(document: Document) -> Source | None:
    """The file of a document; None for one that has none, that cannot be read, or whose lines nobody sees (PDF, DOCX, rows)."""
    kind, path = document.get("media_type"), Path(document.id)
    if kind not in WITH_LINES or document.id == STANDARD_INPUT:
        return None
    try:
        if not path.is_file() or path.stat().st_size > LARGEST:
            return None
        text, _ = decode(path.read_bytes(), document.id)
    except (OSError, ValueError, BadInput):
        return None
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    placed = _placed(text, str(kind), document)
    return Source(text, kind == PLAIN and len(text) == len(document.text), placed, kind == "text/html")


def _placed(text: str, kind: str, document: Document) -> Placed | None:
    try:
        placed = in_place.read(text, IN_PLACE[kind]) if kind in IN_PLACE else None
    except MissingExtra:
        return None
    return placed if placed is not None and placed.text == document.text else None
