"""What the student learns from: pairs as token ids with the teacher's probabilities, and sentences with their base vectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import torch

from localcheck.errors import MissingResource
from training.encoded import Encoded, IntArray, encode
from training.pairs import Pair
from training.student.recipe import Recipe

if TYPE_CHECKING:
    from tokenizers import Tokenizer
    from transformers import BertModel

Scores = npt.NDArray[np.float32]

SURE = 0.95
"""The teacher's probability of neutral beyond which a pair has little to teach."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """Pairs with what is known of them."""

    pairs: Encoded
    """Token ids; a label counts only where `gold` says so."""
    gold: npt.NDArray[np.bool_]
    """Whether people (or the maker of a synthetic pair) labelled it, shape (n,)."""
    soft: Scores
    """The teacher's (entailment, neutral, contradiction), shape (n, 3); NaN where it was not asked."""


@dataclass(frozen=True, slots=True)
class Sentences:
    """Single texts with the vector that the base model gives them."""

    ids: npt.NDArray[np.uint16]
    """All token ids, one text after the other."""
    starts: IntArray
    """Where each text begins, n + 1 numbers."""
    vectors: npt.NDArray[np.float16]
    """Unit vectors, shape (n, width)."""

    def save(self, path: Path) -> None:
        """Write the arrays as one compressed .npz file."""
        np.savez_compressed(path, ids=self.ids, starts=self.starts, vectors=self.vectors)


def load_sentences(path: Path) -> Sentences:
    """What `Sentences.save` wrote. Raises `MissingResource` where there is no such file."""
    if not path.is_file():
        raise MissingResource(f"no {path}", "run `scripts/train_nli.py label-student` first")
    with np.load(path, allow_pickle=False) as arrays:
        return Sentences(**{name: arrays[name] for name in ("ids", "starts", "vectors")})


def lesson(
    tokenizer: Tokenizer,
    human: Sequence[tuple[Pair, int]],
    human_soft: Scores,
    read: Sequence[Pair],
    soft: Scores,
    recipe: Recipe,
) -> Lesson:
    """Human pairs (each with how often it is seen a pass) and the labelled read pairs, as one lesson.

    `human_soft` covers the first pairs of `human` and may be shorter; unlabelled read pairs are left out.
    """
    labels = np.full((len(human), 3), np.nan, np.float32)
    labels[: len(human_soft)] = human_soft[: len(human)]
    times = [i for i, (_, count) in enumerate(human) for _ in range(count)]
    kept = telling(soft, recipe.silent)
    pairs = encode(tokenizer, [*(human[i][0] for i in times), *(read[i] for i in kept)], recipe.longest)
    gold = np.arange(len(pairs)) < len(times)
    return Lesson(pairs, gold, np.concatenate([labels[times], soft[kept]]))


def telling(soft: Scores, every: int) -> IntArray:
    """Numbers of the pairs that are learnt from: of those that are surely neutral, which most are, one in `every`.

    A pair without scores teaches nothing.
    """
    silent = soft[:, 1] > SURE
    return np.flatnonzero(~np.isnan(soft[:, 0]) & (~silent | (np.cumsum(silent) % every == 0)))


def sentences(tokenizer: Tokenizer, encoder: BertModel, texts: Sequence[str], longest: int = 96) -> Sentences:
    """The texts as ids and their mean-pooled unit vectors by the untrained encoder."""
    cls, sep = tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")
    rows = [
        [cls, *found.ids[: longest - 2], sep] for found in tokenizer.encode_batch(list(texts), add_special_tokens=False)
    ]
    starts = np.cumsum([0, *map(len, rows)])
    flat = np.array([i for row in rows for i in row], np.uint16)
    vectors = np.zeros((len(rows), encoder.config.hidden_size), np.float16)
    order = np.argsort([-len(row) for row in rows], kind="stable")
    with torch.inference_mode():
        for part in np.array_split(order, max(1, len(order) // 64)):
            ids, mask = padded(flat, starts, part)
            vectors[part] = pooled(encoder, ids, mask).numpy().astype(np.float16)
    return Sentences(flat, starts, vectors)


def padded(flat: npt.NDArray[np.uint16], starts: IntArray, rows: IntArray) -> tuple[torch.Tensor, torch.Tensor]:
    """Ids and mask (n, longest) of some rows."""
    lengths = np.diff(starts)[rows]
    mask = np.arange(lengths.max()) < lengths[:, None]
    ids = np.zeros(mask.shape, np.int64)
    ids[mask] = np.concatenate([flat[starts[row] : starts[row + 1]] for row in rows])
    return torch.from_numpy(ids), torch.from_numpy(mask)


def pooled(encoder: BertModel, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """Mean of the last hidden state over the tokens, of length one: (n, width), as sentence-transformers pools."""
    hidden = encoder(input_ids=ids, attention_mask=mask).last_hidden_state.float()
    weights = mask.unsqueeze(-1).float()
    mean = (hidden * weights).sum(1) / weights.sum(1)
    return torch.nn.functional.normalize(mean, dim=-1)
