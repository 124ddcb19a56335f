"""How many answers go on side by side, by measurement: kernels like some numbers of rows better than others.

On a processor with AVX-512, two rows of a quantised model take more than twice the time of one, and five longer than eight.
So a step is filled up to the next number that is faster, and answers wait for one another where that is faster still.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from localcheck.system import memo

MEASURED = 8
"""Numbers of rows that are measured: 1 to this. Larger ones are computed in blocks of four."""
BLOCK = 4
GAIN = 0.98
"""What is not at least so much faster is not worth waiting or filling up for."""
REPEATS = 2
MEMO = "llm-rows.json"
MOST = 64
"""Answers that are planned for at a time."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Seconds of one step with 1, 2, … ``MEASURED`` rows."""

    seconds: tuple[float, ...]

    def step(self, rows: int) -> float:
        """Seconds of a step with so many rows, filled up where that is faster."""
        return self._plain(self.padded(rows))

    def padded(self, rows: int) -> int:
        """The number of rows to fill a step of ``rows`` up to.

        >>> Rows((1, 2.2, 2.5, 2.7, 4.3, 4.6, 5.2, 4.1)).padded(7)
        8
        """
        nearest = range(rows + 1, rows + BLOCK)
        best = min(nearest, key=self._plain)
        return best if self._plain(best) < GAIN * self._plain(rows) else rows

    def width(self, left: int) -> int:
        """How many of ``left`` answers of equal length go on side by side, so that all are done soonest.

        >>> Rows((1, 2.2, 2.5, 2.7, 4.3, 4.6, 5.2, 4.1)).width(2)
        1
        """
        return max(_parts(self, min(left, MOST)), default=1)

    def _plain(self, rows: int) -> float:
        if rows <= MEASURED:
            return self.seconds[rows - 1]
        whole, rest = divmod(rows - BLOCK - 1, BLOCK)
        block = self.seconds[2 * BLOCK - 1] - self.seconds[BLOCK - 1]
        return self.seconds[BLOCK + rest] + whole * max(0.0, block)


@lru_cache(maxsize=512)
def _parts(rows: Rows, left: int) -> tuple[int, ...]:
    """The groups in which ``left`` answers are done soonest, one group after the other."""
    best: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
    for n in range(1, left + 1):
        together = (rows.step(n), (n,))
        parted = min(((best[n - k][0] + rows.step(k), (k, *best[n - k][1])) for k in range(1, n)), default=together)
        best.append(parted if parted[0] < GAIN * together[0] else together)
    return best[left][1]


def measured(key: str, step: Callable[[int], float]) -> Rows:
    """The rows of a model on this machine: remembered in the home under ``key``, else measured by ``step``."""
    known = _remembered(memo.recall(MEMO))
    if (found := known.get(key)) is not None:
        return Rows(tuple(found))
    rows = Rows(tuple(min(step(n) for _ in range(REPEATS)) for n in range(1, MEASURED + 1)))
    memo.keep(MEMO, {**known, key: rows.seconds})
    return rows


def _remembered(found: Any) -> dict[str, Sequence[float]]:
    """What the memo holds; whatever is damaged in it is measured again."""
    rows = found.items() if isinstance(found, dict) else ()
    return {k: v for k, v in rows if isinstance(v, list) and len(v) == MEASURED and all(map(_positive, v))}


def _positive(value: object) -> bool:
    return isinstance(value, int | float) and value > 0
