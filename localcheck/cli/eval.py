"""``localcheck eval``: measure a detector on a data set; compare and table stored experiments."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from localcheck import network, resources
from localcheck.cli import diagnostics
from localcheck.cli.options import chosen_settings, run_options
from localcheck.cli.output import emit, emit_json
from localcheck.errors import BadInput, UsageError

if TYPE_CHECKING:
    from localcheck.evaluate.records import Header, Row
    from localcheck.settings import Settings

JSON = Any
DATASETS = {
    "wikibio": "WikiBio GPT-3: sentences labelled accurate, minor or major inaccurate (SelfCheckGPT)",
    "phd": "PHD: passages about entities, by how well-known they are (reverse validation)",
    "claims": "JSONL of claim, label (factual or nonfactual), optional context, title, group",
    "haluagent": "HaluAgent's test sets: one file, or a folder of them",
    "nli": "JSONL of premise, hypothesis, label, source; scores the NLI model itself",
}


@click.group("eval")
def eval_() -> None:
    """Measure a detector on a data set.

    \b
    Examples:
      localcheck eval wikibio --data wikibio.json -d selfcheck-ngram
      localcheck eval wikibio --data wikibio.json --evidence recorded:web.tar.xz --out run.jsonl
      localcheck eval phd --data PHD.json -d reverse-em --records em_record.json --json
      localcheck eval nli --data dev.jsonl.gz --json
      localcheck eval compare first.jsonl second.jsonl
      localcheck eval table run.jsonl
    """


def data_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of every data set command."""
    for option in reversed(
        (
            click.option(
                "--data", required=True, type=click.Path(path_type=Path), help="The data set's file or folder."
            ),
            click.option("--evidence", metavar="recorded:PATH", help="Recorded evidence instead of an index."),
            click.option("--records", type=click.Path(path_type=Path), help="Recorded stage answers (PHD)."),
            click.option("--limit", type=click.IntRange(1), help="Only the first N examples."),
            click.option(
                "--out", type=click.Path(path_type=Path), help="Keep the experiment there; goes on if it exists."
            ),
            click.option("--raw", default="", help="Score the method's own raw score of this name."),
            click.option("--threshold", type=float, help="Scores above it mean not factual."),
            click.option("--resamples", type=click.IntRange(0), default=1000, show_default=True, help="For intervals."),
            click.option("--json", "as_json", is_flag=True, help="Print JSON."),
            click.option("-q", "--quiet", is_flag=True, help="No progress."),
            run_options,
        )
    ):
        command = option(command)
    return command


def _command(dataset: str) -> click.Command:
    @click.command(dataset, help=DATASETS[dataset])
    @data_options
    @click.pass_context
    def measure(ctx: click.Context, /, **values: JSON) -> None:
        settings = chosen_settings(ctx, values, values["options"])
        header, rows = run_experiment(dataset, settings, values)
        from localcheck.evaluate.scoring import score

        show(score(header, rows, values["resamples"], values["raw"]), values["as_json"])

    return measure


for _name in DATASETS:
    eval_.add_command(_command(_name))


def run_experiment(dataset: str, settings: Settings, values: dict[str, JSON]) -> tuple[Header, list[Row]]:
    """Open what is needed, run or go on, and return header and rows."""
    from localcheck.evaluate.records import Journal

    with ExitStack() as stack:
        stack.enter_context(network.allow(settings.network))
        header, make_rows, total = prepare(dataset, settings, values, stack)
        path = values["out"] or default_out(dataset, header.detector)
        journal = stack.enter_context(Journal(path, header))
        bar = stack.enter_context(diagnostics.progress(f"{dataset} {header.detector}:", total, quiet=values["quiet"]))
        rows = []
        try:
            for row in make_rows(journal):
                rows.append(row)
                bar.advance()
        except KeyboardInterrupt:
            diagnostics.note(f"stopped after {len(rows)} examples; go on with the same command and --out {path}")
            raise
    if not values["quiet"]:
        diagnostics.note(f"experiment kept in {path}")
    return header, rows


Maker = Callable[[Any], Iterator[Any]]


def prepare(
    dataset: str, settings: Settings, values: dict[str, JSON], stack: ExitStack
) -> tuple[Header, Maker, int | None]:
    """Header, a function that makes rows into a journal, and how many there will be."""
    from itertools import islice

    from localcheck.codec import runinfo_to_json
    from localcheck.compose import open_runtime
    from localcheck.evaluate.examples import READERS, load_json
    from localcheck.evaluate.experiment import experiment, nli_experiment
    from localcheck.evaluate.records import Header

    limit = values["limit"]
    if dataset == "phd" and values["records"]:
        from localcheck.evaluate.phd_records import prepare_records

        return prepare_records(settings, values["data"], values["records"], limit)
    runtime = stack.enter_context(open_runtime(settings, given_evidence(values["evidence"])))
    if dataset == "nli":
        pairs = load_json(values["data"])[:limit]
        nli = runtime.nli
        header = Header("nli", settings.nli, runinfo_to_json(runtime.info_of_models("nli")))
        return header, lambda journal: nli_experiment(nli, pairs, journal), len(pairs)
    examples = list(islice(READERS[dataset](values["data"]), limit))
    if not examples:
        raise BadInput(values["data"], "no example in it")
    detector = runtime.detector()
    info = runtime.info()
    threshold = values["threshold"] if values["threshold"] is not None else threshold_of(dict(info.parameters))
    header = Header(dataset, info.detector, runinfo_to_json(info), threshold)
    return header, lambda journal: experiment(detector, examples, journal), len(examples)


def given_evidence(spec: str | None) -> dict[type, Any]:
    """The ports that recorded evidence stands in for."""
    if spec is None:
        return {}
    from localcheck.evaluate.evidence import RecordedClaims, RecordedPassages, open_recorded
    from localcheck.ports import Extractor, Retriever

    recorded = open_recorded(spec)
    return {Extractor: RecordedClaims(recorded), Retriever: RecordedPassages(recorded)}


def threshold_of(parameters: dict[str, JSON]) -> float:
    """The cost-optimal threshold on P(not factual): 1 - C_M / (C_M + C_FA); 0.5 for methods without costs."""
    if "c_miss" in parameters and "c_false_alarm" in parameters:
        return float(1 - parameters["c_miss"] / (parameters["c_miss"] + parameters["c_false_alarm"]))
    return 0.5


def default_out(dataset: str, detector: str) -> Path:
    """A new file in the home, named by time."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    name = "".join(c if c.isalnum() or c in "-." else "_" for c in Path(detector).name)
    return resources.home() / "experiments" / f"{dataset}-{name}-{stamp}.jsonl"


def show(scored: JSON, as_json: bool) -> None:
    """One object, or lines for a person."""
    if as_json:
        emit_json(scored)
        return
    emit(f"{scored['dataset']} · {scored['detector']} · n = {scored['n']} in {scored['documents']} documents")
    for name, value in scored["metrics"].items():
        low_high = scored["intervals"].get(name)
        shown = f"  [{low_high[0]:.4f}, {low_high[1]:.4f}]" if low_high else ""
        emit(f"  {name:22} {value:.4f}{shown}")
    for group, values in scored["by"].items():
        emit(f"  {group}: " + ", ".join(f"{k} {v:.4f}" for k, v in values.items()))
    cost = {k: round(v, 2) for k, v in scored["cost"].items() if v}
    emit(f"  failed {scored['failed']} · cost {cost}")


@eval_.command("score")
@click.argument("run", type=click.Path(path_type=Path))
@click.option("--raw", default="", help="Score the method's own raw score of this name.")
@click.option("--resamples", type=click.IntRange(0), default=1000, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def score_command(run: Path, raw: str, resamples: int, as_json: bool) -> None:
    """Score a stored experiment again, without any model."""
    from localcheck.evaluate.records import read
    from localcheck.evaluate.scoring import score

    show(score(*read(run), resamples=resamples, raw=raw), as_json)


@eval_.command("compare")
@click.argument("first", type=click.Path(path_type=Path))
@click.argument("second", type=click.Path(path_type=Path))
@click.option("--resamples", type=click.IntRange(100), default=1000, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def compare_command(first: Path, second: Path, resamples: int, as_json: bool) -> None:
    """Paired bootstrap differences of two stored experiments, and the items that flipped."""
    from localcheck.evaluate.compare import compare
    from localcheck.evaluate.records import read

    found = compare(read(first), read(second), resamples)
    if as_json:
        emit_json(found)
        return
    emit(f"{found['dataset']}: {found['first']} → {found['second']}, {found['n']} examples")
    for name, row in found["metrics"].items():
        interval = f"  [{row['low']:+.4f}, {row['high']:+.4f}]  p = {row['p']:.3f}" if "low" in row else ""
        emit(f"  {name:22} {row['first']:.4f} → {row['second']:.4f}  {row['difference']:+.4f}{interval}")
    better = sum(f["now"] for f in found["flipped"])
    emit(f"  flipped items: {len(found['flipped'])} ({better} now right, {len(found['flipped']) - better} now wrong)")


@eval_.command("table")
@click.argument("runs", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--format", "format_", type=click.Choice(["markdown", "latex", "json"]), default="markdown")
@click.option("--resamples", type=click.IntRange(0), default=1000, show_default=True)
def table_command(runs: tuple[Path, ...], format_: str, resamples: int) -> None:
    """Published figures beside stored experiments of ours, with n and 95 % intervals."""
    from localcheck.evaluate.published import table
    from localcheck.evaluate.records import read
    from localcheck.evaluate.scoring import score

    scored = [score(*read(run), resamples=resamples) for run in runs]
    datasets = {s["dataset"] for s in scored}
    if len(datasets) != 1:
        raise UsageError(f"the runs are on different data sets: {', '.join(sorted(datasets))}")
    emit(table(datasets.pop(), scored, format_))
