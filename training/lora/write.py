"""The trained differences as a GGUF adapter, which llama.cpp loads beside the unchanged model, and its head."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import gguf
import numpy as np
import torch
from torch import Tensor

from localcheck.asking.head import Head
from localcheck.asking.head_files import ADAPTERS, FOLDER
from localcheck.system.resources import sha256_file
from training.heads.written import write_head


def write_adapter(path: Path, trained: Mapping[str, Tensor], scale: float, name: str) -> None:
    """Write ``layers.8.attn_q.a`` (rank, in) and ``.b`` (out, rank) as half floats; ``scale`` multiplies every product."""
    path.parent.mkdir(parents=True, exist_ok=True)
    rank = min(min(value.shape) for value in trained.values())
    writer = gguf.GGUFWriter(path, "qwen2")
    writer.add_type("adapter")
    writer.add_name(name)
    writer.add_string("adapter.type", "lora")
    writer.add_float32("adapter.lora.alpha", scale * rank)
    for key, value in sorted(trained.items()):
        _, layer, matrix, part = key.split(".")
        array = np.ascontiguousarray(value.detach().numpy(), np.float16)
        writer.add_tensor(f"blk.{layer}.{matrix}.weight.lora_{part}", array)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def write_both(
    models: Path, begun: Head, trained: Mapping[str, Tensor], scale: float, weights: Tensor, bias: Tensor
) -> Path:
    """The adapter, and its head with these weights, in a folder ``models`` as the product reads them; where the adapter is."""
    adapter = models / ADAPTERS / f"{begun.model}.gguf"
    write_adapter(adapter, trained, scale, begun.model)
    made = replace(
        begun, weights=weights.double().numpy(), bias=bias.double().numpy(), adapter_sha256=sha256_file(adapter)
    )
    write_head(models / FOLDER / f"{begun.model}.npz", made)
    return adapter


def read_adapter(path: Path) -> dict[str, Tensor]:
    """What `write_adapter` wrote, by the names of the network's parameters."""
    found = {}
    for one in gguf.GGUFReader(path).tensors:
        _, layer, matrix, _, part = one.name.split(".")
        name = f"layers.{layer}.{matrix}.{part.removeprefix('lora_')}"
        found[name] = torch.from_numpy(np.array(one.data, np.float32))
    return found
