"""The header of a GGUF file, read with bounds: enough to know that it is one, and what it says about itself.

Format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md, versions 2 and 3 (little-endian).
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from localcheck.errors import BadInput

MAGIC = b"GGUF"
MAX_TENSORS = 1_000_000
MAX_KEYS = 100_000
MAX_STRING = 16 << 20
"""Bytes of one string; chat templates are some kilobytes."""
MAX_ITEMS = 5_000_000
"""Items of one array; vocabularies have some hundred thousand."""
FIXED = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
STRING, ARRAY = 8, 9


@dataclass(frozen=True, slots=True)
class GgufInfo:
    """What a GGUF file says about itself."""

    tensors: int
    licence: str
    """Empty when it does not say."""


def read_gguf(path: Path) -> GgufInfo:
    """Read the header of ``path``. Raises ``BadInput`` for a file that is no GGUF or a damaged one."""
    try:
        with path.open("rb") as f:
            return _read(f, path)
    except OSError as error:
        raise BadInput(path, f"cannot be read: {error.strerror}") from error
    except (struct.error, ValueError, TypeError, OverflowError) as error:  # the last two: a number that is none
        raise BadInput(path, f"not a GGUF file: {error}", "download it again") from error


def _read(f: IO[bytes], path: Path) -> GgufInfo:
    if f.read(4) != MAGIC:
        raise BadInput(path, "not a GGUF file: it does not start with GGUF", "give the .gguf file of the model")
    version, tensors, keys = unpack(f, "<IQQ")
    if version not in (2, 3):
        raise ValueError(f"version {version} (known: 2, 3)")
    if tensors > MAX_TENSORS or keys > MAX_KEYS:
        raise ValueError(f"{tensors} tensors and {keys} keys are more than a model has")
    licence = ""
    for _ in range(keys):
        key = _string(f)
        (kind,) = unpack(f, "<I")
        value = _value(f, kind)
        if key == "general.license" and isinstance(value, str):
            licence = value
        elif key.endswith(".context_length"):
            int(value)  # what is no number raises here, and not in whatever opens the file
    return GgufInfo(tensors, licence)


def _value(f: IO[bytes], kind: int) -> Any:
    if kind in FIXED:
        return unpack(f, "<" + FIXED[kind])[0]
    if kind == STRING:
        return _string(f)
    if kind == ARRAY:
        return _skip_array(f)
    raise ValueError(f"unknown value type {kind}")


def _skip_array(f: IO[bytes]) -> None:
    kind, count = unpack(f, "<IQ")
    if count > MAX_ITEMS:
        raise ValueError(f"an array of {count} items is too long")
    if kind in FIXED:
        take(f, count * struct.calcsize("<" + FIXED[kind]))
    elif kind == STRING:
        for _ in range(count):
            _string(f)
    else:
        raise ValueError(f"unknown item type {kind}")


def _string(f: IO[bytes]) -> str:
    (length,) = unpack(f, "<Q")
    if length > MAX_STRING:
        raise ValueError(f"a string of {length} bytes is too long")
    return take(f, length).decode("utf-8", "replace")


def unpack(f: IO[bytes], form: str) -> tuple[Any, ...]:
    """The next numbers of a header. Raises ``ValueError`` where it ends."""
    return struct.unpack(form, take(f, struct.calcsize(form)))


def take(f: IO[bytes], count: int) -> bytes:
    """The next bytes of a header. Raises ``ValueError`` where it ends."""
    data = f.read(count)
    if len(data) != count:
        raise ValueError("it ends inside its header")
    return data
