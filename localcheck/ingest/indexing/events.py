"""What a build reports while it runs: values to iterate over, the last one ``Built``."""

from __future__ import annotations

from dataclasses import dataclass

from localcheck.ingest.corpus import Malformed, Recognised, Remark
from localcheck.ingest.listing import Left
from localcheck.types.infos import IndexInfo


@dataclass(frozen=True, slots=True)
class Copying:
    """Progress of a copy of an index: what changes is changed in a copy of it."""

    bytes_copied: int
    bytes_total: int


@dataclass(frozen=True, slots=True)
class Reading:
    """Progress of the first phase."""

    articles: int
    bytes_read: int
    bytes_total: int
    resumed: bool = False
    comparing: bool = False
    """Whether files are only compared by their hash as yet, before those that changed are read."""


@dataclass(frozen=True, slots=True)
class Merging:
    """Progress of the first phase of a merge, which reads articles and no bytes."""

    articles: int
    total: int


@dataclass(frozen=True, slots=True)
class Indexing:
    """Progress of the second phase; ``engine`` is the choice, ``why`` its reason."""

    engine: str
    why: str
    articles: int
    total: int


@dataclass(frozen=True, slots=True)
class Built:
    """The index is there."""

    info: IndexInfo
    malformed: tuple[Malformed, ...] = ()
    """The first malformed pages."""
    left: tuple[Left, ...] = ()
    """Files of the folder that were not read."""
    remarks: tuple[Remark, ...] = ()
    """What is to be said of the first files that were read."""


@dataclass(frozen=True, slots=True)
class Updated:
    """The index is up to date."""

    built: Built
    """As it is now, and what could not be read of what was read."""
    added: int
    changed: int
    """Articles whose text was replaced."""
    dropped: int
    unchanged: int
    """Articles whose text is as it was."""
    restated: int = 0
    """Of these, those that have another date, revision or place now."""

    @property
    def touched(self) -> int:
        """Articles that were written or dropped."""
        return self.added + self.changed + self.dropped


BuildEvent = Recognised | Copying | Reading | Merging | Indexing | Built
UpdateEvent = Recognised | Copying | Reading | Indexing | Updated
