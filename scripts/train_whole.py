"""Train the careful reader with all its weights on a machine that has a GPU; thin over `training.whole`.

Here: claims beside what is read for them, then all that is needed there, some 800 MB, in one folder. BASE holds
sentence-transformers/all-mpnet-base-v2, NAME is the installed language model, INDEX an index of the articles in the home.

python scripts/train_whole.py draw --data ../shared/data --index INDEX --out checkpoints/beside.jsonl.gz
python scripts/train_whole.py pack --data ../shared/data --base BASE --llm NAME --head models/heads/NAME.npz \\
    --read checkpoints/beside.jsonl.gz --to checkpoints/whole

There, with `localcheck`, `training` and `scripts` of this checkout:

PYTHONPATH=. python3 scripts/train_whole.py read --folder checkpoints/whole --minutes 2.6
PYTHONPATH=. python3 scripts/train_whole.py run --folder checkpoints/whole --out OUT --minutes 4.8

Without a GPU, on two cores with AMX that were busy besides, 24 minutes were some 18,000 pairs (decision 0250):

python scripts/train_whole.py run --folder checkpoints/whole --out OUT --minutes 40 --device cpu --fixed 4 --drop 0 \\
    --budget 8000 --part 4000

Here again, what came back, as the package carries it; `--keep` writes the model also unpacked, to measure it before it ships:

python scripts/train_whole.py write --folder OUT --base BASE
"""

from __future__ import annotations

import argparse
import contextlib
import random
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from training import pairs as p

ADAPTER, RECIPE = Path("training/teacher/adapter"), Path("training/whole/recipe.toml")
NAME, LICENCE = "careful-nli", "Apache-2.0"
OF_A_PROCESSOR = {
    "rate": (float, "of learning, at its highest"),
    "budget": (int, "tokens of a step"),
    "part": (int, "tokens that are worked on at once"),
    "fixed": (int, "lowest layers that stay as they are"),
    "drop": (float, "share of what is dropped while it learns"),
}
"""What is chosen otherwise where no GPU is, as `training.whole.there.Plan` has it."""


def draw(options: argparse.Namespace) -> None:
    """Write the pairs that the language model is to read."""
    from localcheck.sources.indexes import open_index
    from training.whole.draw import draw as drawn

    with contextlib.closing(open_index(options.index)) as index:
        print(f"{p.write_pairs(options.out, drawn(options.data, index, options.made, options.seed))} pairs")


def pack(options: argparse.Namespace) -> None:
    """Write the folder."""
    from localcheck.asking.head_files import read_head
    from training.lora.away import begin_with
    from training.teacher.recipe import read as read_recipe
    from training.whole import pack as packing

    options.to.mkdir(parents=True, exist_ok=True)
    read = packing.some(list(p.read_pairs(options.read)), options.most, random.Random(3))
    print(packing.write(options.data, read_recipe(RECIPE), read, options.base, options.begin, options.to))
    print(packing.write_prompts(read, options.llm, options.head, options.to))
    begin_with(read_head(options.head), options.head, options.to)


def read(options: argparse.Namespace) -> None:
    """The language model reads."""
    from training.whole.there import say

    for line in say(options.folder, time.time() + 60 * options.minutes, options.device):
        print(line, flush=True)


def run(options: argparse.Namespace) -> None:
    """The reader learns."""
    from training.whole.there import Plan, learn

    options.out.mkdir(parents=True, exist_ok=True)
    chosen = {name: getattr(options, name) for name in OF_A_PROCESSOR if getattr(options, name) is not None}
    plan = replace(Plan(), **chosen)
    for line in learn(options.folder, plan, time.time() + 60 * options.minutes, options.device, options.out):
        print(line, flush=True)


def write(options: argparse.Namespace) -> None:
    """Build, pack, and say how large it became."""
    from localcheck.models.packed import FOLDER
    from localcheck.system import resources
    from training import packing
    from training.merging import read_adapter
    from training.whole import back

    target = resources.shipped() / "models" / FOLDER / NAME
    with tempfile.TemporaryDirectory() as place:
        folder = options.keep or Path(place) / NAME
        back.built(back.read(options.folder, options.base), options.base, read_adapter(ADAPTER).card, folder)
        packing.pack(folder, target, NAME, LICENCE)
    print(f"{target}: {sum(path.stat().st_size for path in target.iterdir()) / 1e6:.1f} MB")


def parser() -> argparse.ArgumentParser:
    """All options."""
    top = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = top.add_subparsers(dest="command", required=True)
    names = ("draw", "pack", "read", "run", "write")
    drawn, packed, said, learnt, written = (commands.add_parser(name) for name in names)
    for sub in (drawn, packed):
        sub.add_argument("--data", type=Path, default=Path("../shared/data"))
    drawn.add_argument("--index", required=True)
    drawn.add_argument("--made", type=int, default=7000, help="claims made from articles")
    drawn.add_argument("--seed", type=int, default=77)
    drawn.add_argument("--out", type=Path, required=True)
    packed.add_argument("--llm", required=True)
    packed.add_argument("--head", type=Path, required=True)
    packed.add_argument("--read", type=Path, required=True, help="what `draw` wrote")
    packed.add_argument("--most", type=int, default=240_000, help="pairs of these")
    packed.add_argument(
        "--begin", type=Path, default=ADAPTER, help="an adapter, or the folder of a reader trained before"
    )
    packed.add_argument("--to", type=Path, required=True)
    for sub in (packed, written):
        sub.add_argument("--base", type=Path, required=True)
    for sub in (said, learnt, written):
        sub.add_argument("--folder", type=Path, required=True)
    for sub in (said, learnt):
        sub.add_argument("--minutes", type=float, required=True)
        sub.add_argument("--device", default="cuda")
    learnt.add_argument("--out", type=Path, required=True)
    for name, (kind, what) in OF_A_PROCESSOR.items():
        learnt.add_argument(f"--{name}", type=kind, help=what)
    written.add_argument("--keep", type=Path)
    return top


def main() -> None:
    """Run one command."""
    options = parser().parse_args()
    {"draw": draw, "pack": pack, "read": read, "run": run, "write": write}[options.command](options)


if __name__ == "__main__":
    main()
