"""Parquet files with the columns ``title`` and ``text``, perhaps ``url``, ``id``, ``date`` and ``revision``, as on the hubs."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from localcheck.errors import BadInput
from localcheck.ingest.corpus.jsonl import items_of
from localcheck.ingest.corpus.records import CorpusReader, Item, Malformed
from localcheck.ingest.corpus.streams import Meter
from localcheck.ingest.documents.table_rows import parquet

MAGIC = b"PAR1"
TOGETHER = 64
"""Rows read at once."""
COLUMNS = ("title", "text", "url", "id", "date", "revision", "revid", "aliases")


def read(path: Path, meter: Meter, _: Collection[int]) -> Iterator[Item]:
    """One item a row. Raises ``BadInput`` for a damaged file or one without the columns, ``MissingExtra`` without pyarrow."""
    size = path.stat().st_size
    with parquet(path) as file:
        names = set(file.schema_arrow.names)
        if not {"title", "text"} <= names:
            raise BadInput(path, "has no columns title and text", f"its columns are {', '.join(sorted(names))[:200]}")
        wanted, done = [name for name in COLUMNS if name in names], 0
        for batch in file.iter_batches(batch_size=TOGETHER, columns=wanted):
            for number, row in enumerate(batch.to_pylist(), done + 1):
                where = f"{path.name}:{number}"
                yield from items_of(where, row) if isinstance(row, dict) else (Malformed(where, "is not a row"),)
            done += batch.num_rows
            meter.read += size * batch.num_rows // max(1, file.metadata.num_rows)


READER = CorpusReader(
    lambda head: head.startswith(MAGIC), read, "Parquet with title and text", "*.parquet", (".parquet",)
)
