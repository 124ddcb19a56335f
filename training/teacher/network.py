"""MPNet (Song et al. 2020) with low-rank differences (LoRA, Hu et al. 2021), written for bfloat16 on a CPU.

The base weights stay in bfloat16 (float32 where the processor has none) and never change, so no precision is converted in a
step; a difference `b a` of rank r is added to every linear weight of the upper layers. Attention is written out: on a CPU its
backward pass is more than twice as fast as that of torch's fused attention with a bias.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn import functional

from localcheck.errors import BadInput
from training.precision import fixed_type

BUCKETS, FARTHEST = 32, 128
"""Of the relative positions, as in T5."""
OFFSET = 2
"""Rows of the position table before the first token's."""
CLASSES = 3


class Linear(nn.Module):  # type: ignore[misc]
    """A fixed linear layer, with a low-rank difference where `rank` is not 0."""

    def __init__(self, weight: Tensor, bias: Tensor, rank: int, dtype: torch.dtype) -> None:
        super().__init__()
        self.register_buffer("weight", weight.to(dtype), persistent=False)
        self.register_buffer("bias", bias.to(dtype), persistent=False)
        self.rank = rank
        if rank:
            height, width = weight.shape
            self.a = nn.Parameter(torch.randn(rank, width) / math.sqrt(width))
            self.b = nn.Parameter(torch.zeros(height, rank))

    def forward(self, x: Tensor) -> Tensor:
        """(…, width) -> (…, height)."""
        y = functional.linear(x, self.weight, self.bias)
        if self.rank:
            y = y + functional.linear(functional.linear(x, self.a.to(x.dtype)), self.b.to(x.dtype))
        return y


class Norm(nn.Module):  # type: ignore[misc]
    """Layer normalisation in the precision of its input."""

    def __init__(self, weight: Tensor, bias: Tensor, trained: bool) -> None:
        super().__init__()
        self.weight = nn.Parameter(weight.clone(), requires_grad=trained)
        self.bias = nn.Parameter(bias.clone(), requires_grad=trained)

    def forward(self, x: Tensor) -> Tensor:
        """Same shape."""
        return functional.layer_norm(x, (x.shape[-1],), self.weight.to(x.dtype), self.bias.to(x.dtype), 1e-5)


class Layer(nn.Module):  # type: ignore[misc]
    """One post-norm encoder layer."""

    def __init__(self, weights: dict[str, Tensor], index: int, rank: int, heads: int, dtype: torch.dtype) -> None:
        super().__init__()
        at = f"encoder.layer.{index}."

        def linear(name: str) -> Linear:
            return Linear(weights[f"{at}{name}.weight"], weights[f"{at}{name}.bias"], rank, dtype)

        def norm(name: str) -> Norm:
            return Norm(weights[f"{at}{name}.LayerNorm.weight"], weights[f"{at}{name}.LayerNorm.bias"], rank > 0)

        self.q, self.k, self.v, self.o = (linear(f"attention.attn.{part}") for part in "qkvo")
        self.n1, self.n2 = norm("attention"), norm("output")
        self.f1, self.f2 = linear("intermediate.dense"), linear("output.dense")
        self.heads = heads

    def forward(self, x: Tensor, bias: Tensor) -> Tensor:
        """(n, t, h) and the positions' bias (n, heads, t, t) -> (n, t, h)."""
        n, t, h = x.shape
        q, k, v = (part(x).view(n, t, self.heads, -1).transpose(1, 2) for part in (self.q, self.k, self.v))
        attended = (q @ k.transpose(-1, -2) * q.shape[-1] ** -0.5 + bias).softmax(-1) @ v
        x = self.n1(x + self.o(attended.transpose(1, 2).reshape(n, t, h)))
        y: Tensor = self.n2(x + self.f2(functional.gelu(self.f1(x))))
        return y


class Teacher(nn.Module):  # type: ignore[misc]
    """Encoder, pooling (mean of all tokens, mean and maximum of the hypothesis), dense layer with tanh, three logits."""

    def __init__(self, folder: Path, rank: int, first: int, dtype: torch.dtype | None = None) -> None:
        super().__init__()
        dtype = dtype or fixed_type()
        weights = load_file(str(folder / "model.safetensors"))
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        heads, depth, width = (config[k] for k in ("num_attention_heads", "num_hidden_layers", "hidden_size"))
        self.dtype, self.first = dtype, first
        self.register_buffer("words", weights["embeddings.word_embeddings.weight"], persistent=False)
        self.register_buffer("places", weights["embeddings.position_embeddings.weight"][OFFSET:], persistent=False)
        self.register_buffer("table", weights["encoder.relative_attention_bias.weight"], persistent=False)
        self.n0 = Norm(weights["embeddings.LayerNorm.weight"], weights["embeddings.LayerNorm.bias"], False)
        self.layers = nn.ModuleList(Layer(weights, i, rank if i >= first else 0, heads, dtype) for i in range(depth))
        self.dense, self.out = nn.Linear(3 * width, width), nn.Linear(width, CLASSES)
        nn.init.normal_(self.out.weight, std=0.02)
        nn.init.zeros_(self.out.bias)
        with torch.no_grad():
            self.dense.weight.zero_()
            self.dense.weight[:, :width].copy_(torch.eye(width))
            self.dense.bias.zero_()

    def begin_from(self, tensors: Mapping[str, npt.NDArray[np.float32]]) -> None:
        """Take the trained weights of `training.adapter.trained_tensors`. Raises `BadInput` where they do not fit."""
        own = {name: value for name, value in self.named_parameters() if value.requires_grad}
        if {n: tuple(v.shape) for n, v in own.items()} != {n: v.shape for n, v in tensors.items()}:
            raise BadInput(
                "adapter", "its tensors are not those of this recipe", "keep `rank` and `first` as they were"
            )
        with torch.no_grad():
            for name, value in own.items():
                value.copy_(torch.from_numpy(tensors[name]))

    def hidden(self, ids: Tensor, mask: Tensor) -> Tensor:
        """Last hidden state (n, t, h) of padded rows, float32."""
        x = self.n0((self.words[ids] + self.places[: ids.shape[1]]).to(self.dtype))
        bias = biased(self.table, mask).to(self.dtype)
        for index, layer in enumerate(self.layers):
            with torch.set_grad_enabled(torch.is_grad_enabled() and index >= self.first):
                x = layer(x, bias)
        return x.float()

    def forward(self, ids: Tensor, second: Tensor, mask: Tensor) -> Tensor:
        """Logits (n, 3); `second` is the number of tokens before each row's hypothesis."""
        logits: Tensor = self.out(torch.tanh(self.dense(pooled(self.hidden(ids, mask), second, mask))))
        return logits


def buckets(length: int) -> Tensor:
    """T5's bucket of every (query, key) pair of positions, (length, length)."""
    distance = torch.arange(length)[None, :] - torch.arange(length)[:, None]
    half = BUCKETS // 2
    exact = half // 2
    far = distance.abs()
    grown = exact + (torch.log(far.float().clamp(min=1) / exact) / math.log(FARTHEST / exact) * (half - exact)).long()
    return (distance > 0).long() * half + torch.where(far < exact, far, grown.clamp(max=half - 1))


def pooled(x: Tensor, second: Tensor, mask: Tensor) -> Tensor:
    """Mean of all tokens, mean and maximum of the hypothesis, shape (n, 3 h), of hidden states (n, t, h)."""
    claim = (torch.arange(x.shape[1], device=x.device)[None] >= second[:, None]) & mask
    highest = x.masked_fill(~claim[..., None], -1e4).amax(1)
    return torch.cat([_mean(x, mask), _mean(x, claim), highest], 1)


def biased(table: Tensor, mask: Tensor) -> Tensor:
    """What is added to the attention of padded rows, shape (n, heads, t, t): by position, and nothing is seen of padding."""
    bias = table[buckets(mask.shape[1]).to(mask.device)].permute(2, 0, 1)[None]
    return bias + torch.where(mask, 0.0, -1e4)[:, None, None, :]


def _mean(x: Tensor, chosen: Tensor) -> Tensor:
    weights = chosen[..., None].float()
    mean: Tensor = (x * weights).sum(1) / weights.sum(1)
    return mean
