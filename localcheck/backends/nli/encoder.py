"""NLI and token vectors by a CTranslate2 encoder (BERT, RoBERTa, XLM-R, DistilBERT, MPNet) and a NumPy head.

Compute type, workers, threads and batch size from what the CPU reports.

Measured on two AVX2 cores with a 6-layer encoder of width 384 in int8, premises of 420 tokens: two workers of one thread
with batch 1 gave 19.5 pairs/s, one worker of two threads with batch 32 gave 10.5. Small matrices do not split well over
threads and padding costs what it holds, so: as many one-thread workers as cores, and batches bounded by tokens, not by
pairs. ``scripts/bench_nli.py`` measures the grid again on any machine.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np

from localcheck.backends.nli.head import (
    ENTAIL,
    Array,
    class_columns,
    gather,
    marked,
    pool,
    probabilities,
    read_head,
    unit,
)
from localcheck.backends.nli.pairs import Pairs, by_length, collect, join_pairs
from localcheck.backends.nli.tokenizer import Tokenizer, Tokens, open_tokenizer, with_separator
from localcheck.errors import BrokenModel, NLIError, of_runtime
from localcheck.models.manifest import Card, State, read_card, state_of, verified_digest
from localcheck.models.manifest.ctranslate import Limits, check_ctranslate
from localcheck.ports import FloatArray, VectorArray
from localcheck.system.closing import Closing
from localcheck.system.cpu import Cpu, detect, usable_cores
from localcheck.text.counting import many
from localcheck.types import Span, TokenVectors
from localcheck.types.infos import ModelInfo

__all__ = ["Cpu", "Plan", "detect", "plan", "usable_cores"]

MAX_WORKERS = 8
"""More one-thread workers than this fight for the shared cache and for memory bandwidth."""
BATCH_TOKENS = 512
"""Tokens (padding included) a batch holds when the batch size is chosen here."""
LARGE_WIDTH = 768
"""From this hidden size on, matrices are large enough that threads inside a worker pay."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How to run one model."""

    compute_type: str
    workers: int
    """Batches in flight at once."""
    threads: int
    """OpenMP threads of each worker."""
    batch_size: int
    """Pairs a batch; 0 means bounded by ``batch_tokens`` only."""
    batch_tokens: int
    why: str
    """One line for ``doctor`` and the report."""


def plan(
    cpu: Cpu,
    supported: Collection[str],
    *,
    threads: int = 0,
    compute_type: str = "auto",
    batch_size: int = 0,
    width: int = 384,
) -> Plan:
    """Choose for this CPU; a value other than 0 or ``auto`` is the user's and stands.

    ``supported`` are the compute types that CTranslate2 offers here, ``width`` the model's hidden size. ``threads`` is the
    total over workers. Pure: equal arguments, equal plan.
    """
    kind = compute_type
    if compute_type == "auto":
        kind = next((k for k in ("int8", "int8_float32") if k in supported), "float32")
    total = threads if threads > 0 else cpu.cores
    per = 1 if width < LARGE_WIDTH or total < 4 else 2
    workers = max(1, min(total // per, MAX_WORKERS))
    inner = max(1, total // workers)
    unit = (
        "VNNI" if cpu.vnni else "AVX-512" if cpu.avx512 else "AVX2" if cpu.avx2 else "NEON" if cpu.arm else "baseline"
    )
    size = f"batch {batch_size}" if batch_size else f"batches of {BATCH_TOKENS} tokens"
    why = f"{kind} on {unit}, {workers} x {many(inner, 'thread')}, {size}"
    return Plan(kind, workers, inner, max(0, batch_size), BATCH_TOKENS, why)


def plan_here(width: int, threads: int, compute_type: str, batch_size: int) -> Plan:
    """``plan`` for this machine."""
    import ctranslate2

    supported = ctranslate2.get_supported_compute_types("cpu")
    return plan(detect(), supported, threads=threads, compute_type=compute_type, batch_size=batch_size, width=width)


CHUNK = 2048
"""Pairs tokenised and scored at a time: bounds the memory of a very large call."""
FEWEST_TOKENS = 8
T = TypeVar("T")


class Piece(NamedTuple):
    """A run of one text's tokens that the model reads at once."""

    text: int
    """Number of the text."""
    inner: tuple[int, ...]
    """Ids without special tokens."""
    ids: tuple[int, ...]
    """Ids with them."""


class EncoderNLI(Closing):
    """An encoder: ``NLI`` where it has a head, ``SentenceEncoder`` where its card says so, ``Encoder`` always.

    Its weights and its tokenizer are read when it is first asked something, or by ``load``. Close it, or use it as a context
    manager.
    """

    def __init__(self, folder: Path, card: Card, sha256: str, plan: Plan, limits: Limits, state: State) -> None:
        """``state``: of its files, before their hashes were checked."""
        self._folder, self._state = folder, state
        self._card = card = _within(folder, card, limits)
        self._limits = limits
        self._plan = plan
        has_head = (folder / "head.npz").is_file()
        self._head = read_head(folder / "head.npz", card.activation) if has_head else None
        self._columns = class_columns(card.labels) if has_head else ()
        if self._head is not None and len(self._head.out_bias) != len(card.labels):
            raise NLIError(
                f"{folder}: the head has {len(self._head.out_bias)} outputs, the card {len(card.labels)} labels"
            )
        self._pool = ThreadPoolExecutor(plan.workers, thread_name_prefix="nli")
        self.info = ModelInfo(
            name=folder.name,
            sha256=sha256,
            labels=card.labels if has_head else (),
            languages=card.languages,
            max_tokens=card.max_tokens,
            consistency=card.consistency,
            embeds=card.embeds,
            compute_type=plan.compute_type,
            threads=plan.workers * plan.threads,
            why=plan.why,
        )

    def entail(self, pairs: Sequence[tuple[str, str]]) -> FloatArray:
        """Probabilities (entail, neutral, contradict), shape (n, 3); rows sum to 1.

        A premise that does not fit is read in windows, and the one that decides most clearly speaks for it; the
        hypothesis is kept whole. A hypothesis that leaves no room for a premise cannot be judged: its row is neutral,
        never a guess. Raises ``NLIError``.
        """
        if self._head is None:
            raise NLIError(f"{self.info.name} has no classification head", "use it as --encoder, not as --nli")
        out = np.zeros((len(pairs), 3))
        for start in range(0, len(pairs), CHUNK):
            chunk = pairs[start : start + CHUNK]
            joined = join_pairs(self._tokenizer, chunk, self._card.max_tokens, self._card.window)
            out[start : start + len(chunk)] = collect(joined.rows_of, self._score(joined))
        return out

    def encode(self, texts: Sequence[str]) -> list[TokenVectors]:
        """Vectors of every text's tokens from the last converted layer, without special tokens, rows of unit length.

        A text beyond the model's limit is encoded in consecutive pieces, so that no token is lost.
        """
        tokens = self._tokenizer.encode(texts)
        first = len(self._tokenizer.layout.prefix)
        parts = self._cut(tokens)
        found = self._read(parts, lambda part, hidden: unit(hidden[first : first + len(part.inner)]))
        return gather(tokens, [p.text for p in parts], [found[i] for i in range(len(parts))])

    def embed(self, texts: Sequence[str]) -> VectorArray:
        """One vector a text, shape (n, d), rows of unit length: the mean over all its tokens, special ones included.

        So do sentence-transformers with the models that say ``embeds``; a text beyond the model's limit is read in
        consecutive pieces instead of being cut. Raises ``NLIError`` for a model that was not made for it.
        """
        if not self._card.embeds:
            raise NLIError(
                f"{self.info.name} was not trained for sentence vectors",
                "localcheck models pull minilm-l6 --network, then models use minilm-l6 --role encoder",
            )
        if not texts:
            return self.embed([""])[:0]
        parts = self._cut(self._tokenizer.encode(texts))
        sums: dict[int, Array] = {}
        for i, row in self._read(parts, lambda part, hidden: hidden[: len(part.ids)].sum(axis=0)).items():
            sums[parts[i].text] = sums.get(parts[i].text, 0) + row
        return unit(np.stack([sums[i] for i in range(len(texts))]))

    def tokens(self, text: str) -> list[Span]:
        """Characters of ``text`` behind each of its tokens, in order."""
        return self._tokenizer.encode([text])[0].spans()

    def load(self) -> None:
        """Read what is not read yet. Raises ``BrokenModel``."""
        _ = self._tokenizer, self._runtime

    def close(self) -> None:
        """Free the model."""
        self._pool.shutdown(wait=True, cancel_futures=True)
        if "_runtime" in self.__dict__:
            self._runtime.unload_model()

    def _unchanged(self) -> Path:
        """The folder, if its files are still those whose hashes were checked."""
        if state_of(self._folder) != self._state:
            raise BrokenModel(f"{self._folder.name}: its files changed while it was in use", "run the command again")
        return self._folder

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        found = open_tokenizer(self._unchanged())
        found.layout = with_separator(found, self._card.separator)
        return found

    @cached_property
    def _runtime(self) -> Any:
        import ctranslate2

        folder, plan = str(self._unchanged()), self._plan
        threads = {"inter_threads": plan.workers, "intra_threads": plan.threads}
        try:
            return ctranslate2.Encoder(folder, compute_type=plan.compute_type, **threads)
        except (RuntimeError, ValueError) as error:
            raise BrokenModel(*of_runtime(f"cannot load {self._folder.name}", error)) from error

    def _score(self, joined: Pairs) -> FloatArray:
        """Class probabilities of the joined inputs, in their order."""
        assert self._head is not None
        logits = np.zeros((len(joined.inputs), len(self._card.labels)), dtype=np.float32)
        head, pooling = self._head, self._card.pooling

        def read(batch: list[int], hidden: Array, pooled: Array | None) -> Array:
            tokens = marked([joined.marks[i] for i in batch], hidden.shape[1])
            # Row by row: a product of several rows rounds otherwise than that of one.
            each = [slice(k, k + 1) for k in range(len(batch))]
            rows = [
                head.logits(pool(hidden[k], None if pooled is None else pooled[k], tokens[k], pooling)) for k in each
            ]
            return np.concatenate(rows)

        for batch, rows in self._forward(joined.inputs, joined.types, read):
            logits[batch] = rows
        longer = np.array([len(x) > self._card.long for x in joined.inputs], dtype=bool)
        logits[longer, self._columns[ENTAIL]] += self._card.long_entail
        return probabilities(logits, self._columns, self._card.temperature)

    def _cut(self, tokens: Sequence[Tokens]) -> list[Piece]:
        """Every text between its special tokens, a long one in consecutive pieces; at least one piece a text."""
        before, after = self._tokenizer.layout.prefix, self._tokenizer.layout.suffix
        room = self._card.max_tokens - len(before) - len(after)
        cuts = [(i, t.ids[a : a + room]) for i, t in enumerate(tokens) for a in range(0, max(1, len(t.ids)), room)]
        return [Piece(i, inner, (*before, *inner, *after)) for i, inner in cuts]

    def _read(self, parts: Sequence[Piece], value: Callable[[Piece, Array], Array]) -> dict[int, Array]:
        """What ``value`` makes of each piece and its hidden states, by the piece's number, in the order of the batches."""

        def read(batch: list[int], hidden: Array, pooled: Array | None) -> list[Array]:
            return [value(parts[i], row) for i, row in zip(batch, hidden, strict=True)]

        batches = self._forward([p.ids for p in parts], [[0] * len(p.ids) for p in parts], read)
        return {i: own for batch, rows in batches for i, own in zip(batch, rows, strict=True)}

    def _forward(
        self,
        inputs: Sequence[Sequence[int]],
        types: Sequence[Sequence[int]],
        read: Callable[[list[int], Array, Array | None], T],
    ) -> Iterator[tuple[list[int], T]]:
        """Run all inputs through the workers; yields the indices of each batch and what ``read`` makes of it.

        ``read`` gets indices, hidden states and pooled output and runs in the worker, so that hidden states, which are
        large, are not kept until they are asked for.
        """
        self.load()  # here, not in several workers at once
        plan = self._plan
        lengths = [len(x) for x in inputs]
        batches = list(by_length(lengths, tokens=plan.batch_tokens, size=plan.batch_size, workers=plan.workers))

        def run(batch: list[int]) -> T:
            return read(batch, *self._run([list(inputs[i]) for i in batch], [list(types[i]) for i in batch]))

        yield from zip(batches, self._pool.map(run, batches), strict=True)

    def _run(self, inputs: list[list[int]], types: list[list[int]]) -> tuple[Array, Array | None]:
        longest = max(len(t) for t in types)
        if max(max(t, default=0) for t in inputs) >= self._limits.tokens:
            raise NLIError(f"{self.info.name}: its tokenizer has more tokens than its weights", "install it again")
        padded = [t + [t[-1]] * (longest - len(t)) for t in types] if self._card.segments else None
        if self._card.positions:
            padded = [list(range(longest))] * len(inputs)
        try:
            result = self._runtime.forward_batch(inputs, token_type_ids=padded)
            pooled = None if result.pooler_output is None else float32_of(result.pooler_output)
            return float32_of(result.last_hidden_state), pooled
        except (RuntimeError, ValueError) as error:
            raise NLIError(*of_runtime(self.info.name, error)) from error


def open_nli(folder: Path, *, threads: int = 0, compute_type: str = "auto", batch_size: int = 0) -> EncoderNLI:
    """Open the encoder in ``folder`` after its hashes were checked. Raises ``NLIError`` and ``MissingModel``."""
    return open_planned(folder, plan_here(_width(folder), threads, compute_type, batch_size))


def open_planned(folder: Path, plan: Plan) -> EncoderNLI:
    """Open the encoder in ``folder`` to be run by ``plan``. Raises ``NLIError`` and ``MissingModel``."""
    import ctranslate2

    card, state = read_card(folder), state_of(folder)
    sha256 = verified_digest(folder)
    supported = ctranslate2.get_supported_compute_types("cpu")
    if plan.compute_type not in supported:
        raise NLIError(
            f"this CPU does not support compute type {plan.compute_type}", f"supported: {', '.join(sorted(supported))}"
        )
    return EncoderNLI(folder, card, sha256, plan, check_ctranslate(folder), state)


def _within(folder: Path, card: Card, limits: Limits) -> Card:
    """``card`` with no longer inputs than the model has tables for. Raises ``NLIError`` where it asks for missing ones."""
    if (card.segments and limits.types < 2) or (card.positions and not limits.types):
        raise NLIError(f"{folder}: the card asks for token types, of which the model has {limits.types}")
    rows = [n for n in (limits.positions, limits.types if card.positions else 0) if n]
    longest = min([card.max_tokens, *rows])
    if longest < FEWEST_TOKENS:
        raise NLIError(f"{folder}: the model reads {longest} tokens at a time, which is too few to judge anything")
    return replace(card, max_tokens=longest)


def _width(folder: Path) -> int:
    """Hidden size, read off the head; 384 where there is none."""
    path = folder / "head.npz"
    return int(read_head(path, "none").out_weight.shape[1]) if path.is_file() else 384


def float32_of(view: Any) -> Array:
    """A float32 array from a CTranslate2 ``StorageView``."""
    import ctranslate2

    if view.dtype != ctranslate2.DataType.float32:
        view = view.to(ctranslate2.DataType.float32)
    return np.array(view)
