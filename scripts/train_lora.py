"""Trains a low-rank adapter of an instruct model and its head together, writes and measures both; thin over `training.lora`.

python scripts/train_head.py draw --data ../shared/data --mix adapter --out checkpoints/lora
python scripts/train_lora.py train --llm NAME --pairs checkpoints/lora/train.jsonl.gz --steer checkpoints/lora/steer.jsonl.gz \
    --head models/heads/NAME.npz --out checkpoints/lora/run.pt
python scripts/train_lora.py write --llm NAME --steer checkpoints/lora/steer.jsonl.gz --run checkpoints/lora/run.pt \
    --head models/heads/NAME.npz --out models
python scripts/train_lora.py measure --llm NAME --head models/heads/NAME.npz --pairs checkpoints/head/hand.jsonl.gz
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch

from localcheck.backends.llamacpp.states import Asked
from training import pairs as p

HEAVY = {"foolmetwice": 2.5, "fever_symmetric": 1.5, "wice_oracle_chunks": 1.5}
"""Weight of rows of a source, against 1: what people wrote to mislead is rare and what matters."""


def prompts_of(name: str, rows: list[p.Pair]) -> tuple[list[Asked], Path]:
    """The rows as the model is asked, and where the model's file is."""
    from localcheck.backends.llamacpp.llm import open_llm
    from localcheck.text.prompts.expert import one_line, reading

    llm = open_llm(name, threads=1)
    try:
        asked = llm.asked([reading(r.premise, r.hypothesis) for r in rows], [one_line(r.hypothesis) for r in rows])
        return asked, llm.path
    finally:
        llm.close()


def train(options: argparse.Namespace) -> None:
    """Train until the rows or the minutes are over; measures the rows to steer by on the way."""
    from localcheck.asking.head_files import read_head
    from training.heads.fit import figures
    from training.lora.learn import Reader, Recipe, Run
    from training.lora.network import Network
    from training.lora.write import read_adapter

    torch.set_num_threads(options.threads)
    torch.manual_seed(5)
    rows, told = list(p.read_pairs(options.pairs))[: options.most or None], list(p.read_pairs(options.steer))
    asked, path = prompts_of(options.llm, [*rows, *told])
    head, recipe = read_head(options.head), Recipe(rate=options.rate, rank=options.rank, first=options.first)
    network = Network(path, head.layers, recipe.first, recipe.rank, recipe.scale)
    if head.adapter is not None:
        network.begin_from(read_adapter(head.adapter))
    run = Run(network, Reader(head), recipe, options.out)
    weights = [HEAVY.get(row.source, 1.0) for row in rows]
    prompts, steer = asked[: len(rows)], asked[len(rows) :]
    losses: list[float] = []
    kept = measured = time.monotonic()

    def steered() -> None:
        for source, (right, auc, n) in figures(run.scores(steer), told).items():
            say(f"  {source}: right {right:.1f}, AUC {auc:.1f}, n {n}")

    for step, steps, loss in run.train(prompts, rows, weights, options.minutes):
        losses.append(loss)
        if step % 10 == 0:
            say(f"{step} of {steps}, {run.spent:.0f} s, loss {np.mean(losses[-40:]):.3f}")
        if time.monotonic() - kept > 240:
            run.save()
            kept = time.monotonic()
        if time.monotonic() - measured > 60 * options.measure:
            steered()
            measured = time.monotonic()
    run.save()
    steered()


def write(options: argparse.Namespace) -> None:
    """The adapter and the head of a run as the product reads them; the rows to steer by set how sharp its answers are."""
    from localcheck.asking.head_files import read_head
    from training.heads.fit import surprise
    from training.lora.learn import Reader, Run, heat_of, recipe_of
    from training.lora.network import Network
    from training.lora.write import write_both

    torch.set_num_threads(options.threads)
    told = list(p.read_pairs(options.steer))
    steer, path = prompts_of(options.llm, told)
    head, recipe = read_head(options.head), recipe_of(options.run)
    run = Run(Network(path, head.layers, recipe.first, recipe.rank, recipe.scale), Reader(head), recipe, options.run)
    scores = run.scores(steer)
    heat = heat_of(scores, told)
    say(f"step {run.step}: surprise {surprise(scores, [row.label for row in told], heat):.3f} at heat {heat:.2f}")
    adapter = write_both(options.out, head, run.network.trainable(), recipe.scale, *run.reader.cooled(heat))
    say(f"{adapter.stat().st_size} bytes")


def measure(options: argparse.Namespace) -> None:
    """What the head makes of labelled pairs, asked as the product asks."""
    from localcheck.asking.expert import Question
    from localcheck.asking.head import Headed
    from localcheck.asking.head_files import read_head
    from localcheck.backends.llamacpp.llm import open_llm
    from training.heads.fit import figures, right_of_three

    llm = open_llm(options.llm, threads=options.threads)
    try:
        judge = Headed(llm, llm.info, read_head(options.head))
        for path in options.pairs:
            rows = list(p.read_pairs(path))
            began = time.process_time()
            said = judge.ask([Question(row.premise, row.hypothesis) for row in rows])
            spent = (time.process_time() - began) / len(rows)
            shares = np.array([[a.true, a.false, a.neither] for a in said])
            scores = np.log(np.maximum(shares, 1e-9))
            three = right_of_three(scores, rows)
            for source, (right, auc, n) in figures(scores, rows).items():
                say(f"{path.stem} {source}: right {right:.1f}, of three {three[source]:.1f}, AUC {auc:.1f}, n {n}")
            say(f"{path.stem}: {spent:.2f} s of processor a pair")
    finally:
        llm.close()


def say(text: str) -> None:
    """A line at once."""
    print(text, flush=True)


def main() -> None:
    """Run one step."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    steps = parser.add_subparsers(required=True)
    first = steps.add_parser("train")
    first.add_argument("--pairs", type=Path, required=True)
    first.add_argument("--steer", type=Path, required=True)
    first.add_argument(
        "--head", type=Path, required=True, help="what the run begins from: the head, with its adapter if it has one"
    )
    first.add_argument("--rate", type=float, default=2e-4, help="of learning, at its highest")
    first.add_argument("--rank", type=int, default=8, help="of a matrix's difference")
    first.add_argument("--first", type=int, default=8, help="the lowest layer with a difference")
    first.add_argument("--most", type=int, default=0, help="pairs at most, for a trial")
    first.add_argument("--minutes", type=float, default=60)
    first.add_argument("--measure", type=float, default=20, help="minutes between two measurements")
    first.set_defaults(run_step=train)
    second = steps.add_parser("write")
    second.add_argument("--run", type=Path, required=True)
    second.add_argument("--steer", type=Path, required=True)
    second.add_argument("--head", type=Path, required=True, help="what the run began from")
    second.set_defaults(run_step=write)
    last = steps.add_parser("measure")
    last.add_argument("--head", type=Path, required=True)
    last.add_argument("--pairs", type=Path, nargs="+", required=True)
    last.set_defaults(run_step=measure)
    for step in (first, second):
        step.add_argument("--out", type=Path, required=True)
    for step in (first, second, last):
        step.add_argument("--llm", required=True)
        step.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    options.run_step(options)


if __name__ == "__main__":
    main()
