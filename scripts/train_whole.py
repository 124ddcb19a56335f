"""Train the careful reader with all its weights on a machine that has a GPU; thin over `training.whole`.

Here: the claims beside what is read for them, then everything that is needed there, some 900 MB, in one folder.

python scripts/train_whole.py draw --data ../shared/data --index NAME --to checkpoints/whole
python scripts/train_whole.py pack --data ../shared/data --base BASE --llm NAME --head models/heads/NAME.npz \\
    --to checkpoints/whole

There, with `localcheck`, `training` and `scripts` of this checkout and the head with its adapter in the folder:

PYTHONPATH=. python3 scripts/train_whole.py run --folder checkpoints/whole --out OUT --minutes 9

Here again, what came back, as the package carries it:

python scripts/train_whole.py write --folder OUT --base BASE
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path


def run(options: argparse.Namespace) -> None:
    """The language model reads, the reader learns; from the folder alone."""
    from training.whole import there

    began = time.time()
    options.out.mkdir(parents=True, exist_ok=True)
    steps = []
    if not options.no_llm:
        steps.append(
            there.say(options.folder, options.folder / "heads" / "begun.npz", began + 60 * options.read, options.device)
        )
    plan = there.Plan(rate=options.rate) if options.rate else there.Plan()
    steps.append(there.learn(options.folder, plan, began + 60 * options.minutes, options.device, options.out))
    for step in steps:
        for line in step:
            print(f"{time.time() - began:.0f} s: {line}", flush=True)


def parser() -> argparse.ArgumentParser:
    """All options."""
    top = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = top.add_subparsers(dest="command", required=True)
    sub = commands.add_parser("run")
    sub.add_argument("--folder", type=Path, required=True)
    sub.add_argument("--out", type=Path, required=True)
    sub.add_argument("--minutes", type=float, default=9.0, help="of everything")
    sub.add_argument("--read", type=float, default=2.5, help="minutes after which the language model stops")
    sub.add_argument("--rate", type=float)
    sub.add_argument("--no-llm", action="store_true", help="what it says is there already")
    sub.add_argument("--device", default="cuda")
    return top


def main() -> None:
    """Run one command."""
    options = parser().parse_args()
    {"run": run}[options.command](options)


if __name__ == "__main__":
    main()
