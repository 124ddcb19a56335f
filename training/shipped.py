"""The weights of an exported model folder, as float32: training can go on from what is shipped, without its checkpoint.

Every int8 row is its values divided by the row's scale, so a weight is off by at most half a step (1/254 of the row's largest);
a few steps of training take that up.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from localcheck.errors import NLIError

_VERSION = 6
"""Of CTranslate2's binary format, as `ctranslate2.specs.model_spec` writes it."""
_TYPES = {0: np.float32, 1: np.int8, 2: np.int16, 3: np.int32, 4: np.float16}


@dataclass(frozen=True, slots=True)
class Names:
    """What the tensors are called where training goes on."""

    plain: Mapping[str, str]
    layer: Mapping[str, str]
    """Of one layer, relative to ``at``."""
    qkv: tuple[str, str, str]
    at: str
    head: Mapping[str, str]


BERT = Names(
    {
        "encoder/embeddings_0/weight": "encoder.embeddings.word_embeddings.weight",
        "encoder/embeddings_1/weight": "encoder.embeddings.token_type_embeddings.weight",
        "encoder/position_encodings/encodings": "encoder.embeddings.position_embeddings.weight",
        "encoder/layernorm_embedding/gamma": "encoder.embeddings.LayerNorm.weight",
        "encoder/layernorm_embedding/beta": "encoder.embeddings.LayerNorm.bias",
    },
    {
        "self_attention/linear_1": "attention.output.dense",
        "self_attention/layer_norm": "attention.output.LayerNorm",
        "ffn/linear_0": "intermediate.dense",
        "ffn/linear_1": "output.dense",
        "ffn/layer_norm": "output.LayerNorm",
    },
    ("attention.self.query", "attention.self.key", "attention.self.value"),
    "encoder.encoder.layer.",
    {"dense": "dense", "out": "out"},
)
"""As `training.network.PairClassifier` has them."""
MPNET = Names(
    {
        "encoder/layernorm_embedding/gamma": "embeddings.LayerNorm.weight",
        "encoder/layernorm_embedding/beta": "embeddings.LayerNorm.bias",
    },
    {
        **BERT.layer,
        "self_attention/linear_1": "attention.attn.o",
        "self_attention/layer_norm": "attention.LayerNorm",
    },
    ("attention.attn.q", "attention.attn.k", "attention.attn.v"),
    "encoder.layer.",
    {"dense": "classifier.dense", "out": "classifier.out_proj"},
)
"""As its checkpoint has them; word vectors and positions are left out, which no training of ours changes."""
_PARTS = {"weight": "weight", "bias": "bias", "gamma": "weight", "beta": "bias"}


def shipped_weights(folder: Path, names: Names = BERT) -> dict[str, torch.Tensor]:
    """The weights of the reader whose export is in `folder`. Raises `NLIError` for another kind of model."""
    found = dict(_encoder(_read(folder / "model.bin"), names))
    with np.load(folder / "head.npz", allow_pickle=False) as head:
        for name in head.files:
            layer, part = name.split("_")
            found[f"{names.head[layer]}.{part}"] = torch.from_numpy(head[name].astype(np.float32))
    return found


def _encoder(stored: dict[str, np.ndarray], names: Names) -> Iterator[tuple[str, torch.Tensor]]:
    for name in stored:
        if name in names.plain:
            yield names.plain[name], _real(stored, name)
        elif name.startswith("encoder/layer_") and name.rpartition("/")[2] in _PARTS:
            _, layer, rest = name.split("/", 2)
            block, _, part = rest.rpartition("/")
            prefix = f"{names.at}{int(layer.removeprefix('layer_'))}"
            if block in names.layer:
                yield f"{prefix}.{names.layer[block]}.{_PARTS[part]}", _real(stored, name)
            elif block == "self_attention/linear_0":
                for third, of in zip(_real(stored, name).chunk(3), names.qkv, strict=True):
                    yield f"{prefix}.{of}.{part}", third.clone()


def _real(stored: dict[str, np.ndarray], name: str) -> torch.Tensor:
    """A stored array with its scales divided out."""
    value = stored[name].astype(np.float32)
    scale = stored.get(f"{name}_scale")
    return torch.from_numpy(value if scale is None else value / scale.reshape(-1, *[1] * (value.ndim - 1)))


def _read(path: Path) -> dict[str, np.ndarray]:
    """The arrays of a CTranslate2 encoder by name; equal arrays are stored once, the others being aliases of it."""
    data = memoryview(path.read_bytes())
    at = 0

    def take(count: int) -> memoryview:
        nonlocal at
        if at + count > len(data):
            raise NLIError(f"{path} ends too early", "export it again")
        at += count
        return data[at - count : at]

    def number(form: str) -> Any:
        return struct.unpack(form, take(struct.calcsize(form)))[0]

    def text() -> str:
        return bytes(take(number("<H"))).rstrip(b"\0").decode("utf-8", "replace")

    version, spec, _ = number("<I"), text(), number("<I")
    if (version, spec) != (_VERSION, "TransformerEncoderSpec"):
        raise NLIError(f"{path} is not an encoder that training can go on from", "name a folder that `export` wrote")
    arrays = {}
    for _ in range(number("<I")):
        name = text()
        shape = [number("<I") for _ in range(number("<B"))]
        kind, size = number("<B"), number("<I")
        if kind not in _TYPES:
            raise NLIError(f"{path}: {name} has values of an unknown type ({kind})", "export it with int8 or float32")
        arrays[name] = np.frombuffer(take(size), _TYPES[kind]).reshape(shape)
    for _ in range(number("<I")):
        alias, name = text(), text()
        arrays[alias] = arrays[name]
    return arrays
