"""Rows of unequal length side by side in one array, so that resampling rows is one indexing operation. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Ragged:
    """Row ``i`` is ``values[starts[i] : starts[i] + lengths[i]]``."""

    values: FloatArray
    starts: IntArray
    lengths: IntArray

    @classmethod
    def of(cls, rows: Iterable[Sequence[float]]) -> Ragged:
        """From rows of numbers."""
        kept = [np.asarray(r, dtype=np.float64) for r in rows]
        lengths = np.array([r.size for r in kept], dtype=np.int64)
        values = np.concatenate(kept) if kept else np.empty(0)
        return cls(values, np.cumsum(lengths) - lengths, lengths)

    def take(self, rows: IntArray) -> Ragged:
        """The rows of these numbers, repeats allowed, as a new one.

        >>> Ragged.of([[1, 2], [], [3]]).take(np.array([2, 0, 2])).values
        array([3., 1., 2., 3.])
        """
        lengths = self.lengths[rows]
        starts = np.cumsum(lengths) - lengths
        inside = np.arange(int(lengths.sum())) - np.repeat(starts, lengths)
        return Ragged(self.values[np.repeat(self.starts[rows], lengths) + inside], starts, lengths)

    def means(self) -> FloatArray:
        """Mean of every row, each summed by itself as ``numpy.mean`` sums it; NaN for an empty one."""
        rows = (self.values[a : a + n] for a, n in zip(self.starts.tolist(), self.lengths.tolist(), strict=True))
        return np.array([float(r.mean()) if r.size else np.nan for r in rows], dtype=np.float64)
