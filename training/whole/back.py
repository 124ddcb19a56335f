"""Here again: what came back, as a checkpoint that the product's own conversion reads, and as the package carries it."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from localcheck.models.conversion.weights import Array, open_file
from localcheck.models.manifest import Card
from training.packing import WORDS as FEW
from training.packing import coarse, converted, head_as_halves
from training.whole.network import WORDS

STEP = ".step"
"""Ending of the name of a matrix's steps."""
REST, LEVELS = "rest.npz", "levels.z*"


def read(folder: Path, base: Path) -> dict[str, Array]:
    """All tensors of the checkpoint: what `there.save` wrote, and of the base what was never trained."""
    with np.load(folder / REST, allow_pickle=False) as arrays:
        rest = {name: arrays[name] for name in arrays}
    squeezed = zlib.decompressobj(-15)
    levels = b"".join(squeezed.decompress(path.read_bytes()) for path in sorted(folder.glob(LEVELS)))
    stood = open_file(base / "model.safetensors")
    found: dict[str, Array] = {name: stood[name] for name in stood}
    at = 0
    for name in sorted(name.removesuffix(STEP) for name in rest if name.endswith(STEP)):
        height, width = found[name].shape
        whole = np.frombuffer(levels, np.int8, height * width, at).reshape(height, width)
        found[name] = whole.astype(np.float32) * rest[name + STEP]
        at += height * width
    found |= {name: value.astype(np.float32) for name, value in rest.items() if not name.endswith(STEP)}
    found[WORDS] = coarse(found[WORDS].astype(np.float32), FEW)
    return found


def built(weights: Mapping[str, Array], base: Path, card: Card, target: Path) -> None:
    """The model folder `target` from the tensors of `read`."""
    converted({n: np.ascontiguousarray(value, np.float32) for n, value in weights.items()}, base, card, target)
    head_as_halves(target)
