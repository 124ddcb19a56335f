"""There: the careful reader, then the starter from its scores; both are measured on the way.

Needs what `training.away.pack` wrote, numpy, torch, safetensors and transformers.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from safetensors.torch import load_file, save_file
from transformers import BertConfig

from training import network
from training import pairs as p
from training.adapter import widened
from training.away.bytes import halves, unpacked
from training.encoded import Encoded, IntArray, from_rows, load, pad
from training.student import data as lessons
from training.student import loop as student_loop
from training.student.recipe import Recipe as StudentRecipe
from training.teacher import loop as teacher_loop
from training.teacher.network import Teacher
from training.teacher.recipe import Recipe as TeacherRecipe

Scores = npt.NDArray[np.float32]
SHIFT = 4
"""MPNet's number of a word is BERT's and this: its own special tokens come first."""
UNKNOWN = (100, 3)
"""BERT's and MPNet's number of an unknown word."""
BEGIN, BETWEEN, END = 0, 2, 2
"""MPNet's `<s>` and `</s>`."""
TOGETHER = 60_000
"""Tokens that are read at once where nothing is learnt."""


class Folder:
    """What `training.away.pack` wrote."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.pool, self.judged = load(path / "pool.npz"), load(path / "judged.npz")
        with np.load(path / "rows.npz", allow_pickle=False) as arrays:
            self.rows = {name: arrays[name] for name in ("teacher", "student", "read")}
            self.scores: Scores = arrays["scores"].astype(np.float32)


def careful(folder: Folder, recipe: TeacherRecipe, device: str, out: Path) -> Generator[str, None, Teacher]:
    """Train the careful reader, or take the one that stands in `out` already; a line of figures a minute."""
    torch.manual_seed(recipe.seed)
    base = load_file(str(folder.path / "base.safetensors"))
    save_file(unpacked(base), str(folder.path / "model.safetensors"))
    model = Teacher(folder.path, recipe.rank, recipe.first, torch.bfloat16 if device == "cuda" else None)
    done = out / "teacher.safetensors"
    begun = load_file(str(done if done.is_file() else folder.path / "adapter.safetensors"))
    first = {name: value.detach().numpy() for name, value in model.named_parameters() if value.requires_grad}
    model.begin_from(widened({name: value.float().numpy() for name, value in begun.items()}, first, folder.path))
    model.to(device)
    if not done.is_file():
        rows = folder.rows["teacher"]
        pairs, tests = taken(as_mpnet(folder.pool), rows), as_mpnet(folder.judged)
        run = teacher_loop.Run(model, recipe, folder.scores[rows] if recipe.kept else None)
        for report in teacher_loop.train(run, pairs, folder.path / "teacher-run.safetensors"):
            yield line(report, averaged(run, lambda: careful_scores(model, tests)), folder.judged)
        use_average(run)
        save_file(halves(run.trained), str(done))
    return model


def starter(folder: Folder, recipe: StudentRecipe, soft: Scores, device: str, out: Path) -> Iterator[str]:
    """Train the starter from the labels and the careful reader's scores (n, 3) of the pool; a line of figures a minute."""
    torch.manual_seed(recipe.seed)
    model = network.untrained(BertConfig.from_json_file(str(folder.path / "bert.json")))
    for part in model.modules():
        if isinstance(part, torch.nn.Dropout):
            part.p = 0.0
    begun = load_file(str(folder.path / "starter.safetensors"))
    model.load_state_dict({name: value.float() for name, value in begun.items()})
    model.to(device)
    read = folder.rows["read"][lessons.telling(soft[folder.rows["read"]], recipe.silent)]
    rows = np.concatenate([folder.rows["student"], read])
    gold = np.arange(len(rows)) < len(folder.rows["student"])
    lesson = lessons.Lesson(taken(folder.pool, rows), gold, soft[rows])
    near = lessons.load_sentences(folder.path / "sentences.npz")
    run = student_loop.Run(model, recipe)
    for report in student_loop.train(run, lesson, near, folder.path / "starter-run.safetensors"):
        yield line(report, averaged(run, lambda: starter_scores(model, folder.judged)), folder.judged)
    weights = {f"model.{name}": value for name, value in run.weights().items()}
    save_file(halves(weights), str(out / "starter.safetensors"), {"done": str(run.step)})


def as_mpnet(data: Encoded) -> Encoded:
    """Pairs in BERT's numbers as MPNet reads them: `<s> premise </s> </s> hypothesis </s>`."""
    rows = []
    for start, end, second in zip(data.starts[:-1], data.starts[1:], data.second, strict=True):
        row = data.ids[start:end]
        premise, claim = (_numbers(part) for part in (row[1 : second - 1], row[second:-1]))
        rows.append(np.concatenate([[BEGIN], premise, [BETWEEN, BETWEEN], claim, [END]]).astype(np.uint16))
    return from_rows(rows, data.second + 1, data.labels, data.sources)


def _numbers(ids: npt.NDArray[np.uint16]) -> npt.NDArray[np.uint16]:
    return np.where(ids == UNKNOWN[0], UNKNOWN[1], ids + SHIFT).astype(np.uint16)


def taken(data: Encoded, rows: npt.NDArray[np.integer[Any]]) -> Encoded:
    """Some pairs, each as often as it is named."""
    parts = [data.ids[data.starts[i] : data.starts[i + 1]] for i in rows]
    return from_rows(parts, data.second[rows], data.labels[rows], data.sources[rows])


def careful_scores(model: Teacher, data: Encoded) -> Scores:
    """The careful reader's probabilities of pairs in MPNet's numbers, shape (n, 3)."""
    device = next(model.parameters()).device

    def logits(rows: IntArray) -> torch.Tensor:
        batch = network.to_tensors(pad(data, rows), device)
        scores: torch.Tensor = model(batch.ids, torch.from_numpy(data.second[rows]).long().to(device), batch.mask)
        return scores

    return scored(data, logits)


def starter_scores(model: network.PairClassifier, data: Encoded) -> Scores:
    """The starter's probabilities of pairs, shape (n, 3)."""
    device = next(model.parameters()).device

    def logits(rows: IntArray) -> torch.Tensor:
        batch = network.to_tensors(pad(data, rows), device)
        scores: torch.Tensor = model(batch.ids, batch.segments, batch.mask)
        return scores

    return scored(data, logits)


def scored(data: Encoded, logits: Callable[[IntArray], torch.Tensor]) -> Scores:
    """What `logits` of some rows at a time makes of the pairs, as probabilities of shape (n, 3)."""
    found = np.zeros((len(data), 3), np.float32)
    with torch.inference_mode():
        for rows in _groups(data.lengths):
            found[rows] = logits(rows).float().softmax(-1).cpu().numpy()
    return found


def _groups(lengths: IntArray) -> Iterator[IntArray]:
    """Numbers of the pairs, longest first, `TOGETHER` tokens at a time with padding."""
    order, at = np.argsort(-lengths, kind="stable"), 0
    while at < len(order):
        count = max(1, TOGETHER // int(lengths[order[at]]))
        yield order[at : at + count]
        at += count


def use_average(run: Any) -> None:
    """Put the moving average in the place of a run's last weights."""
    with torch.no_grad():
        for name, value in run.trained.items():
            value.copy_(run.average[name])


def averaged(run: Any, score: Callable[[], Scores]) -> Scores:
    """What the moving average of a run's weights would say."""
    last = {name: value.detach().clone() for name, value in run.trained.items()}
    use_average(run)
    found = score()
    with torch.no_grad():
        for name, value in run.trained.items():
            value.copy_(last[name])
    return found


def line(report: teacher_loop.Report, scores: Scores, measured: Encoded) -> str:
    """How far a run is, and what the reader makes of each source by then: accuracy and AUC of true against false, x100."""
    begin = f"step {report.step} ({report.done:.0%}) loss {report.loss:.4f} {report.tokens_per_second:.0f} tokens/s"
    return f"{begin} | {by_source(scores, measured)}"


def by_source(scores: Scores, measured: Encoded) -> str:
    """Each source with its accuracy and AUC, x100."""
    return " | ".join(f"{name} {100 * right:.1f} {100 * auc:.1f}" for name, right, auc in figures(scores, measured))


def figures(scores: Scores, measured: Encoded) -> Iterator[tuple[str, float, float]]:
    """Source, three-way accuracy and AUC of entailed against contradicted pairs; NaN without both."""
    odds = np.log(scores[:, p.ENTAILMENT] + 1e-6) - np.log(scores[:, p.CONTRADICTION] + 1e-6)
    for source in dict.fromkeys(measured.sources.tolist()):
        own = measured.sources == source
        labels, said = measured.labels[own], scores[own].argmax(1)
        right = np.where(labels == p.NOT_ENTAILMENT, said != p.ENTAILMENT, said == labels)
        true, false = odds[own][labels == p.ENTAILMENT], odds[own][np.isin(labels, (p.CONTRADICTION, p.NOT_ENTAILMENT))]
        above = (true[:, None] > false).mean() if len(true) and len(false) else np.nan
        yield source, float(right.mean()), float(above)


def both(folder: Path, teacher: TeacherRecipe, student: StudentRecipe | None, device: str, out: Path) -> Iterator[str]:
    """Train the careful reader and, where its recipe is given, the starter; their weights come into the folder `out`."""
    torch.set_float32_matmul_precision("high")
    out.mkdir(parents=True, exist_ok=True)
    here = Folder(folder)
    model = yield from careful(here, teacher, device, out)
    if student:
        yield from starter(here, student, careful_scores(model, as_mpnet(here.pool)), device, out)
