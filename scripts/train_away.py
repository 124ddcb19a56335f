"""Train both readers on a machine that has a GPU, PyTorch and transformers, but neither the data nor this project's packages.

Here, with the data and the base weights; writes token ids and the weights to begin from, about 200 MB, into one folder:

python scripts/train_away.py pack --data ../shared/data --base BASE --adapter training/teacher/adapter \\
    --starter models/starter-nli --read checkpoints/read.jsonl.gz --to checkpoints/away

There, with `localcheck`, `training` and `scripts` of this checkout; the careful reader, then the starter from its scores. Where
OUT has a careful reader already, only the starter is trained:

PYTHONPATH=. python3 scripts/train_away.py run --folder checkpoints/away --out OUT

Here again, what came back: `train_nli.py export-adapter --checkpoint OUT/teacher.safetensors` and
`train_nli.py export --checkpoint OUT/starter.safetensors`.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

TEACHER, STUDENT = Path("training/teacher/away.toml"), Path("training/student/away.toml")


def pack(options: argparse.Namespace) -> None:
    """Write everything that `run` needs into one folder."""
    from training.away import pack
    from training.student import recipe as student
    from training.teacher import recipe as teacher

    options.to.mkdir(parents=True, exist_ok=True)
    recipes = teacher.read(options.teacher_recipe), student.read(options.student_recipe)
    pool = pack.write_pairs(options.data, recipes, options.read, options.to)
    pack.write_weights(options.base, options.adapter, options.starter, options.to)
    learnt = ", ".join(f"{len(rows)} {name}" for name, rows in pool.rows.items())
    print(f"{options.to}: {len(pool.pairs)} pairs ({learnt})")


def run(options: argparse.Namespace) -> None:
    """Train, from the folder alone."""
    from training.away import run
    from training.student import recipe as student
    from training.teacher import recipe as teacher

    first, second = teacher.read(options.teacher_recipe), student.read(options.student_recipe)
    first = replace(first, minutes=options.teacher_minutes or first.minutes)
    second = replace(second, minutes=options.student_minutes or second.minutes)
    for line in run.both(options.folder, first, None if options.careful_only else second, options.device, options.out):
        print(line, flush=True)


def parser() -> argparse.ArgumentParser:
    """All options."""
    top = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = top.add_subparsers(dest="command", required=True)
    for name in ("pack", "run"):
        sub = commands.add_parser(name)
        sub.add_argument("--teacher-recipe", type=Path, default=TEACHER)
        sub.add_argument("--student-recipe", type=Path, default=STUDENT)
    sub = commands.choices["pack"]
    sub.add_argument("--data", type=Path, default=Path("../shared/data"))
    sub.add_argument("--base", type=Path, required=True, help="folder of all-mpnet-base-v2")
    sub.add_argument("--adapter", type=Path, required=True, help="folder of the adapter to begin from")
    sub.add_argument("--starter", type=Path, nargs="+", required=True, help="models or checkpoints to begin from")
    sub.add_argument("--read", type=Path, nargs="+", required=True, help="files of `train_nli.py draw-student`")
    sub.add_argument("--to", type=Path, required=True)
    sub = commands.choices["run"]
    sub.add_argument("--folder", type=Path, required=True, help="what `pack` wrote")
    sub.add_argument("--out", type=Path, required=True)
    sub.add_argument("--teacher-minutes", type=float, help="instead of the recipe's")
    sub.add_argument("--student-minutes", type=float, help="instead of the recipe's")
    sub.add_argument("--careful-only", action="store_true", help="do not train the starter")
    sub.add_argument("--device", default="cuda")
    return top


def main() -> None:
    """Run one command."""
    options = parser().parse_args()
    {"pack": pack, "run": run}[options.command](options)


if __name__ == "__main__":
    main()
