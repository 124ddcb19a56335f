"""A reader that comes with the package, packed: weights on few levels, compressed to half the size of their int8 form.

Every row of a matrix is put on `levels` steps to either side of zero before it is rounded to int8. CTranslate2 reads the
result as any int8 model and is as fast; but a row then holds at most 2 * levels + 1 different bytes in the place of 255, and
Huffman codes of them alone take 4.2 bits a weight at 15 levels. Where a row is clipped is chosen by its squared error.
"""

from __future__ import annotations

import json
import shutil
import tempfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
from safetensors.numpy import save_file

from localcheck.models.conversion.convert import Conversion, convert
from localcheck.models.conversion.vocabulary import read_vocabulary
from localcheck.models.conversion.weights import Array
from localcheck.models.manifest import Card, file_records, read_card, read_json, write_card
from localcheck.models.packed import FORMAT, PACKED, WINDOW
from training.merging import Adapter, merged

LEVELS, WORDS = 15, 9
"""Steps to either side of zero: of the matrices of the layers, and of the word vectors, which bear coarser ones."""
CLIPS = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4)
"""Shares of a row's largest value at which it may be clipped."""
PART = 20_000_000
"""Bytes of a part at most: hosts of repositories refuse large files."""


def coarse(rows: Array, levels: int) -> Array:
    """`rows`, shape (n, d), each on `levels` steps to either side of zero, clipped where its squared error is least."""
    top = np.abs(rows).max(1, keepdims=True)
    best, least = rows, np.full((len(rows), 1), np.inf)
    for clip in CLIPS:
        step = np.maximum(top * clip / levels, 1e-12)
        tried = (np.clip(np.round(rows / step), -levels, levels) * step).astype(np.float32)
        error = ((tried - rows) ** 2).mean(1, keepdims=True)
        best, least = np.where(error < least, tried, best), np.minimum(error, least)
    return best


def built(base: Path, adapter: Adapter, target: Path, quantization: str = "int8") -> None:
    """The model folder `target` from the checkpoint `base` and what an adapter changes in it.

    Raises `BadInput` for an adapter of another base.
    """
    vocabulary, _ = read_vocabulary(base)
    weights = merged(adapter, base, read_json(base / "config.json"), vocabulary)
    converted(weights, base, adapter.card, target, quantization)


def converted(weights: Mapping[str, Array], base: Path, card: Card, target: Path, quantization: str = "int8") -> None:
    """The model folder `target` from weights, with tokenizer and configuration of the checkpoint `base`."""
    with tempfile.TemporaryDirectory() as name:
        source = Path(name)
        save_file(dict(weights), source / "model.safetensors")
        for path in base.glob("*.json"):
            shutil.copyfile(path, source / path.name)
        made = convert(source, target, Conversion(quantization, pooling=card.pooling, labels=card.labels))
    write_card(target, replace(card, segments=made.segments, positions=made.positions))


def head_as_halves(folder: Path) -> None:
    """Put half floats in the place of the head's single ones."""
    with np.load(folder / "head.npz") as head:
        halves = {part: values.astype(np.float16) for part, values in head.items()}
    np.savez(folder / "head.npz", allow_pickle=False, **halves)


def pack(folder: Path, target: Path, name: str, licence: str) -> None:
    """Write the model in `folder` packed to `target`: `packed.json` and the parts of its files."""
    target.mkdir(parents=True, exist_ok=True)
    for old in target.glob("*.z*"):
        old.unlink()
    files = []
    for record in file_records(folder):
        parts = []
        for i, data in enumerate(_squeezed((folder / record.path).read_bytes())):
            part = f"{record.path}.z{i}"
            (target / part).write_bytes(data)
            parts.append(part)
        files.append({"path": record.path, "sha256": record.sha256, "size": record.size, "parts": parts})
    table = {"format": FORMAT, "name": name, "kind": read_card(folder).kind, "licence": licence, "files": files}
    (target / PACKED).write_text(json.dumps(table, indent=1) + "\n", "utf-8")


def _squeezed(data: bytes) -> Iterator[bytes]:
    """One raw deflate stream, the smaller of two, in parts; weights hold nothing that repeats, so Huffman codes do better."""
    streams = []
    for strategy in (zlib.Z_HUFFMAN_ONLY, zlib.Z_DEFAULT_STRATEGY):
        squeeze = zlib.compressobj(9, zlib.DEFLATED, WINDOW, 9, strategy)
        streams.append(squeeze.compress(data) + squeeze.flush())
    whole = min(streams, key=len)
    yield from (whole[at : at + PART] for at in range(0, len(whole), PART))
