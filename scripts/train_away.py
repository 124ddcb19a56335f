"""Train both readers on a machine that has a GPU, PyTorch and transformers, but neither the data nor this project's packages.

Here, with the data and the base weights; writes the pairs as token ids, and the weights to begin from, into one folder:

python scripts/train_away.py pack --data ../shared/data --base BASE --adapter models/adapters/careful-nli \\
    --student CHECKPOINT --read checkpoints/read.jsonl.gz --to checkpoints/away

There, with `src`, `training` and `scripts` of this checkout; the careful reader, then the starter from its scores:

PYTHONPATH=src:. python3 scripts/train_away.py run --folder checkpoints/away --out OUT --teacher 4 --student 3

Here again: `train_nli.py export-adapter --checkpoint OUT/teacher.safetensors` and `train_nli.py export --checkpoint OUT/student.safetensors`.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    import torch

    from training.encoded import Encoded
    from training.pairs import Pair

TEACHER, STUDENT = Path("training/teacher/away.toml"), Path("training/student/away.toml")
LONGEST = 384
SHIFT = 4
"""MPNet's number of a word is BERT's and this: its four special tokens come first."""
UNKNOWN = {100: 3}
"""BERT's and MPNet's unknown token."""
BERT_CLS, BERT_SEP = 101, 102
WORDS = "encoder.embeddings.word_embeddings.weight"
"""Never changes, and is not sent back."""


def pack(options: argparse.Namespace) -> None:
    """Write everything that `run` needs into one folder."""
    from training.encoded import encode, plain_tokenizer
    from training.network import pretrained
    from training.prepare import pretrained_folder
    from training.student import data, draw, label
    from training.student import recipe as students
    from training.teacher import draw as teachers
    from training.teacher import recipe

    options.to.mkdir(parents=True, exist_ok=True)
    pool = Pool()
    for pair in teachers.draw(options.data, recipe.read(TEACHER)):
        pool.add("teacher", pair, 1)
    for pair, times in draw.human(options.data, students.read(STUDENT)):
        pool.add("student", pair, times)
    for pair in read_pairs(options.read):
        pool.add("read", pair, 1)
    folder = pretrained_folder()
    tokenizer = plain_tokenizer(folder / "tokenizer.json")
    encode(tokenizer, pool.pairs, LONGEST).save(options.to / "pool.npz")
    encode(tokenizer, judged(options.data), LONGEST).save(options.to / "judged.npz")
    rows = {name: np.array(found, np.int32) for name, found in pool.rows.items()}
    np.savez_compressed(options.to / "rows.npz", scores=label.kept().scores(pool.pairs).astype(np.float16), **rows)
    chosen = students.read(STUDENT)
    texts, encoder = draw.texts(options.data, chosen.sentences, chosen.seed), pretrained(folder, 0.0).encoder.eval()
    data.sentences(tokenizer, encoder, texts).save(options.to / "sentences.npz")
    pack_weights(options, folder)
    print({name: len(found) for name, found in rows.items()}, len(pool.pairs), "pairs")


class Pool:
    """Different pairs, and the numbers of those that each model learns from."""

    def __init__(self) -> None:
        self.pairs: list[Pair] = []
        self.rows: dict[str, list[int]] = {"teacher": [], "student": [], "read": []}
        self._at: dict[tuple[str, str, int], int] = {}

    def add(self, name: str, pair: Pair, times: int) -> None:
        """Note that `name` learns a pair so many times a pass."""
        at = self._at.setdefault((pair.premise, pair.hypothesis, pair.label), len(self.pairs))
        if at == len(self.pairs):
            self.pairs.append(pair)
        self.rows[name] += times * [at]


def read_pairs(paths: Sequence[Path]) -> list[Pair]:
    """The unlabelled pairs of the product's kind in some files of `draw-student`."""
    from training import pairs

    return [pair for path in paths for pair in pairs.read_pairs(path)]


def judged(data: Path) -> list[Pair]:
    """What both are measured on as they learn: validation rows, claims with their gold sentences, the pairs written by hand."""
    from training import pairs as p
    from training.contrast.figures import read
    from training.stated_figures import STATED

    rows = [r for r in p.read_pairs(data / "nli" / "train.jsonl.gz") if p.is_validation(r) and r.source in STATED]
    rows += [p.Pair(row.premise, row.hypothesis, row.label, "by hand") for row in read()]
    labels = {"supported": p.ENTAILMENT, "refuted": p.CONTRADICTION}
    for line in (data / "claims" / "wiki15k_dev.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if not row.get("uncovered") and row["label"] in labels:
            rows.append(p.Pair(row["evidence"], row["claim"], labels[row["label"]], f"claims {row['source']}"))
    natural = Path("tests/reference/natural")
    for line in (natural / "deciding.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        file, number, mark, title, sentence = line.split("\t")
        claim = (natural / file).read_text(encoding="utf-8").splitlines()[int(number) - 1][2:]
        rows.append(p.Pair(f"{title}. {sentence}", claim, labels["supported" if mark == "+" else "refuted"], file[:-4]))
    return rows


def pack_weights(options: argparse.Namespace, folder: Path) -> None:
    """The base of the careful reader with a byte a weight, as it is run; its adapter; the starter in half floats."""
    import torch
    from safetensors.torch import load_file, save_file

    from training.adapter import trained_tensors
    from training.prepare import mean_weights

    packed = {}
    for name, value in load_file(str(options.base / "model.safetensors")).items():
        if value.ndim == 2 and value.is_floating_point():
            scale = value.abs().amax(1, keepdim=True).clamp(min=1e-9) / 127
            packed[f"{name}.q"], packed[f"{name}.s"] = (value / scale).round().to(torch.int8), scale
        else:
            packed[name] = value
    save_file(packed, str(options.to / "base.safetensors"))
    shutil.copy(options.base / "config.json", options.to / "config.json")
    np.savez(
        options.to / "adapter.npz", **{n: v.astype(np.float16) for n, v in trained_tensors(options.adapter).items()}
    )
    weights = mean_weights(options.student, moving=True)
    save_file({n: v.half().contiguous() for n, v in weights.items()}, str(options.to / "student.safetensors"))
    shutil.copy(folder / "config.json", options.to / "bert.json")


def run(options: argparse.Namespace) -> None:
    """Train the careful reader, score with it what the starter learns from, and train the starter; each is measured on the way."""
    from training.encoded import load

    import torch

    from training.student import loop as students
    from training.teacher import loop as teachers

    teachers.EVERY = students.EVERY = options.every
    torch.set_float32_matmul_precision("high")
    options.out.mkdir(parents=True, exist_ok=True)
    pool, measured = load(options.folder / "pool.npz"), load(options.folder / "judged.npz")
    with np.load(options.folder / "rows.npz") as arrays:
        rows = {name: arrays[name] for name in arrays.files}
    soft = careful(options, pool, measured, rows)
    if options.student:
        starter(options, pool, measured, rows, soft)


def careful(
    options: argparse.Namespace, pool: Encoded, measured: Encoded, rows: dict[str, npt.NDArray[Any]]
) -> npt.NDArray[np.float32]:
    """Train the careful reader and write its weights; its probabilities of every pair of the pool, shape (n, 3)."""
    import torch
    from safetensors.torch import load_file, save_file

    from training.teacher import loop, network, recipe

    chosen = recipe.read(options.teacher_recipe)
    torch.manual_seed(chosen.seed)
    save_file(unpacked(load_file(str(options.folder / "base.safetensors"))), str(options.folder / "model.safetensors"))
    model = network.Teacher(
        options.folder, chosen.rank, chosen.first, torch.bfloat16 if options.device == "cuda" else None
    )
    with np.load(options.folder / (options.begin or "adapter.npz")) as arrays:
        model.begin_from(wider({n: arrays[n].astype(np.float32) for n in arrays.files}, model))
    model.to(options.device)
    there, tests = as_mpnet(pool), as_mpnet(measured)
    learnt = taken(there, rows["teacher"])
    trainer = loop.Run(model, chosen, rows["scores"][rows["teacher"]].astype(np.float32) if chosen.kept else None)
    if options.teacher:
        trainer.recipe = replace(chosen, minutes=options.teacher)
        path = options.folder / "teacher-run.safetensors"
        told(loop.train(trainer, learnt, path), lambda: with_average(trainer, lambda: scores(model, tests)), measured)
        with torch.no_grad():
            for name, value in trainer.trained.items():
                value.copy_(trainer.average[name])
        save_file(
            {n: v.detach().half().cpu().contiguous() for n, v in trainer.trained.items()},
            str(options.out / "teacher.safetensors"),
        )
    print("careful", figures(scores(model, tests), measured), flush=True)
    return scores(model, there)


def wider(tensors: dict[str, npt.NDArray[np.float32]], model: Any) -> dict[str, npt.NDArray[np.float32]]:
    """An adapter of a lower rank and of fewer layers as one of this model's shape that gives the same scores."""
    found = {}
    for name, value in model.named_parameters():
        if value.requires_grad:
            own = value.detach().numpy().copy()
            if (old := tensors.get(name)) is not None:
                own[tuple(slice(0, n) for n in old.shape)] = old
            found[name] = own
    return found


def unpacked(packed: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """What `pack_weights` packed."""
    found = {n: v for n, v in packed.items() if not n.endswith((".q", ".s"))}
    return found | {n[:-2]: v.float() * packed[f"{n[:-2]}.s"] for n, v in packed.items() if n.endswith(".q")}


def as_mpnet(data: Encoded) -> Encoded:
    """Pairs in BERT's numbers as MPNet reads them: `<s> premise </s> </s> hypothesis </s>`."""
    from training.encoded import from_rows

    rows = []
    for i in range(len(data)):
        row, second = data.ids[data.starts[i] : data.starts[i + 1]], data.second[i]
        premise, claim = (mpnet_ids(part) for part in (row[1 : second - 1], row[second:-1]))
        rows.append(np.concatenate([[0], premise, [2, 2], claim, [2]]).astype(np.uint16))
    return from_rows(rows, data.second + 1, data.labels, data.sources)


def mpnet_ids(ids: npt.NDArray[np.uint16]) -> npt.NDArray[np.uint16]:
    """MPNet's numbers of words in BERT's."""
    found = ids + np.uint16(SHIFT)
    for bert, mpnet in UNKNOWN.items():
        found[ids == bert] = mpnet
    return found


def taken(data: Encoded, rows: npt.NDArray[Any]) -> Encoded:
    """Some pairs, each as often as it is named."""
    from training.encoded import from_rows

    parts = [data.ids[data.starts[i] : data.starts[i + 1]] for i in rows]
    return from_rows(parts, data.second[rows], data.labels[rows], data.sources[rows])


def starter(
    options: argparse.Namespace,
    pool: Encoded,
    measured: Encoded,
    rows: dict[str, npt.NDArray[Any]],
    soft: npt.NDArray[np.float32],
) -> None:
    """Train the starter from the careful reader's scores and the labels, and write its weights."""
    import torch
    from safetensors.torch import load_file, save_file
    from transformers import BertConfig

    from training import network
    from training.student import data, loop, recipe

    chosen = replace(recipe.read(options.student_recipe), minutes=options.student)
    torch.manual_seed(chosen.seed)
    model = network.untrained(BertConfig.from_json_file(str(options.folder / "bert.json")))
    for part in model.modules():
        if isinstance(part, torch.nn.Dropout):
            part.p = 0.0
    model.load_state_dict({n: v.float() for n, v in load_file(str(options.folder / "student.safetensors")).items()})
    model.to(options.device)
    read = rows["read"][data.telling(soft[rows["read"]], chosen.silent)]
    every = np.concatenate([rows["student"], read])
    learnt = data.Lesson(taken(pool, every), np.arange(len(every)) < len(rows["student"]), soft[every])
    near = data.load_sentences(options.folder / "sentences.npz")
    trainer, path = loop.Run(model, chosen), options.folder / "student-run.safetensors"
    told(
        loop.train(trainer, learnt, near, path),
        lambda: with_average(trainer, lambda: bert_scores(model, measured)),
        measured,
    )
    weights = {n: v.half().cpu().contiguous() for n, v in trainer.weights().items() if n != WORDS}
    save_file(weights, str(options.out / "student.safetensors"))


def told(reports: Any, score: Any, measured: Encoded) -> None:
    """Train to the end, with a line of figures after each report."""
    import torch

    for report in reports:
        state = torch.random.get_rng_state()
        print(f"step {report.step} {report.done:.0%} loss {report.loss:.4f} pairs {report.pairs} "
              f"{report.tokens_per_second:.0f} tokens/s", figures(score(), measured), flush=True)  # fmt: skip
        torch.random.set_rng_state(state)


def with_average(trainer: Any, score: Any) -> npt.NDArray[np.float32]:
    """What the moving average of the weights would say."""
    import torch

    last = {name: value.detach().clone() for name, value in trainer.trained.items()}
    with torch.no_grad():
        for name, value in trainer.trained.items():
            value.copy_(trainer.average[name])
        found: npt.NDArray[np.float32] = score()
        for name, value in trainer.trained.items():
            value.copy_(last[name])
    return found


def scores(model: Any, data: Encoded, budget: int = 60_000) -> npt.NDArray[np.float32]:
    """The careful reader's probabilities of pairs, shape (n, 3)."""
    import torch

    from training.encoded import pad

    device = next(model.parameters()).device
    found = np.zeros((len(data), 3), np.float32)
    with torch.inference_mode():
        for rows in groups(data, budget):
            batch = pad(data, rows)
            ids, mask = torch.from_numpy(batch.ids).to(device), torch.from_numpy(batch.mask).to(device)
            logits = model(ids, torch.from_numpy(data.second[rows]).long().to(device), mask)
            found[rows] = logits.float().softmax(-1).cpu().numpy()
    return found


def bert_scores(model: Any, data: Encoded, budget: int = 60_000) -> npt.NDArray[np.float32]:
    """The starter's probabilities of pairs, shape (n, 3)."""
    import torch

    from training.encoded import pad
    from training.network import to_tensors

    device = next(model.parameters()).device
    found = np.zeros((len(data), 3), np.float32)
    with torch.inference_mode():
        for rows in groups(data, budget):
            tensors = to_tensors(pad(data, rows), device)
            found[rows] = model(tensors.ids, tensors.segments, tensors.mask).float().softmax(-1).cpu().numpy()
    return found


def groups(data: Encoded, budget: int) -> list[npt.NDArray[np.int64]]:
    """Numbers of the pairs, longest first, cut to so many tokens with padding."""
    order = np.argsort(-data.lengths, kind="stable")
    found, at = [], 0
    while at < len(order):
        count = max(1, budget // int(data.lengths[order[at]]))
        found.append(order[at : at + count])
        at += count
    return found


def figures(found: npt.NDArray[np.float32], measured: Encoded) -> dict[str, str]:
    """Accuracy and AUC of true against false for each source, x100."""
    told = {}
    odds = np.log(found[:, 0] + 1e-6) - np.log(found[:, 2] + 1e-6)
    for source in dict.fromkeys(measured.sources.tolist()):
        own = measured.sources == source
        labels, said = measured.labels[own], found[own].argmax(1)
        right = np.where(labels == 3, said != 0, said == labels)
        true, false = odds[own][labels == 0], odds[own][(labels == 2) | (labels == 3)]
        auc = (
            (true[:, None] > false).mean() + (true[:, None] == false).mean() / 2 if len(true) and len(false) else np.nan
        )
        told[source] = f"{100 * right.mean():.1f}/{100 * auc:.1f}"
    return told


def parser() -> argparse.ArgumentParser:
    """All options."""
    top = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = top.add_subparsers(dest="command", required=True)
    sub = commands.add_parser("pack")
    sub.add_argument("--data", type=Path, default=Path("../shared/data"))
    sub.add_argument("--base", type=Path, required=True, help="folder of all-mpnet-base-v2")
    sub.add_argument("--adapter", type=Path, required=True, help="folder of the adapter to begin from")
    sub.add_argument("--student", type=Path, nargs="+", required=True, help="checkpoints or models to begin from")
    sub.add_argument("--read", type=Path, nargs="+", required=True, help="files of `train_nli.py draw-student`")
    sub.add_argument("--to", type=Path, required=True)
    sub = commands.add_parser("run")
    sub.add_argument("--folder", type=Path, required=True, help="what `pack` wrote")
    sub.add_argument("--out", type=Path, required=True)
    sub.add_argument("--teacher", type=float, default=4.0, help="minutes; 0: as it is")
    sub.add_argument("--student", type=float, default=3.0, help="minutes; 0: not at all")
    sub.add_argument("--every", type=float, default=20.0, help="seconds between two reports")
    sub.add_argument("--begin", help="file in the folder that the careful reader begins from")
    sub.add_argument("--teacher-recipe", type=Path, default=TEACHER)
    sub.add_argument("--student-recipe", type=Path, default=STUDENT)
    sub.add_argument("--device", default="cuda")
    return top


def main() -> None:
    """Run one command."""
    sys.path.insert(0, str(Path(__file__).parents[1]))
    options = parser().parse_args()
    {"pack": pack, "run": run}[options.command](options)


if __name__ == "__main__":
    main()
