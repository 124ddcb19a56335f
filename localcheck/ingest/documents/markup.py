"""Markdown and HTML as documents, with a blank line between paragraphs."""

from __future__ import annotations

import re
from dataclasses import dataclass

from localcheck.ingest.documents.decode import decode
from localcheck.text.html import reading
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


_FRONT_DATE = regex(r"^date:\s*['\"]?([\d][\d-]{3,9})", re.MULTILINE | re.IGNORECASE)


def markdown(source: str) -> Extract:
    """A Markdown text: headings, paragraphs, items, tables as sentences, code between fences, blocks of raw HTML."""
    from localcheck.ingest.in_place import markdown as reader

    source = without(source.replace("\r\n", "\n").replace("\r", "\n"), comments=False)
    placed, front = reader.read(source), reader.FRONT_MATTER.match(source)
    dated = _FRONT_DATE.search(front.group(1)) if front else None
    return Extract(placed.text, placed.title, a_day(dated.group(1)) if dated else "")


def html(source: str, path: str) -> Extract:
    """The main text of a page of HTML. Raises ``BadInput``."""
    text, title, date = reading.main_text(source, path)
    return Extract(text, title, date)


def whole_page(data: bytes, path: str) -> Extract:
    """All text of a page that is known to be text, such as a chapter of a book. Raises ``BadInput``."""
    text, title, date = reading.whole_text(decode(data, path)[0], path)
    return Extract(text, title, date)
