"""``localcheck batch``: checks many documents, with one JSON line for each; can be stopped and resumed at any time."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from localcheck.cli import diagnostics
from localcheck.cli.arguments import COUNT, FILE, PATH, QUIET, defaulted, duration
from localcheck.cli.diagnostics import Exit
from localcheck.cli.options import Typed, ruling_options, run_options
from localcheck.cli.output import emit_json
from localcheck.settings.requests import BatchRequest
from localcheck.system import resources
from localcheck.text.counting import many

if TYPE_CHECKING:
    from localcheck.batch.open_batch import OpenBatch
    from localcheck.batch.run import Done


@dataclass(slots=True)
class Tally:
    """Counts of the rows in OUT so far."""

    fails: tuple[str, ...]
    """The dispositions at which the command fails; empty for never."""
    rows: int = 0
    flagged: int = 0
    """Rows at which it fails, or that are blocked where it never does."""
    failed: int = 0
    reused: int = 0
    dispositions: Counter[str] = field(default_factory=Counter)
    """How many rows pass, warn and block."""
    claims: int = 0
    """Claims that could not be judged."""
    worst: int = 0
    """The highest exit code of a row's error."""
    ids: set[str] = field(default_factory=set)
    again: list[str] = field(default_factory=list)
    """Ids that a row before has, too."""

    def add(self, done: Done) -> None:
        """Count a row."""
        self.rows += 1
        self.reused += done.reused
        self.failed += done.row.exit_code != 0
        self.flagged += done.row.disposition in (self.fails or ("block",))
        self.dispositions[done.row.disposition] += 1
        self.claims += done.row.failed
        self.worst = max(self.worst, done.row.exit_code)
        if done.id in self.ids:
            self.again.append(done.id)
        self.ids.add(done.id)

    @property
    def exit_code(self) -> int:
        """The highest exit code of an error; without errors, 1 if the command fails at a row, else 0."""
        return self.worst or (Exit.FLAGGED if self.fails and self.flagged else Exit.OK)


OTHERS = (
    "rows of OUT that were made with other options, models, scores, another index or build of localcheck: {rows}; their "
    "documents are judged again. Ctrl-C keeps these rows; --resume with the command that made them goes on with them"
)


@click.command()
@click.argument("source", metavar="IN", type=PATH)
@click.argument("out", metavar="OUT", type=FILE)
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    help="Number of processes; each opens its own models.  [default: 1; with ray as many as the cluster has room for]",
)
@defaulted(
    "--executor",
    type=click.Choice(["processes", "ray"]),
    default="processes",
    help="Where the work is done: in processes on this machine, or on a Ray cluster (extra ray).",
)
@defaulted(
    "--ray-address",
    default="auto",
    help="Address of the Ray cluster: HOST:PORT, auto (the one of this machine) or local (start one).",
)
@click.option("--resume", is_flag=True, help="Continue OUT where it stopped.")
@click.option("--budget", type=duration, help="Stop after this time, for example 10m; continue with --resume.")
@click.option("--limit", type=COUNT, help="Only the first N documents.")
@click.option(
    "--strict", is_flag=True, help="Stop before the first document if a file in the folder IN cannot be read."
)
@ruling_options
@click.option("--json", "as_json", is_flag=True, help="Print the totals, and the files that were not read, as JSON.")
@QUIET
@run_options
def batch(
    *,
    source: Path,
    out: Path,
    as_json: bool,
    fails: tuple[str, ...],
    store: bool,
    quiet: bool,
    typed: Typed,
    **asked: Any,
) -> int:
    """Check the documents of IN (JSONL, CSV, Parquet or a folder) and write a JSON line for each to OUT, in their order.

    A row of IN is {"text" or "path", "id"?, "title"?, "prompt"?, "samples"?, "context"?, "model"?, "template"?, "category"?,
    "risk"?}. Where a row has a context, all are held against theirs, by faithfulness, unless -d or --index is given. A document
    that cannot be checked gives a row with an error, which also sets the exit code.

    \b
    Examples:
      localcheck batch answers.jsonl checked.jsonl -d faithfulness
      localcheck batch articles/ checked.jsonl --workers 2 --budget 30m
      localcheck batch answers.jsonl checked.jsonl --executor ray --ray-address 10.0.0.5:6379
      localcheck batch answers.jsonl checked.jsonl -d faithfulness --resume
    """
    from localcheck.batch.items import beginning
    from localcheck.batch.open_batch import opened

    settings, log = typed.over(beginning(source, asked["limit"])).settings(), resources.store_path() if store else None
    given = {name: value for name, value in asked.items() if value is not None}
    request = BatchRequest(source, out, settings, log=log, **given)
    with opened(request) as work:
        tally = follow(work, fails, quiet)
        finish(work, tally)
        if as_json:
            emit_json(totals(work, tally))
    return tally.exit_code


def totals(work: OpenBatch, tally: Tally) -> dict[str, object]:
    """What ``--json`` prints."""
    return {
        "documents": tally.rows,
        "from_before": tally.reused,
        "failed": tally.failed,
        "flagged": tally.flagged,
        **{name: tally.dispositions[name] for name in ("pass", "warn", "block")},
        "out_of_time": work.batch.out_of_time,
        "files_not_read": [asdict(file) for file in work.left],
    }


def follow(work: OpenBatch, fails: tuple[str, ...], quiet: bool) -> Tally:
    """Count the rows as they are written, with throughput, time left and how many are flagged."""
    tally = Tally(fails)
    if foreign := work.batch.foreign:
        diagnostics.warn(OTHERS.format(rows=foreign))
    stopped = "stopped after {}; continue with the same command and --resume"
    with (
        diagnostics.going_on(lambda: stopped.format(many(tally.rows, "document"))),
        diagnostics.progress("documents", work.total, "documents", quiet=quiet) as bar,
    ):
        bar.begin()
        for done in work.rows:
            tally.add(done)
            bar.title = f"{tally.flagged} flagged, {tally.failed} failed · documents"
            (bar.found if done.reused else bar.advance)()
    return tally


def finish(work: OpenBatch, tally: Tally) -> None:
    """Print warnings and totals once the rows are written."""
    for warning in work.warnings():
        diagnostics.warn(warning)
    if tally.again:
        diagnostics.warn(f"{many(len(tally.again), 'row')} with the id of a row before: {tally.again[0]}")
    reused = f", {tally.reused} of them from before" if tally.reused else ""
    each = f" · {megabytes:,.0f} MB a worker" if (megabytes := work.executor.megabytes) else ""
    counts = ", ".join(f"{tally.dispositions[name]} {name}" for name in ("pass", "warn", "block"))
    diagnostics.note(f"{many(tally.rows, 'document')}{reused}: {counts}, {tally.failed} failed{each}")
    if tally.claims:
        diagnostics.note(f"{many(tally.claims, 'claim')} could not be judged; the rows say why")
    if hurried := work.batch.pace.hurried:
        diagnostics.note(
            f"judged quickly, because the time was short: {many(hurried, 'document')}; --resume judges them again"
        )
    if work.batch.out_of_time:
        left = "the rest" if work.total is None else f"{work.total - tally.rows} of {work.total} documents"
        diagnostics.note(f"the time budget is used up, {left} left; continue with the same command and --resume")
