"""MPNet (Song et al. 2020) whose layers are trained whole, on the few levels on which they ship.

In the last part of a run every matrix is read as it will be shipped, on `LEVELS` steps to either side of zero, while the
gradient goes to the fine weights (straight-through, Bengio, Léonard and Courville 2013, section 2.3): what rounding costs is
then trained away. Word vectors, positions and the table of relative positions stay as they are.

A run that begins from a reader that ships begins from weights on levels, each in the middle of its step: what training moves
by less than half a step is then lost when it is rounded again. `loosen` puts each anywhere within its step, which rounds to the
same reader, so that a small move of many weights takes some of them to the next level.
"""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor, nn
from torch.nn import functional

from training.packing import CLIPS, LEVELS
from training.teacher.network import OFFSET, buckets, pooled

WORDS, PLACES = "embeddings.word_embeddings.weight", "embeddings.position_embeddings.weight"
TABLE = "encoder.relative_attention_bias.weight"
FIXED = frozenset({WORDS, PLACES, TABLE})
PARTS = {
    "q": "attention.attn.q",
    "k": "attention.attn.k",
    "v": "attention.attn.v",
    "o": "attention.attn.o",
    "in": "intermediate.dense",
    "out": "output.dense",
}
STANDS = 0.1
"""Steps that a weight on a level may be off it: weights travel as whole numbers of a byte."""
WITHIN = 0.98
"""Share of its step in which a weight is put."""
DENSE, OUT = "classifier.dense", "classifier.out_proj"


class Whole(nn.Module):  # type: ignore[misc]
    """Encoder, pooling and head as in `training.teacher.network.Teacher`; every weight of a layer is trained."""

    def __init__(self, weights: Mapping[str, Tensor], heads: int, layers: int, kind: torch.dtype, drop: float) -> None:
        super().__init__()
        self.names = {name.replace(".", "/"): name for name in weights}
        self.heads, self.depth, self.kind, self.drop = heads, layers, kind, drop
        self.few = False
        self.steps: dict[str, Tensor] = {}
        self.held = False
        """Whether the steps stay as they are."""
        self.near: dict[int, Tensor] = {}
        self.seen: dict[str, Tensor] = {}
        """What a step reads of each weight, where it was read beforehand."""
        for short, name in self.names.items():
            value = weights[name].float()
            if name in FIXED:
                self.register_buffer(short, value, persistent=False)
            else:
                self.register_parameter(short, nn.Parameter(value.clone()))

    def weights(self) -> dict[str, Tensor]:
        """Name in the checkpoint -> what is trained."""
        return {self.names[short]: value for short, value in self.named_parameters()}

    def settle(self) -> None:
        """Choose each row's step anew, from the fine weights as they are now, unless the steps are held."""
        self.few = True
        if self.held:
            return
        with torch.no_grad():
            for short, value in self.coarse():
                self.steps[short] = step_of(value)

    def coarse(self) -> list[tuple[str, nn.Parameter]]:
        """The matrices that ship on few levels."""
        return [(short, value) for short, value in self.named_parameters() if coarse(self.names[short], value)]

    def stands_on_levels(self) -> bool:
        """Whether every such matrix stands on its levels already."""
        with torch.no_grad():
            return all(
                float((value / (step := step_of(value)) - on_levels(value, step)).abs().max()) < STANDS
                for _, value in self.coarse()
            )

    def loosen(self, seed: int) -> None:
        """Hold the steps as they are, and put every weight anywhere within its step: it is read as before."""
        self.settle()
        self.held = True
        chance = torch.Generator().manual_seed(seed)
        with torch.no_grad():
            for short, value in self.coarse():
                step = self.steps[short]
                anywhere = torch.rand(value.shape, generator=chance).to(value.device) - 0.5
                value.copy_((on_levels(value, step) + WITHIN * anywhere) * step)

    def look(self) -> None:
        """Read every weight of the layers once, for all parts of the step that comes."""
        self.seen = {}
        with torch.no_grad():
            for short, value in self.named_parameters():
                if not self.names[short].startswith("classifier"):
                    self.seen[short] = self._read(short, value).detach().clone()
                    self.seen[short].requires_grad_(value.requires_grad)

    def hand_on(self) -> None:
        """Give the weights the gradient of what was read of them (straight through), and forget what was read."""
        for short, read in self.seen.items():
            if read.grad is not None:
                getattr(self, short).grad = read.grad.float()
        self.seen = {}

    def _read(self, short: str, value: Tensor) -> Tensor:
        if self.few and short in self.steps:
            step = self.steps[short]
            value = value + (on_levels(value, step) * step - value).detach()
        return value.to(self.kind)

    def _get(self, name: str) -> Tensor:
        short = name.replace(".", "/")
        return self.seen[short] if short in self.seen else self._read(short, getattr(self, short))

    def _linear(self, x: Tensor, name: str) -> Tensor:
        return functional.linear(x, self._get(f"{name}.weight"), self._get(f"{name}.bias"))

    def _norm(self, x: Tensor, name: str) -> Tensor:
        return functional.layer_norm(x, (x.shape[-1],), self._get(f"{name}.weight"), self._get(f"{name}.bias"), 1e-5)

    def _layer(self, x: Tensor, at: str, bias: Tensor) -> Tensor:
        n, t, h = x.shape
        q, k, v = (self._linear(x, at + PARTS[p]).view(n, t, self.heads, -1).transpose(1, 2) for p in "qkv")
        seen = attended(q, k, v, bias)
        y = self._linear(seen.transpose(1, 2).reshape(n, t, h), at + PARTS["o"])
        x = self._norm(x + functional.dropout(y, self.drop, self.training), at + "attention.LayerNorm")
        y = self._linear(functional.gelu(self._linear(x, at + PARTS["in"])), at + PARTS["out"])
        return self._norm(x + functional.dropout(y, self.drop, self.training), at + "output.LayerNorm")

    def forward(self, ids: Tensor, second: Tensor, mask: Tensor) -> Tensor:
        """Logits (n, 3); `second` is the number of tokens before each row's hypothesis."""
        words, places = (getattr(self, name.replace(".", "/")) for name in (WORDS, PLACES))
        x = self._norm((words[ids] + places[OFFSET : OFFSET + ids.shape[1]]).to(self.kind), "embeddings.LayerNorm")
        bias = self._near(ids.shape[1]) + torch.where(mask, 0.0, -1e4).to(self.kind)[:, None, None, :]
        for index in range(self.depth):
            x = self._layer(x, f"encoder.layer.{index}.", bias)
        dense = functional.linear(pooled(x.float(), second, mask), *self._head(DENSE))
        return functional.linear(torch.tanh(dense), *self._head(OUT))

    def _near(self, length: int) -> Tensor:
        """What is added by position, (1, heads, t, t); made once for each length."""
        if length not in self.near:
            table = getattr(self, TABLE.replace(".", "/"))
            self.near[length] = (
                table[buckets(length).to(table.device)].permute(2, 0, 1)[None].to(self.kind).contiguous()
            )
        return self.near[length]

    def _head(self, name: str) -> tuple[Tensor, Tensor]:
        weight, bias = (getattr(self, f"{name}.{part}".replace(".", "/")) for part in ("weight", "bias"))
        return weight, bias


def attended(q: Tensor, k: Tensor, v: Tensor, bias: Tensor) -> Tensor:
    """Attention with a bias; on a processor written out, where torch's own is eight times as slow backwards."""
    if q.device.type != "cpu":
        found: Tensor = functional.scaled_dot_product_attention(q, k, v, attn_mask=bias)
        return found
    return torch.softmax(q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5 + bias, -1) @ v


def coarse(name: str, value: Tensor) -> bool:
    """Whether a tensor ships on few levels."""
    return "encoder.layer." in name and value.ndim == 2


def on_levels(value: Tensor, step: Tensor) -> Tensor:
    """The whole number of steps nearest to each weight, `LEVELS` to either side at most."""
    return (value / step).round().clamp(-LEVELS, LEVELS)


def step_of(value: Tensor) -> Tensor:
    """The step of each row with the least squared error, shape (n, 1)."""
    top = value.abs().amax(1, keepdim=True)
    best, least = top / LEVELS, torch.full_like(top, float("inf"))
    for clip in CLIPS:
        step = (top * clip / LEVELS).clamp(min=1e-12)
        error = (on_levels(value, step) * step - value).pow(2).mean(1, keepdim=True)
        best, least = torch.where(error < least, step, best), torch.minimum(error, least)
    return best
