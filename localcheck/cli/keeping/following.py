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
    first = True
    with diagnostics.progress("reading", unit="MB") as bar:
        for event in events:
            match event:
                case Recognised():
                    _say(event)
                    continue
                case Copying():
                    bar.turn("copying")
                    show_bytes(bar, event.bytes_copied, event.bytes_total)
                case Reading():
                    if first and event.resumed:
                        diagnostics.note("continuing an interrupted build")
                    bar.turn("comparing" if event.comparing else "reading")
                    show_bytes(bar, event.bytes_read, event.bytes_total)
                case Merging():
                    bar.turn("merging", "articles")
                    bar.to(event.articles, event.total)
                case Indexing():
                    bar.turn("indexing", "articles")
                    if event.articles == 0:
                        diagnostics.note(f"engine {event.engine} ({event.why})")
                    bar.to(event.articles, event.total)
                case _:
                    found = event
            first = False
    assert found is not None
    return found


def _say(recognised: Recognised) -> None:
    """What a source was taken for; where its name says otherwise, that and what to do about a wrong guess."""
    diagnostics.note(f"reading {recognised.said()}")
    if recognised.odd:
        diagnostics.warn(f"{recognised.odd}; if it was recognised wrongly, say --format NAME")


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
