"""Trains the differences and the head together; a run that is stopped goes on from its last checkpoint."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from localcheck.asking.head import Head
from localcheck.backends.llamacpp.states import Asked
from training import pairs as p
from training.heads.fit import SIDE, surprise
from training.lora.network import Network
from training.lora.pack import batches, pack
from training.pairs import Pair

HEATS = np.arange(0.5, 2.5, 0.05)


@dataclass(frozen=True, slots=True)
class Recipe:
    """How it is trained."""

    rank: int = 8
    first: int = 8
    """The lowest layer with a difference."""
    scale: float = 2.0
    rate: float = 2e-4
    head_rate: float = 2e-5
    warm: float = 0.04
    """Share of the run in which the rates rise."""
    tokens: int = 1100
    """Of one step."""
    smooth: float = 0.03
    """Taken from the label and spread over all three."""
    decay: float = 0.01


def recipe_of(path: Path) -> Recipe:
    """The recipe by which the run with this checkpoint was trained, as far as its network's shape depends on it."""
    kept = torch.load(path, weights_only=True)
    return Recipe(first=kept["first"], rank=kept["rank"])


class Reader(nn.Module):  # type: ignore[misc]
    """The head of ``asking.head.Head``, trainable: log-odds up to a constant for true, false, neither."""

    def __init__(self, head: Head) -> None:
        super().__init__()
        self.register_buffer("center", torch.tensor(head.center, dtype=torch.float32))
        self.register_buffer("spread", torch.tensor(head.scale, dtype=torch.float32))
        self.register_buffer("used", torch.tensor(head.weights != 0.0).any(0))
        self.weights = nn.Parameter(torch.tensor(head.weights, dtype=torch.float32))
        self.bias = nn.Parameter(torch.tensor(head.bias, dtype=torch.float32))

    def forward(self, states: Tensor) -> Tensor:
        """Shape (n, 3) for states of shape (n, layers, 2, width)."""
        return functional.linear((states.flatten(1) - self.center) / self.spread, self.weights * self.used, self.bias)

    def cooled(self, heat: float) -> tuple[Tensor, Tensor]:
        """Weights and bias for log-odds that are divided by ``heat``, on the CPU, in double precision."""
        both = self.weights * self.used, self.bias
        weights, bias = (part.detach().double().cpu() / heat for part in both)
        return weights, bias


def loss_of(scores: Tensor, labels: Sequence[int], weights: Tensor, smooth: float) -> Tensor:
    """Mean of -log P(label); `NOT_ENTAILMENT` counts as false or neither."""
    wanted, weights = torch.zeros(len(labels), 3), weights.to(scores.device)
    for i, label in enumerate(labels):
        wanted[i, [1, 2] if label == p.NOT_ENTAILMENT else [SIDE[label]]] = 1.0
    logs = functional.log_softmax(scores, -1)
    mine = torch.logsumexp(logs.masked_fill(wanted.to(scores.device) == 0, -math.inf), -1)
    each = -(1 - smooth) * mine - smooth * logs.mean(-1)
    return (each * weights).sum() / weights.sum()


@dataclass
class Run:
    """A network and a head in training."""

    network: Network
    reader: Reader
    recipe: Recipe
    path: Path
    """The checkpoint."""
    step: int = 0
    spent: float = 0.0
    """Seconds of training."""
    optimizer: torch.optim.AdamW = field(init=False)

    def __post_init__(self) -> None:
        r = self.recipe
        groups = [
            {"params": list(self.network.parameters()), "lr": r.rate, "full": r.rate, "weight_decay": r.decay},
            {"params": list(self.reader.parameters()), "lr": r.head_rate, "full": r.head_rate, "weight_decay": 0.0},
        ]
        self.optimizer = torch.optim.AdamW(groups, betas=(0.9, 0.98))
        if self.path.exists():
            kept = torch.load(self.path, weights_only=True)
            self.network.load_state_dict(kept["network"], strict=False)
            self.reader.load_state_dict(kept["reader"])
            self.optimizer.load_state_dict(kept["optimizer"])
            self.step, self.spent = kept["step"], kept["spent"]

    def save(self) -> None:
        """Keep everything that going on needs; the old checkpoint stays until the new one is whole."""
        kept = {"network": self.network.state_dict(), "reader": self.reader.state_dict()}
        rest = {"optimizer": self.optimizer.state_dict(), "step": self.step, "spent": self.spent}
        rest |= {"first": self.recipe.first, "rank": self.recipe.rank}
        new = self.path.with_suffix(".new")
        torch.save({**kept, **rest}, new)
        new.replace(self.path)

    def train(
        self, prompts: Sequence[Asked], rows: Sequence[Pair], weights: Sequence[float], minutes: float
    ) -> Iterator[tuple[int, int, float]]:
        """One pass over the rows, or what of it fits into ``minutes`` of training; yields (step, steps, loss).

        The rate falls with the share of the rows or of the minutes that is over, whichever is larger.
        """
        runs = list(batches(prompts, self.recipe.tokens))
        for number in range(self.step, len(runs)):
            began = time.monotonic()
            done = max(number / len(runs), self.spent / (60 * minutes))
            if done >= 1:
                break
            for group in self.optimizer.param_groups:
                group["lr"] = group["full"] * rate_at(done, self.recipe.warm)
            some = runs[number]
            packed, order = pack([prompts[i] for i in some])
            scores = self.reader(self.network(packed))
            mine = [some[i] for i in order]
            loss = loss_of(
                scores, [rows[i].label for i in mine], torch.tensor([weights[i] for i in mine]), self.recipe.smooth
            )
            self.optimizer.zero_grad()
            loss.backward()
            norm = nn.utils.clip_grad_norm_([x for g in self.optimizer.param_groups for x in g["params"]], 1.0)
            if norm.isfinite():  # half the range of a number is soon left: one such step would end the run
                self.optimizer.step()
            self.step, self.spent = number + 1, self.spent + time.monotonic() - began
            yield self.step, len(runs), loss.item()

    def scores(self, prompts: Sequence[Asked]) -> np.ndarray:
        """Log-odds up to a constant of each prompt, shape (n, 3)."""
        found = np.zeros((len(prompts), 3))
        with torch.no_grad():
            for some in batches(prompts, self.recipe.tokens):
                packed, order = pack([prompts[i] for i in some])
                found[[some[i] for i in order]] = self.reader(self.network(packed)).double().cpu().numpy()
        return found


def heat_of(scores: np.ndarray, rows: Sequence[Pair]) -> float:
    """By what log-odds of labelled pairs are to be divided so that these labels surprise least."""
    labels = [row.label for row in rows]
    return float(min(HEATS, key=lambda heat: surprise(scores, labels, heat)))


def rate_at(done: float, warm: float) -> float:
    """Share of the full rate when a share ``done`` of the run is over: up in a line, down like a cosine to a twentieth."""
    if done < warm:
        return (done + 1e-3) / warm
    return 0.05 + 0.95 * 0.5 * (1 + math.cos(math.pi * (done - warm) / (1 - warm)))
