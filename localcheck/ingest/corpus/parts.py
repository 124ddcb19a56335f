"""A corpus in parts: cut in order by one process, read in any, put together in order again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from localcheck.ingest.corpus.records import Item, Record

SIZE = 1 << 18
"""Bytes or characters of one part, about; a single long article makes one that is longer."""
TOGETHER = 250
"""Items of one part at most."""


class Part(Protocol):
    """Some items of a corpus that follow one another. It can be pickled."""

    def items(self) -> Iterator[Item]:
        """The items. Raises ``BadInput`` where the file cannot be used."""
        ...

    def carried(self) -> Part:
        """The same part, with everything in it that a machine needs which does not have the file. Raises ``OSError``."""
        ...


@dataclass(frozen=True, slots=True)
class Items:
    """A part that was read when it was cut: what is left to do is to clean the texts."""

    read: tuple[Item, ...]

    def items(self) -> Iterator[Item]:
        """The items."""
        yield from self.read

    def carried(self) -> Items:
        """Itself: the items are in it."""
        return self


def batches(items: Iterator[Item]) -> Iterator[Items]:
    """``items`` in parts of about ``SIZE`` characters and at most ``TOGETHER`` items."""
    batch: list[Item] = []
    size = 0
    for item in items:
        batch.append(item)
        size += len(item.body) if isinstance(item, Record) else 0
        if size >= SIZE or len(batch) == TOGETHER:
            yield Items(tuple(batch))
            batch, size = [], 0
    if batch:
        yield Items(tuple(batch))
