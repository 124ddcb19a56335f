"""How builds and updates of indexes are shown while they run, and what is warned of afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeVar

from localcheck.cli import diagnostics

if TYPE_CHECKING:
    from localcheck.ingest.indexing import Built, Copying, Indexing, Merging, Reading, Recognised, Updated

    Last = TypeVar("Last", Built, Updated)

SMALL = 10_000_000
"""Bytes of a source whose reading is counted in kB."""


def follow(events: Iterator[Recognised | Copying | Reading | Merging | Indexing | Last]) -> Last:
    """Show how far a build or an update is; returns its last event."""
    from localcheck.ingest.indexing import Copying, Indexing, Merging, Reading, Recognised

    found: Last | None = None
    bar = diagnostics.Progress("reading", unit="MB")
    first = True
    for event in events:
        if isinstance(event, Recognised):
            _say(event)
            continue
        if isinstance(event, Copying):
            bar = _titled("copying", bar)
            show_bytes(bar, event.bytes_copied, event.bytes_total)
        elif isinstance(event, Reading):
            if first and event.resumed:
                diagnostics.note("continuing an interrupted build")
            bar = _titled("comparing" if event.comparing else "reading", bar)
            show_bytes(bar, event.bytes_read, event.bytes_total)
        elif isinstance(event, Merging):
            bar = _titled("merging", bar, "articles")
            bar.to(event.articles, event.total)
        elif isinstance(event, Indexing):
            if event.articles == 0:
                bar.close()
                diagnostics.note(f"engine {event.engine} ({event.why})")
                bar = diagnostics.Progress("indexing", unit="articles")
            bar.to(event.articles, event.total)
        else:
            found = event
        first = False
    bar.close()
    assert found is not None
    return found


def _say(recognised: Recognised) -> None:
    """What a source was taken for; where its name says otherwise, that and what to do about a wrong guess."""
    diagnostics.note(f"reading {recognised.said()}")
    if recognised.odd:
        diagnostics.warn(f"{recognised.odd}; if it was recognised wrongly, say --format NAME")


def _titled(title: str, bar: diagnostics.Progress, unit: str = "MB") -> diagnostics.Progress:
    """The bar itself, or a new one in its place where it says something else."""
    if bar.title == title:
        return bar
    bar.close()
    return diagnostics.Progress(title, unit=unit)


def show_bytes(bar: diagnostics.Progress, done: int, total: int) -> None:
    """Show how much of a source is read or copied, in kB where it is small."""
    bar.unit, scale = ("kB", 1e3) if total < SMALL else ("MB", 1e6)
    bar.to(done / scale, max(total / scale, 1))


def warn_of(built: Built) -> None:
    """Warn of what could not be read, and of what was read as another kind than its name says."""
    from localcheck.ingest.listing import summary

    if said := summary(built.left):
        diagnostics.warn(said)
    for remark in built.remarks:
        diagnostics.warn(f"{remark.where}: {remark.what}")
    for page in built.malformed:
        diagnostics.warn(f"not read: {page.where}: {page.why}")
    more = built.info.malformed - len(built.malformed)
    if built.malformed and more:
        diagnostics.warn(f"{more:,} more not read")
    elif more:  # of an index that was made of others: their pages were named when they were built
        pages = "a page of the source was" if more == 1 else f"{more:,} pages of the source were"
        diagnostics.warn(f"{pages} not read when it was built")
