"""The classification head in NumPy, and the reading of its labels.

``logits = W_out · act(W_dense · x + b_dense) + b_out``; the dense layer may be absent. BERT: dense = the pooler, tanh.
RoBERTa and XLM-R: ``classifier.dense``, tanh. DistilBERT: ``pre_classifier``, relu.

From the vectors of tokens to one vector a text or a pair, and to the token vectors of a text: pure arrays.
"""

from __future__ import annotations

import math
import zipfile
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from localcheck.backends.nli.tokenizer import Tokens
from localcheck.errors import NLIError
from localcheck.types import TokenVectors

Array = NDArray[np.float32]

MAX_BYTES = 256 << 20
"""Unpacked; the head of the largest encoder in the catalogue has 4 MB."""
ENTAIL, NEUTRAL, CONTRADICT = 0, 1, 2
CLASS_OF = {
    "entailment": ENTAIL, "entail": ENTAIL, "entailed": ENTAIL, "supported": ENTAIL, "supports": ENTAIL,
    "neutral": NEUTRAL, "not_entailment": NEUTRAL, "not_entailed": NEUTRAL, "not_supported": NEUTRAL,
    "not enough info": NEUTRAL, "unsupported": NEUTRAL,
    "contradiction": CONTRADICT, "contradict": CONTRADICT, "refuted": CONTRADICT, "refutes": CONTRADICT,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Head:
    """Weights of the head, float32."""

    out_weight: Array
    """(c, h)"""
    out_bias: Array
    """(c,)"""
    dense_weight: Array | None = None
    """(h, h), or (h, 3h) over the three vectors of the pooling ``pair``"""
    dense_bias: Array | None = None
    activation: str = "none"

    def logits(self, pooled: Array) -> Array:
        """What was pooled -> (n, c)."""
        x = pooled
        if self.dense_weight is not None and self.dense_bias is not None:
            x = ACTIVATIONS[self.activation](x @ self.dense_weight.T + self.dense_bias)
        out: Array = x @ self.out_weight.T + self.out_bias
        return out


def read_head(path: Path, activation: str) -> Head:
    """``head.npz`` with its shapes checked. Raises ``NLIError``."""
    if activation not in ACTIVATIONS:
        raise NLIError(f"{path.parent}: unknown activation {activation!r}", f"one of {', '.join(ACTIVATIONS)}")
    try:
        _check_size(path)
        with np.load(path, allow_pickle=False) as data:
            arrays = {k: np.asarray(data[k], dtype=np.float32) for k in data.files}
    except (OSError, ValueError, EOFError, RuntimeError, MemoryError, zlib.error, zipfile.BadZipFile) as error:
        raise NLIError(f"{path}: not a classification head: {error}", "install the model again") from error
    try:
        head = Head(
            arrays["out_weight"], arrays["out_bias"], arrays.get("dense_weight"), arrays.get("dense_bias"), activation
        )
    except KeyError as error:
        raise NLIError(f"{path}: {error} is missing", "install the model again") from error
    if head.out_weight.ndim != 2:
        raise NLIError(f"{path}: the weights of the head are not a table", "install the model again")
    classes, width = head.out_weight.shape
    if head.out_bias.shape != (classes,) or (
        head.dense_weight is not None and (head.dense_bias is None or head.dense_weight.shape[:1] != (width,))
    ):
        raise NLIError(f"{path}: shapes of the head do not fit each other", "install the model again")
    return head


def _check_size(path: Path) -> None:
    """Raise ``ValueError`` when the archive, or an array as its own header states it, is larger than any head's."""
    with zipfile.ZipFile(path) as archive:
        if sum(info.file_size for info in archive.infolist()) > MAX_BYTES:
            raise ValueError(f"more than {MAX_BYTES >> 20} MB in it")
        for info in archive.infolist():
            with archive.open(info) as file:
                reader = np.lib.format.read_array_header_1_0
                if np.lib.format.read_magic(file) != (1, 0):
                    raise ValueError(f"{info.filename[:40]}: another form of array")
                shape, _, dtype = reader(file)
                if math.prod(shape) * dtype.itemsize > info.file_size:
                    raise ValueError(f"{info.filename[:40]}: an array of shape {shape} in {info.file_size:,} bytes")


def class_columns(labels: tuple[str, ...]) -> tuple[int, ...]:
    """For every output of the head, which of (entail, neutral, contradict) it feeds. Raises ``NLIError``.

    A two-class head has entailment and not-entailment; the latter counts as neutral, so such a model never refutes.
    """
    columns = tuple(CLASS_OF.get(label.strip().lower().replace("-", "_"), -1) for label in labels)
    if -1 in columns or len(set(columns)) != len(columns) or ENTAIL not in columns or len(columns) not in (2, 3):
        raise NLIError(
            f"labels {list(labels)} do not say which output means entailment",
            "give them in order, for example --labels contradiction,neutral,entailment",
        )
    return columns


def probabilities(logits: Array, columns: tuple[int, ...], temperature: float = 1.0) -> NDArray[np.float64]:
    """Softmax of ``logits / temperature``, put into the order (entail, neutral, contradict); (n, c) -> (n, 3).

    Raises ``NLIError`` for what is no number: in a score it would pass for anything, and most often for the best.
    """
    if not np.isfinite(logits).all():
        raise NLIError("the NLI model gave no numbers", 'install it again, or set compute_type = "float32"')
    z = logits.astype(np.float64) / temperature
    z -= z.max(axis=1, keepdims=True)
    p = np.exp(z)
    p /= p.sum(axis=1, keepdims=True)
    out = np.zeros((len(p), 3))
    out[:, list(columns)] = p
    return out


def _gelu(x: Array) -> Array:
    """The exact GELU, x · Phi(x)."""
    erf = np.vectorize(math.erf, otypes=[np.float32])
    y: Array = (0.5 * x * (1.0 + erf(x / np.float32(math.sqrt(2.0))))).astype(np.float32)
    return y


ACTIVATIONS: dict[str, Callable[[Array], Array]] = {
    "tanh": np.tanh,
    "gelu": _gelu,
    "relu": lambda x: np.maximum(x, np.float32(0)),
    "none": lambda x: x,
}


PADDING = -1
"""Stands where a row has no token; 0 marks its premise and 1 its hypothesis."""


def marked(types: Sequence[Sequence[int]], width: int) -> NDArray[np.int8]:
    """Segment numbers of a batch as one array (n, width), ``PADDING`` where a row has ended."""
    marks = np.full((len(types), width), PADDING, dtype=np.int8)
    for row, own in zip(marks, types, strict=True):
        row[: len(own)] = own
    return marks


def pool(hidden: Array, pooled: Array | None, tokens: NDArray[np.int8], pooling: str) -> Array:
    """(n, t, h) -> (n, h), and (n, 3h) for ``pair``; padding never counts."""
    if pooling == "pooler" and pooled is not None:
        return pooled
    if pooling == "cls":
        first: Array = hidden[:, 0]
        return first
    if pooling == "mean":
        return mean_of(hidden, tokens != PADDING)
    if pooling == "pair":
        claim = tokens == 1
        highest = np.stack([row[own].max(axis=0) for row, own in zip(hidden, claim, strict=True)])
        parts: Array = np.concatenate([mean_of(hidden, tokens != PADDING), mean_of(hidden, claim), highest], axis=1)
        return parts
    raise NLIError(f"pooling {pooling!r} is not possible with this model", "cls, mean, pair or pooler")


def mean_of(hidden: Array, chosen: NDArray[np.bool_]) -> Array:
    """Mean of the chosen tokens' vectors: (n, t, h) and (n, t) -> (n, h)."""
    weights = (chosen / chosen.sum(axis=1, keepdims=True)).astype(np.float32)
    mean: Array = (weights[:, None, :] @ hidden)[:, 0]
    return mean


def unit(rows: Array) -> Array:
    """Rows scaled to unit length; a zero row stays zero."""
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    scaled: Array = np.divide(rows, norms, out=np.zeros_like(rows), where=norms > 0)
    return scaled


def gather(tokens: Sequence[Tokens], texts: Sequence[int], found: Sequence[Array]) -> list[TokenVectors]:
    """Put the pieces of every text together again; ``texts`` says for each piece of ``found`` whose it is."""
    rows: list[list[Array]] = [[] for _ in tokens]
    for i, vectors in zip(texts, found, strict=True):
        rows[i].append(vectors)
    return [TokenVectors(t.pieces, np.concatenate(r)) for t, r in zip(tokens, rows, strict=True)]
