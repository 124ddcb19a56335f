"""Training the teacher: one single-threaded process a core, their gradients averaged every step; resumable at any point."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
import torch.distributed as dist
from safetensors import safe_open
from safetensors.torch import save_file

from training.adapter import AVERAGE
from training.encoded import Encoded, IntArray
from training.network import kept_loss_sum, loss_sum, there
from training.teacher.network import Teacher
from training.teacher.recipe import Recipe

Scores = npt.NDArray[np.float32]
"""What an earlier reader made of each pair, (n, 3); NaN where that is not known."""
CHUNK = 512
"""Pairs that are sorted by length together, so that a batch holds pairs of similar length."""
SLOWEST = 0.02
"""Rate at the end of the run, as a share of the highest."""
EVERY = 60.0
"""Seconds between two reports, at least; each is also a checkpoint."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a run says after some steps."""

    step: int
    """Steps done."""
    done: float
    """Share of the run's time that has passed."""
    loss: float
    """Mean loss of a pair of this worker since the last report."""
    pairs: int
    """Pairs seen by all workers."""
    tokens_per_second: float
    """Of all workers."""


class Run:
    """A teacher in training with its optimiser, its averaged weights, and how far it is."""

    def __init__(self, model: Teacher, recipe: Recipe, scores: Scores | None = None) -> None:
        self.model, self.recipe, self.scores = model.train(), recipe, scores
        self.device = next(model.parameters()).device
        self.trained = {name: value for name, value in model.named_parameters() if value.requires_grad}
        self.average = {name: value.detach().clone() for name, value in self.trained.items()}
        low = [v for n, v in self.trained.items() if n.endswith((".a", ".b"))]
        rest = [v for n, v in self.trained.items() if not n.endswith((".a", ".b"))]
        self.optimiser = torch.optim.AdamW([{"params": low}, {"params": rest}], betas=(0.9, 0.98), weight_decay=0.01)
        self.step, self.pairs, self.seconds = 0, 0, 0.0

    def take(self, data: Encoded, rows: IntArray, done: float) -> float:
        """One step over a batch of this worker at a share `done` of the run; the sum of its pairs' losses."""
        recipe = self.recipe
        lengths = data.lengths[rows]
        mask = np.arange(lengths.max()) < lengths[:, None]
        ids = np.zeros(mask.shape, np.int64)
        ids[mask] = np.concatenate([data.ids[data.starts[row] : data.starts[row + 1]] for row in rows])
        second, labels = there(data.second[rows], self.device).long(), there(data.labels[rows], self.device).long()
        logits = self.model(there(ids, self.device), second, there(mask, self.device))
        if self.scores is None:
            loss = loss_sum(logits, labels, recipe.smoothing)
        else:
            loss = kept_loss_sum(logits, labels, recipe.smoothing, there(self.scores[rows], self.device), recipe.kept)
        (loss / recipe.pairs).backward()
        average_gradients(list(self.trained.values()))
        rate = recipe.rate * min(1.0, (self.step + 1) / recipe.warmup) * max(SLOWEST, 1 - done)
        for group, share in zip(self.optimiser.param_groups, (1.0, 0.5), strict=True):
            group["lr"] = share * rate
        self.optimiser.step()
        self.optimiser.zero_grad()
        self.step += 1
        keep = min(recipe.decay, (1 + self.step) / (10 + self.step))
        moving = [self.average[name] for name in self.trained]
        torch._foreach_lerp_(moving, [value.data for value in self.trained.values()], 1 - keep)
        return float(loss.detach())

    def save(self, path: Path) -> None:
        """Write what `resume` needs, and the averaged weights that are exported, atomically."""
        tensors = {f"{AVERAGE}{name}": value for name, value in self.average.items()}
        tensors |= {f"last.{name}": value.detach().clone() for name, value in self.trained.items()}
        for name, value in self.trained.items():
            state = self.optimiser.state.get(value, {})
            tensors |= {f"{part}.{name}": state[part] for part in ("exp_avg", "exp_avg_sq") if part in state}
        meta = {"step": str(self.step), "pairs": str(self.pairs), "seconds": str(self.seconds)}
        part = path.with_name(f".{path.name}.part")
        save_file(tensors, str(part), meta)
        part.replace(path)

    def resume(self, path: Path) -> None:
        """Go on from what `save` wrote."""
        with safe_open(str(path), "pt") as saved:
            tensors = {name: saved.get_tensor(name).to(self.device) for name in saved.keys()}  # noqa: SIM118
            meta = saved.metadata()
        self.step, self.pairs, self.seconds = int(meta["step"]), int(meta["pairs"]), float(meta["seconds"])
        with torch.no_grad():
            for name, value in self.trained.items():
                value.copy_(tensors[f"last.{name}"])
                self.average[name] = tensors[f"{AVERAGE}{name}"]
                if f"exp_avg.{name}" in tensors:
                    moments = {part: tensors[f"{part}.{name}"] for part in ("exp_avg", "exp_avg_sq")}
                    self.optimiser.state[value] = {"step": torch.tensor(float(self.step)), **moments}


def batches(data: Encoded, budget: int, seed: int, together: int = 1, mixed: int = CHUNK) -> Iterator[IntArray]:
    """Rows of one batch after another, without end: at most `budget` tokens each, pairs of similar length of `mixed` together.

    So many batches follow each other that hold pairs of similar length as are worked on `together`: workers wait for the
    slowest, and long pairs take longer than as many tokens of short ones.
    """
    lengths, epoch = data.lengths, 0
    while True:
        order = np.random.default_rng((seed, epoch)).permutation(len(data))
        for start in range(0, len(order), mixed):
            chunk = order[start : start + mixed]
            chunk = chunk[np.argsort(-lengths[chunk], kind="stable")]
            cut, at = [], 0
            while at < len(chunk):
                count = max(1, budget // int(lengths[chunk[at]]))
                cut.append(chunk[at : at + count])
                at += count
            if spare := -len(cut) % together:
                most = max(range(len(cut)), key=lambda i: len(cut[i]))
                cut[most : most + 1] = [part for part in np.array_split(cut[most], spare + 1) if len(part)]
            for group in np.random.default_rng((seed, epoch, start)).permutation(-(-len(cut) // together)):
                yield from cut[group * together : (group + 1) * together]
        epoch += 1


def train(run: Run, data: Encoded, path: Path, worker: int = 0, workers: int = 1) -> Iterator[Report]:
    """Train for the recipe's time, going on from `path` where it is; a report and a checkpoint every `EVERY` seconds."""
    if path.exists():
        run.resume(path)
    rows = batches(data, run.recipe.budget, run.recipe.seed, workers)
    for _ in range(run.step * workers):
        next(rows)
    loss, pairs, tokens, began = 0.0, 0, 0, time.monotonic()
    total = run.recipe.minutes * 60
    while (done := shared(run.seconds / total)) < 1:
        started = time.monotonic()
        mine = [next(rows) for _ in range(workers)]
        loss += run.take(data, mine[worker], done)
        run.seconds += time.monotonic() - started
        pairs += len(mine[worker])
        run.pairs += sum(map(len, mine))
        tokens += int(sum(data.lengths[part].sum() for part in mine))
        if time.monotonic() - began >= EVERY:
            if worker == 0:
                run.save(path)
            yield Report(run.step, done, loss / pairs, run.pairs, tokens / (time.monotonic() - began))
            loss, pairs, tokens, began = 0.0, 0, 0, time.monotonic()
    if worker == 0:
        run.save(path)


def log(path: Path, report: Report) -> None:
    """Append a report to a JSONL file."""
    fields: dict[str, Any] = {name: getattr(report, name) for name in Report.__slots__}
    with path.open("a", encoding="utf-8") as lines:
        print(json.dumps(fields), file=lines)


def average_gradients(values: list[torch.nn.Parameter]) -> None:
    """The mean gradient of all workers in every worker, cut to norm 1."""
    flat = torch.cat([(v.grad if v.grad is not None else torch.zeros_like(v)).flatten() for v in values])
    if dist.is_initialized():
        dist.all_reduce(flat)
        flat /= dist.get_world_size()
    flat *= min(1.0, 1.0 / (float(flat.norm()) + 1e-6))
    for value, part in zip(values, flat.split([v.numel() for v in values]), strict=True):
        value.grad = part.view_as(value).clone()


def shared(done: float) -> float:
    """The first worker's number in every worker: the run's clock."""
    clock = torch.tensor([done])
    if dist.is_initialized():
        dist.broadcast(clock, 0)
    return float(clock)
