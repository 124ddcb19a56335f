"""Qwen2 in PyTorch from a GGUF file, as far as a head reads it, with trainable low-rank differences in its upper layers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from gguf import GGUFReader, dequantize
from torch import Tensor, nn
from torch.nn import functional

from localcheck.errors import BadInput
from training.precision import fixed_type

LINEAR = ("attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down")
"""Names of a layer's matrices in a GGUF file; each gets a difference of its own."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What the file says of the network."""

    width: int
    heads: int
    key_heads: int
    base: float
    """Of the rotary positions."""
    epsilon: float

    @property
    def size(self) -> int:
        """Numbers of one head."""
        return self.width // self.heads


@dataclass(frozen=True, slots=True)
class Packed:
    """Several prompts as one run of tokens, where what they share stands once."""

    tokens: Tensor
    """Shape (t,)."""
    positions: Tensor
    """Shape (t,): each prompt's own count."""
    until: Tensor
    """Shape (t,): behind the last token that sees this one."""
    last: Tensor
    """Shape (n,): each prompt's last token."""
    claims: Tensor
    """Shape (n, t): weights whose product with the states is the mean at the claim."""

    @property
    def mask(self) -> Tensor:
        """Shape (t, t), True where a token (row) sees another (column).

        The prompts stand in the order of their tokens, so that those which see a token are the ones from it to ``until``.
        """
        places = torch.arange(len(self.tokens), device=self.tokens.device)
        return (places[None, :] <= places[:, None]) & (places[:, None] < self.until[None, :])

    def to(self, device: torch.device) -> Packed:
        """The same on another device."""
        return Packed(*(part.to(device) for part in (self.tokens, self.positions, self.until, self.last, self.claims)))


class LowRank(nn.Module):  # type: ignore[misc]
    """x W^T + b + s (x A^T) B^T with W and b fixed; A begins at random, B at zero."""

    def __init__(self, weight: Tensor, bias: Tensor | None, rank: int, scale: float) -> None:
        super().__init__()
        self.register_buffer("weight", weight, persistent=False)
        self.register_buffer("bias", bias, persistent=False)
        self.scale = scale
        if rank:
            self.a = nn.Parameter(torch.randn(rank, weight.shape[1]) / weight.shape[1] ** 0.5)
            self.b = nn.Parameter(torch.zeros(weight.shape[0], rank))
        self.rank = rank

    def forward(self, x: Tensor) -> Tensor:
        """Shape (t, out) for x of shape (t, in)."""
        fixed = functional.linear(x, self.weight, self.bias)
        if not self.rank:
            return fixed
        low = functional.linear(x, self.a.to(x.dtype))
        return fixed + self.scale * functional.linear(low, self.b.to(x.dtype))


class Layer(nn.Module):  # type: ignore[misc]
    """One block: attention with shared keys, then the gated network."""

    def __init__(self, arrays: Mapping[str, Tensor], shape: Shape, rank: int, scale: float) -> None:
        super().__init__()
        self.shape = shape
        for name in ("attn_norm", "ffn_norm"):
            self.register_buffer(name, arrays[f"{name}.weight"].float(), persistent=False)
        for name in LINEAR:
            self.add_module(name, LowRank(arrays[f"{name}.weight"], arrays.get(f"{name}.bias"), rank, scale))

    def forward(self, x: Tensor, turn: tuple[Tensor, Tensor], mask: Tensor) -> Tensor:
        """Shape (t, width) like ``x``."""
        s = self.shape
        y = _normed(x, self.attn_norm, s.epsilon)
        q = _turned(self.attn_q(y).view(-1, s.heads, s.size), turn)
        k = _turned(self.attn_k(y).view(-1, s.key_heads, s.size), turn)
        v = self.attn_v(y).view(-1, s.key_heads, s.size)
        both = s.heads // s.key_heads
        q, k, v = (z.transpose(0, 1) for z in (q, k.repeat_interleave(both, 1), v.repeat_interleave(both, 1)))
        seen = functional.scaled_dot_product_attention(q[None], k[None], v[None], attn_mask=mask)[0]
        x = x + self.attn_output(seen.transpose(0, 1).reshape(-1, s.width))
        y = _normed(x, self.ffn_norm, s.epsilon)
        return x + self.ffn_down(functional.silu(self.ffn_gate(y)) * self.ffn_up(y))


class Network(nn.Module):  # type: ignore[misc]
    """The layers up to the highest one that is read."""

    def __init__(
        self, path: Path, reads: Sequence[int], first: int, rank: int, scale: float, kind: torch.dtype | None = None
    ) -> None:
        """``first``: the lowest layer with a difference; ``kind``: of the fixed weights, the fastest of this processor if not
        given. Raises ``BadInput`` for another architecture.
        """
        super().__init__()
        reader = GGUFReader(path)
        architecture = reader.fields["general.architecture"].contents()
        if architecture != "qwen2":
            raise BadInput(path, f"is a {architecture} model", "adapters are trained for qwen2")
        self.shape = _shape(reader)
        tensors = {t.name: t for t in reader.tensors}
        kind = kind or fixed_type()

        def read(name: str) -> Tensor:
            one = tensors[name]
            return torch.from_numpy(np.array(dequantize(one.data, one.tensor_type), np.float32)).to(kind)

        starts = ["token_embd.", *(f"blk.{number}." for number in range(max(reads) + 1))]
        names = [name for name in tensors if name.startswith(tuple(starts))]
        with ThreadPoolExecutor() as pool:
            values = dict(zip(names, pool.map(read, names), strict=True))
        self.register_buffer("embedding", values["token_embd.weight"], persistent=False)
        self.reads, self.first = tuple(reads), first
        self.layers = nn.ModuleList()
        for number, start in enumerate(starts[1:]):
            arrays = {name.removeprefix(start): value for name, value in values.items() if name.startswith(start)}
            self.layers.append(Layer(arrays, self.shape, rank if number >= first else 0, scale))

    def forward(self, packed: Packed) -> Tensor:
        """The states that a head reads, shape (n, layers, 2, width): the last token's and the mean at the claim."""
        packed = packed.to(self.embedding.device)
        x = self.embedding[packed.tokens]
        turn = _turn(packed.positions, self.shape)
        mask = torch.zeros(2 * packed.tokens.shape, dtype=x.dtype, device=x.device)
        mask = mask.masked_fill(~packed.mask, float("-inf"))
        found = []
        for number, layer in enumerate(self.layers):
            with torch.set_grad_enabled(torch.is_grad_enabled() and number >= self.first):
                x = layer(x, turn, mask)
            if number in self.reads:
                wide = x.float()
                found.append(torch.stack([wide[packed.last], packed.claims @ wide], 1))
        return torch.stack(found, 1)

    def begin_from(self, trained: Mapping[str, Tensor]) -> None:
        """Take over differences that were trained before; of more ranks or layers than they have, the rest stays as it began.

        Raises ``BadInput`` where one is of a layer that gets none, or larger.
        """
        mine, hint = self.trainable(), "begin from one that was trained so"
        for name, value in trained.items():
            if name not in mine or any(have < asked for have, asked in zip(mine[name].shape, value.shape, strict=True)):
                raise BadInput("adapter", "is not of this model's layers and rank", hint)
        with torch.no_grad():
            for name, value in trained.items():
                rows, columns = value.shape
                mine[name][:rows, :columns] = value

    def trainable(self) -> dict[str, nn.Parameter]:
        """Name -> what is learnt, as ``layers.8.attn_q.a``."""
        return dict(self.named_parameters())


def _shape(reader: GGUFReader) -> Shape:
    def field(name: str) -> float:
        return float(reader.fields[f"qwen2.{name}"].contents())

    heads, keys = int(field("attention.head_count")), int(field("attention.head_count_kv"))
    epsilon = field("attention.layer_norm_rms_epsilon")
    return Shape(int(field("embedding_length")), heads, keys, field("rope.freq_base"), epsilon)


def _normed(x: Tensor, weight: Tensor, epsilon: float) -> Tensor:
    wide = x.float()
    return (wide * torch.rsqrt(wide.pow(2).mean(-1, keepdim=True) + epsilon) * weight).to(x.dtype)


def _turn(positions: Tensor, shape: Shape) -> tuple[Tensor, Tensor]:
    """Cosines and sines of the rotary positions, shape (t, 1, size)."""
    rates = shape.base ** (-torch.arange(0, shape.size, 2, device=positions.device).float() / shape.size)
    angles = (positions.float()[:, None] * rates).repeat(1, 2)[:, None]
    return angles.cos(), angles.sin()


def _turned(x: Tensor, turn: tuple[Tensor, Tensor]) -> Tensor:
    cos, sin = turn
    wide = x.float()
    half = wide.shape[-1] // 2
    return (wide * cos + torch.cat([-wide[..., half:], wide[..., :half]], -1) * sin).to(x.dtype)
