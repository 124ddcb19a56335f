"""``localcheck index update``: an index brought up to date with its source, once or as often as the source changes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from localcheck.cli import completing, diagnostics
from localcheck.cli.arguments import FORM, PATH, defaulted
from localcheck.cli.keeping.following import follow, warn_of
from localcheck.cli.keeping.vectors import encode
from localcheck.cli.output import emit, emit_json
from localcheck.errors import LocalcheckError
from localcheck.text.counting import many

if TYPE_CHECKING:
    from localcheck.ingest.indexing import Updated


@click.command()
@click.argument("name", shell_complete=completing.OWN_INDEX)
@click.argument("source", type=PATH, required=False)
@click.option("--watch", is_flag=True, help="Keep running: update again whenever the source changes, until Ctrl-C.")
@defaulted("--every", type=click.FloatRange(0.1, 86_400), default=2.0, help="Seconds between two looks at the source.")
@FORM
@click.option("--dated", default="", metavar="DATE", help="When the texts were written, as for build.")
@defaulted(
    "--processes",
    type=click.IntRange(0, 256),
    default=0,
    help="Processes that read and clean a dump (0: one per processor).",
)
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
    try:
        while True:
            time.sleep(every)
            if (now := _stamp(name, source)) == seen:
                continue
            seen = now
            try:
                _once(name, source, as_json, asked)
            except LocalcheckError as error:  # a source may be incomplete for a while
                diagnostics.warn(f"{error.message}; the index is as it was")
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
    if source is None:
        from localcheck.ingest.indexing import source_of

        source = source_of(name)
    return tuple(_stats(source.expanduser()))


def _stats(source: Path) -> Iterator[tuple[Any, ...]]:
    for path in sorted(source.rglob("*")) if source.is_dir() else [source]:
        try:
            found = path.stat()
        except OSError:
            continue
        if not path.is_dir():
            yield str(path), found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino
