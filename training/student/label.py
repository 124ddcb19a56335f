"""The teacher's probabilities of pairs, kept in files so that runs can be repeated.

One file is a journal: three float32 (entailment, neutral, contradiction) a pair, in the order of the pairs; a run that was
stopped goes on behind the last whole chunk. The other, `kept.npz`, comes with the project: scores under a checksum of their
pair, so that a pair that was once scored is not scored again, whatever else is drawn.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from localcheck.errors import BadInput
from localcheck.ports import NLI
from training.pairs import Pair

CHUNK = 1024
"""Pairs that are scored, and written, together."""
KEPT = Path(__file__).with_name("kept.npz")
_ROW = 3 * 4
_LEAST = 1e-6


@dataclass(frozen=True, slots=True)
class Kept:
    """Scores of pairs by checksum."""

    keys: npt.NDArray[np.uint32]
    """Ascending checksums of the pairs. Where two pairs share one, the scores of the first stand for both."""
    odds: npt.NDArray[np.float16]
    """log P(entailment) - log P(neutral) and log P(contradiction) - log P(neutral), shape (n, 2)."""

    def scores(self, pairs: Sequence[Pair]) -> npt.NDArray[np.float32]:
        """(entailment, neutral, contradiction) of each pair, shape (n, 3); NaN for a pair that is not here."""
        found = np.full((len(pairs), 3), np.nan, np.float32)
        if not len(self.keys) or not pairs:
            return found
        wanted = checksums(pairs)
        at = np.minimum(np.searchsorted(self.keys, wanted), len(self.keys) - 1)
        there = self.keys[at] == wanted
        entailed, contradicted = self.odds[at[there]].astype(np.float32).T
        rows = np.exp(np.stack([entailed, np.zeros_like(entailed), contradicted], axis=1))
        found[there] = rows / rows.sum(1, keepdims=True)
        return found


def checksums(pairs: Iterable[Pair]) -> npt.NDArray[np.uint32]:
    """CRC-32 of premise and hypothesis."""
    return np.array([zlib.crc32(f"{pair.premise}\0{pair.hypothesis}".encode()) for pair in pairs], np.uint32)


def keep(path: Path, pairs: Sequence[Pair], scores: npt.NDArray[np.float32]) -> int:
    """Write the scores (n, 3) of the first n pairs to the file that `kept` reads; how many different pairs it holds."""
    keys, first = np.unique(checksums(pairs[: len(scores)]), return_index=True)
    logs = np.log(np.maximum(scores[first], _LEAST))
    np.savez_compressed(path, keys=keys, odds=(logs[:, [0, 2]] - logs[:, [1]]).astype(np.float16))
    return len(keys)


def kept(path: Path = KEPT) -> Kept:
    """The scores that `keep` wrote; none where there is no such file."""
    if not path.is_file():
        return Kept(np.zeros(0, np.uint32), np.zeros((0, 2), np.float16))
    with np.load(path, allow_pickle=False) as arrays:
        return Kept(arrays["keys"], arrays["odds"])


def label(nli: NLI | None, pairs: Sequence[Pair], path: Path, known: Kept | None = None) -> Iterator[int]:
    """Score the pairs that `path` lacks, asking `nli` only where `known` has none; yields how many it has after each chunk.

    Without a teacher to ask, what is not known stays NaN.
    """
    known = known or kept()
    done = path.stat().st_size // _ROW if path.exists() else 0
    with path.open("ab") as journal:
        journal.truncate(done * _ROW)
        for start in range(done, len(pairs), CHUNK):
            part = pairs[start : start + CHUNK]
            scores = known.scores(part)
            asked = np.flatnonzero(np.isnan(scores[:, 0])).tolist()
            if asked and nli:
                scores[asked] = nli.entail([(part[i].premise, part[i].hypothesis) for i in asked])
            journal.write(scores.tobytes())
            journal.flush()
            yield start + len(part)


def read(path: Path, pairs: int) -> npt.NDArray[np.float32]:
    """Scores (n, 3) of the first n <= `pairs` pairs. Raises `BadInput` for a file of more rows than there are pairs."""
    scores = np.fromfile(path, np.float32)
    scores = scores[: len(scores) // 3 * 3].reshape(-1, 3)
    if len(scores) > pairs:
        raise BadInput(path, f"{len(scores)} scores for {pairs} pairs", "label these pairs again")
    return scores
