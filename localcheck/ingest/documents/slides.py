"""Reads a PPTX in the order of its slides, in one pass over the XML of each: titles, texts, tables and speaker notes;
nothing that is struck out.

PresentationML and DrawingML: ECMA-376, part 1, chapters 19 and 21.
"""

from __future__ import annotations

import posixpath
import zipfile
from collections.abc import Iterator

from localcheck.ingest.bounded_xml import Handler, TooMuch
from localcheck.ingest.documents import packed
from localcheck.ingest.documents.markup import NOTE_MARK, Extract, Gathered, named
from localcheck.ingest.documents.packed import attribute
from localcheck.text.counting import many
from localcheck.text.periods import a_day
from localcheck.text.raised import joined
from localcheck.text.table_text import sentences

MOST_SLIDES = 5_000
DECK = "ppt/presentation.xml"
_ABOUT = "docProps/core.xml"
_TITLES = ("title", "ctrTitle")
_FIELDS = ("sldNum", "dt", "ftr", "hdr", "sldImg")
"""Placeholders that repeat on every slide: number, date, footer, header, and the picture of the slide on its notes."""
_UNREAD = {"ppt/charts/chart": "chart", "ppt/diagrams/data": "diagram"}


class _Slide(Handler):
    """Gathers the blocks of one slide, or of its notes."""

    def __init__(self) -> None:
        self.title = ""
        self.blocks: list[str] = []
        self._placeholder = ""
        self._paragraph: list[tuple[str, bool]] | None = None
        """The one that is open: its pieces of text, each with whether it is raised."""
        self._raised = self._struck = False
        self._cell: list[str] | None = None
        self._rows: list[list[str]] = []
        self._goes_on = False
        """Is the open cell merged with the one above it, whose text it has?"""
        self._inside = ""

    def started(self, name: str, attributes: dict[str, str]) -> None:
        self._inside = name
        if name == "sp":
            self._placeholder = ""
        elif name == "ph":
            self._placeholder = attribute(attributes, "type", "body")
        elif name == "p":
            self._paragraph = []
        elif name == "br" and self._paragraph is not None:
            self._paragraph.append(("\n", False))
        elif name in ("r", "rPr"):
            self._raised = not attribute(attributes, "baseline", "0").startswith(("0", "-"))
            self._struck = attribute(attributes, "strike", "noStrike") != "noStrike"
        elif name == "tbl":
            self._rows = []
        elif name == "tr":
            self._rows.append([])
        elif name == "tc":
            self._cell, self._goes_on = [], attribute(attributes, "vMerge") in ("1", "true")

    def ended(self, name: str) -> None:
        self._inside = ""
        if name == "p" and self._paragraph is not None:
            self._put(NOTE_MARK.sub("", joined(self._paragraph)).strip())
            self._paragraph = None
        elif name == "tc" and self._cell is not None and self._rows:
            above = self._rows[-2][len(self._rows[-1]) :] if self._goes_on and len(self._rows) > 1 else []
            self._rows[-1].append("\n".join(self._cell) or next(iter(above), ""))
            self._cell = None
        elif name == "tbl":
            self.blocks += sentences(self._rows)
            self._rows = []

    def text(self, data: str) -> None:
        if self._inside == "t" and self._paragraph is not None and not self._struck:
            self._paragraph.append((data, self._raised))

    def _put(self, text: str) -> None:
        if self._cell is not None:
            self._cell.append(text)
        elif text and self._placeholder not in _FIELDS:
            if self._placeholder in _TITLES:
                self.title = f"{self.title} {text}".strip()
            self.blocks.append(text)


def read(data: bytes, path: str, limit: int) -> Extract:
    """Text of a PPTX, a part for each slide. Raises ``BadInput``."""
    out = Gathered(path, limit)
    seen: set[str] = set()
    with packed.opened(data, path, "PPTX", "ppt/") as archive:
        for number, name in enumerate(_in_order(archive), 1):
            if number > MOST_SLIDES:
                raise TooMuch(f"holds more than {MOST_SLIDES:,} slides")
            _slide(archive, name, number, out, seen)
        title, modified = packed.properties(archive, _ABOUT, "title", "modified")
        for beginning, what in _UNREAD.items():
            if count := sum(name.startswith(beginning) for name in archive.NameToInfo):
                out.notes.append(f"the text of {many(count, what)} was not read")
    return named(out.extract(title, a_day(modified), ("the slides hold no text", "is their text inside pictures?")))


def _in_order(archive: zipfile.ZipFile) -> list[str]:
    targets = {key: target for key, _, target in _relations(archive, DECK)}
    slides = packed.small(archive, DECK).iter("sldId")
    keys = (next((v for k, v in slide.items() if k.endswith(":id")), "") for slide in slides)
    return list(dict.fromkeys(targets[key] for key in keys if key in targets))


def _relations(archive: zipfile.ZipFile, part: str) -> Iterator[tuple[str, str, str]]:
    """Key, kind and target of each relation of a part to another one."""
    folder, name = posixpath.split(part)
    for relation in packed.small(archive, f"{folder}/_rels/{name}.rels").iter("Relationship"):
        if relation.get("TargetMode") != "External":
            target = posixpath.normpath(posixpath.join(folder, relation.get("Target", "")))
            yield relation.get("Id", ""), relation.get("Type", "").rpartition("/")[2], target.lstrip("/")


def _slide(archive: zipfile.ZipFile, name: str, number: int, out: Gathered, seen: set[str]) -> None:
    """One slide and its notes; each file is read once, however many slides name it."""
    slide, notes = _Slide(), _Slide()
    packed.parse(archive, name, slide)
    for place in {target for _, kind, target in _relations(archive, name) if kind == "notesSlide"} - seen:
        seen.add(place)
        packed.parse(archive, place, notes)
    out.part(f"slide {number}", slide.title)
    for block in (*slide.blocks, *notes.blocks):
        out.add(block)
