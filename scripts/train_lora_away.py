"""Train an adapter of an instruct model with its head on a machine that has a GPU; thin over `training.lora.away`.

Here, with the data and the model file; writes what is needed there, about 800 MB for 1.5 billion weights, into one folder:

python scripts/train_head.py draw --data ../shared/data --mix away --out checkpoints/lora
python scripts/train_lora_away.py pack --data ../shared/data --llm NAME --pairs checkpoints/lora/train.jsonl.gz \\
    --head models/heads/NAME.npz --to checkpoints/lora-away

There, with `localcheck`, `training` and `scripts` of this checkout:

PYTHONPATH=. python3 scripts/train_lora_away.py run --folder checkpoints/lora-away --out OUT --minutes 6

Here again, what came back, as the product reads it:

python scripts/train_lora_away.py write --folder OUT --head models/heads/NAME.npz --to models
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from training import pairs as p
from training.lora.learn import Recipe

HEAVY = {"foolmetwice": 3.0, "fever_symmetric": 1.5, "wice_oracle_chunks": 1.5}
"""Weight of rows of a source, against 1."""
RECIPE = Recipe(rank=16, first=6, rate=2.5e-4, head_rate=5e-5, tokens=4096)


def pack(options: argparse.Namespace) -> None:
    """Write what `run` needs."""
    from localcheck.asking.head_files import read_head
    from scripts.train_lora import prompts_of
    from training.away.pack import judged
    from training.heads.draw import grouped
    from training.heads.fit import SIDE
    from training.lora import away

    options.to.mkdir(parents=True, exist_ok=True)
    rows = away.passes(grouped(p.read_pairs(options.pairs)), options.passes, 5)
    tests = [row for row in judged(options.data) if row.label in SIDE]
    asked, path = prompts_of(options.llm, [*rows, *tests])
    tokens = sorted({token for one in asked for token in one.tokens})
    number = {token: place for place, token in enumerate(tokens)}
    away.write_prompts(options.to / away.ROWS, asked[: len(rows)], rows, number)
    away.write_prompts(options.to / away.JUDGED, asked[len(rows) :], tests, number)
    head = read_head(options.head)
    away.write_model(path, tokens, max(head.layers) + 1, options.to / away.MODEL)
    away.begin_with(head, options.head, options.to)
    print(
        f"{len(rows)} pairs, {sum(len(one.tokens) for one in asked)} tokens, {len(tokens)} different, {len(tests)} tests"
    )


def run(options: argparse.Namespace) -> None:
    """Train, from the folder alone."""
    from training.lora import away

    options.out.mkdir(parents=True, exist_ok=True)
    recipe = replace(RECIPE, rate=options.rate or RECIPE.rate, tokens=options.tokens or RECIPE.tokens)
    for line in away.run(options.folder, recipe, HEAVY, options.device, options.out, options.minutes):
        print(line, flush=True)


def write(options: argparse.Namespace) -> None:
    """The adapter and the head as the product reads them."""
    from localcheck.asking.head_files import read_head
    from training.lora import away
    from training.lora.write import write_both

    differences, reader = away.learnt(options.folder)
    adapter = write_both(
        options.to, read_head(options.head), differences, RECIPE.scale, reader["weights"], reader["bias"]
    )
    print(f"{adapter.stat().st_size} bytes")


def parser() -> argparse.ArgumentParser:
    """All options."""
    top = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = top.add_subparsers(dest="command", required=True)
    first, second, last = (commands.add_parser(name) for name in ("pack", "run", "write"))
    first.add_argument("--data", type=Path, default=Path("../shared/data"))
    first.add_argument("--llm", required=True)
    first.add_argument("--pairs", type=Path, required=True, help="what `train_head.py draw` wrote")
    first.add_argument("--head", type=Path, required=True, help="what is begun from, with its adapter")
    first.add_argument("--passes", type=int, default=2)
    first.add_argument("--to", type=Path, required=True)
    second.add_argument("--folder", type=Path, required=True, help="what `pack` wrote")
    second.add_argument("--out", type=Path, required=True)
    second.add_argument("--minutes", type=float, default=6.0)
    second.add_argument("--rate", type=float, help="of learning, at its highest")
    second.add_argument("--tokens", type=int, help="of one step")
    second.add_argument("--device", default="cuda")
    last.add_argument("--folder", type=Path, required=True, help="what `run` wrote")
    last.add_argument("--head", type=Path, required=True, help="what was begun from")
    last.add_argument("--to", type=Path, required=True)
    return top


def main() -> None:
    """Run one command."""
    options = parser().parse_args()
    {"pack": pack, "run": run, "write": write}[options.command](options)


if __name__ == "__main__":
    main()
