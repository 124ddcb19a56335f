"""The header of a CTranslate2 model, read before the library is: sizes, counts and heads that it takes on trust.

CTranslate2 allocates what ``model.bin`` declares, divides by its number of heads, and looks up rows by token id unchecked:
a stranger's file could take all memory or crash the process. Layout (``python/ctranslate2/specs/model_spec.py``, version 6):
version, name of the spec, revision, then every variable as name, shape, type, bytes; texts have two bytes of length.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import IO

from localcheck.errors import NLIError
from localcheck.models.manifest.gguf import take, unpack

FILE = "model.bin"
ITEM_SIZES = (4, 1, 2, 4, 2, 2)
"""Bytes of float32, int8, int16, int32, float16, bfloat16, in the order of the file's type numbers."""
VERSIONS = (5, 6)
MOST_VARIABLES = 20_000
MOST_DIMENSIONS = 6
HINT = "install the model again; localcheck models verify checks the files"


@dataclass(frozen=True, slots=True)
class Limits:
    """What inputs a model can take without reading beyond its tables."""

    tokens: int
    """Rows of the smallest table of tokens: ids must be below it."""
    positions: int
    """Rows of the table of positions: inputs must not be longer; 0 where there is none."""
    types: int
    """Rows of the second table of embeddings (token types or positions), 0 where there is none."""


@dataclass(frozen=True, slots=True)
class _Variable:
    name: str
    shape: tuple[int, ...]
    value: int
    """Of a scalar of up to four bytes, else 0."""


def check_ctranslate(folder: Path) -> Limits:
    """Every count and size in ``model.bin`` against its length, and its heads. Raises ``NLIError``."""
    path = folder / FILE
    try:
        with path.open("rb") as file:
            found = {v.name: v for v in _variables(file, path.stat().st_size)}
        _check_heads(found)
        return _limits(found)
    except OSError as error:
        raise NLIError(f"{path}: cannot be read: {error.strerror}", HINT) from error
    except (struct.error, ValueError) as error:
        raise NLIError(f"{path}: not a valid model: {error}", HINT) from error


def _variables(file: IO[bytes], size: int) -> Iterator[_Variable]:
    (version,) = unpack(file, "<I")
    if version not in VERSIONS:
        raise ValueError(f"version {version} of the format (known: {', '.join(map(str, VERSIONS))})")
    _text(file)
    _, count = unpack(file, "<II")
    if count > MOST_VARIABLES:
        raise ValueError(f"{count:,} variables are more than a model has")
    for _ in range(count):
        name = _text(file)
        (rank,) = unpack(file, "<B")
        if rank > MOST_DIMENSIONS:
            raise ValueError(f"{name} has {rank} dimensions")
        shape = unpack(file, f"<{rank}I")
        kind, length = unpack(file, "<BI")
        if kind >= len(ITEM_SIZES) or length != ITEM_SIZES[kind] * prod(shape) or file.tell() + length > size:
            raise ValueError(
                f"{name} says that it is {length:,} bytes of shape {list(shape)}, which do not fit each other"
            )
        scalar = file.read(length) if prod(shape) == 1 else b""
        if not scalar:
            file.seek(length, 1)
        yield _Variable(name, shape, int.from_bytes(scalar, "little", signed=True))


def _check_heads(found: dict[str, _Variable]) -> None:
    tables = [v for v in found.values() if v.name.endswith(("embeddings/weight", "embeddings_0/weight"))]
    if one := next((v for v in tables if len(v.shape) != 2), None):
        raise ValueError(f"{one.name} has shape {list(one.shape)} and is no table")
    widths = [v.shape[1] for v in tables]
    heads = [v for v in found.values() if v.name.endswith("num_heads")]
    for one in heads:
        if one.value < 1 or any(width % one.value for width in widths):
            raise ValueError(f"{one.name} is {one.value}, which does not divide the width {widths[:1]}")
    if not widths or not heads:
        raise ValueError("it holds no embeddings or says no number of heads")


def _limits(found: dict[str, _Variable]) -> Limits:
    def rows(*endings: str) -> list[int]:
        return [v.shape[0] for v in found.values() if len(v.shape) == 2 and v.name.endswith(endings)]

    return Limits(
        tokens=min(rows("embeddings/weight", "embeddings_0/weight")),
        positions=min(rows("position_encodings/encodings"), default=0),
        types=min(rows("embeddings_1/weight"), default=0),
    )


def _text(file: IO[bytes]) -> str:
    (length,) = unpack(file, "<H")
    text = take(file, length).rstrip(b"\0")
    if len(text) > 200 or not text.isascii() or not text.decode("ascii").isprintable():
        raise ValueError("a name in its header is not readable text")
    return text.decode("ascii")
