"""``localcheck index update`` and ``index vectors``: an index brought up to date, and encoded; how builds are shown."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from localcheck.cli import completing, diagnostics
from localcheck.cli.arguments import AS_JSON, COUNT_OR_ALL, DATED, FORM, PATH, PROCESSES, defaulted
from localcheck.cli.options import THREADS, typed_now
from localcheck.cli.output import emit, emit_either, emit_json, volume
from localcheck.errors import LocalcheckError, UsageError
from localcheck.system.resources import typed_path
from localcheck.text.counting import many

if TYPE_CHECKING:
    from localcheck.ingest.indexing import Built, Copying, Indexing, Merging, Reading, Recognised, Updated
    from localcheck.run.vectors import Encoding

    Last = TypeVar("Last", Built, Updated)


@click.command()
@click.argument("name", shell_complete=completing.OWN_INDEX)
@click.argument("source", type=PATH, required=False)
@click.option("--watch", is_flag=True, help="Keep running: update again whenever the source changes, until Ctrl-C.")
@defaulted("--every", type=click.FloatRange(0.1, 86_400), default=2.0, help="Seconds between two looks at the source.")
@FORM
@DATED
@PROCESSES
@click.option("--json", "as_json", is_flag=True, help="Print JSON, an object for each update.")
def update(name: str, source: Path | None, watch: bool, every: float, as_json: bool, **asked: Any) -> None:
    """Bring the index NAME up to date with SOURCE, or with what it was built from.

    From a folder, only files whose hash changed are read. From a newer dump, only articles whose revision changed are written
    (without revisions: whose text changed). What SOURCE no longer has is dropped. The old index is used until the new one
    replaces it in one step; if the process is killed, the old one stays, and the same command starts again. If all sentences
    were encoded before (index vectors), the new ones are encoded too.

    \b
    Examples:
      localcheck index update notes
      localcheck index update notes --watch
      localcheck index update enwiki enwiki-20260201-pages-articles.xml.bz2
    """
    seen = _stamp(name, source) if watch else ()
    _once(name, source, as_json, asked)
    if not watch:
        return
    diagnostics.note("watching for changes; Ctrl-C ends")
    said = ""
    try:
        while True:
            time.sleep(every)
            if (now := _stamp(name, source)) == seen:
                continue
            try:
                _once(name, source, as_json, asked)
                said = ""
            except LocalcheckError as error:  # a source may be incomplete for a while
                if error.message != said:
                    diagnostics.warn(f"{error.message}; the index is as it was")
                said = error.message
                if type(error) is UsageError:  # another process has the index: again, until it lets go
                    continue
            seen = now
    except KeyboardInterrupt:
        diagnostics.note("no longer watching; the index is whole")


def _once(name: str, source: Path | None, as_json: bool, asked: dict[str, Any]) -> None:
    from localcheck.ingest.indexing import update as run

    done = follow(run(name, source, **asked))
    _vectors(name, done)
    warn_of(done.built)
    if as_json:
        counts = {key: getattr(done, key) for key in ("added", "changed", "dropped", "unchanged", "restated")}
        emit_json({**asdict(done.built.info), **counts})
    elif done.touched:
        emit(
            f"{name}: {done.added:,} added, {done.changed:,} changed, {done.dropped:,} dropped, "
            f"{done.unchanged:,} unchanged; {many(done.built.info.articles, 'article')}"
        )
    elif done.restated:
        emit(
            f"{name}: no text changed; {many(done.restated, 'article')} of {done.built.info.articles:,} "
            "with another date, revision or place"
        )
    else:
        emit(f"{name}: nothing changed; {many(done.built.info.articles, 'article')}")


def _vectors(name: str, done: Updated) -> None:
    """Of an index whose sentences were all encoded, those of new texts are encoded too."""
    from localcheck.sources.indexes import encoded_articles

    before = done.unchanged + done.changed + done.dropped
    if done.touched and encoded_articles(name) >= max(1, before):
        encode(name)


def _stamp(name: str, source: Path | None) -> tuple[Any, ...]:
    """What changes when a file of the source does. It only says when to look; what changed is told by hashes."""
    from localcheck.ingest.indexing import source_of

    return tuple(_stats(typed_path(source or source_of(name))))


def _stats(source: Path) -> Iterator[tuple[Any, ...]]:
    for path in sorted(source.rglob("*")) if source.is_dir() else [source]:
        try:
            found = path.stat()
        except OSError:
            continue
        if not path.is_dir():
            yield str(path), found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino


@click.command()
@click.argument("name", shell_complete=completing.OWN_INDEX)
@click.option("--limit", type=COUNT_OR_ALL, default=0, help="Only the first articles (0: all).")
@click.option("--nli", help="NLI model whose sentence vectors are made, if not the one in use.")
@THREADS
@click.option("--remove", is_flag=True, help="Remove the vectors of NAME instead.")
@AS_JSON
def vectors(name: str, limit: int, nli: str | None, threads: int | None, remove: bool, as_json: bool) -> None:
    """Encode all sentences of the index NAME now, so that a check compares a claim with every one of them and encodes none.

    Without this, a check encodes the sentences that rank best by words when it first reads an article, and keeps their vectors.
    Vectors are stored beside the index, for one model; another model needs its own. After Ctrl-C the same command continues.

    \b
    Examples:
      localcheck index vectors notes
      localcheck index vectors enwiki --limit 10000
      localcheck index vectors enwiki --remove
    """
    if remove:
        from localcheck.sources.indexes import locate, remove_vectors

        locate(name)
        removed = remove_vectors(name)
        said = "vectors removed" if removed else "no vectors to remove"
        emit_either({"name": name, "removed": removed}, f"{name}: {said}", as_json)
        return
    last = encode(name, limit, nli, threads)
    counts = f"{many(last.articles, 'article')}, {many(last.sentences, 'sentence')} encoded now by {last.encoder}"
    emit_either({"name": name, **asdict(last)}, f"{name}: {counts}; {volume(last.disk_bytes)} on disk", as_json)


def encode(name: str, limit: int = 0, nli: str | None = None, threads: int | None = None) -> Encoding:
    """Make the vectors and show how far it is; what is done so far stays after an interruption."""
    from localcheck.run.vectors import make_vectors

    typed = typed_now({"nli": nli, "threads": threads})
    stopped = diagnostics.going_on(
        lambda: f"stopped; what was encoded is kept. To go on: localcheck index vectors {name}"
    )
    with typed.runtime() as models, diagnostics.progress("encoding", unit="articles") as bar, stopped:
        bar.begin()
        for step in make_vectors(name, models, limit):
            bar.to(step.articles, step.total)
    return step


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
