"""Train a starter in phases, as those of earlier versions were; extra `train`. What each phase saw: `training/phases`.

python scripts/train_phases.py prepare --data ../shared/data
python scripts/train_phases.py mix A B1 B2
python scripts/train_phases.py train --name A --files A.npz --workers 2
python scripts/train_phases.py train --name I --files I.npz --init H.safetensors F.safetensors --workers 2
python scripts/train_phases.py train --name P --files O.npz --init N.safetensors I.safetensors --dropout 0.1 --consistency 1
python scripts/train_phases.py train --name U --files U.npz --init models/starter-nli --dropout 0.1 --consistency 1
python scripts/train_nli.py export --checkpoint checkpoints/{T,R1,R2}.safetensors --out models/starter-nli
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import fields
from pathlib import Path

from training.workers import in_workers


def prepare(options: argparse.Namespace) -> None:
    """Read, clean and tokenise the pairs."""
    from training.prepare import pretrained_folder, write_encoded

    options.out.mkdir(parents=True, exist_ok=True)
    for path, count, tokens in write_encoded(options.data, pretrained_folder(), options.out, options.seed):
        print(f"{path}: {count} pairs, {tokens} tokens", flush=True)


def mix(options: argparse.Namespace) -> None:
    """Draw the pairs of phases."""
    from training.prepare import write_mix

    for name in options.names:
        print(write_mix(options.out, name))


def train(options: argparse.Namespace) -> None:
    """Train one worker; with several, start the others as processes of their own."""
    from training.prepare import open_run
    from training.rounds import train_in_rounds

    in_workers(options)
    given = {name: value for name, value in vars(options).items() if value is not None}
    run, data = open_run(given, options.out, options.files, options.init, options.epochs, options.device)
    for at in train_in_rounds(run, data, options.out, options.name, options.round):
        print(
            f"worker {run.recipe.worker} step {at.step}/{run.recipe.steps} loss {at.loss:.4f} rate {at.rate:.2e} "
            f"{at.tokens_per_second:.0f} tokens/s, {at.remaining / 60:.0f} min to go",
            flush=True,
        )
        if options.until and at.step >= options.until:
            break


def parser() -> argparse.ArgumentParser:
    """All options."""
    from training.loop import Recipe

    top = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = top.add_subparsers(dest="command", required=True)
    sub = commands.add_parser("prepare")
    sub.add_argument("--data", type=Path, default=Path("../shared/data"))
    sub.add_argument("--out", type=Path, default=Path("checkpoints"))
    sub.add_argument("--seed", type=int, default=1)
    sub = commands.add_parser("mix")
    sub.add_argument("names", nargs="+")
    sub.add_argument("--out", type=Path, default=Path("checkpoints"))
    sub = commands.add_parser("train")
    sub.add_argument("--name", required=True)
    sub.add_argument("--files", nargs="+", required=True, help="files of `prepare`")
    sub.add_argument(
        "--init",
        nargs="+",
        default=[],
        help="checkpoints or exported folders to begin from (the mean of several); else the pretrained encoder",
    )
    sub.add_argument("--out", type=Path, default=Path("checkpoints"))
    sub.add_argument("--epochs", type=float, default=1.0)
    sub.add_argument("--round", type=int, default=40, help="steps between two averagings and checkpoints")
    sub.add_argument("--until", type=int, default=0, help="stop early at this step, with the rates of the whole run")
    sub.add_argument("--device", default="cpu")
    for field in fields(Recipe):
        if field.name != "steps":
            default = None if field.name == "worker" else field.default
            sub.add_argument(f"--{field.name}", type=type(field.default), default=default)
    return top


def main() -> None:
    """Run one command."""
    options = parser().parse_args()
    sys.exit({"prepare": prepare, "mix": mix, "train": train}[options.command](options))


if __name__ == "__main__":
    main()
