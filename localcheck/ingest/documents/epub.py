"""Reads an EPUB: the chapters in the order of its spine, each a part of its own.

EPUB 3.3 (W3C, 2023): the container names the package file, which lists the chapters. They are HTML, and read like it.
"""

from __future__ import annotations

import posixpath
import zipfile
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from localcheck.errors import BadInput
from localcheck.ingest.bounded_xml import Malformed, TooMuch
from localcheck.ingest.documents import markup, packed
from localcheck.ingest.documents.markup import Extract, Gathered
from localcheck.text.periods import a_day

CONTAINER = "META-INF/container.xml"
RIGHTS = "META-INF/encryption.xml"
MOST_CHAPTERS = 5_000
CHAPTER_LIMIT = 20_000_000
"""Bytes of one chapter, which is read as a tree."""
_CHAPTERS = ("application/xhtml+xml", "text/html", "application/xml")


def read(data: bytes, path: str, limit: int) -> Extract:
    """Text of an EPUB, a part for each chapter. Raises ``BadInput``, also for an encrypted one."""
    out = Gathered(path, limit)
    with packed.opened(data, path, "EPUB", CONTAINER) as archive:
        places = (root.get("full-path", "") for root in packed.small(archive, CONTAINER).iter("rootfile"))
        place = next(filter(None, places), "")
        found = _chapters(packed.small(archive, place))
        if not found:
            raise Malformed("no chapters")
        if len(found) > MOST_CHAPTERS:
            raise TooMuch(f"holds more than {MOST_CHAPTERS:,} chapters")
        for number, chapter in enumerate(found, 1):
            name = posixpath.join(posixpath.dirname(place), unquote(chapter))
            _chapter(archive, posixpath.normpath(name), number, out)
        protected = RIGHTS in archive.namelist()
        title, date = packed.properties(archive, place, "title", "date")
    empty = "the book holds no text", "is its text inside pictures?"
    if protected:
        empty = "the book is protected (DRM)", "give a copy without protection"
    return out.extract(title, a_day(date), empty)


def _chapters(package: Element) -> list[str]:
    """The chapters in the order of the spine, each once; the table of contents is none."""
    files = {
        item.get("id", ""): item.get("href", "")
        for item in package.iter("item")
        if item.get("media-type") in _CHAPTERS and "nav" not in item.get("properties", "").split()
    }
    keys = dict.fromkeys(item.get("idref", "") for item in package.iter("itemref"))
    return [files[key] for key in keys if key in files]


def _chapter(archive: zipfile.ZipFile, name: str, number: int, out: Gathered) -> None:
    """The blocks of one chapter. One that is missing or cannot be read is noted."""
    if name not in archive.NameToInfo:
        out.notes.append(f"chapter {number} is missing: {name}")
        return
    if archive.getinfo(name).file_size > CHAPTER_LIMIT:
        raise TooMuch(f"has a chapter of more than {CHAPTER_LIMIT // 1_000_000} MB")
    try:
        chapter = markup.whole_page(archive.read(name), name)
    except BadInput as error:
        out.notes.append(f"chapter {number} was not read: {error.message}")
        return
    out.part(f"chapter {number}", chapter.title)
    for block in chapter.text.split("\n\n"):
        out.add(block)
