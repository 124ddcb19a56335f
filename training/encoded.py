"""Pairs as token ids in flat arrays: small enough to travel, quick enough to cut batches from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from localcheck.errors import NLIError
from training.pairs import Pair

if TYPE_CHECKING:
    from tokenizers import Tokenizer

IntArray = npt.NDArray[np.int64]

_CHUNK = 1024


@dataclass(frozen=True, slots=True)
class Encoded:
    """Tokenised pairs, `[CLS] premise [SEP] hypothesis [SEP]` each."""

    ids: npt.NDArray[np.uint16]
    """All token ids, one pair after the other."""
    starts: IntArray
    """Where each pair begins in `ids`, with the total length as the last element: n + 1 numbers."""
    second: npt.NDArray[np.int32]
    """For each pair, the number of tokens before its hypothesis."""
    labels: npt.NDArray[np.int8]
    """For each pair, its class number."""
    sources: npt.NDArray[np.str_]
    """For each pair, the name of its data set."""

    def __len__(self) -> int:
        return len(self.labels)

    @property
    def lengths(self) -> IntArray:
        """Tokens of each pair."""
        return np.diff(self.starts)

    def save(self, path: Path) -> None:
        """Write the arrays as one compressed .npz file."""
        np.savez_compressed(
            path, ids=self.ids, starts=self.starts, second=self.second, labels=self.labels, sources=self.sources
        )


def load(path: Path) -> Encoded:
    """The pairs that `Encoded.save` wrote."""
    with np.load(path, allow_pickle=False) as arrays:
        return Encoded(**{name: arrays[name] for name in ("ids", "starts", "second", "labels", "sources")})


def plain_tokenizer(path: Path) -> Tokenizer:
    """The tokenizer of a tokenizer.json with its stored truncation and padding switched off."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def encode(tokenizer: Tokenizer, pairs: Iterable[Pair], max_tokens: int) -> Encoded:
    """Token ids of the pairs; a premise too long for `max_tokens` loses its end, a hypothesis never does."""
    rows, second, labels, sources = [], [], [], []
    waiting = iter(pairs)
    while chunk := list(islice(waiting, _CHUNK)):
        texts = [text for pair in chunk for text in (pair.premise, pair.hypothesis)]
        tokens = [encoding.ids for encoding in tokenizer.encode_batch(texts, add_special_tokens=False)]
        for index, pair in enumerate(chunk):
            row, boundary = join(tokenizer, tokens[2 * index], tokens[2 * index + 1], max_tokens)
            rows.append(np.array(row, dtype=np.uint16))
            second.append(boundary)
            labels.append(pair.label)
            sources.append(pair.source)
    return from_rows(rows, np.array(second, np.int32), np.array(labels, np.int8), np.array(sources, np.str_))


def from_rows(
    rows: Sequence[npt.NDArray[np.uint16]],
    second: npt.NDArray[np.int32],
    labels: npt.NDArray[np.int8],
    sources: npt.NDArray[np.str_],
) -> Encoded:
    """Pairs from the ids of each and what is known about each."""
    flat = np.concatenate(rows) if rows else np.zeros(0, dtype=np.uint16)
    return Encoded(flat, np.cumsum([0, *map(len, rows)]), second, labels, sources)


def join(tokenizer: Tokenizer, premise: list[int], hypothesis: list[int], max_tokens: int) -> tuple[list[int], int]:
    """One row of ids and the number of tokens before its hypothesis, at most `max_tokens` long."""
    cls, sep = (tokenizer.token_to_id(name) for name in ("[CLS]", "[SEP]"))
    if cls is None or sep is None:
        raise NLIError("the tokenizer has no [CLS] or no [SEP]", "training starts from a BERT encoder")
    hypothesis = hypothesis[: max_tokens - 3]
    premise = premise[: max_tokens - 3 - len(hypothesis)]
    return [cls, *premise, sep, *hypothesis, sep], len(premise) + 2


@dataclass(frozen=True, slots=True)
class Batch:
    """Padded rows of similar length."""

    rows: IntArray
    """Which pairs these are."""
    ids: IntArray
    """Token ids, (n, longest), zero where a row has ended."""
    segments: IntArray
    """0 for the premise and 1 for the hypothesis, same shape."""
    mask: npt.NDArray[np.bool_]
    """True where there is a token, same shape."""


def pad(data: Encoded, rows: IntArray) -> Batch:
    """The given pairs as one padded batch."""
    lengths = data.lengths[rows]
    columns = np.arange(lengths.max())
    mask = columns < lengths[:, None]
    ids = np.zeros(mask.shape, np.int64)
    ids[mask] = np.concatenate([data.ids[data.starts[row] : data.starts[row + 1]] for row in rows])
    segments = ((columns >= data.second[rows][:, None]) & mask).astype(np.int64)
    return Batch(rows, ids, segments, mask)
