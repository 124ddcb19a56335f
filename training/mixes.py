"""Draw the pairs of a phase from the prepared files, as its `Mix` says."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from training.encoded import Encoded, IntArray, concatenate, from_rows, step_rows
from training.pairs import ENTAILMENT
from training.phases import Mix
from training.surround import reordered, surrounded

LICENSED_LATER = "conjnli"
"""A source whose licence was read when the phases that took every pair (A, B1) were done."""
ORDER_SEED = 5
"""Of the one random order in which all phases take the synthetic pairs."""
CUTS = 3
"""In how many places at most a reordered premise is cut."""
ORDER_LONGEST = 256
"""Tokens of the longest pair in that order."""


def mixed(mix: Mix, human: Encoded, synthetic: Encoded, copied: Encoded, splits: Encoded | None = None) -> Encoded:
    """The pairs of a phase; `splits` are pairs of split sentences, drawn like a human source."""
    if splits is not None and (mix.human or mix.surrounded):
        human = concatenate([human, splits])
    parts = [take(human, human_rows(mix, human))]
    if mix.reordered:
        there = parts[0].sources == mix.reordered
        changed = reordered(take(parts[0], np.flatnonzero(there)), CUTS, mix.seed)
        parts = [take(parts[0], np.flatnonzero(~there)), changed]
    if mix.synthetic:
        parts.append(take(synthetic, synthetic_rows(mix, synthetic)))
    if mix.copied:
        order = np.random.default_rng(ORDER_SEED).permutation(len(copied))
        parts.append(take(copied, order[mix.copied_skip :][: mix.copied]))
    if mix.surrounded:
        rows = surrounded_rows(mix, human)
        order = np.random.default_rng(mix.seed).permutation(len(copied))[: len(rows)]
        parts.append(surrounded(take(human, rows), take(copied, order), ORDER_LONGEST, mix.seed))
    return concatenate(parts)


def human_rows(mix: Mix, human: Encoded) -> IntArray:
    """Which human pairs."""
    if mix.human:
        rng = np.random.default_rng(mix.seed)
        return np.concatenate(list(_chosen(mix, human, rng)))
    first = np.flatnonzero(human.sources != LICENSED_LATER)
    if mix.unseen_after:
        return first[step_rows(take(human, first), len(first), 1, 0)[mix.unseen_after * 32 :]]
    return first


def surrounded_rows(mix: Mix, human: Encoded) -> IntArray:
    """Which human pairs get a long premise; drawn apart from `human_rows`, so a pair may come in both."""
    rng = np.random.default_rng((mix.seed, 1))
    return np.concatenate([_some(human, source, most, rng) for source, most in mix.surrounded.items()])


def _chosen(mix: Mix, human: Encoded, rng: np.random.Generator) -> Iterator[IntArray]:
    for source, (most, times) in mix.human.items():
        taken = np.tile(_some(human, source, most, rng), times)
        yield taken
        if source == mix.entailed_twice:
            yield taken[human.labels[taken] == ENTAILMENT]


def _some(human: Encoded, source: str, most: int, rng: np.random.Generator) -> IntArray:
    """At most so many pairs of a source, drawn at random."""
    return rng.permutation(np.flatnonzero(human.sources == source))[:most]


def synthetic_rows(mix: Mix, synthetic: Encoded) -> IntArray:
    """Which synthetic pairs."""
    lengths = synthetic.lengths
    order = np.random.default_rng(ORDER_SEED).permutation(np.flatnonzero(lengths <= ORDER_LONGEST))[mix.skip :]
    rows: IntArray = order[lengths[order] <= mix.longest][: mix.synthetic]
    return rows


def take(data: Encoded, rows: IntArray) -> Encoded:
    """The given pairs, in the given order."""
    ids = [data.ids[data.starts[row] : data.starts[row + 1]] for row in rows]
    return from_rows(ids, data.second[rows], data.labels[rows], data.sources[rows])
