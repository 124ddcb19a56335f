"""What each phase of training sees: which pairs of the prepared files, drawn how."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from training.encoded import Encoded, IntArray, concatenate, from_rows, step_rows
from training.pairs import ENTAILMENT
from training.surround import reordered, surrounded


@dataclass(frozen=True, slots=True)
class Mix:
    """Pairs of one phase."""

    human: dict[str, tuple[int, int]] = field(default_factory=dict)
    """For each source, how many pairs at most and how many times each; empty takes all but `LICENSED_LATER`."""
    unseen_after: int = 0
    """Without `human`: leave out the pairs that so many batches of 32 of the first phase have seen."""
    synthetic: int = 0
    """How many synthetic pairs."""
    skip: int = 0
    """Of the synthetic pairs in their random order, how many earlier phases have seen."""
    longest: int = 256
    """Tokens of the longest synthetic pair."""
    copied: int = 0
    """How many pairs with long windows and copied claims, from the start of their file or after those skipped."""
    copied_skip: int = 0
    """Of those, how many earlier phases have seen."""
    surrounded: dict[str, int] = field(default_factory=dict)
    """For each source, how many human pairs besides, each with its premise among sentences of a copied pair's window."""
    entailed_twice: str = ""
    """A source whose entailed pairs are taken twice as often as `human` says: WiCE has one of them in three."""
    reordered: str = ""
    """A source whose premises are put in another order each time a pair comes."""
    seed: int = 0
    """Of the choice among the human pairs."""


LICENSED_LATER = "conjnli"
"""A source whose licence was read when the phases that took every pair (A, B1) were done."""
ORDER_SEED = 5
"""Of the one random order in which all phases take the synthetic pairs."""
CUTS = 3
"""In how many places at most a reordered premise is cut."""
ORDER_LONGEST = 256
"""Tokens of the longest pair in that order."""

EVERYTHING = {
    "olora_MNLI": (3000, 2), "snli_dev": (9000, 1), "cad_snli": (6000, 1), "fever_dev_rte": (8000, 1),
    "fever_symmetric": (400, 3), "foolmetwice": (1000, 3), "wice_oracle_chunks": (600, 2),
    "semiauto_base_wiki": (1500, 1), "semiauto_sim_wiki": (1000, 1), "scitail": (1200, 1),
    "med": (400, 1), "help_lex": (400, 1),
}  # fmt: skip
"""Human pairs of one late phase: every licensed source, those like the product's work more than once."""

MIXES: dict[str, Mix] = {
    "A": Mix(),
    "B1": Mix(unseen_after=480, synthetic=7000),
    "B2": Mix(
        human={
            "olora_MNLI": (3000, 1), "snli_dev": (3500, 1), "cad_snli": (2500, 1), "fever_dev_rte": (3000, 1),
            "fever_symmetric": (400, 2), "foolmetwice": (1000, 2), "wice_oracle_chunks": (600, 1),
            "semiauto_base_wiki": (500, 1), "scitail": (400, 1),
        },
        synthetic=11000, skip=7000, longest=210, seed=11,
    ),
    "C": Mix(
        human={
            "olora_MNLI": (3000, 1), "snli_dev": (5000, 1), "cad_snli": (4000, 1), "fever_dev_rte": (4000, 1),
            "fever_symmetric": (400, 2), "foolmetwice": (1000, 2), "wice_oracle_chunks": (600, 1),
            "semiauto_base_wiki": (800, 1), "scitail": (600, 1), "med": (300, 1), "help_lex": (300, 1),
        },
        synthetic=8000, skip=17500, seed=12,
    ),
    "D1": Mix(human=EVERYTHING, synthetic=100_000, longest=176, seed=13),
    "D2": Mix(human=EVERYTHING, synthetic=100_000, longest=176, seed=14),
    "E": Mix(
        human={
            "olora_MNLI": (1500, 1), "snli_dev": (900, 1), "cad_snli": (700, 1), "fever_dev_rte": (700, 1),
            "fever_symmetric": (400, 1), "foolmetwice": (900, 1), "wice_oracle_chunks": (600, 1),
        },
        copied=10_000, seed=15,
    ),
    "F": Mix(
        human={
            "olora_MNLI": (3000, 1), "snli_dev": (2500, 1), "cad_snli": (1500, 1), "fever_dev_rte": (1500, 1),
            "fever_symmetric": (400, 1), "foolmetwice": (1000, 1), "wice_oracle_chunks": (600, 1),
        },
        synthetic=3000, longest=176, copied=13_000, copied_skip=10_000, seed=16,
    ),
    "H": Mix(
        human={
            "olora_MNLI": (3000, 2), "snli_dev": (9000, 1), "cad_snli": (2000, 1), "fever_dev_rte": (4000, 1),
            "fever_symmetric": (400, 2), "foolmetwice": (1000, 2), "wice_oracle_chunks": (600, 2), "scitail": (600, 1),
        },
        copied=3000, copied_skip=9200, seed=23,
    ),
    "I": Mix(
        human={
            "olora_MNLI": (3000, 1), "snli_dev": (6000, 1), "cad_snli": (4000, 1), "fever_dev_rte": (5000, 1),
            "fever_symmetric": (400, 4), "foolmetwice": (1000, 1), "wice_oracle_chunks": (600, 1),
            "semiauto_base_wiki": (500, 1),
        },
        copied=3000, copied_skip=12_200, seed=24,
    ),
    "J": Mix(
        human={
            "olora_MNLI": (3000, 3), "snli_dev": (9000, 2), "cad_snli": (5000, 1), "fever_dev_rte": (5000, 1),
            "fever_symmetric": (400, 3), "foolmetwice": (1000, 2), "wice_oracle_chunks": (600, 2),
            "semiauto_base_wiki": (1500, 1), "scitail": (500, 1),
        },
        copied=550, copied_skip=15_200, seed=31,
    ),
    "K": Mix(
        human={
            "olora_MNLI": (3000, 4), "snli_dev": (9000, 1), "cad_snli": (8000, 1), "fever_dev_rte": (6000, 1),
            "fever_symmetric": (400, 4), "foolmetwice": (1000, 2), "wice_oracle_chunks": (600, 1),
            "semiauto_base_wiki": (3000, 1), "semiauto_sim_wiki": (1500, 1), "med": (300, 1), "help_lex": (300, 1),
        },
        copied=550, copied_skip=15_750, seed=32,
    ),
    "L": Mix(
        human={
            "olora_MNLI": (3000, 2), "snli_dev": (9000, 1), "cad_snli": (4000, 1), "fever_dev_rte": (1000, 1),
            "fever_symmetric": (400, 3), "wice_oracle_chunks": (600, 1), "wikisplit": (3000, 1),
        },
        surrounded={"fever_dev_rte": 1500, "foolmetwice": 900, "olora_MNLI": 400, "wikisplit": 1200},
        entailed_twice="wice_oracle_chunks", seed=33,
    ),
    "M": Mix(
        human={
            "olora_MNLI": (3000, 2), "snli_dev": (9000, 1), "cad_snli": (2000, 1), "fever_dev_rte": (1000, 1),
            "fever_symmetric": (400, 3), "foolmetwice": (1000, 1), "wice_oracle_chunks": (600, 1), "scitail": (500, 1),
            "wikisplit": (3000, 1),
        },
        surrounded={"fever_dev_rte": 1500, "foolmetwice": 900, "semiauto_base_wiki": 400, "wikisplit": 1200},
        entailed_twice="wice_oracle_chunks", seed=34,
    ),
    "N": Mix(
        human={
            "olora_MNLI": (3000, 1), "snli_dev": (9000, 1), "fever_dev_rte": (2500, 1), "fever_symmetric": (400, 4),
            "foolmetwice": (1000, 1), "wice_oracle_chunks": (600, 1), "wikisplit": (1500, 1),
        },
        copied=2500, copied_skip=4000, entailed_twice="wice_oracle_chunks", seed=35,
    ),
    "O": Mix(
        human={
            "olora_MNLI": (3000, 2), "snli_dev": (9000, 1), "cad_snli": (4000, 1), "fever_dev_rte": (4000, 1),
            "fever_symmetric": (400, 3), "foolmetwice": (1000, 2), "wice_oracle_chunks": (600, 1),
            "semiauto_base_wiki": (1000, 1), "wikisplit": (1500, 1),
        },
        copied=800, copied_skip=6500, entailed_twice="wice_oracle_chunks", seed=36,
    ),
    "Q": Mix(
        human={
            "olora_MNLI": (3000, 1), "snli_dev": (6000, 1), "fever_dev_rte": (2000, 1), "fever_symmetric": (400, 3),
            "foolmetwice": (1000, 1), "wice_oracle_chunks": (600, 1), "wikisplit": (1000, 1),
        },
        copied=3000, entailed_twice="wice_oracle_chunks", seed=38,
    ),
    "R": Mix(
        human={
            "olora_MNLI": (3000, 1), "snli_dev": (4000, 1), "cad_snli": (3000, 1), "fever_dev_rte": (2500, 1),
            "fever_symmetric": (400, 4), "foolmetwice": (1000, 1), "wice_oracle_chunks": (600, 2),
            "semiauto_base_wiki": (700, 1), "semiauto_sim_wiki": (400, 1), "wikisplit": (1000, 1),
        },
        copied=2500, copied_skip=7300, entailed_twice="wice_oracle_chunks", seed=39,
    ),
    "T": Mix(
        human={
            "olora_MNLI": (3000, 1), "snli_dev": (9000, 1), "fever_dev_rte": (2000, 1), "fever_symmetric": (400, 3),
            "foolmetwice": (1000, 1), "wice_oracle_chunks": (600, 2), "wikisplit": (800, 1),
        },
        copied=2500, copied_skip=9800, entailed_twice="wice_oracle_chunks", seed=41,
    ),
    "U": Mix(
        human={
            "olora_MNLI": (3000, 1), "snli_dev": (9000, 1), "fever_dev_rte": (2000, 1), "fever_symmetric": (400, 3),
            "foolmetwice": (1000, 1), "wice_oracle_chunks": (600, 3), "wikisplit": (800, 1), "conjnli": (2500, 1),
        },
        copied=2500, copied_skip=12_300, entailed_twice="wice_oracle_chunks", reordered="wice_oracle_chunks", seed=42,
    ),
}  # fmt: skip
"""The phases of training. Each begins where the one before it ended, except: D1 at B2 (C was given up), H at A, I at the
mean of H and F, J to M and O at A, N at the mean of J, K, M, F and I, P (with the pairs of O) at the mean of N, N, I and F,
Q at the mean of P, P, I and F, R1 and R2 (with the pairs of R) at the mean of Q, Q and P, T at the mean of R1, R2, Q, Q and
P, and U at the exported mean of T, R1 and R2. What is shipped, and why, is in the lab notebook."""


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
