"""One llama.cpp context: decode batches of several sequences, copy and drop sequences, and take the hidden states out of the
graph while it is computed. Knows no requests.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from localcheck.backends.llamacpp.loading import Worker, last_errors
from localcheck.errors import LLMError

FINAL = -1
"""Stands for the state behind the last layer, normalised, which the vocabulary's scores are made of."""
_NAMES = ("libggml-base.so", "libggml-base.dylib", "ggml-base.dll")


class Tap:
    """Keeps what the wanted layers gave for the last batch.

    A layer's state has a row for each token of the batch; the final one has rows only for tokens whose logits are wanted.
    Where the final state is not wanted the computation ends with the last layer that is, which saves the rest of the network:
    such a context answers nothing.
    """

    def __init__(self, layers: Sequence[int]) -> None:
        import llama_cpp

        self.rows: dict[int, NDArray[np.float32]] = {}
        """Layer -> states of the last batch, shape (tokens, width)."""
        self._library = _ggml()
        self._wanted = {_name(layer): layer for layer in layers}
        self._last = "" if FINAL in layers else _name(max(layers))
        self.callback = llama_cpp.ggml_backend_sched_eval_callback(self._seen)
        """What llama.cpp calls with every tensor, before and after it is computed."""

    def _seen(self, tensor: int, ask: bool, _: object) -> bool:
        name: str = self._library.ggml_get_name(tensor).decode("ascii", "replace")
        layer = self._wanted.get(name)
        if layer is None:
            return not ask
        if ask:
            return True
        size = int(self._library.ggml_nbytes(tensor))
        found = np.empty(size // 4, np.float32)
        self._library.ggml_backend_tensor_get(tensor, found.ctypes.data, 0, size)
        self.rows[layer] = found
        return name != self._last


def _name(layer: int) -> str:
    return "result_norm" if layer == FINAL else f"l_out-{layer}"


def _ggml() -> Any:
    """The library of tensors that llama.cpp uses. Raises ``LLMError`` where it lies elsewhere than known."""
    import llama_cpp

    folder = Path(llama_cpp.__file__).parent / "lib"
    path = next((folder / name for name in _NAMES if (folder / name).is_file()), None)
    if path is None:
        raise LLMError("this build of llama-cpp-python does not let hidden states be read", "install llama-cpp-python")
    library = ctypes.CDLL(str(path))
    library.ggml_get_name.argtypes, library.ggml_get_name.restype = [ctypes.c_void_p], ctypes.c_char_p
    library.ggml_nbytes.argtypes, library.ggml_nbytes.restype = [ctypes.c_void_p], ctypes.c_size_t
    get = library.ggml_backend_tensor_get
    get.argtypes, get.restype = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t], None
    return library


FILLING = 8
"""Rows that a step may be filled up with, in a sequence of their own beyond the limits."""
BLOCK = 4
"""Rows that llama.cpp's kernels compute together. What a batch has beyond whole blocks, and a batch of one, is computed by
others, which round otherwise: that moves a probability of a quantised model by up to a twentieth.
"""


@dataclass(frozen=True, slots=True)
class Limits:
    """Sizes of a context."""

    cells: int
    """Tokens that all sequences together can hold; a token shared by several counts once."""
    sequences: int
    """Sequences at a time."""
    batch: int
    """Tokens of one call."""
    outputs: int
    """Rows of logits of one call."""


@dataclass(slots=True)
class Entry:
    """One token of a batch."""

    token: int
    position: int
    sequence: int
    wanted: bool
    """Return the logits after this token."""


class Context:
    """The key-value memory of one model, and its ``llama_decode``."""

    def __init__(self, model: Any, limits: Limits, threads: int, tap: Tap | None = None) -> None:
        """``tap`` takes hidden states out of every batch."""
        import llama_cpp

        self._library = llama_cpp
        self.limits = limits
        self.width = int(llama_cpp.llama_model_n_embd(model))
        self.n_vocab = int(llama_cpp.llama_vocab_n_tokens(llama_cpp.llama_model_get_vocab(model)))
        self._worker = Worker("llama")
        self._should_stop = llama_cpp.ggml_abort_callback(lambda _: self._worker.stopping)
        parameters = self._parameters(limits, threads)
        if tap:
            parameters.cb_eval = tap.callback
        self._tap = tap  # llama.cpp holds a pointer into it
        self._context = self._worker.call(llama_cpp.llama_init_from_model, model, parameters, undo=llama_cpp.llama_free)
        if not self._context:
            raise LLMError(
                f"no context of {limits.cells} tokens could be made: {last_errors()}", "lower the setting `context`"
            )
        self._memory = llama_cpp.llama_get_memory(self._context)
        self.padded: Callable[[int], int] = lambda rows: rows
        """What a step of so many answers is filled up to, because it is faster so."""
        self._allocate()

    def _parameters(self, limits: Limits, threads: int) -> Any:
        parameters = self._library.llama_context_default_params()
        parameters.n_ctx = limits.cells + FILLING
        parameters.n_batch = parameters.n_ubatch = limits.batch + FILLING
        parameters.n_seq_max = limits.sequences + 1
        parameters.n_outputs_max = limits.outputs + FILLING
        parameters.n_threads = parameters.n_threads_batch = threads
        # One buffer for all sequences: a copied prefix is shared, not duplicated.
        parameters.kv_unified = True
        # Not faster on CPUs, and its rounding is coarser.
        parameters.flash_attn_type = self._library.LLAMA_FLASH_ATTN_TYPE_DISABLED
        parameters.no_perf = True
        parameters.abort_callback = self._should_stop
        return parameters

    def _allocate(self) -> None:
        size = self.limits.batch + FILLING
        self._token, self._position = np.zeros(size, np.int32), np.zeros(size, np.int32)
        self._sequence, self._wanted = np.zeros(size, np.int32), np.zeros(size, np.int8)
        places = self._sequence.ctypes.data + np.arange(size) * self._sequence.itemsize
        self._counts, self._pointers = np.ones(size, np.int32), places.astype(np.uint64)

    def decode(self, entries: list[Entry], alike: bool = False) -> NDArray[np.float32]:
        """Logits of the wanted entries, in their order, shape (wanted, n_vocab); a view valid until the next call.

        ``alike``: a token is computed alike, bit for bit, however many stand beside it, if it lies in the same place of the
        memory. Ctrl-C stops it between two operations of the network. Raises ``LLMError``.
        """
        rows, size, filling = sum(e.wanted for e in entries), len(entries), 0
        if alike:
            filling = max(-size % BLOCK, 2 * BLOCK - size)
        elif rows == size:
            filling = min(max(0, self.padded(rows) - rows), FILLING)
        self._decode([*entries, *(Entry(0, i, self.limits.sequences, not alike) for i in range(filling))])
        if filling:
            self.drop(self.limits.sequences)
        if not rows:
            return np.empty((0, self.n_vocab), np.float32)
        return np.ctypeslib.as_array(self._library.llama_get_logits(self._context), (rows, self.n_vocab))

    def adapt(self, adapter: Any) -> None:
        """Compute with a low-rank adapter of this context's model (``loading.adapter``) from now on. Raises ``LLMError``."""
        one = (self._library.llama_adapter_lora_p_ctypes * 1)(adapter)
        if self._library.llama_set_adapters_lora(self._context, one, 1, (ctypes.c_float * 1)(1.0)) != 0:
            raise LLMError(f"the adapter could not be used: {last_errors()}")

    def step_seconds(self, rows: int) -> float:
        """CPU seconds of one step with so many answers. Forgets every sequence."""
        self.clear()
        entries = [Entry(0, 0, sequence, True) for sequence in range(rows)]
        began = process_time()
        self._decode(entries)
        spent = process_time() - began
        self.clear()
        return spent

    def _decode(self, entries: list[Entry]) -> None:
        count = len(entries)
        self._token[:count] = [e.token for e in entries]
        self._position[:count] = [e.position for e in entries]
        self._wanted[:count] = [e.wanted for e in entries]
        self._sequence[:count] = [e.sequence for e in entries]
        code = self._worker.call(self._library.llama_decode, self._context, self._batch(count))
        if code != 0:
            raise LLMError(f"llama.cpp could not decode a batch of {count} tokens (code {code}): {last_errors()}")

    def _batch(self, count: int) -> Any:
        integer = ctypes.POINTER(ctypes.c_int32)
        return self._library.llama_batch(
            n_tokens=count,
            token=self._token.ctypes.data_as(integer),
            embd=None,
            pos=self._position.ctypes.data_as(integer),
            n_seq_id=self._counts.ctypes.data_as(integer),
            seq_id=ctypes.cast(self._pointers.ctypes.data, ctypes.POINTER(integer)),
            logits=self._wanted.ctypes.data_as(ctypes.POINTER(ctypes.c_int8)),
        )

    def copy(self, source: int, target: int, end: int) -> None:
        """Let ``target`` begin with the first ``end`` tokens of ``source``."""
        self._library.llama_memory_seq_cp(self._memory, source, target, 0, end)

    def drop(self, sequence: int, start: int = 0) -> None:
        """Forget a sequence, from its token ``start`` on."""
        self._library.llama_memory_seq_rm(self._memory, sequence, start, -1)

    def clear(self) -> None:
        """Forget every sequence."""
        self._library.llama_memory_clear(self._memory, False)

    def close(self) -> None:
        """Free the memory."""
        if self._context:
            self._worker.close()
            self._library.llama_free(self._context)
            self._context = None
