"""``localcheck calibrate``: learns the likelihood table and the evidence score for an NLI model and a kind of evidence."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from localcheck import network
from localcheck.cli import diagnostics
from localcheck.cli.edge import output_file
from localcheck.cli.options import Typed, number, run_options
from localcheck.cli.output import emit, emit_json
from localcheck.ranges import Range
from localcheck.requests import CalibrateRequest

if TYPE_CHECKING:
    from localcheck.evaluate.learning.calibrating import Calibration, Read
    from localcheck.stats.calibrate import Reliability

JSON = Any


@click.command()
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    help="JSONL with claim, label (factual or nonfactual) and optional evidence.",
)
@click.option("--from-reviews", is_flag=True, help="Learn from the decisions made in the review app.")
@click.option(
    "--s",
    "size",
    type=click.IntRange(1, 2**63 - 1),
    default=200,
    show_default=True,
    help="Claims of each kind, at most.",
)
@click.option(
    "--smoothing", type=number(Range(0, inside=True)), default=1.0, show_default=True, help="Added to every count."
)
@click.option(
    "--kind",
    type=click.Choice(["index", "web"]),
    default="index",
    show_default=True,
    help="Kind of evidence that the table is for.",
)
@click.option("--svg", type=click.Path(path_type=Path), help="Write the reliability diagram to this file.")
@click.option("--dry-run", is_flag=True, help="Show the result without keeping it.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("-q", "--quiet", is_flag=True, help="No progress.")
@run_options
def calibrate(
    *,
    data: Path | None,
    from_reviews: bool,
    size: int,
    smoothing: float,
    kind: str,
    svg: Path | None,
    dry_run: bool,
    as_json: bool,
    quiet: bool,
    typed: Typed,
) -> None:
    """Estimate P(feature | factual) and P(feature | not factual) from labelled claims, with one document for each.

    A row with "evidence" (a text or a list) is scored against that; any other row against the first document found in --index.
    The table and the evidence score are kept in the home for this NLI model and kind of evidence, and used from then on.

    \b
    Examples:
      localcheck calibrate --data claims.jsonl --index enwiki
      localcheck calibrate --from-reviews --dry-run
    """
    request = CalibrateRequest(data, from_reviews, size, smoothing, kind)
    settings = typed.settings()
    from localcheck.compose import open_runtime
    from localcheck.evaluate.learning.calibrating import calibrate as learn
    from localcheck.evaluate.learning.calibrating import keep

    with network.allow(settings.network), open_runtime(settings) as runtime:
        found = _followed(learn(request, runtime), quiet)
    path = None if dry_run else keep(found)
    if svg is not None:
        _draw(found, svg)
    if as_json:
        _as_json(found, path)
    else:
        _tell(found, path)


def _followed(steps: Generator[Read, None, Calibration], quiet: bool) -> Calibration:
    """Run the steps with a progress line for each kind, and return their result."""
    unit = ""
    with ExitStack() as stack:
        while True:
            try:
                read = next(steps)
            except StopIteration as end:
                found: Calibration = end.value
                return found
            if read != unit:
                stack.close()
                bar, unit = stack.enter_context(diagnostics.progress(f"{read}:", None, quiet=quiet)), read
            bar.advance()


def _draw(found: Calibration, file: Path) -> None:
    """Write the reliability diagram."""
    from localcheck.formats.reliability import svg

    with output_file(file) as f:
        f.write(svg(found.after.bins, f"P(factual), n = {found.after.n}, ECE {found.after.ece:.3f}"))


def _as_json(found: Calibration, path: Path | None) -> None:
    from localcheck.evaluate.learning.likelihoods import table_row

    emit_json({**table_row(found.table), "threshold": found.threshold, "before": _numbers(found.before),
               "after": _numbers(found.after), "file": None if path is None else str(path)})  # fmt: skip


def _numbers(measured: Reliability | None) -> JSON:
    return None if measured is None else {"n": measured.n, "ece": measured.ece, "brier": measured.brier}


def _tell(found: Calibration, path: Path | None) -> None:
    from localcheck.formats.reliability import terminal

    table = found.table
    emit(f"P(feature | factual), P(feature | not factual) from {table.n[0]} and {table.n[1]} claims ({table.data}):")
    for f, (yes, no) in enumerate(zip(table.factual, table.nonfactual, strict=True)):
        emit(f"  {f}  {yes:.3f}  {no:.3f}  ×{yes / no:.2f}")
    if found.before is not None:
        emit(f"before: ECE {found.before.ece:.3f}, Brier {found.before.brier:.3f}")
    emit(f"after:  ECE {found.after.ece:.3f}, Brier {found.after.brier:.3f} (cross-validated, n = {found.after.n})")
    for line in terminal(found.after.bins):
        emit(line)
    if found.threshold is not None:
        emit(f"cheapest threshold on P(factual) for these reviews: {found.threshold:.2f}")
    emit(f"kept in {path}" if path else "not kept (--dry-run)")
