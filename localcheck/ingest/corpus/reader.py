"""What a reader of corpora is: one value for each format, registered in ``localcheck.registry.CORPORA``."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from localcheck.ingest.corpus.parts import Part
from localcheck.ingest.corpus.records import Item
from localcheck.ingest.corpus.streams import Meter


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
