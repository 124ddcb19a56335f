"""Distilling the starter: divergence from the teacher, labels where people gave them, vectors kept near the base model's.

One single-threaded process a core, gradients averaged every step; resumable at any checkpoint.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from safetensors import safe_open
from safetensors.torch import save_file
from torch import Tensor
from torch.nn import functional

from training.encoded import Encoded, IntArray, pad
from training.network import PairClassifier, losses, there, to_tensors
from training.precision import has_bfloat16
from training.student.data import Lesson, Sentences, padded, pooled
from training.student.recipe import Recipe
from training.teacher.loop import EVERY, SLOWEST, Report, average_gradients, batches, shared

TYPICAL = 60
"""Pairs of a usual batch. A batch has a budget of tokens, so short pairs come a hundred at a time and long ones ten: with the
mean of a batch a short pair would weigh a tenth of a long one, with the sum as much; the loss lies between the two.
"""


def divergence(logits: Tensor, soft: Tensor, temperature: float) -> Tensor:
    """T² KL(teacher || student) of each pair at temperature T, shape (n,); 0 where the teacher's row is NaN.

    Hinton, Vinyals and Dean 2015, section 2. The teacher's probabilities stand for its logits: log p differs from them by
    a constant, which the softmax does not see.
    """
    known = ~soft.isnan().any(1)
    target = functional.log_softmax(torch.where(known[:, None], soft, 1.0).clamp(min=1e-6).log() / temperature, dim=-1)
    guess = functional.log_softmax(logits.float() / temperature, dim=-1)
    apart = (target.exp() * (target - guess)).sum(1) * temperature**2
    return torch.where(known, apart, 0.0)


class Run:
    """A student in training, with its optimiser and its averaged weights."""

    def __init__(self, model: PairClassifier, recipe: Recipe) -> None:
        model.freeze_words()
        self.device = next(model.parameters()).device
        self.model, self.recipe = model.train(), recipe
        self.trained = {name: value for name, value in model.named_parameters() if value.requires_grad}
        self.average = {name: value.detach().clone() for name, value in self.trained.items()}
        decayed = [v for v in self.trained.values() if v.ndim > 1]
        plain = [v for v in self.trained.values() if v.ndim <= 1]
        groups = [{"params": decayed, "weight_decay": 0.01}, {"params": plain, "weight_decay": 0.0}]
        self.optimiser = torch.optim.AdamW(groups, betas=(0.9, 0.98), fused=True)
        self.step, self.pairs, self.seconds = 0, 0, 0.0

    def take(self, lesson: Lesson, near: Sentences, rows: IntArray, texts: IntArray, done: float) -> float:
        """One step at a share `done` of the run over these pairs and sentences; the mean loss of a pair."""
        recipe = self.recipe
        with torch.autocast(self.device.type, torch.bfloat16, enabled=has_bfloat16(self.device)):
            tensors = to_tensors(pad(lesson.pairs, rows), self.device)
            logits = self.model(tensors.ids, tensors.segments, tensors.mask).float()
            taught = self._taught(logits, lesson, rows)
            ids, mask = padded(near.ids, near.starts, texts)
            vectors = pooled(self.model.encoder, ids.to(self.device), mask.to(self.device))
        wanted = functional.normalize(there(near.vectors[texts], self.device).float(), dim=-1)
        apart = (1 - (vectors * wanted).sum(1)).mean()
        (taught / (len(rows) * TYPICAL) ** 0.5 + recipe.near * apart).backward()
        average_gradients(list(self.trained.values()))
        rate = recipe.rate * min(1.0, (self.step + 1) / recipe.warmup) * max(SLOWEST, 1 - done)
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        self.optimiser.step()
        self.optimiser.zero_grad()
        self.step += 1
        keep = min(recipe.decay, (1 + self.step) / (10 + self.step))
        moving = [self.average[name] for name in self.trained]
        torch._foreach_lerp_(moving, [value.data for value in self.trained.values()], 1 - keep)
        return float(taught.detach()) / len(rows)

    def _taught(self, logits: Tensor, lesson: Lesson, rows: IntArray) -> Tensor:
        """Sum over the pairs: the label's loss and the divergence, weighed by which of them is known."""
        soft, gold = there(lesson.soft[rows], self.device), there(lesson.gold[rows], self.device)
        scored = ~soft.isnan().any(1)
        share = torch.where(gold, torch.where(scored, self.recipe.gold, 1.0), 0.0)
        labels = there(lesson.pairs.labels[rows], self.device).long()
        hard = losses(logits, labels, self.recipe.smoothing)
        return (share * hard + (1 - share) * divergence(logits, soft, self.recipe.temperature)).sum()

    def weights(self) -> dict[str, Tensor]:
        """All weights, with the averaged value where one is kept."""
        return {name: self.average.get(name, value).detach() for name, value in self.model.state_dict().items()}

    def save(self, path: Path) -> None:
        """Write what `resume` and `export` need, atomically; named as `prepare` reads them."""
        tensors = {f"model.{name}": value.detach().clone() for name, value in self.model.state_dict().items()}
        tensors |= {f"average.{name}": value for name, value in self.average.items()}
        for name, value in self.trained.items():
            state = self.optimiser.state.get(value, {})
            tensors |= {f"{part}.{name}": state[part] for part in ("exp_avg", "exp_avg_sq") if part in state}
        meta = {"done": str(self.step), "pairs": str(self.pairs), "seconds": str(self.seconds)}
        part = path.with_name(f".{path.name}.part")
        save_file(tensors, str(part), meta)
        part.replace(path)

    def resume(self, path: Path) -> None:
        """Go on from what `save` wrote."""
        with safe_open(str(path), "pt") as saved:
            tensors = {name: saved.get_tensor(name).to(self.device) for name in saved.keys()}  # noqa: SIM118
            meta = saved.metadata()
        self.step, self.pairs, self.seconds = int(meta["done"]), int(meta["pairs"]), float(meta["seconds"])
        self.model.load_state_dict({n.removeprefix("model."): v for n, v in tensors.items() if n.startswith("model.")})
        for name, value in self.trained.items():
            self.average[name] = tensors[f"average.{name}"]
            if f"exp_avg.{name}" in tensors:
                moments = {part: tensors[f"{part}.{name}"] for part in ("exp_avg", "exp_avg_sq")}
                self.optimiser.state[value] = {"step": torch.tensor(float(self.step), device=self.device), **moments}


def train(run: Run, lesson: Lesson, near: Sentences, path: Path, worker: int = 0, workers: int = 1) -> Iterator[Report]:
    """Train for the recipe's time, going on from `path` where it is; a report and a checkpoint every `EVERY` seconds."""
    if path.exists():
        run.resume(path)
    recipe = run.recipe
    pairs = batches(lesson.pairs, recipe.budget, recipe.seed, workers)
    texts = batches(_as_pairs(near), recipe.vectors, recipe.seed, workers)
    for _ in range(run.step * workers):
        next(pairs), next(texts)
    loss, seen, tokens, began = 0.0, 0, 0, time.monotonic()
    while (done := shared(run.seconds / (recipe.minutes * 60))) < 1:
        started = time.monotonic()
        mine, also = [next(pairs) for _ in range(workers)], [next(texts) for _ in range(workers)]
        loss += run.take(lesson, near, mine[worker], also[worker], done) * len(mine[worker])
        run.seconds += time.monotonic() - started
        run.pairs += sum(map(len, mine))
        seen += len(mine[worker])
        tokens += int(sum(lesson.pairs.lengths[part].sum() for part in mine))
        if time.monotonic() - began >= EVERY:
            if worker == 0:
                run.save(path)
            yield Report(run.step, done, loss / seen, run.pairs, tokens / (time.monotonic() - began))
            loss, seen, tokens, began = 0.0, 0, 0, time.monotonic()
    if worker == 0:
        run.save(path)


def _as_pairs(near: Sentences) -> Encoded:
    """Sentences in the form that `batches` cuts."""
    n = len(near.vectors)
    return Encoded(near.ids, near.starts, np.zeros(n, np.int32), np.zeros(n, np.int8), np.full(n, ""))
