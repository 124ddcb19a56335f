"""In which numbers a processor trains fastest."""

from __future__ import annotations

import torch

from localcheck.system.cpu import detect


def has_bfloat16(device: torch.device) -> bool:
    """Whether bfloat16 is faster than float32: on a GPU, and on a CPU with AVX-512 BF16 only."""
    return device.type == "cuda" or bool(getattr(torch.cpu, "_is_avx512_bf16_supported", lambda: False)())


def fixed_type() -> torch.dtype:
    """Of fixed weights: bfloat16 where the processor computes in it, else float32, which is three times as fast there."""
    return torch.bfloat16 if detect().bf16 else torch.float32
