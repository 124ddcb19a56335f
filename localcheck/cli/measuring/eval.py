"""``localcheck eval``: measures a detector on a data set; scores, compares and tabulates stored experiments."""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from localcheck.cli import diagnostics
from localcheck.cli.arguments import AS_JSON, COUNT, PATH, QUIET, Group, defaulted, options
from localcheck.cli.measuring.eval_view import draw, show, show_compared
from localcheck.cli.options import FINITE, Typed, run_options
from localcheck.cli.output import emit
from localcheck.cli.writing import writes
from localcheck.errors import UsageError
from localcheck.settings.requests import CROSS_FIT, EvalRequest
from localcheck.system import network, resources

if TYPE_CHECKING:
    from localcheck.evaluate.records import Header, Row
    from localcheck.settings import Settings

DATASETS = {
    "wikibio": "WikiBio GPT-3: sentences labelled accurate, minor or major inaccurate (SelfCheckGPT).",
    "phd": "PHD: passages about entities, by how well-known they are (reverse validation).",
    "claims": "JSONL with claim, label (factual or nonfactual) and, optionally, evidence, source and uncovered.",
    "haluagent": "HaluAgent's test sets: one file, or a folder of them.",
    "nli": "JSONL with premise, hypothesis, label and source: measures the NLI model itself.",
}
FOR_INTERVALS = defaulted(
    "--resamples", type=click.IntRange(0, 1_000_000), default=1000, help="Samples of the bootstrap."
)
THRESHOLD = click.option("--threshold", type=FINITE, help="Scores above it mean not factual.")
SVG = click.option("--svg", type=PATH, help="Write the risk–coverage curve of the verdicts to this file.")
RELIABILITY = click.option(
    "--reliability", type=PATH, help="Write the reliability diagrams of the answers to this file (SVG)."
)


@click.group("eval", cls=Group)
def eval_() -> None:
    """Measure a detector on a data set.

    \b
    Examples:
      localcheck eval wikibio --data wikibio.json -d selfcheck-ngram
      localcheck eval wikibio --data wikibio.json --evidence recorded:web.tar.xz --out run.jsonl
      localcheck eval claims --data claims.jsonl --index enwiki --cross-fit
      localcheck eval phd --data PHD.json --records em_record.json --json
      localcheck eval haluagent --data word_cnt_test_100.json --planner rules --json
      localcheck eval nli --data dev.jsonl.gz --json
      localcheck eval score run.jsonl --raw not_entail
      localcheck eval compare first.jsonl second.jsonl
      localcheck eval table first.jsonl second.jsonl --format latex
    """


SHOWN = ("svg", "reliability", "raw", "resamples", "as_json")
"""Parameters of how an experiment is shown."""
score_options = options(
    click.option("--raw", default="", help="Compute the figures of the method's raw score of this name."),
    FOR_INTERVALS,
    AS_JSON,
)
"""Options of everything that scores."""

data_options = options(
    click.option("--data", required=True, type=PATH, help="The data set's file or folder."),
    click.option("--evidence", default="", metavar="recorded:PATH|given|web:…", help="Evidence instead of an index."),
    click.option("--records", type=PATH, help="Recorded stage answers or samples (phd)."),
    click.option("--limit", type=COUNT, help="Only the first N examples."),
    click.option("--spread", is_flag=True, help="With --limit: N examples evenly spread over the data set."),
    click.option("--out", type=PATH, help="File for the experiment; an interrupted one is continued."),
    THRESHOLD,
    SVG,
    RELIABILITY,
    score_options,
    QUIET,
    run_options,
)
"""The options of every data set command."""


CROSS_FITTED = click.option(
    "--cross-fit",
    is_flag=True,
    help="Judge each article's claims by an evidence score that was fitted on the other articles.",
)
PLANNED = click.option(
    "--planner", type=click.Choice(["rules", "llm", "llm-alone"]), help="Measure the method agent with this planner."
)
OWN = {**dict.fromkeys(CROSS_FIT, CROSS_FITTED), "haluagent": PLANNED}
"""The option that a data set has alone."""


def _with_planner(typed: Typed, planner: str | None) -> Typed:
    """Choose the method agent with the planner that was typed. Raises ``UsageError`` if another method was named."""
    if planner is None:
        return typed
    if typed.given.get("detector", "agent") != "agent":
        raise UsageError("--planner goes with the method agent", "leave out -d, or --planner")
    return replace(typed.or_else(detector="agent"), options={**typed.options, "planner": planner})


def _command(dataset: str) -> click.Command:
    @click.command(dataset, help=DATASETS[dataset])
    @OWN.get(dataset, options())
    @data_options
    @writes("out", "svg", "reliability")
    def measure(*, out: Path | None, quiet: bool, typed: Typed, planner: str | None = None, **asked: Any) -> None:
        shown = {name: asked.pop(name) for name in SHOWN}
        typed = _with_planner(typed, planner)
        named = "detector" in typed.given, "index" in typed.given
        request = EvalRequest(dataset, detector_typed=named[0], index_typed=named[1], **asked)
        header, rows = run_experiment(request, typed.settings(), out, quiet)
        _show(header, rows, **shown)

    return measure


for _name in DATASETS:
    eval_.add_command(_command(_name))


def _show(
    header: Header, rows: list[Row], svg: Path | None, reliability: Path | None, raw: str, resamples: int, as_json: bool
) -> None:
    from localcheck.evaluate.scoring import score

    draw(rows, svg, reliability)
    show(score(header, rows, resamples, raw), as_json)


def run_experiment(request: EvalRequest, settings: Settings, out: Path | None, quiet: bool) -> tuple[Header, list[Row]]:
    """Open what is needed, run or continue the experiment, and return header and rows."""
    from localcheck.evaluate.prepare import prepare
    from localcheck.evaluate.records import Journal

    with ExitStack() as stack:
        stack.enter_context(network.allow(settings.network))
        prepared = prepare(request, settings, stack)
        header = prepared.header
        path = out or default_out(request.dataset, header.detector)
        journal = stack.enter_context(Journal(path, header))
        if prepared.note and not quiet:
            diagnostics.note(prepared.note)
        if prepared.read is not None:
            with diagnostics.progress("documents read:", quiet=quiet) as reading:
                list(reading.over(prepared.read()))
        title = f"{request.dataset} {Path(header.detector).name}:"
        bar = stack.enter_context(diagnostics.progress(title, prepared.total, quiet=quiet))
        rows: list[Row] = []
        stopped = "stopped after {} examples; continue with the same command and --out {}"
        with diagnostics.going_on(lambda: stopped.format(len(rows), path)):
            for row in bar.over(prepared.rows(journal)):
                rows.append(row)
    if not quiet:
        diagnostics.note(f"experiment kept in {path}")
    for error in sorted({r.error for r in rows if r.error}):
        diagnostics.warn(f"{sum(r.error == error for r in rows)} of {len(rows)} examples failed: {error}")
    return header, rows


def default_out(dataset: str, detector: str) -> Path:
    """A new file in the home, named by time."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    name = "".join(c if c.isalnum() or c in "-." else "_" for c in Path(detector).name)
    folder = resources.home() / "experiments"
    first = folder / f"{dataset}-{name}-{stamp}.jsonl"
    later = (folder / f"{first.stem}-{i}.jsonl" for i in range(2, 1000))
    return first if not first.exists() else next(p for p in later if not p.exists())


@eval_.command("score")
@click.argument("run", type=PATH)
@THRESHOLD
@click.option("--threshold-from", "other", type=PATH, help="Take the best threshold of another run.")
@SVG
@RELIABILITY
@score_options
@writes("svg", "reliability")
def score_command(run: Path, threshold: float | None, other: Path | None, **shown: Any) -> None:
    """Score a stored experiment again, without any model.

    --threshold-from uses the passage score with the best F1 on another run as the threshold, as the authors of PHD did with
    WikiBio.
    """

    from localcheck.evaluate.records import read
    from localcheck.evaluate.scoring import best_threshold, with_raw

    if threshold is not None and other is not None:
        raise UsageError("--threshold and --threshold-from do not go together", "give one of them")
    header, rows = read(run)
    threshold = best_threshold(with_raw(read(other)[1], shown["raw"])) if other is not None else threshold
    header = header if threshold is None else replace(header, threshold=threshold)
    _show(header, rows, **shown)


@eval_.command("compare")
@click.argument("first", type=PATH)
@click.argument("second", type=PATH)
@defaulted("--resamples", type=click.IntRange(100, 1_000_000), default=1000, help="Samples of the bootstrap.")
@AS_JSON
def compare_command(first: Path, second: Path, resamples: int, as_json: bool) -> None:
    """Compare two stored experiments: paired bootstrap differences, and the items whose outcome changed."""
    from localcheck.evaluate.compare import compare
    from localcheck.evaluate.records import read

    show_compared(compare(read(first), read(second), resamples), as_json)


@eval_.command("table")
@click.argument("runs", nargs=-1, required=True, type=PATH)
@defaulted(
    "--format", "format_", type=click.Choice(["markdown", "latex", "json"]), default="markdown", help="Output format."
)
@click.option("--raw", default="", help="Compare the methods' raw scores of this name.")
@FOR_INTERVALS
def table_command(runs: tuple[Path, ...], format_: str, raw: str, resamples: int) -> None:
    """Show stored experiments beside published figures, with n and 95 % intervals."""
    from localcheck.evaluate.published_tables import table
    from localcheck.evaluate.records import read
    from localcheck.evaluate.scoring import score

    scored = [score(*read(run), resamples=resamples, raw=raw) for run in runs]
    datasets = {s["dataset"] for s in scored}
    if len(datasets) != 1:
        raise UsageError(
            f"the runs are on different data sets: {', '.join(sorted(datasets))}", "make one table for each data set"
        )
    emit(table(datasets.pop(), scored, format_))
