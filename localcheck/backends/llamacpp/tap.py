"""Takes the hidden states out of llama.cpp's graph while it computes them. Knows layers and rows, no prompts."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

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
