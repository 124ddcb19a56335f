"""From a row of logits to a token, its log-probability and its entropy. Pure NumPy, but for the grammar."""

from __future__ import annotations

import ctypes
import json
from typing import Any, cast

import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from localcheck.errors import LLMError

Row = NDArray[np.float32]
"""Logits over the vocabulary."""
BLOCK = 256
"""Logits summed at a time."""
SMALL, LIKELY, TRIES = 4096, 64, 8
"""Under a grammar, in vocabularies that are not small, the likeliest tokens are masked first, then so many draws are tried."""
LOWEST = np.float32(-200)
"""Logits so far below the best add nothing to sums of float32; -inf is none of the numbers that can be added."""
CANDIDATE = np.dtype([("id", np.int32), ("logit", np.float32), ("p", np.float32)])
"""``llama_token_data`` of llama.h."""


def log_softmax(row: Row) -> NDArray[np.float64]:
    """Natural log-probabilities of a row of logits."""
    shifted = row.astype(np.float64) - np.float64(row.max())
    return cast("NDArray[np.float64]", shifted - np.log(np.exp(shifted).sum()))


def most_likely(row: Row, count: int) -> NDArray[np.intp]:
    """Indices of the ``count`` largest logits, largest first, ties by the lower index.

    They lie in the ``count`` blocks with the largest maxima: only those are sorted. A quarter of a million logits take a
    tenth of a millisecond.
    """
    whole = row.size - row.size % BLOCK
    tops = row[:whole].reshape(-1, BLOCK).max(axis=1)
    if count >= tops.size:
        return np.argsort(-row, kind="stable")[:count]
    threshold = np.partition(tops, tops.size - count)[tops.size - count]
    places = (np.flatnonzero(tops >= threshold)[:, None] * BLOCK + np.arange(BLOCK)).ravel()
    places = np.concatenate([places, np.arange(whole, row.size)])
    return places[np.argsort(-row[places], kind="stable")[:count]]


def log_mass(row: Row) -> tuple[float, float]:
    """``log(sum(exp(row)))``, and the Shannon entropy in nats of the distribution that it normalises."""
    best = row.max()
    shifted = np.maximum(row - best, LOWEST)
    weights = np.exp(shifted)
    total = float(weights.sum(dtype=np.float64))
    log_total = float(np.log(total))
    return float(best) + log_total, max(0.0, log_total - float(weights @ shifted) / total)


def kept(row: Row, top_k: int, top_p: float) -> NDArray[np.intp] | None:
    """Indices that remain after top-k, then top-p, most likely first; None if both keep all.

    As in llama.cpp, both look at the distribution before temperature, and ties fall to the lower index.
    """
    if not (0 < top_k < row.size or top_p < 1):
        return None
    order = np.argsort(-row, kind="stable")
    if 0 < top_k < row.size:
        order = order[:top_k]
    if top_p < 1:
        mass = np.cumsum(np.exp(log_softmax(row[order])))
        order = order[: int(np.searchsorted(mass, top_p)) + 1]
    return order


def draw(row: Row, temperature: float, top_k: int, top_p: float, rng: Generator) -> int:
    """One token: the most likely at temperature 0, else a draw from the truncated, tempered distribution.

    Logits of -inf are never drawn. ``rng`` gives one uniform number a draw.
    """
    if temperature == 0:
        return int(row.argmax())
    indices = kept(row, top_k, top_p)
    logits = row if indices is None else row[indices]
    weights = np.exp((logits - logits.max()) / np.float32(temperature))
    place = _inverse(weights, rng.random())
    return place if indices is None else int(indices[place])


def _inverse(weights: NDArray[np.float32], uniform: float) -> int:
    """The index at which the running sum of ``weights`` passes ``uniform`` of the whole; never one of weight 0.

    Sums over blocks first: only one block needs its running sum.
    """
    starts = np.arange(0, weights.size, BLOCK)
    mass = np.cumsum(np.add.reduceat(weights, starts, dtype=np.float64))
    goal = uniform * mass[-1]
    block = min(int(np.searchsorted(mass, goal, side="right")), int(np.flatnonzero(np.diff(mass, prepend=0.0))[-1]))
    first = block * BLOCK
    inner = np.cumsum(weights[first : first + BLOCK], dtype=np.float64)
    before = mass[block - 1] if block else 0.0
    place = int(np.searchsorted(inner, goal - before, side="right"))
    return first + min(place, int(np.flatnonzero(weights[first : first + BLOCK])[-1]))


class Grammar:
    """The state of a grammar along one answer: which tokens may come next. Close it when the answer ends."""

    def __init__(self, sampler: Any) -> None:
        self._sampler = sampler

    @classmethod
    def of_schema(cls, schema: str, vocabulary: Any) -> Grammar:
        """The grammar of all JSON that fits ``schema``. Raises ``LLMError`` when there is no such grammar."""
        import llama_cpp
        from llama_cpp.llama_grammar import json_schema_to_gbnf

        try:
            rules = json_schema_to_gbnf(json.dumps(json.loads(schema)))
        except (ValueError, LookupError, TypeError, AttributeError, RuntimeError, AssertionError) as error:
            raise LLMError(f"the schema has no grammar: {error}") from error
        sampler = llama_cpp.llama_sampler_init_grammar(vocabulary, rules.encode(), b"root")
        if not sampler:
            raise LLMError("the schema has no grammar that llama.cpp accepts")
        return cls(sampler)

    def fork(self) -> Grammar:
        """A copy in the same state."""
        import llama_cpp

        return Grammar(llama_cpp.llama_sampler_clone(self._sampler))

    def masked(self, row: Row) -> Row:
        """A copy of ``row`` with -inf for the tokens that may not come next."""
        candidates = np.empty(row.size, CANDIDATE)
        candidates["id"], candidates["logit"], candidates["p"] = np.arange(row.size), row, 0
        self._apply(candidates)
        result = np.empty_like(row)
        result[candidates["id"]] = candidates["logit"]
        return result

    def allowed(self, tokens: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Which of ``tokens`` may come next?"""
        candidates = np.zeros(tokens.size, CANDIDATE)
        candidates["id"] = tokens
        self._apply(candidates)
        may = np.zeros(tokens.size, np.bool_)
        may[np.isin(tokens, candidates["id"][np.isfinite(candidates["logit"])])] = True
        return may

    def accept(self, token: int) -> None:
        """Go on with ``token``, which must be allowed (llama.cpp ends the process otherwise)."""
        import llama_cpp

        llama_cpp.llama_sampler_accept(self._sampler, token)

    def close(self) -> None:
        """Free the state."""
        import llama_cpp

        if self._sampler:
            llama_cpp.llama_sampler_free(self._sampler)
            self._sampler = None

    def _apply(self, candidates: NDArray[Any]) -> None:
        import llama_cpp

        data = candidates.ctypes.data_as(llama_cpp.llama_token_data_p)
        array = llama_cpp.llama_token_data_array(data=data, size=candidates.size, selected=-1, sorted=False)
        llama_cpp.llama_sampler_apply(self._sampler, ctypes.byref(array))


class Sampler:
    """One answer's own random stream, truncation and grammar.

    Two answers of one request differ only by ``index``: the stream is that of ``(seed, index)``, whatever else is in
    the batch.
    """

    def __init__(
        self, temperature: float, top_k: int, top_p: float, seed: int, index: int, grammar: Grammar | None = None
    ) -> None:
        self._settings = (temperature, top_k, top_p)
        self._rng = default_rng([seed % 2**64, index])
        self._grammar = grammar
        self._truncates = temperature > 0 and (top_k > 0 or top_p < 1)

    def next(self, row: Row, ends: frozenset[int]) -> int:
        """The next token; under a grammar the next that it allows."""
        if self._grammar is None:
            return draw(row, *self._settings, self._rng)
        token = -1 if self._truncates else self._tried(row, self._grammar)
        if token < 0:
            token = draw(self._grammar.masked(row), *self._settings, self._rng)
        if token not in ends:
            self._grammar.accept(token)
        return token

    def _tried(self, row: Row, grammar: Grammar) -> int:
        """An allowed token without masking the whole vocabulary; -1 when a few tries do not find one.

        That is exact: a draw that is refused is taken out and drawn again, which gives the distribution conditioned on
        what the grammar allows. After the first refusal the likeliest tokens that are not allowed go out all at once.
        """
        token = draw(row, *self._settings, self._rng)
        if grammar.allowed(np.array([token]))[0]:
            return token
        if row.size < SMALL:
            return -1
        likely = most_likely(row, LIKELY)
        may = grammar.allowed(likely)
        if self._settings[0] == 0:
            return int(likely[may][0]) if may.any() else -1
        left = row.copy()
        left[likely[~may]] = -np.inf
        left[token] = -np.inf
        for _ in range(TRIES):
            token = draw(left, *self._settings, self._rng)
            if grammar.allowed(np.array([token]))[0]:
                return token
            left[token] = -np.inf
        return -1

    def close(self) -> None:
        """Free the grammar."""
        if self._grammar is not None:
            self._grammar.close()
