"""Pairs of texts as token ids: each text tokenised once, equal inputs scored once, long premises windowed by tokens, and all of
it in batches of equal length. Pure arithmetic, no model.

Without padding a score does not depend on what stands beside it in a batch, to the last bit: a run that was interrupted and
resumed, or split over processes, gives the same bytes as one that was left alone.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from localcheck.backends.nli.tokenizer import Tokenizer
from localcheck.ports import FloatArray

MIN_PREMISE = 8
"""A hypothesis that leaves room for fewer premise tokens than this cannot be judged against a longer premise."""
LEAST_WINDOW = 64
"""Premise tokens that a window holds at least, however long the hypothesis."""
P = TypeVar("P", bound=Hashable)
I = TypeVar("I", bound=Hashable)  # noqa: E741
Input = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""Token ids, segment ids and marks."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """Distinct inputs for the model, and which of them each asked pair needs."""

    inputs: tuple[tuple[int, ...], ...]
    types: tuple[tuple[int, ...], ...]
    """Segment ids, as long as the inputs."""
    marks: tuple[tuple[int, ...], ...]
    """1 where a token belongs to the hypothesis or closes it, else 0; as long as the inputs, whether or not the model
    reads segments."""
    rows_of: tuple[tuple[int, ...], ...]
    """Per asked pair its inputs, one a window; empty when the hypothesis is too long for the model."""


def room_beside(hypothesis: int, specials: int, max_tokens: int, window: int = 0) -> int:
    """Tokens for a premise beside a hypothesis of so many, in an input of ``max_tokens``; negative where it does not fit.

    With ``window`` the input is kept that short, as long as ``LEAST_WINDOW`` tokens of the premise are seen at once.
    """
    room = max_tokens - specials - hypothesis
    return min(room, max(window - specials - hypothesis, LEAST_WINDOW)) if window else room


def join_pairs(tokenizer: Tokenizer, pairs: Sequence[tuple[str, str]], max_tokens: int, window: int = 0) -> Pairs:
    """Tokenise and join (premise, hypothesis) pairs; no input exceeds ``max_tokens``, the hypothesis stays whole."""
    texts = list(dict.fromkeys(text for pair in pairs for text in pair))
    ids = dict(zip(texts, (t.ids for t in tokenizer.encode(texts)), strict=True))
    layout = tokenizer.layout

    def make(pair: tuple[str, str]) -> list[Input]:
        premise, hypothesis = ids[pair[0]], ids[pair[1]]
        room = room_beside(len(hypothesis), layout.specials, max_tokens, window)
        parts = [premise[a:b] for a, b in premise_windows(len(premise), room)]
        counts = [(len(p), len(hypothesis)) for p in parts]
        joined = (tuple(layout.join(p, hypothesis)) for p in parts)
        return [(ids, tuple(layout.types(*n)), tuple(layout.marks(*n))) for ids, n in zip(joined, counts, strict=True)]

    inputs, rows_of = number({pair: make(pair) for pair in dict.fromkeys(pairs)}, pairs)
    return Pairs(tuple(i for i, *_ in inputs), tuple(t for _, t, _ in inputs), tuple(m for *_, m in inputs), rows_of)


def premise_windows(count: int, room: int) -> list[tuple[int, int]]:
    """Windows of ``room`` tokens over a premise of ``count``, three quarters of a window apart, the last one full.

    One window when the premise fits; none when the hypothesis leaves too little room (``MIN_PREMISE``).
    """
    if room < min(count, MIN_PREMISE):
        return []
    if count <= room:
        return [(0, count)]
    stride = max(1, room * 3 // 4)
    starts = [*range(0, count - room, stride), count - room]
    return [(start, start + room) for start in starts]


def number(made: Mapping[P, list[I]], asked: Sequence[P]) -> tuple[list[I], tuple[tuple[int, ...], ...]]:
    """Distinct inputs in order of appearance, and the numbers of those that each asked pair needs."""
    index: dict[I, int] = {}
    rows = {pair: tuple(index.setdefault(i, len(index)) for i in inputs) for pair, inputs in made.items()}
    return list(index), tuple(rows[pair] for pair in asked)


def collect(rows_of: Sequence[Sequence[int]], scores: FloatArray) -> FloatArray:
    """One row (entail, neutral, contradict) per asked pair from the rows of its windows.

    The window that decides most clearly speaks for the premise: the one with the highest entailment or contradiction.
    A pair without a window is neutral, never a guess.
    """
    out = np.tile(np.array([0.0, 1.0, 0.0]), (len(rows_of), 1))
    for i, rows in enumerate(rows_of):
        if rows:
            found = scores[list(rows)]
            out[i] = found[np.argmax(np.maximum(found[:, 0], found[:, 2]))]
    return out


def by_length(lengths: Sequence[int], *, tokens: int, size: int = 0, workers: int = 1) -> Iterator[list[int]]:
    """Indices of ``lengths`` in batches, longest first; every index comes exactly once.

    All items of a batch have the same length. A batch holds at most ``size`` items (0: no such limit) and at most ``tokens``
    tokens, but always at least one item. Few items are spread so that every worker gets some. Longest first keeps the workers
    busy to the end.
    """
    order = sorted(range(len(lengths)), key=lambda i: (-lengths[i], i))
    limit = size or _share(len(order), max(1, workers))
    batch: list[int] = []
    widest = 0
    for i in order:
        widest = widest or max(1, lengths[i])
        full = len(batch) >= limit or (not size and (len(batch) + 1) * widest > tokens)
        if batch and (full or lengths[i] != lengths[batch[0]]):
            yield batch
            batch, widest = [], max(1, lengths[i])
        batch.append(i)
    if batch:
        yield batch


def _share(items: int, workers: int) -> int:
    """Items of one batch if all workers are to get one: equal shares rounded up, or down where up leaves a worker idle."""
    up = max(1, -(-items // workers))
    return up if -(-items // up) >= min(items, workers) else items // workers
