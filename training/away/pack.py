"""Here: the pairs of both readers as token ids, and the weights to begin from, in one folder that can be sent away."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file, save_file

from training import pairs as p
from training.adapter import trained_tensors
from training.away.bytes import packed
from training.contrast import figures as minimal
from training.encoded import encode, plain_tokenizer
from training.network import pretrained
from training.prepare import mean_weights, pretrained_folder
from training.stated_figures import STATED
from training.student import data as lessons
from training.student import draw as student
from training.student import label
from training.student.recipe import Recipe as StudentRecipe
from training.teacher import draw as teacher
from training.teacher.recipe import Recipe as TeacherRecipe

NATURAL = Path("tests") / "reference" / "natural"
CLAIMS = {"supported": p.ENTAILMENT, "refuted": p.CONTRADICTION}


class Pool:
    """Different pairs, and the numbers of those that each reader learns from."""

    def __init__(self) -> None:
        self.pairs: list[p.Pair] = []
        self.rows: dict[str, list[int]] = {"teacher": [], "student": [], "read": []}
        self._at: dict[tuple[str, str, int], int] = {}

    def add(self, name: str, pair: p.Pair, times: int = 1) -> None:
        """Note that `name` learns a pair so many times a pass."""
        at = self._at.setdefault((pair.premise, pair.hypothesis, pair.label), len(self.pairs))
        if at == len(self.pairs):
            self.pairs.append(pair)
        self.rows[name] += times * [at]


def write_pairs(data: Path, recipes: tuple[TeacherRecipe, StudentRecipe], read: Sequence[Path], to: Path) -> Pool:
    """Write `pool.npz`, `rows.npz`, `judged.npz` and `sentences.npz`.

    All pairs with their labels; which of them each reader learns, and what the reader before said of them; what both are
    measured on; sentences with their vectors. `read` are files of `train_nli.py draw-student`.
    """
    pool, folder = Pool(), pretrained_folder()
    for pair in teacher.draw(data, recipes[0]):
        pool.add("teacher", pair)
    for pair, times in student.human(data, recipes[1]):
        pool.add("student", pair, times)
    for path in read:
        for pair in p.read_pairs(path):
            pool.add("read", pair)
    tokenizer, longest = plain_tokenizer(folder / "tokenizer.json"), recipes[1].longest
    encode(tokenizer, pool.pairs, longest).save(to / "pool.npz")
    encode(tokenizer, judged(data), longest).save(to / "judged.npz")
    rows = {name: np.array(found, np.int32) for name, found in pool.rows.items()}
    scores = label.kept().scores(pool.pairs).astype(np.float16)
    np.savez_compressed(to / "rows.npz", allow_pickle=False, scores=scores, **rows)
    texts = student.texts(data, recipes[1].sentences, recipes[1].seed)
    encoder = pretrained(folder, 0.0).encoder.eval()
    lessons.sentences(tokenizer, encoder, texts).save(to / "sentences.npz")
    return pool


def judged(data: Path) -> list[p.Pair]:
    """What both are measured on as they learn; a source each.

    Validation rows, claims with their gold sentences, the pairs written by hand, and the sentences of the natural texts beside
    those that decide them.
    """
    rows = [r for r in p.read_pairs(data / "nli" / "train.jsonl.gz") if p.is_validation(r) and r.source in STATED]
    rows += [p.Pair(row.premise, row.hypothesis, row.label, "by hand") for row in minimal.read()]
    return [*rows, *_claims(data / "claims" / "wiki15k_dev.jsonl"), *_natural()]


def _claims(path: Path) -> Iterator[p.Pair]:
    for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
        if not row.get("uncovered") and row["label"] in CLAIMS:
            yield p.Pair(row["evidence"], row["claim"], CLAIMS[row["label"]], f"claims {row['source']}")


def _natural() -> Iterator[p.Pair]:
    for line in (NATURAL / "deciding.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        file, number, mark, title, sentence = line.split("\t")
        claim = (NATURAL / file).read_text(encoding="utf-8").splitlines()[int(number) - 1][2:]
        label = p.ENTAILMENT if mark == "+" else p.CONTRADICTION
        yield p.Pair(f"{title}. {sentence}", claim, label, file.split("/")[0])


def write_weights(base: Path, adapter: Path, begin: Sequence[Path], to: Path) -> None:
    """Write the careful reader's base, a byte a weight as it is run; the adapter and the starter that are begun from."""
    save_file(dict(packed(load_file(str(base / "model.safetensors")).items())), str(to / "base.safetensors"))
    shutil.copy(base / "config.json", to / "config.json")
    halves = {name: torch.from_numpy(value).half() for name, value in trained_tensors(adapter).items()}
    save_file(halves, str(to / "adapter.safetensors"))
    weights = mean_weights(begin, moving=True)
    save_file({name: value.half().contiguous() for name, value in weights.items()}, str(to / "starter.safetensors"))
    shutil.copy(pretrained_folder() / "config.json", to / "bert.json")
