"""Parts of a corpus made into rows of an index: read, cleaned and packed. Any process can do this, here or elsewhere."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass

from localcheck.ingest.corpus.folder import KIND as FOLDER
from localcheck.ingest.corpus.records import Header, Malformed, Part, Record, Redirect, Remark, Skipped
from localcheck.ingest.corpus.wikitext import plain_text
from localcheck.sources.article_changes import pack
from localcheck.sources.articles import Row
from localcheck.types import Source


@dataclass(frozen=True, slots=True)
class Known:
    """A page that an index holds as it is."""

    title: str


Ready = Row | Known | Header | Redirect | Malformed | Skipped | Remark
"""What the writer of an index takes: an article that is packed, or what is no article."""
Make = Callable[[Part], list[Ready]]
"""Makes a part into rows; can be pickled."""
UNUSABLE = (ValueError, TypeError, OverflowError, RecursionError, sqlite3.DataError, sqlite3.InterfaceError)
"""What an item can raise that is at fault itself, unlike a full disk."""


def ready(part: Part, dated: str = "", known: Callable[[Record], bool] | None = None) -> list[Ready]:
    """Everything in ``part`` in its order. One article that cannot be kept costs itself; it never stops a build.

    ``dated`` is the date that holds for every document of a folder. A page that is ``known`` is not even cleaned. Raises
    ``BadInput`` as the part does.
    """
    found: list[Ready] = []
    for item in part.items():
        if not isinstance(item, Record):
            found.append(item)
            continue
        if known is not None and known(item):
            found.append(Known(item.title))
            continue
        try:
            found.append(row(item, dated))
        except UNUSABLE as error:
            found.append(unusable(item.locator or item.title, error))
    return found


def row(record: Record, dated: str = "") -> Row | Skipped:
    """An article as it is kept, or that it has no text. Raises ``UNUSABLE``."""
    text = plain_text(record)
    if not text.strip():
        return Skipped("no text")
    return pack(record.title, text, source(record, dated))


def source(record: Record, dated: str = "") -> Source:
    """Where an article is from. What the user says about the date of a folder holds for every document in it."""
    date = dated or record.date if record.kind == FOLDER else record.date
    return Source(record.kind, "", record.locator, record.revision, date)


def unusable(where: str, error: BaseException) -> Malformed:
    """What is said of an item that cannot be kept."""
    return Malformed(where[:200], f"cannot be kept ({type(error).__name__}: {error})"[:200])
