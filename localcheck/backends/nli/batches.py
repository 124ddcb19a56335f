"""Batches of equal length: pure arithmetic, no model.

Without padding a score does not depend on what stands beside it in a batch, to the last bit: a run that was interrupted and
resumed, or split over processes, gives the same bytes as one that was left alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence


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
