"""Trains a head on the hidden states of a language model; thin over `training.heads`.

python scripts/train_head.py draw --data ../shared/data --out checkpoints/head
python scripts/train_head.py read --llm NAME --pairs checkpoints/head/train.jsonl.gz --out checkpoints/head/train.f16
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from training import pairs as p

if TYPE_CHECKING:
    from localcheck.judging.expert import ExpertTable
    from training.heads.thorough import Heard, Remembered

HEAVY = {"foolmetwice": 2.0, "fever_symmetric": 1.5}
"""Weight of rows of a source, against 1: what people wrote to mislead is rare and what matters."""
HEATS = (0.5, 0.7, 0.85, 1.0, 1.2, 1.5, 2.0)


def draw(options: argparse.Namespace) -> None:
    """The pairs to learn from and to steer by."""
    from training.heads.draw import MIXES
    from training.heads.draw import draw as drawn

    train, steer = drawn(options.data, options.seed, options.data / "claims" / "wiki15k_dev.jsonl", MIXES[options.mix])
    options.out.mkdir(parents=True, exist_ok=True)
    for name, groups in (("train", train), ("steer", steer)):
        count = p.write_pairs(options.out / f"{name}.jsonl.gz", (pair for group in groups for pair in group))
        print(f"{name}: {count} pairs in {len(groups)} groups")


def draw_measured(options: argparse.Namespace) -> None:
    """The pairs to measure on."""
    from training.heads.measured import by_hand, gold

    options.out.mkdir(parents=True, exist_ok=True)
    p.write_pairs(options.out / "hand.jsonl.gz", by_hand(Path("tests/reference/minimal_pairs.jsonl")))
    p.write_pairs(options.out / "gold.jsonl.gz", gold(options.data / "claims" / "wiki15k_dev.jsonl", options.every))


def read(options: argparse.Namespace) -> None:
    """States into the journal, until all pairs are there or the minutes are over."""
    from localcheck.backends.llamacpp.llm import open_llm
    from training.heads.journal import read as states

    pairs = list(p.read_pairs(options.pairs))[: options.most or None]
    llm = open_llm(options.llm, threads=options.threads)
    began = time.monotonic()
    try:
        for done in states(llm, pairs, options.out, options.layers):
            spent = time.monotonic() - began
            print(f"{done} of {len(pairs)}, {spent:.0f} s, {time.process_time():.0f} s of processor", flush=True)
            if spent > 60 * options.minutes:
                break
    finally:
        llm.close()


def fit(options: argparse.Namespace) -> None:
    """The head of the journals' states; layers' places and ridge by the rows to steer by."""
    from localcheck.asking.head_files import read_head
    from training.heads import choose, fit
    from training.heads.journal import described
    from training.heads.written import write_head

    journal = described(options.steer)
    x, rows = choose.table(options.journals, options.layers)
    steer, told = choose.table([options.steer], options.layers)
    labels, known = [row.label for row in rows], [row.label for row in told]
    weights = np.array([HEAVY.get(row.source, 1.0) for row in rows])
    best, found = np.inf, None
    for places in choose.places_of(options.layers):
        columns = choose.used(places, options.layers, journal.width)
        on = fit.turned(x[:, columns])
        for ridge in options.ridges:
            made = fit.fit(on, labels, ridge, weights)
            scores = made.scores(steer[:, columns])
            heat = min(HEATS, key=lambda h: fit.surprise(scores, known, h))
            lost = fit.surprise(scores, known, heat)
            right, auc, n = fit.figures(scores, told)["all"]
            say(
                f"{places} ridge {ridge:g}: surprise {lost:.3f} at heat {heat}, right {right:.1f}, AUC {auc:.1f}, n {n}"
            )
            if lost < best:
                best, found = lost, choose.head_of(made, columns, options.layers, journal.sha256, options.name, heat)
    assert found is not None
    write_head(options.out, found)
    head = read_head(options.out)
    say(f"{len(rows)} pairs, {options.out.stat().st_size} bytes, SHA-256 {head.digest}")
    for path in (options.steer, *options.measured):
        states, pairs = choose.table([path], options.layers)
        shares = head.shares(states.reshape(len(states), len(options.layers), 2, -1))
        for source, (right, auc, n) in fit.figures(np.log(np.maximum(shares, 1e-9)), pairs).items():
            say(f"{path.stem} {source}: right {right:.1f}, AUC {auc:.1f}, n {n}")


def say(text: str) -> None:
    """A line at once."""
    print(text, flush=True)


def run(options: argparse.Namespace) -> None:
    """`--effort thorough` end to end on labelled claims, cross-fitted by article; without and with the language model."""
    import json
    from contextlib import ExitStack, closing

    from localcheck.asking.head import Headed
    from localcheck.asking.head_files import read_head
    from localcheck.backends.llamacpp.llm import open_llm
    from localcheck.judging.evidence.find_tables import read_expert
    from localcheck.judging.expert import Consultant
    from localcheck.run.runtime import open_runtime
    from localcheck.settings import Settings
    from training.heads import thorough

    path = options.data / "claims" / "wiki15k_dev.jsonl"
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    gold = {row["claim"]: row["evidence"] for row in lines}
    with ExitStack() as stack:
        settings = Settings(index=options.index, nli=options.nli, claims="sentences", threads=1)
        runtime = stack.enter_context(open_runtime(settings))
        folds, article = thorough.scores(runtime, path, say, options.scores)
        parts = thorough.parted(thorough.chosen(path, options.every), folds, article)
        ways: list[tuple[str, list[Consultant | None], float]] = [("without", [None] * len(parts), 1.0)]
        if options.head:
            llm = stack.enter_context(closing(open_llm(options.llm, threads=1)))
            judge = thorough.Remembered(Headed(llm, llm.info, read_head(options.head)), options.out)
            rows = thorough.heard(runtime, judge, parts, folds, say, options.turned)
            for also, index in options.also:
                rows += thorough.heard_elsewhere(runtime, judge, Path(also), index, folds.models[0], say)
            files = ", ".join([path.name, *(Path(also).name for also, _ in options.also)])
            made = write_tables(options, rows, judge, len(parts), files, runtime.nli_sha256())
            known = [(path.stem, [read_expert(path)] * len(parts)) for path in options.against]
            for name, several in [*known, ("fitted", made)]:
                asked: list[Consultant | None] = [Consultant(judge, table, options.seconds) for table in several]
                ways += [(name, asked, price) for price in options.prices]
        for name, consultants, price in ways:
            measured = thorough.judged(runtime, parts, folds, consultants, {"c_second": price}, gold)
            for source, count in sorted(measured.by.items()):
                say(f"{name}, c_second {price}, {source}: {count.line()}")


def write_tables(
    options: argparse.Namespace, rows: list[Heard], judge: Remembered, parts: int, files: str, nli: str
) -> list[ExpertTable]:
    """A table of all rows into the file that ``options`` names, with the rows beside it; the tables of each part's claims left
    out.
    """
    import json

    from localcheck.evaluate.hearing import fitted
    from localcheck.judging.expert import to_json
    from training.heads import thorough

    kept = [[k, one.group, one.true, one.nli, odds] for k, one, odds in rows]
    options.table.with_suffix(".rows.json").write_text(json.dumps(kept), encoding="utf-8")
    data = f"{files}, {len(rows)} claims, first document that says something, {options.nli}"
    found = fitted(thorough.as_hearing(rows), judge.info.name, judge.info.sha256, 1, data, judge.digest, nli)
    say(f"n {found.n}, AUC of the NLI model, the head, both: {[round(100 * x, 1) for x in found.auc]}")
    say(f"right of two, the NLI model, both: {[round(100 * x, 1) for x in found.right]}")
    say(str([round(x, 2) for x in found.table.likelihoods.log_ratios().tolist()]))
    options.table.write_text(json.dumps(to_json(found.table), indent=1) + "\n", encoding="utf-8")
    return thorough.tables(rows, judge, parts, data, nli)


def add_run(whole: argparse.ArgumentParser) -> None:
    """The options of `run`."""
    whole.add_argument("--data", type=Path, required=True)
    whole.add_argument("--index", default="wiki15k")
    whole.add_argument("--nli", default="starter-nli")
    whole.add_argument("--llm", default="")
    whole.add_argument("--head", type=Path, help="none: without the language model")
    whole.add_argument("--table", type=Path, help="where the table fitted on all these claims is written")
    whole.add_argument("--against", type=Path, nargs="*", default=[], help="tables to measure beside the new one")
    whole.add_argument(
        "--also", nargs=2, action="append", default=[], metavar=("CLAIMS", "INDEX"), help="further claims for the table"
    )
    whole.add_argument(
        "--scores",
        nargs=2,
        action="append",
        default=[],
        metavar=("CLAIMS", "INDEX"),
        help="the same for the evidence scores",
    )
    whole.add_argument("--turned", action="store_true", help="ask in the other order: beside a process that does not")
    whole.add_argument("--every", type=int, default=1, help="one in so many claims that are not of FoolMeTwice")
    whole.add_argument("--seconds", type=float, default=0.8, help="what an answer takes on two idle cores")
    whole.add_argument("--prices", type=float, nargs="+", default=[1.0])
    whole.set_defaults(run=run)


def main() -> None:
    """Run one step."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    steps = parser.add_subparsers(required=True)
    first, measured, second, last, whole = map(steps.add_parser, ("draw", "draw-measured", "read", "fit", "run"))
    first.add_argument("--data", type=Path, required=True)
    first.add_argument("--seed", type=int, default=11)
    first.add_argument(
        "--mix", choices=("head", "adapter", "further", "away"), default="head", help="what the pairs are for"
    )
    first.set_defaults(run=draw)
    measured.add_argument("--data", type=Path, required=True)
    measured.add_argument("--every", type=int, default=1)
    measured.set_defaults(run=draw_measured)
    second.add_argument("--llm", required=True)
    second.add_argument("--pairs", type=Path, required=True)
    second.add_argument("--layers", type=int, nargs="+", default=[20], help="ascending; -1, the final state, last")
    second.add_argument("--threads", type=int, default=1)
    second.add_argument("--most", type=int, default=0)
    second.add_argument("--minutes", type=float, default=1e9)
    second.set_defaults(run=read)
    last.add_argument("--journals", type=Path, nargs="+", required=True)
    last.add_argument("--steer", type=Path, required=True)
    last.add_argument("--measured", type=Path, nargs="*", default=[])
    last.add_argument("--layers", type=int, nargs="+", default=[16, 20])
    last.add_argument("--ridges", type=float, nargs="+", default=[500, 1000, 2000, 4000])
    last.add_argument("--name", required=True, help="the model's name")
    last.set_defaults(run=fit)
    add_run(whole)
    for step in (first, measured, second, last, whole):
        step.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
