"""Read checkpoints: safetensors by hand (no torch, no code in the file), pickled ones only when the user trusts them.

Format: https://huggingface.co/docs/safetensors/index#format. Eight bytes of header length, a JSON header
``{name: {dtype, shape, data_offsets}}``, then the raw little-endian data.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from localcheck.errors import BadInput, MissingModel
from localcheck.system.extras import of_extra
from localcheck.system.jsontext import NotJson, parse_object

Array = NDArray[np.float32]

MAX_HEADER = 100 * 1024 * 1024
"""Bytes; the limit of the reference implementation."""
DTYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2"}
SAFE_INDEX = "model.safetensors.index.json"


class Weights(Mapping[str, Array]):
    """Tensors of a checkpoint by name, read one at a time as float32."""

    def __init__(self, places: Mapping[str, tuple[Path, str, tuple[int, ...], int]]) -> None:
        self._places = places

    def __getitem__(self, name: str) -> Array:
        path, dtype, shape, offset = self._places[name]
        if 0 in shape:
            return np.zeros(shape, dtype=np.float32)
        raw = np.memmap(path, dtype=DTYPES[dtype], mode="r", offset=offset, shape=shape)
        if dtype == "BF16":
            wide: Array = (raw.astype(np.uint32) << np.uint32(16)).view(np.float32)
            return wide
        return np.array(raw, dtype=np.float32)

    def shape(self, name: str) -> tuple[int, ...]:
        """Shape of a tensor, without reading it."""
        return self._places[name][2]

    def __contains__(self, name: object) -> bool:
        return name in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def open_file(path: Path) -> Weights:
    """The tensors of one safetensors file under their own names; nothing is read but the header. Raises ``BadInput``."""
    return Weights(_header(path))


def tensor(weights: Mapping[str, Array], name: str) -> Array:
    """The tensor ``name``. Raises ``BadInput`` for a checkpoint without it."""
    try:
        return weights[name]
    except KeyError:
        raise BadInput("checkpoint", f"no tensor {name!r}", "is config.json that of these weights?") from None


def open_weights(folder: Path, *, trust_pickle: bool = False) -> Mapping[str, Array]:
    """The tensors of the checkpoint in ``folder``; names in old style (gamma, beta) come out as weight and bias.

    Raises ``MissingModel`` when there is none, ``BadInput`` for a damaged one and for a pickle without ``trust_pickle``.
    """
    if (folder / SAFE_INDEX).is_file():
        shards = sorted(set(_index(folder / SAFE_INDEX).values()))
        return _renamed({k: v for s in shards for k, v in open_file(folder / s).items()})
    if (folder / "model.safetensors").is_file():
        return _renamed(open_file(folder / "model.safetensors"))
    pickled = sorted(folder.glob("pytorch_model*.bin"))
    if pickled and trust_pickle:
        return _renamed(_unpickle(pickled))
    if pickled:
        raise BadInput(
            pickled[0],
            "a pickled checkpoint can run code when it is read",
            "take a revision with model.safetensors, or add --trust-pickle if you trust its author",
        )
    raise MissingModel(f"no model.safetensors in {folder}", "give the folder that holds config.json and the weights")


def _header(path: Path) -> dict[str, tuple[Path, str, tuple[int, ...], int]]:
    """Where each tensor of one safetensors file lies, every offset checked against the file."""
    size = path.stat().st_size if path.is_file() else 0
    if size < 8:
        raise BadInput(path, "not a safetensors file: too short", "download it again")
    with path.open("rb") as f:
        (length,) = struct.unpack("<Q", f.read(8))
        if length > min(MAX_HEADER, size - 8):
            raise BadInput(path, "not a safetensors file: header does not fit", "download it again")
        try:
            header = parse_object(f.read(length))
        except NotJson as error:
            raise BadInput(path, f"not a safetensors file: {error}", "download it again") from error
    try:
        return {
            name: _place(path, entry, 8 + length, size)
            for name, entry in header.items()
            if name != "__metadata__" and entry["dtype"] in DTYPES
        }
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadInput(path, f"not a safetensors file: {error}", "download it again") from error


def _place(path: Path, entry: Any, base: int, size: int) -> tuple[Path, str, tuple[int, ...], int]:
    begin, end = entry["data_offsets"]
    shape = tuple(int(n) for n in entry["shape"])
    if min(shape, default=0) < 0:
        raise ValueError("a tensor of negative size")
    wide = np.dtype(DTYPES[entry["dtype"]]).itemsize
    if not 0 <= begin <= end or base + end > size or end - begin != wide * prod(shape):
        raise ValueError("a tensor lies outside the file")
    return path, entry["dtype"], shape, base + begin


def _index(path: Path) -> dict[str, str]:
    """Tensor name -> shard of a sharded checkpoint; shards lie beside the index."""
    try:
        table = parse_object(path.read_bytes())["weight_map"]
        shards = {str(k): str(v) for k, v in table.items()}
    except (ValueError, KeyError, AttributeError) as error:
        raise BadInput(path, f"not a weight index: {error!r}") from error
    for shard in shards.values():
        if Path(shard).name != shard:
            raise BadInput(path, f"shard {shard!r} is not a plain file name")
    return shards


def _renamed(tensors: Mapping[str, Array]) -> Mapping[str, Array]:
    """TensorFlow's names of layer norms become PyTorch's."""
    old = [n for n in tensors if n.endswith((".gamma", ".beta"))]
    if not old:
        return tensors
    swap = {
        n: n.removesuffix(".gamma") + ".weight" if n.endswith(".gamma") else n.removesuffix(".beta") + ".bias"
        for n in old
    }
    return {swap.get(n, n): tensors[n] for n in tensors}


def _unpickle(paths: list[Path]) -> dict[str, Array]:
    """Pickled tensors by torch's restricted loader (tensors only)."""
    with of_extra("convert", "reading a pickled checkpoint"):
        import torch
    found: dict[str, Array] = {}
    for path in paths:
        try:
            state = torch.load(path, map_location="cpu", weights_only=True)
        except Exception as error:  # torch raises pickle, zip and runtime errors alike
            raise BadInput(path, f"cannot be read: {str(error).splitlines()[0]}") from error
        found.update({k: v.float().numpy() for k, v in state.items() if hasattr(v, "float")})
    return found
