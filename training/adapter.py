"""From a trained low-rank difference to the adapter that is shipped: names of transformers, float16, a card with hashes."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from localcheck.errors import BadInput, MissingResource
from localcheck.models.conversion.vocabulary import read_vocabulary
from localcheck.models.conversion.weights import open_file
from localcheck.models.manifest import Card, card_from, read_json
from localcheck.system import resources
from training.merging import BASE, CARD, WEIGHTS, merged, read_adapter, vocabulary_digest

Arrays = Mapping[str, npt.NDArray[np.floating]]

CAREFUL = Card(
    kind="nli-encoder",
    labels=("entailment", "neutral", "contradiction"),
    pooling="pair",
    activation="tanh",
    max_tokens=512,
    window=384,
    languages=("en",),
    positions=True,
)
"""The careful reader before its calibration, which a file of card values adds."""
BASE_NAME = "sentence-transformers/all-mpnet-base-v2"
BLOCKS = {
    "q": "attention.attn.q",
    "k": "attention.attn.k",
    "v": "attention.attn.v",
    "o": "attention.attn.o",
    "f1": "intermediate.dense",
    "f2": "output.dense",
    "n1": "attention.LayerNorm",
    "n2": "output.LayerNorm",
}
"""Blocks of a layer as the trainer names them -> as MPNet of transformers does."""
LAYER = re.compile(r"layers\.(\d+)\.(\w+)\.(a|b|weight|bias)")
SHIPPED = re.compile(r"encoder\.layer\.(\d+)\.([\w.]+?)\.(weight\.[ab]|weight|bias)")
AVERAGE = "average."
"""Before the names of the moving averages in a checkpoint of `training.teacher.loop`."""
HEAD = {"dense": "classifier.dense", "out": "classifier.out_proj"}
HEAD_BIAS = "out.bias"
"""What is added to the logits, shape (3,), in the order of `CAREFUL.labels`."""


def shipped_name(name: str) -> str:
    """`layers.7.q.a` -> `encoder.layer.7.attention.attn.q.weight.a`; `out.bias` -> `classifier.out_proj.bias`.

    Raises `BadInput` for a tensor that has no place in an adapter.
    """
    block, _, part = name.rpartition(".")
    if block in HEAD and part in ("weight", "bias"):
        return f"{HEAD[block]}.{part}"
    match = LAYER.fullmatch(name)
    if match is None or match[2] not in BLOCKS or (match[3] in "ab") == match[2].startswith("n"):
        raise BadInput("checkpoint", f"{name!r} has no place in an adapter")
    place = f"encoder.layer.{int(match[1])}.{BLOCKS[match[2]]}"
    return f"{place}.weight.{match[3]}" if match[3] in "ab" else f"{place}.{match[3]}"


def shipped_tensors(trained: Arrays) -> dict[str, npt.NDArray[np.floating]]:
    """The adapter's tensors: matrices in float16, layer norms and biases, which are small, in float32."""
    return {
        shipped_name(name): np.ascontiguousarray(value, np.float16 if np.ndim(value) == 2 else np.float32)
        for name, value in trained.items()
    }


def trained_name(name: str) -> str:
    """The inverse of `shipped_name`. Raises `BadInput` for a tensor that the trainer does not know."""
    block, _, part = name.rpartition(".")
    heads = {place: head for head, place in HEAD.items()}
    if block in heads:
        return f"{heads[block]}.{part}"
    match = SHIPPED.fullmatch(name)
    blocks = {place: short for short, place in BLOCKS.items()}
    if match is None or match[2] not in blocks:
        raise BadInput("adapter", f"{name!r} is not a tensor of the teacher")
    return f"layers.{int(match[1])}.{blocks[match[2]]}.{match[3].removeprefix('weight.')}"


def trained_tensors(folder: Path) -> dict[str, npt.NDArray[np.float32]]:
    """What a shipped adapter holds, under the names of `training.teacher.network`: where more training begins."""
    found = open_file(folder / WEIGHTS)
    return {trained_name(name): np.array(found[name], np.float32) for name in found}


def mean_of(
    paths: list[Path], shares: Sequence[float] = (), base: Path | None = None
) -> dict[str, npt.NDArray[np.floating]]:
    """The tensors of one checkpoint file, or the mean over several of the same run. Raises `BadInput`.

    ``shares``: the weight of each file, summing to 1; the same for each where none are given. Of a checkpoint of the teacher's
    training its moving averages are taken; a folder is an adapter, from which such a run may have begun. A mean of factors is
    not the factor of a mean: average only what began from the same factors. With the folder of the base, what has fewer layers
    or a lower rank than the first is taken as `widened`.
    """
    files = [trained_tensors(path) if path.is_dir() else _averages(open_file(path)) for path in paths]
    if base:
        files = [files[0], *(widened(file, files[0], base) for file in files[1:])]
    if any(set(f) != set(files[0]) for f in files):
        raise BadInput(paths[0], "the checkpoints do not hold the same tensors")
    if shares and (len(shares) != len(files) or abs(sum(shares) - 1.0) > 1e-9):
        raise BadInput(paths[0], f"{len(files)} checkpoints need as many shares, which sum to 1")
    weights = shares or [1.0 / len(files)] * len(files)
    return {
        n: np.asarray(sum(w * np.asarray(f[n], float) for w, f in zip(weights, files, strict=True))) for n in files[0]
    }


def widened(small: Arrays, like: Arrays, base: Path) -> dict[str, npt.NDArray[np.float32]]:
    """The adapter `small` in the shape of `like`: no difference (b = 0) where it has none, and the layer norms of the base."""
    weights, found = open_file(base / BASE), dict[str, npt.NDArray[np.float32]]()
    for name, value in like.items():
        own, old = np.array(value, np.float32), small.get(name)
        if name.endswith(".b"):
            own[:] = 0
        elif old is None and not name.endswith(".a"):
            own = np.array(weights[shipped_name(name)], np.float32)
        if old is not None:
            own[tuple(slice(0, n) for n in np.shape(old))] = old
        found[name] = own
    return found


def believing(trained: Arrays, entail: float) -> dict[str, npt.NDArray[np.floating]]:
    """The tensors with ``entail`` added to the logit of entailment.

    Most hypotheses of minimal pairs are not entailed, so that training on them makes a reader doubt what it would believe.
    """
    return {**trained, HEAD_BIAS: np.asarray(trained[HEAD_BIAS]) + np.array([entail, 0.0, 0.0])}


def _averages(tensors: Arrays) -> Arrays:
    names = [name for name in tensors if name.startswith(AVERAGE)]
    return {name.removeprefix(AVERAGE): tensors[name] for name in names} or tensors


def export_adapter(trained: Arrays, base: Path, out: Path, card: Card = CAREFUL) -> Path:
    """Write `adapter.safetensors` and `adapter.json` for the base in the folder `base`; returns the folder.

    What was written is read again and merged once with the base, so that what does not fit is not shipped. Raises
    `BadInput`, and `MissingResource` where the folder of the base holds no weights.
    """
    from safetensors.numpy import save_file

    if not (base / BASE).is_file():
        raise MissingResource(f"no {BASE} in {base}", "name the folder of the unpacked base with --base")
    out.mkdir(parents=True, exist_ok=True)
    save_file(shipped_tensors(trained), out / WEIGHTS)
    (out / WEIGHTS).chmod(0o644)
    tokens, _ = read_vocabulary(base)
    default = Card(card.kind)
    values = {f: getattr(card, f) for f in Card.__slots__}
    table = {
        "format": 1,
        "base": {
            "name": BASE_NAME,
            "sha256": resources.sha256_file(base / BASE),
            "vocabulary_sha256": vocabulary_digest(tokens),
        },
        "sha256": resources.sha256_file(out / WEIGHTS),
        "card": {k: v for k, v in values.items() if k == "kind" or v != getattr(default, k)},
    }
    with resources.atomic_write(out / CARD) as f:
        json.dump(table, f, indent=1)
        f.write("\n")
    for _ in merged(read_adapter(out), base, read_json(base / "config.json"), tokens).values():
        pass
    return out


def calibrated(path: Path | None) -> Card:
    """`CAREFUL` with the values of a JSON file (temperature, long, long_entail, consistency, embeds …) put over it."""
    if path is None:
        return CAREFUL
    values = {f: getattr(CAREFUL, f) for f in Card.__slots__}
    plain = {k: list(v) if isinstance(v, tuple) else v for k, v in values.items()}
    return card_from({**plain, **read_json(path)}, path)
