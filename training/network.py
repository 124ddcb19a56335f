"""The network that is trained: a BERT encoder and a small classification head, and its losses."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional
from transformers import BertConfig, BertModel

from training.encoded import Batch
from training.pairs import NOT_ENTAILMENT

CLASSES = 3
PARTS = 3
"""Vectors that the pooling puts side by side."""


class PairClassifier(nn.Module):  # type: ignore[misc]
    """Encoder, pooling, dense layer with tanh, three logits.

    Pooled are the mean over all tokens and, over the hypothesis alone, the mean and the maximum: in a premise of 300 tokens
    one wrong number in the claim moves the mean over all by 1/300, but the maximum over the claim by all it has.
    """

    def __init__(self, encoder: BertModel) -> None:
        super().__init__()
        width = encoder.config.hidden_size
        self.encoder = encoder
        self.dense = nn.Linear(PARTS * width, width)
        self.out = nn.Linear(width, CLASSES)
        nn.init.normal_(self.out.weight, std=0.02)
        nn.init.zeros_(self.out.bias)
        with torch.no_grad():
            self.dense.weight.zero_()
            self.dense.weight[:, :width].copy_(torch.eye(width))
            self.dense.bias.zero_()

    def forward(self, ids: Tensor, segments: Tensor, mask: Tensor) -> Tensor:
        """Logits (n, 3) of padded rows."""
        hidden = self.encoder(input_ids=ids, token_type_ids=segments, attention_mask=mask).last_hidden_state
        claim = segments.bool() & mask
        highest = hidden.masked_fill(~claim.unsqueeze(-1), torch.finfo(hidden.dtype).min).amax(1)
        pooled = torch.cat([_mean(hidden, mask), _mean(hidden, claim), highest], dim=1)
        logits: Tensor = self.out(torch.tanh(self.dense(pooled)))
        return logits

    def freeze_words(self) -> None:
        """Keep the word embeddings as they are."""
        self.encoder.embeddings.word_embeddings.requires_grad_(False)


def _mean(hidden: Tensor, chosen: Tensor) -> Tensor:
    """Mean over the chosen tokens: (n, t, h) and (n, t) -> (n, h)."""
    weights = chosen.unsqueeze(-1).to(hidden.dtype)
    mean: Tensor = (hidden * weights).sum(1) / weights.sum(1)
    return mean


def widened(weights: dict[str, Tensor]) -> dict[str, Tensor]:
    """The weights of a classifier that pooled the mean alone, as weights of this one that gives the same logits."""
    dense = weights["dense.weight"]
    height, width = dense.shape
    if width == PARTS * height:
        return weights
    return {**weights, "dense.weight": functional.pad(dense, (0, PARTS * height - width))}


def pretrained(folder: Path, dropout: float, attention: str = "sdpa") -> PairClassifier:
    """The classifier over the pretrained encoder in `folder`, its head fresh from the current torch seed.

    Dropout is of hidden values only: with dropout of attention, torch leaves its fast attention on a CPU. `attention` is
    transformers' name of an implementation; "eager", written out, is the faster one for short pairs in bfloat16.
    """
    encoder = BertModel.from_pretrained(
        str(folder),
        hidden_dropout_prob=dropout,
        attention_probs_dropout_prob=0.0,
        add_pooling_layer=False,
        attn_implementation=attention,
    )
    return PairClassifier(encoder)


def untrained(config: BertConfig) -> PairClassifier:
    """The classifier over random weights, for tests."""
    return PairClassifier(BertModel(config, add_pooling_layer=False))


@dataclass(frozen=True, slots=True)
class Tensors:
    """One padded batch on a device."""

    ids: Tensor
    """Token ids."""
    segments: Tensor
    """Segment numbers."""
    mask: Tensor
    """1 where there is a token."""


def there(array: npt.NDArray[Any], device: torch.device) -> Tensor:
    """The array as a tensor on `device`."""
    return torch.from_numpy(array).to(device)


def to_tensors(batch: Batch, device: torch.device) -> Tensors:
    """The batch as tensors on `device`."""
    return Tensors(*(there(array, device) for array in (batch.ids, batch.segments, batch.mask)))


def loss_sum(logits: Tensor, labels: Tensor, smoothing: float) -> Tensor:
    """Sum over the pairs of `losses`."""
    return losses(logits, labels, smoothing).sum()


def kept_loss_sum(logits: Tensor, labels: Tensor, smoothing: float, scores: Tensor, share: float) -> Tensor:
    """The same, a `share` of each pair's loss being held against `scores` (n, 3) instead; NaN rows have labels alone.

    What a model said before it was trained on, so that it does not forget it (Li and Hoiem 2016, learning without forgetting).
    """
    known = ~scores[:, 0].isnan()
    old = -(scores.nan_to_num() * functional.log_softmax(logits.float(), dim=-1)).sum(1)
    part = share * known
    return ((1 - part) * losses(logits, labels, smoothing) + part * old).sum()


def losses(logits: Tensor, labels: Tensor, smoothing: float) -> Tensor:
    """Cross-entropy of each pair, shape (n,); one labelled not_entailment is scored by p(neutral) + p(contradiction).

    `smoothing` is the probability mass spread evenly over the classes; it applies to the three-way labels only.
    """
    logp = functional.log_softmax(logits.float(), dim=-1)
    binary = labels == NOT_ENTAILMENT
    hard = -logp.gather(1, labels.clamp(max=CLASSES - 1).unsqueeze(1)).squeeze(1)
    smooth = (1 - smoothing) * hard - smoothing * logp.mean(1)
    summed = -torch.logsumexp(logp[:, 1:], dim=1)
    return torch.where(binary, summed, smooth)
