"""The training loop: deterministic by seed, resumable at any step, the same on a CPU and on a GPU."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from safetensors import safe_open
from safetensors.torch import save_file

from training.encoded import Encoded, by_length, pad, step_rows
from training.network import PairClassifier, Tensors, disagreement, loss_sum, to_tensors, twice, widened
from training.precision import has_bfloat16


@dataclass(frozen=True, slots=True)
class Recipe:
    """Everything that determines a run besides its data and its first weights."""

    steps: int
    """Optimiser steps in all."""
    pairs: int = 32
    """Pairs in one step."""
    rate: float = 1e-4
    """Highest learning rate."""
    warmup: int = 100
    """Steps over which the rate rises from zero."""
    final: float = 0.0
    """Rate at the last step, as a fraction of `rate`; the fall is linear."""
    smoothing: float = 0.05
    """Label smoothing."""
    decay: float = 0.998
    """Of the exponential moving average of the weights, which is what is exported."""
    dropout: float = 0.0
    """Share of the hidden values that a step leaves out."""
    consistency: float = 0.0
    """Weight of the disagreement of two passes with different dropout over the same pairs (R-Drop); 0 takes one pass."""
    frozen: int = 0
    """Lowest encoder layers that are not trained."""
    seed: int = 1
    """Of the order of the pairs and of dropout."""
    workers: int = 1
    """Processes that train on different pairs of the same order and average their states now and then (local SGD)."""
    worker: int = 0
    """Which of them this is."""


@dataclass(frozen=True, slots=True)
class Progress:
    """What a run says after some steps."""

    step: int
    """Steps done."""
    loss: float
    """Mean loss of a pair since the last report."""
    rate: float
    """Learning rate of the last step."""
    tokens_per_second: float
    """Throughput since the last report."""
    remaining: float
    """Seconds to go at that speed."""


class Run:
    """A model in training, with its optimiser, its averaged weights and the number of steps done."""

    def __init__(self, model: PairClassifier, recipe: Recipe, device: str = "cpu") -> None:
        model.freeze(recipe.frozen)
        self.model = model.to(device).train()
        self.recipe = recipe
        self.device = torch.device(device)
        self.done = 0
        trained = {name: value for name, value in model.named_parameters() if value.requires_grad}
        self._trained = trained
        self.average = {name: value.detach().clone() for name, value in trained.items()}
        decayed = [value for value in trained.values() if value.ndim > 1]
        plain = [value for value in trained.values() if value.ndim <= 1]
        groups = [{"params": decayed, "weight_decay": 0.01}, {"params": plain, "weight_decay": 0.0}]
        self._optimiser = torch.optim.AdamW(groups, lr=recipe.rate, fused=True)

    def rate(self, step: int) -> float:
        """Learning rate of a step: linear rise, then linear fall."""
        recipe = self.recipe
        if step < recipe.warmup:
            return recipe.rate * (step + 1) / recipe.warmup
        left = (recipe.steps - step) / max(1, recipe.steps - recipe.warmup)
        return recipe.rate * (recipe.final + (1 - recipe.final) * left)

    def step(self, data: Encoded) -> tuple[float, int]:
        """One optimiser step; the sum of the pairs' losses and the number of tokens."""
        recipe = self.recipe
        torch.manual_seed(recipe.seed * 1_000_003 + self.done)
        rows = step_rows(data, recipe.pairs, recipe.seed, self.done * recipe.workers + recipe.worker)
        total, tokens = 0.0, 0
        for group in by_length(data, rows):
            tensors = to_tensors(pad(data, group), self.device)
            labels = torch.from_numpy(data.labels[group]).long().to(self.device)
            with self._precision():
                loss = self._loss(tensors, labels)
            (loss / len(rows)).backward()
            total += float(loss.detach())
            tokens += int(data.lengths[group].sum())
        torch.nn.utils.clip_grad_norm_(self._trained.values(), 1.0)
        for group_options in self._optimiser.param_groups:
            group_options["lr"] = self.rate(self.done)
        self._optimiser.step()
        self._optimiser.zero_grad()
        self.done += 1
        self._update_average()
        return total, tokens

    def _loss(self, tensors: Tensors, labels: torch.Tensor) -> torch.Tensor:
        recipe = self.recipe
        if not recipe.consistency:
            return loss_sum(self.model(tensors.ids, tensors.segments, tensors.mask), labels, recipe.smoothing)
        both = twice(tensors)
        first, second = self.model(both.ids, both.segments, both.mask).float().chunk(2)
        fit = (loss_sum(first, labels, recipe.smoothing) + loss_sum(second, labels, recipe.smoothing)) / 2
        return fit + recipe.consistency * disagreement(first, second)

    def _precision(self) -> contextlib.AbstractContextManager[object]:
        if has_bfloat16(self.device):
            mixed: contextlib.AbstractContextManager[object] = torch.autocast(self.device.type, torch.bfloat16)
            return mixed
        return contextlib.nullcontext()

    def _update_average(self) -> None:
        keep = min(self.recipe.decay, (1 + self.done) / (10 + self.done))
        names = list(self._trained)
        torch._foreach_lerp_([self.average[n] for n in names], [self._trained[n].data for n in names], 1 - keep)

    def averaged(self) -> dict[str, torch.Tensor]:
        """All weights of the model, with the averaged value where one is kept."""
        return {name: self.average.get(name, value).detach().cpu() for name, value in self.model.state_dict().items()}

    def state(self) -> dict[str, torch.Tensor]:
        """Everything that changes during training, by name."""
        tensors = {f"model.{name}": value for name, value in self.model.state_dict().items()}
        tensors |= {f"average.{name}": value for name, value in self.average.items()}
        for name, value in self._trained.items():
            state = self._optimiser.state.get(value, {})
            tensors |= {f"{part}.{name}": state[part] for part in ("exp_avg", "exp_avg_sq") if part in state}
        return tensors

    def set_state(self, tensors: dict[str, torch.Tensor], done: int) -> None:
        """Take over what `state` gave after `done` steps."""
        self.done = done
        weights = {n.removeprefix("model."): t for n, t in tensors.items() if n.startswith("model.")}
        self.model.load_state_dict(weights)
        for name, value in self._trained.items():
            self.average[name] = tensors[f"average.{name}"].to(self.device)
            if f"exp_avg.{name}" in tensors:
                self._optimiser.state[value] = {
                    "step": torch.tensor(float(done), device=self.device),
                    "exp_avg": tensors[f"exp_avg.{name}"].to(self.device),
                    "exp_avg_sq": tensors[f"exp_avg_sq.{name}"].to(self.device),
                }

    def begin_from(self, weights: dict[str, torch.Tensor]) -> None:
        """Start from the weights of another run instead of the pretrained ones."""
        self.model.load_state_dict(widened(weights))
        self.average = {name: value.detach().clone() for name, value in self._trained.items()}


def save(run: Run, path: Path) -> None:
    """Write everything that `resume` needs, atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    meta = {"done": str(run.done), "recipe": json.dumps(asdict(run.recipe))}
    save_file({name: value.detach().cpu().contiguous() for name, value in run.state().items()}, str(part), meta)
    part.replace(path)


def resume(run: Run, path: Path) -> None:
    """Continue from what `save` wrote."""
    tensors, done = read_state(path)
    run.set_state(tensors, done)


def read_state(path: Path) -> tuple[dict[str, torch.Tensor], int]:
    """The tensors and the number of steps of a checkpoint."""
    with safe_open(str(path), "pt") as saved:
        return {name: saved.get_tensor(name) for name in saved.keys()}, int(saved.metadata()["done"])  # noqa: SIM118


def mean_state(states: Sequence[dict[str, torch.Tensor]]) -> dict[str, torch.Tensor]:
    """The element-wise mean of the states of several workers: one round of local SGD."""
    return {
        name: torch.stack([state[name] for state in states]).mean(0) if value.is_floating_point() else value
        for name, value in states[0].items()
    }


def train(run: Run, data: Encoded, every: int = 50) -> Iterator[Progress]:
    """Take the remaining steps of a run, reporting after each `every` of them; stop early by not going on."""
    loss, tokens, counted, began = 0.0, 0, 0, time.monotonic()
    while run.done < run.recipe.steps:
        step_loss, step_tokens = run.step(data)
        loss, tokens, counted = loss + step_loss, tokens + step_tokens, counted + 1
        if run.done % every == 0 or run.done == run.recipe.steps:
            seconds = time.monotonic() - began
            remaining = (run.recipe.steps - run.done) * seconds / counted
            mean = loss / (counted * run.recipe.pairs)
            yield Progress(run.done, mean, run.rate(run.done - 1), tokens / seconds, remaining)
            loss, tokens, counted, began = 0.0, 0, 0, time.monotonic()
