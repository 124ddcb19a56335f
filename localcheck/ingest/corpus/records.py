"""What a corpus reader yields: one value for everything it met, so that every page can be accounted for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Header:
    """What a corpus says about itself; yielded before the first record when it says anything."""

    language: str = ""
    """ISO 639 code of the content, empty when unknown."""
    site: str = ""
    """Name of the site, for example ``Wikipedia``."""
    date: str = ""
    """ISO date of the dump, empty when neither the file nor its name tells."""
    licence: str = ""
    """As the corpus states it."""


@dataclass(frozen=True, slots=True)
class Record:
    """One article as it stands in the corpus, not yet turned into plain text (that is the costly part)."""

    title: str
    body: str
    markup: Literal["plain", "wikitext", "html"]
    kind: str
    """``Source.kind`` of the passages made from it."""
    locator: str = ""
    """URL of the article, or its id or path inside the corpus."""
    revision: str = ""
    date: str = ""
    """ISO date of the revision."""


@dataclass(frozen=True, slots=True)
class Redirect:
    """Another name of an article. ``target`` may come before or after it, or never."""

    title: str
    target: str


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something left out on purpose (another namespace, an empty page)."""

    why: str


@dataclass(frozen=True, slots=True)
class Malformed:
    """Something that could not be read. It is counted and reported, and reading continues."""

    where: str
    why: str


@dataclass(frozen=True, slots=True)
class Remark:
    """Something to be said of a file that was read: its ending says another kind, its text was recognised in pictures."""

    where: str
    what: str


Item = Header | Record | Redirect | Skipped | Malformed | Remark
