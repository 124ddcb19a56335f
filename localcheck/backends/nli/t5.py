"""Fact checkers of the MiniCheck kind: a T5 reads premise and hypothesis, its first decoder token is the verdict.

Tang et al. 2024 (https://arxiv.org/abs/2404.10774): input ``predict: DOCUMENT </s> CLAIM </s>``; P(supported) is the softmax
over the logits of two tokens, "1" and the first piece of "0". A model of two classes: what is not entailed is neutral.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from localcheck.backends.nli import encoder
from localcheck.backends.nli.encoder import float32_of
from localcheck.backends.nli.head import Array, probabilities
from localcheck.backends.nli.pairs import by_length, collect, number, premise_windows
from localcheck.backends.nli.tokenizer import open_tokenizer
from localcheck.errors import NLIError, of_runtime
from localcheck.models.manifest import Card, read_card, verified_digest
from localcheck.models.manifest.ctranslate import check_ctranslate
from localcheck.ports import FloatArray, VectorArray
from localcheck.system.closing import Closing
from localcheck.system.jsontext import parse
from localcheck.types import TokenVectors
from localcheck.types.infos import ModelInfo

END = "</s>"
WIDTH = 1024
"""Assumed hidden size when threads are chosen: the checkers worth having are large."""


class SeqNLI(Closing):
    """An open sequence-to-sequence checker: ``NLI``, with two classes. Close it, or use it as a context manager."""

    def __init__(self, folder: Path, card: Card, sha256: str, plan: encoder.Plan, runtime: Any) -> None:
        self._card = card
        self._plan = plan
        self._runtime = runtime
        self._tokenizer = open_tokenizer(folder)
        self.verdicts = [self._id(card.positive), self._id(card.negative)]
        self._between = card.separator if card.separator != END else ""
        self._pool = ThreadPoolExecutor(plan.workers, thread_name_prefix="nli")
        self.info = ModelInfo(
            name=folder.name,
            sha256=sha256,
            labels=card.labels,
            languages=card.languages,
            max_tokens=card.max_tokens,
            compute_type=plan.compute_type,
            threads=plan.workers * plan.threads,
            why=plan.why,
        )

    def entail(self, pairs: Sequence[tuple[str, str]]) -> FloatArray:
        """Probabilities (entail, neutral, 0), shape (n, 3). A premise that does not fit is read in windows.

        A hypothesis that leaves no room for a premise is neutral, never a guess. Raises ``NLIError``.
        """
        inputs, rows_of = self._join(pairs)
        return collect(rows_of, probabilities(self._logits(inputs), (0, 1), self._card.temperature))

    def encode(self, texts: Sequence[str]) -> list[TokenVectors]:
        """Not possible with this kind of model. Raises ``NLIError``."""
        raise NLIError(
            f"{self.info.name} gives no token vectors", "choose an encoder: localcheck models list --kind encoder"
        )

    def embed(self, texts: Sequence[str]) -> VectorArray:
        """Not possible with this kind of model. Raises ``NLIError``."""
        raise NLIError(f"{self.info.name} gives no sentence vectors", "localcheck models pull minilm-l6 --network")

    def load(self) -> None:
        """Nothing is left to read."""

    def close(self) -> None:
        """Free the model."""
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._runtime.unload_model()

    def _pieces(self, texts: Sequence[str]) -> list[tuple[str, ...]]:
        return [t.pieces for t in self._tokenizer.encode(texts)]

    def _id(self, piece: str) -> int:
        found = self._tokenizer.id_of(piece)
        if found is None:
            raise NLIError(
                f"the tokenizer has no token {piece!r}", "convert the model again with --positive and --negative"
            )
        return found

    def _join(self, pairs: Sequence[tuple[str, str]]) -> tuple[list[tuple[str, ...]], tuple[tuple[int, ...], ...]]:
        """Distinct source sequences, and those that each pair needs: ``prompt premise </s> hypothesis </s>``."""
        premises = list(dict.fromkeys(p for p, _ in pairs))
        hypotheses = list(dict.fromkeys(h for _, h in pairs))
        left = dict(zip(premises, self._pieces(premises), strict=True))
        right = dict(zip(hypotheses, self._pieces([self._between + h for h in hypotheses]), strict=True))
        lead = self._pieces([self._card.prompt])[0]
        middle = () if self._between else (END,)

        def make(pair: tuple[str, str]) -> list[tuple[str, ...]]:
            body, tail = left[pair[0]], right[pair[1]]
            room = self._card.max_tokens - len(lead) - len(tail) - 2
            return [(*lead, *body[a:b], *middle, *tail, END) for a, b in premise_windows(len(body), room)]

        return number({pair: make(pair) for pair in dict.fromkeys(pairs)}, pairs)

    def _logits(self, rows: Sequence[tuple[str, ...]]) -> Array:
        """Logits of the positive and the negative token as first decoder token, (n, 2)."""
        plan = self._plan
        lengths = [len(row) for row in rows]
        batches = list(by_length(lengths, tokens=plan.batch_tokens, size=plan.batch_size, workers=plan.workers))
        logits = np.zeros((len(rows), 2), dtype=np.float32)
        found = self._pool.map(lambda batch: self._run([list(rows[i]) for i in batch]), batches)
        for batch, values in zip(batches, found, strict=True):
            logits[batch] = values
        return logits

    def _run(self, sources: list[list[str]]) -> Array:
        try:
            results = self._runtime.translate_batch(
                sources, beam_size=1, max_decoding_length=1, max_input_length=0, return_logits_vocab=True
            )
        except (RuntimeError, ValueError) as error:
            raise NLIError(*of_runtime(self.info.name, error)) from error
        rows: Array = np.stack([float32_of(r.logits[0][0]).reshape(-1)[self.verdicts] for r in results])
        return rows


def open_nli(folder: Path, *, threads: int = 0, compute_type: str = "auto", batch_size: int = 0) -> SeqNLI:
    """Open the checker in ``folder`` after its hashes were checked. Raises ``NLIError`` and ``MissingModel``."""
    import ctranslate2

    card = read_card(folder)
    sha256 = verified_digest(folder)
    limits = check_ctranslate(folder)
    plan = encoder.plan_here(WIDTH, threads, compute_type, batch_size)
    try:
        runtime = ctranslate2.Translator(
            str(folder), compute_type=plan.compute_type, inter_threads=plan.workers, intra_threads=plan.threads
        )
    except (RuntimeError, ValueError) as error:
        raise NLIError(*of_runtime(f"cannot load {folder.name}", error)) from error
    found = SeqNLI(folder, card, sha256, plan, runtime)
    if (
        max(found.verdicts) >= limits.tokens
        or max(map(_entries, folder.glob("*vocabulary.*")), default=0) > limits.tokens
    ):
        found.close()
        raise NLIError(f"{folder.name}: its vocabulary has more tokens than its weights", "install it again")
    return found


def _entries(vocabulary: Path) -> int:
    """Tokens in a vocabulary file of CTranslate2: a JSON list, or one a line."""
    if vocabulary.suffix == ".json":
        with suppress(ValueError):
            return len(parse(vocabulary.read_bytes()))
    return vocabulary.read_bytes().count(b"\n")
