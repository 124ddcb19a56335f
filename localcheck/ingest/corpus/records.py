"""What a reader of corpora is, and what it yields: one value for everything it met, so that every page can be accounted for.

A reader is one value for each format, registered in ``localcheck.registry.CORPORA``. A corpus comes in parts: cut in order
by one process, read in any, put together in order again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeVar

from localcheck.ingest.corpus.streams import Meter

T = TypeVar("T")


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


SIZE = 1 << 18
"""Bytes or characters of one part, about; a single long article makes one that is longer."""
TOGETHER = 250
"""Items of one part at most."""


class Part(ABC):
    """Some items of a corpus that follow one another. It can be pickled."""

    @abstractmethod
    def items(self) -> Iterator[Item]:
        """The items. Raises ``BadInput`` where the file cannot be used."""

    def carried(self) -> Part:
        """The same part, with everything in it that a machine needs which does not have the file. Raises ``OSError``."""
        return self


@dataclass(frozen=True)
class Items(Part):
    """A part that was read when it was cut: what is left to do is to clean the texts."""

    read: tuple[Item, ...]

    def items(self) -> Iterator[Item]:
        """The items."""
        yield from self.read


def batches(items: Iterator[Item]) -> Iterator[Items]:
    """``items`` in parts."""
    return map(Items, grouped(items, lambda item: len(item.body) if isinstance(item, Record) else 0))


def grouped(items: Iterator[T], size_of: Callable[[T], int]) -> Iterator[tuple[T, ...]]:
    """``items`` in groups of about ``SIZE`` characters or bytes and at most ``TOGETHER``."""
    group: list[T] = []
    size = 0
    for item in items:
        group.append(item)
        size += size_of(item)
        if size >= SIZE or len(group) == TOGETHER:
            yield tuple(group)
            group, size = [], 0
    if group:
        yield tuple(group)


@dataclass(frozen=True, slots=True)
class CorpusReader:
    """One format of corpora. An entry point of the group ``localcheck.corpora`` names one of these."""

    recognises: Callable[[bytes], bool]
    """Whether a file is in this format, told from its first bytes: at most 64 KiB, decompressed, no white space before them."""
    read: Callable[[Path, Meter, Collection[int]], Iterator[Item]]
    """The items of one file. It adds the bytes that it has read to the meter, for progress; the numbers are the MediaWiki
    namespaces that are wanted. Raises ``BadInput`` for a file that cannot be used."""
    described: str
    """What the format is called in a sentence: "a MediaWiki XML dump"."""
    pattern: str = ""
    """Names of its files in a folder, without a suffix of compression: ``*.jsonl``. Empty: a folder holds none of them."""
    endings: tuple[str, ...] = ()
    """How its files are called, without a suffix of compression: a file of this format that is called otherwise is said."""
    snapshot: bool = False
    """True if all its pages were taken on one day: the date of the newest one is then that of pages without a date."""
    variety: Callable[[Path], str] = lambda _: ""
    """What is said of a file behind ``described``: " in many streams"."""
    parts: Callable[[Path, Meter, Collection[int]], Iterator[Part]] | None = None
    """The same items in parts that any process can read, where cutting a file is cheap and reading it is not. The parts of a
    file are always the same ones: a build that was stopped continues behind the last part that it has."""
