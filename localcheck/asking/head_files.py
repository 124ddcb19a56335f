"""Trained heads in files: found by the model's hash, read without pickle, refused where anything is amiss."""

from __future__ import annotations

import hashlib
import io
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np

from localcheck.asking.expert import TOKENS as LETTERS
from localcheck.asking.expert import Judge
from localcheck.asking.head import HEED, TOKENS, Head, Headed, state_reader
from localcheck.asking.recordings import Giver, Keeper, Replayed, behind, original
from localcheck.errors import BadInput, LLMError
from localcheck.ports import LLM
from localcheck.system import resources
from localcheck.system.jsontext import parse_object
from localcheck.text.prompts.expert import READING
from localcheck.types.infos import LLMInfo

FOLDER, ADAPTERS = "heads", "adapters"
LARGEST = 16 << 20
"""Bytes of a file."""
ARRAYS = ("center", "scale", "weights", "bias")
NO_HEAD = "the language model is asked by letters, because its trained head cannot be used: {why}"
HINT = "install localcheck again, or train it anew (scripts/train_head.py)"


def find_head(info: LLMInfo) -> Head | None:
    """The head for a model, from the home or shipped, that reads this version's prompt; None where there is none.

    Raises ``BadInput`` for a damaged file with the model's name, and for a damaged adapter of the model's head.
    """
    for path in (p for folder in _folders() for p in sorted(folder.glob("*.npz"))):
        try:
            head = _read(path)
        except BadInput:
            if path.stem != info.name:
                continue
            raise
        if info.sha256 and head.llm_sha256 == info.sha256 and head.reading == READING:
            return _with_adapter(head, path)
    return None


def tokens_of(model: str) -> int:
    """Tokens that one answer of the model with this name reads: fewer where a head bears its name."""
    return TOKENS if any((folder / f"{model}.npz").is_file() for folder in _folders()) else LETTERS


def _folders() -> tuple[Path, ...]:
    """Where heads lie, the home's first; in a checkout both are the same folder."""
    return tuple(dict.fromkeys((resources.models_dir() / FOLDER, resources.shipped() / "models" / FOLDER)))


def headed(llm: LLM) -> tuple[Judge | None, str]:
    """The model with its trained head, if it has one and its states can be read or were recorded; and why not, where that is
    worth saying.
    """
    of = original(llm)
    giver = next((one for one in behind(llm) if isinstance(one, Giver)), None)
    if giver is not None and of.head:
        return Replayed(giver, of, TOKENS, HEED), ""
    states = state_reader(llm)
    if states is None:
        return None, ""
    record = next((one for one in behind(llm) if isinstance(one, Keeper)), None)
    try:
        head = find_head(llm.info)
        return (None, "") if head is None else (Headed(states, llm.info, head, record), "")
    except (BadInput, LLMError) as error:
        return None, NO_HEAD.format(why=error.message)


def read_head(path: Path) -> Head:
    """The head in ``path`` with its adapter. Raises ``BadInput`` where one is damaged or they do not fit together."""
    return _with_adapter(_read(path), path)


def _read(path: Path) -> Head:
    """The head in ``path``. Raises ``BadInput`` where it is none, is cut short, or its sizes do not fit together."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise ValueError(f"more than {LARGEST} bytes")
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            about = parse_object(str(arrays["about"]))
            center, scale, weights, bias = (arrays[name].astype(np.float64) for name in ARRAYS)
        layers = tuple(int(n) for n in about["layers"])
        named = str(about["llm_sha256"]), str(about["model"]), int(about["reading"])
        adapted = str(about.get("adapter_sha256", ""))
    except OSError as error:
        raise BadInput(path, f"the trained head cannot be read: {error.strerror or error}", HINT) from error
    except (ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise BadInput(path, f"no trained head, or a damaged one ({error})", HINT) from error
    width = center.size
    fits = center.shape == scale.shape == (width,) and weights.shape == (3, width) and bias.shape == (3,)
    if not fits or not width or not layers or not all(np.isfinite(x).all() for x in (center, scale, weights, bias)):
        raise BadInput(path, "a damaged head: its sizes do not fit together", HINT)
    return Head(*named, layers, center, scale, weights, bias, hashlib.sha256(data).hexdigest(), adapted)


def _with_adapter(head: Head, path: Path) -> Head:
    """The head in ``path`` with its adapter, if it has one: the file of its name in the folder ``adapters`` beside its own
    folder. Raises ``BadInput`` where that is missing or another one.
    """
    if not head.adapter_sha256:
        return head
    adapter = path.parent.parent / ADAPTERS / f"{path.stem}.gguf"
    try:
        found = resources.sha256_file(adapter)
    except OSError as error:
        raise BadInput(adapter, f"the adapter of the head cannot be read: {error.strerror or error}", HINT) from error
    if found != head.adapter_sha256:
        raise BadInput(adapter, "a damaged adapter, or another one than the head was trained with", HINT)
    return replace(head, adapter=adapter)
