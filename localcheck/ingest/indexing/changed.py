"""Which pages of a newer dump an index has already. Told in any process, so that only the others are cleaned and packed."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from localcheck.ingest.corpus.parts import Part
from localcheck.ingest.corpus.records import Record
from localcheck.ingest.corpus.rows import Ready, ready
from localcheck.sources.articles import Articles


@dataclass(frozen=True, slots=True)
class Changed:
    """Makes a part of a dump into rows, but for pages whose revision the index in ``folder`` has, or a newer one."""

    folder: Path

    def __call__(self, part: Part) -> list[Ready]:
        """Everything in ``part`` in its order. Raises ``BadInput`` as the part does, ``RetrievalError``."""
        with closing(Articles(self.folder)) as articles:

            def known(record: Record) -> bool:
                had = articles.revisions(record.title) if record.revision else []
                return bool(had) and all(one and not newer(record.revision, one) for one in had)

            return ready(part, known=known)


def newer(one: str, other: str) -> bool:
    """Whether a revision is another one than, and as far as numbers tell not older than, the other."""
    if one.isascii() and other.isascii() and one.isdigit() and other.isdigit():
        return int(one[:30]) > int(other[:30])
    return one != other
