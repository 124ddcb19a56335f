"""Weights in fewer bytes: a byte each for a base of 440 MB, which is sent as 110; two for what was learnt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import torch


def packed(weights: Iterable[tuple[str, torch.Tensor]]) -> Iterator[tuple[str, torch.Tensor]]:
    """Every matrix as `NAME.q`, whole numbers of a byte, and `NAME.s`, the scale of each row; the rest as it is."""
    for name, value in weights:
        if value.ndim == 2 and value.is_floating_point():
            scale = value.abs().amax(1, keepdim=True).clamp(min=1e-9) / 127
            yield f"{name}.q", (value / scale).round().to(torch.int8)
            yield f"{name}.s", scale
        else:
            yield name, value


def unpacked(weights: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """What `packed` packed, in float32."""
    found = {name: value for name, value in weights.items() if not name.endswith((".q", ".s"))}
    return found | {n[:-2]: v.float() * weights[f"{n[:-2]}.s"] for n, v in weights.items() if n.endswith(".q")}


def halves(tensors: Mapping[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """In half floats, on the CPU."""
    return {name: value.detach().half().cpu().contiguous() for name, value in tensors.items()}
