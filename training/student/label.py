"""The teacher's probabilities of pairs, kept in a file so that runs can be repeated.

The file is a journal: three float32 (entailment, neutral, contradiction) a pair, in the order of the pairs; a run that was
stopped goes on behind the last whole chunk.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from localcheck.errors import BadInput
from localcheck.ports import NLI
from training.pairs import Pair

CHUNK = 1024
"""Pairs that are scored, and written, together."""
_ROW = 3 * 4


def label(nli: NLI, pairs: Sequence[Pair], path: Path) -> Iterator[int]:
    """Score the pairs that `path` lacks; yields how many it has after each chunk."""
    done = path.stat().st_size // _ROW if path.exists() else 0
    with path.open("ab") as journal:
        journal.truncate(done * _ROW)
        for start in range(done, len(pairs), CHUNK):
            part = pairs[start : start + CHUNK]
            scores = nli.entail([(pair.premise, pair.hypothesis) for pair in part])
            journal.write(np.asarray(scores, np.float32).tobytes())
            journal.flush()
            yield start + len(part)


def read(path: Path, pairs: int) -> npt.NDArray[np.float32]:
    """Scores (n, 3) of the first n <= `pairs` pairs. Raises `BadInput` for a file of more rows than there are pairs."""
    scores = np.fromfile(path, np.float32)
    scores = scores[: len(scores) // 3 * 3].reshape(-1, 3)
    if len(scores) > pairs:
        raise BadInput(path, f"{len(scores)} scores for {pairs} pairs", "label these pairs again")
    return scores
