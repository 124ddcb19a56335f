"""``localcheck index vectors``: all sentences of an index encoded beforehand."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from localcheck.cli import completing, diagnostics
from localcheck.cli.arguments import AS_JSON, COUNT_OR_ALL
from localcheck.cli.options import THREADS, typed_now
from localcheck.cli.output import emit_either, volume
from localcheck.text.counting import many

if TYPE_CHECKING:
    from localcheck.run.vectors import Encoding


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
    from localcheck.run.runtime import open_runtime
    from localcheck.run.vectors import make_vectors

    settings = typed_now({"nli": nli, "threads": threads}).settings()
    with open_runtime(settings) as models, diagnostics.progress("encoding", unit="articles") as bar:
        try:
            for step in make_vectors(name, models, limit):
                bar.to(step.articles, step.total)
        except KeyboardInterrupt:
            diagnostics.note(f"stopped; what was encoded is kept. To go on: localcheck index vectors {name}")
            raise
    return step
