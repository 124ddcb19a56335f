"""What training changed in the base weights of the careful reader, and the weights with that change merged in.

A folder such as ``training/teacher/adapter`` holds ``adapter.safetensors`` and ``adapter.json``. A linear
weight ``W`` of the base becomes ``W + B·A`` (Hu et al. 2021, LoRA, Eq. 3, https://arxiv.org/abs/2106.09685; the scale is
inside B), a layer norm is replaced, the head is new.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from localcheck.errors import BadInput, MissingModel
from localcheck.models.conversion.encoder_spec import FAMILIES, Family
from localcheck.models.conversion.weights import Array, Weights, open_file
from localcheck.models.manifest import Card, card_from, read_json
from localcheck.system import resources

WEIGHTS = "adapter.safetensors"
CARD = "adapter.json"
MAX_BYTES = 24_000_000
"""Of ``adapter.safetensors``."""
MAX_RANK = 256
LOW, HIGH = ".a", ".b"
"""Endings of the two factors of a weight's difference: A is (rank, in), B is (out, rank)."""
BASE = "model.safetensors"


@dataclass(frozen=True, slots=True)
class Adapter:
    """An adapter whose file is as its card says; its tensors are not read yet."""

    base: str
    """What it stands on, for messages: the repository of the base weights."""
    base_sha256: str
    """Of the base's ``model.safetensors``."""
    vocabulary_sha256: str
    """Of the base's tokens in the order of their ids, a line each."""
    sha256: str
    """Of ``adapter.safetensors``."""
    card: Card
    """Of the merged model."""
    tensors: Weights


def read_adapter(folder: Path) -> Adapter:
    """Card and tensor table of an adapter, bounded and checked against each other. Raises ``BadInput``."""
    path = folder / WEIGHTS
    table = read_json(folder / CARD)
    try:
        base, card = table["base"], card_from(table["card"], folder / CARD)
        texts = (base["name"], base["sha256"], base["vocabulary_sha256"], table["sha256"])
    except (KeyError, TypeError, AttributeError) as error:
        raise BadInput(folder / CARD, f"not the card of an adapter: {error!r}") from error
    if not all(isinstance(text, str) for text in texts) or card.kind != "nli-encoder" or not card.labels:
        raise BadInput(folder / CARD, "names no base with its hashes, or no labels of an nli-encoder")
    if path.stat().st_size > MAX_BYTES:
        raise BadInput(path, f"larger than {MAX_BYTES / 1e6:.0f} MB")
    if resources.sha256_file(path) != texts[3]:
        raise BadInput(path, "has another SHA-256 than its card states", "its training wrote both")
    return Adapter(*texts, card=card, tensors=open_file(path))


def vocabulary_digest(tokens: list[str]) -> str:
    """SHA-256 of the tokens in the order of their ids, a line each."""
    return hashlib.sha256("\n".join(tokens).encode("utf-8", "surrogatepass")).hexdigest()


def merged(adapter: Adapter, source: Path, config: Mapping[str, Any], tokens: list[str]) -> Merged:
    """The weights of the base in ``source`` with the adapter; every shape is checked before a value is read.

    Raises ``BadInput`` for another base or vocabulary, and for an adapter that does not fit.
    """
    path = source / BASE
    if not path.is_file():
        raise MissingModel(f"no {BASE} in {source}", f"the base is {adapter.base}")
    if resources.sha256_file(path) != adapter.base_sha256:
        raise BadInput(path, f"is not the base of this adapter: {adapter.base}, SHA-256 {adapter.base_sha256}")
    if vocabulary_digest(tokens) != adapter.vocabulary_sha256:
        raise BadInput(source, "the vocabulary of its tokenizer differs from that of the adapter's base")
    family = FAMILIES.get(str(config.get("model_type")))
    if family is None:
        raise BadInput(source / "config.json", "adapters are for encoders only")
    found = Merged(open_file(path), adapter.tensors)
    found.check(family, adapter.card)
    return found


class Merged(Mapping[str, Array]):
    """Base weights with what the adapter changes; one tensor at a time is computed, in float32."""

    def __init__(self, base: Weights, adapter: Weights) -> None:
        self._base, self._adapter = base, adapter
        self._names = [*base, *(n for n in adapter if not n.endswith((LOW, HIGH)) and n not in base)]

    def __getitem__(self, name: str) -> Array:
        if name in self._adapter:
            return _finite(name, self._adapter[name])
        weight = self._base[name]
        if name + LOW not in self._adapter:
            return weight
        return add_product(weight, *(_finite(name, self._adapter[name + end]) for end in (HIGH, LOW)))

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def check(self, family: Family, card: Card) -> None:
        """Raise ``BadInput`` unless every tensor of the adapter belongs somewhere and has the shape of that place."""
        head = {f"{layer}.{part}" for layer in (family.dense, family.out) for part in ("weight", "bias")}
        for name in self._adapter:
            if name.endswith((LOW, HIGH)):
                self._check_low_rank(name[:-2])
            elif name in self._base:
                self._must(name, self._base.shape(name))
            elif name not in head:
                raise BadInput(WEIGHTS, f"{name!r} is not a tensor of the base or of its head")
        norms = {n for n in self._adapter if not n.endswith((LOW, HIGH))} - head
        if any(len(self._base.shape(n)) != 1 for n in norms):
            raise BadInput(WEIGHTS, "replaces more of the base than layer norms")
        width = self._base.shape(f"{family.layer.format(0)}{family.ffn_norm}.weight")[0]
        parts = 3 if card.pooling == "pair" else 1
        self._must(f"{family.dense}.weight", (width, parts * width))
        self._must(f"{family.dense}.bias", (width,))
        self._must(f"{family.out}.weight", (len(card.labels), width))
        self._must(f"{family.out}.bias", (len(card.labels),))

    def _check_low_rank(self, name: str) -> None:
        shape = self._base.shape(name) if name in self._base else ()
        if len(shape) != 2 or name + LOW not in self._adapter or name + HIGH not in self._adapter:
            raise BadInput(WEIGHTS, f"{name!r} is not a matrix of the base, or has only one of both factors")
        rank = self._adapter.shape(name + LOW)[0] if self._adapter.shape(name + LOW) else 0
        if not 0 < rank <= MAX_RANK:
            raise BadInput(WEIGHTS, f"{name!r} has rank {rank}, not 1 to {MAX_RANK}")
        self._must(name + LOW, (rank, shape[1]))
        self._must(name + HIGH, (shape[0], rank))

    def _must(self, name: str, shape: tuple[int, ...]) -> None:
        found = self._adapter.shape(name) if name in self._adapter else None
        if found != shape:
            raise BadInput(WEIGHTS, f"{name!r} has shape {found}, the base wants {shape}")


def add_product(weight: Array, high: Array, low: Array) -> Array:
    """``weight + high @ low`` in float32, summed rank by rank.

    A matrix product by BLAS rounds differently from CPU to CPU, and a rounding that tips an int8 value would give the
    model another hash on every machine. Factors are float16: each product is exact in float32, and the order of
    the sums is fixed, so the result is the same everywhere.
    """
    out: Array = weight.astype(np.float32, copy=True)
    for column, row in zip(high.T, low, strict=True):
        out += np.multiply.outer(column, row)
    return out


def _finite(name: str, values: Array) -> Array:
    if not np.isfinite(values).all():
        raise BadInput(WEIGHTS, f"{name!r} holds values that are not numbers")
    return values
