"""Joins journals into one table of features, chooses layers and ridge by the rows to steer by, and makes the head."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from localcheck.asking.head import Head
from localcheck.text.prompts.expert import READING
from training import pairs as p
from training.heads.fit import Fit, Floats
from training.heads.journal import described
from training.pairs import Pair

LAST, MEAN = 0, 1
"""Places of a layer's two states."""


def places_of(layers: Sequence[int]) -> tuple[tuple[tuple[int, int], ...], ...]:
    """What a head may read: how the claim is understood beside the evidence stands at its tokens in the middle of the network
    (the first of ``layers``), what follows from it at the last token further down (the last of them).
    """
    middle, down = layers[0], layers[-1]
    return ((middle, MEAN), (down, LAST)), ((middle, LAST), (middle, MEAN), (down, LAST))


def table(journals: Sequence[Path], layers: Sequence[int]) -> tuple[Floats, list[Pair]]:
    """(states of the layers, shape (n, layers · 2 · width); the pairs): `NAME.f16` goes with the pairs of `NAME.jsonl.gz`."""
    parts, rows = [], []
    for path in journals:
        journal = described(path)
        count = journal.rows()
        mine = [journal.of(layer)[:count].reshape(count, -1) for layer in layers]
        parts.append(np.concatenate(mine, axis=1).astype(np.float64))
        rows += list(p.read_pairs(path.with_suffix(".jsonl.gz")))[:count]
    return np.concatenate(parts), rows


def used(places: Sequence[tuple[int, int]], layers: Sequence[int], width: int) -> np.ndarray:
    """Which columns of a table are the states at these places (layer, `LAST` or `MEAN`), shape (layers · 2 · width,)."""
    found = np.zeros((len(layers), 2, width), bool)
    for layer, which in places:
        found[list(layers).index(layer), which] = True
    return found.ravel()


def head_of(fitted: Fit, columns: np.ndarray, layers: Sequence[int], sha256: str, model: str, heat: float) -> Head:
    """The head of a fit to some columns; the others weigh nothing. ``heat`` divides the log-odds."""
    weights = np.zeros((3, len(columns)))
    weights[:, columns] = fitted.weights / heat
    center, scale = np.zeros(len(columns)), np.ones(len(columns))
    center[columns], scale[columns] = fitted.center, fitted.scale
    return Head(sha256, model, READING, tuple(layers), center, scale, weights, fitted.bias / heat)
