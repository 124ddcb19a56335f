"""``localcheck batch``: many documents, one JSON line each, stopped and resumed as you like."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from localcheck import resources
from localcheck.cli import diagnostics
from localcheck.cli.checks.faithfulness import FAILS, call_options
from localcheck.cli.diagnostics import Exit
from localcheck.cli.durations import duration
from localcheck.cli.options import Typed, run_options

if TYPE_CHECKING:
    from localcheck.batch.engine import Engine
    from localcheck.batch.run import Batch, Done, Log
    from localcheck.settings import Settings


@dataclass(slots=True)
class Tally:
    """What stands in OUT so far."""

    rows: int = 0
    flagged: int = 0
    failed: int = 0
    reused: int = 0
    worst: int = 0
    """The highest exit code of a row's error."""

    def add(self, done: Done, fails: tuple[str, ...]) -> None:
        """One more row."""
        self.rows += 1
        self.reused += done.reused
        self.failed += done.row.exit_code != 0
        self.flagged += done.row.disposition in fails
        self.worst = max(self.worst, done.row.exit_code)

    @property
    def exit_code(self) -> int:
        """That of the worst error, else 1 when a row is flagged."""
        return self.worst or (Exit.FLAGGED if self.flagged else Exit.OK)


@click.command()
@click.argument("source", metavar="IN", type=click.Path(path_type=Path))
@click.argument("out", metavar="OUT", type=click.Path(path_type=Path, dir_okay=False))
@click.option(
    "--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes, each with its own models."
)
@click.option("--resume", is_flag=True, help="Go on with OUT where it stopped.")
@click.option("--budget", type=duration, help="Stop after this long, for example 10m; --resume goes on.")
@click.option("--limit", type=click.IntRange(1), help="Only the first N documents.")
@call_options
@click.option(
    "--fail-on", type=click.Choice(list(FAILS)), default="block", show_default=True, help="What makes exit code 1."
)
@click.option("--store/--no-store", default=True, help="Write every check into the checks log.  [default: store]")
@click.option("-q", "--quiet", is_flag=True, help="No progress on standard error.")
@run_options
def batch(
    *,
    source: Path,
    out: Path,
    workers: int,
    resume: bool,
    budget: float | None,
    limit: int | None,
    risk: str,
    category: str,
    template: str,
    model: str,
    fail_on: str,
    store: bool,
    quiet: bool,
    typed: Typed,
) -> int:
    """Check the documents of IN (JSONL, CSV, Parquet or a folder) and write a JSON line for each to OUT, in their order.

    A row of IN is {"text" or "path", "id"?, "title"?, "prompt"?, "samples"?, "context"?, "model"?, "template"?, "category"?,
    "risk"?}. A document that cannot be checked is a row with an error, and the exit code is that error's.

    \b
    Examples:
      localcheck batch answers.jsonl checked.jsonl -d faithfulness
      localcheck batch articles/ checked.jsonl --workers 2 --budget 30m
      localcheck batch answers.jsonl checked.jsonl -d faithfulness --resume
    """
    from localcheck.batch.items import count, items
    from localcheck.batch.output import Output
    from localcheck.batch.run import Batch, Log
    from localcheck.gatekeeping import Call

    settings = typed.settings()
    documents, total = items(source, limit), count(source, limit)
    with ExitStack() as stack:
        output = stack.enter_context(Output(out, resume))
        engine = stack.enter_context(_engine(settings, workers))
        log = Log(resources.store_path()) if store else None
        work = Batch(output, engine, settings, Call(model, template, category, risk), log, budget or 0.0)
        tally = follow(work.rows(documents), total, FAILS[fail_on], quiet)
        finish(work, engine, log, tally, total)
    return tally.exit_code


@contextmanager
def _engine(settings: Settings, workers: int) -> Iterator[Engine]:
    """The models, in this process or in several."""
    from localcheck.batch.engine import Local
    from localcheck.batch.workers import Workers

    with closing(Local(settings) if workers == 1 else Workers(settings, workers)) as engine:
        yield engine


def follow(rows: Iterator[Done], total: int | None, fails: tuple[str, ...], quiet: bool) -> Tally:
    """Count the rows as they are written, with throughput, time left and how many are flagged."""
    tally = Tally()
    with diagnostics.progress("documents", total, "documents", quiet=quiet) as bar:
        try:
            for done in rows:
                tally.add(done, fails)
                bar.title = f"{tally.flagged} flagged, {tally.failed} failed · documents"
                bar.advance()
        except KeyboardInterrupt:
            bar.close()
            diagnostics.note(f"stopped after {tally.rows} documents; the same command with --resume goes on")
            raise
    return tally


def finish(work: Batch, engine: Engine, log: Log | None, tally: Tally, total: int | None) -> None:
    """What there is to say at the end."""
    for warning in (*work.warnings, *getattr(engine, "notes", ())):
        diagnostics.warn(warning)
    if log is not None and log.waiting and log.error is not None:
        diagnostics.warn(f"{log.waiting} checks are not in the checks log: {log.error.message}; OUT is complete")
    reused = f", {tally.reused} of them from before" if tally.reused else ""
    memory = getattr(engine, "megabytes", 0.0)
    each = f" · {memory:,.0f} MB a worker" if memory else ""
    diagnostics.note(f"{tally.rows} documents{reused}: {tally.flagged} flagged, {tally.failed} failed{each}")
    if work.out_of_time:
        left = "the rest" if total is None else f"{total - tally.rows} of {total} documents"
        diagnostics.note(f"the time is up, {left} left; the same command with --resume goes on")
