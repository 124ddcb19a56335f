"""Finds and loads GGUF files. A model's weights are loaded once per process, however many backends use them.

A file that was never used here is tried in a child process first: llama.cpp aborts its process over some damaged files, and
with it would go the document that is being checked. Files that `models import` and `models pull` install are tried then; a
file given by its path is tried when it is first opened. Under a limit of addresses (``ulimit -v``) every file is tried each
time: libraries that get no more abort as well.
"""

from __future__ import annotations

import ctypes
import os
import resource
import sys
import threading
from collections import deque
from contextlib import closing
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from localcheck.backends.llamacpp.interruptible import Worker
from localcheck.backends.llamacpp.memory import require_memory
from localcheck.errors import BadInput, LLMError, MissingExtra, MissingModel
from localcheck.models.manifest import BESIDE, check_files, read_record, remembered_hashes
from localcheck.system import children, memo, resources
from localcheck.system.cpu import usable_cores

MAGIC = b"GGUF"
INSTALLED_AS = "model.gguf"
REPACKED = 1.7
"""Memory that loaded weights take, for each byte of the file: llama.cpp copies most of them into the order that the processor's
kernels read (1.62 measured with Q4_K_M on AVX-512; the pages of the file itself are given back when others want memory)."""
OVERHEAD = 64 * 2**20
"""Bytes for the tokenizer and the runtime, beside the weights."""

TILES = b"AMX_INT8 = 1"
"""In llama.cpp's line about itself, where it was compiled for Intel's matrix tiles. Compilers remove what sets the tiles up
(ggml-org/llama.cpp, pull request 26954), and the first token ends the process with SIGILL."""
LOOK = 0.2
"""Seconds during which the idle cores are counted."""
ERRORS = (3, 4)
"""Levels of llama.cpp's log that say what went wrong: warnings and errors (errors alone before the levels were renumbered)."""

_lock = threading.Lock()
_loaded: dict[tuple[str, int, int], tuple[Any, int]] = {}
_errors: deque[str] = deque(maxlen=5)
_quiet: Any = None


def require_runtime() -> None:
    """Raises ``MissingExtra`` when llama-cpp-python is not installed."""
    if find_spec("llama_cpp") is None:
        raise MissingExtra("llm", "a GGUF model")


def installed() -> list[str]:
    """Names of the GGUF models in the home."""
    folder = resources.models_dir()
    found = {p.stem for p in folder.glob("*.gguf")} | {p.parent.name for p in folder.glob("*/*.gguf")} - BESIDE
    return sorted(found)


def find(name: str) -> Path:
    """The file of ``name``: a path, or a model of the home. Raises ``MissingModel`` and ``BadInput``."""
    direct, folder = Path(name).expanduser(), resources.models_dir()
    within = [] if name in BESIDE else sorted((folder / name).glob("*.gguf"))
    candidates: list[Path] = [direct, folder / f"{name}.gguf", *within]
    path = next((p for p in candidates if p.is_file()), None)
    if path is None:
        here = ", ".join(installed()) or "none"
        raise MissingModel(
            f"no GGUF model {name!r}", f"installed: {here}; what can be had: localcheck models list --kind llm"
        )
    with path.open("rb") as f:
        if f.read(4) != MAGIC:
            raise BadInput(path, "not a GGUF file", "the download may be incomplete, or it is another format")
    return path


def name_of(path: Path) -> str:
    """The name of a model: that of its folder where it is installed as ``NAME/model.gguf``, else the file's."""
    return path.parent.name if path.name == INSTALLED_AS else path.stem


def fingerprint(path: Path) -> str:
    """SHA-256 of a model file, compared with the record of its installation. Raises ``BadInput`` where it is not as recorded.

    A file that has not changed since it was installed, or was last read, is not read again.
    """
    record = read_record(path.parent)
    named = tuple(f for f in record.files if f.path == path.name) if record else ()
    if record is None or not named:
        return remembered_hashes([path])[0]
    for checked in list(check_files(path.parent, replace(record, files=named))):
        if checked.problem:
            raise BadInput(path, checked.problem, f"localcheck models remove {record.name}, then install it again")
    return named[0].sha256


def threads_for(setting: int) -> int:
    """The threads to use: the setting, or one for each core that this process may run on and that is idle now.

    llama.cpp's threads busy-wait for one another after every operation: with one thread more than there are idle cores, a model
    writes ten times slower than with one thread less.
    """
    if setting > 0:
        return setting
    import psutil

    cores = usable_cores()
    busy = float(psutil.cpu_percent(interval=LOOK)) / 100
    return max(1, cores - round(cores * busy))


def require_room(path: Path, gpu_layers: int) -> None:
    """Raises ``LLMError`` where the memory does not hold the weights; nothing of the file is read for that."""
    if _key(path, gpu_layers) not in _loaded:
        require_memory(memory_of(path.stat().st_size) + OVERHEAD, name_of(path))


def _key(path: Path, gpu_layers: int) -> tuple[str, int, int]:
    return str(path.resolve()), path.stat().st_mtime_ns, gpu_layers


def load(path: Path, gpu_layers: int) -> Any:
    """The ``llama_model`` of ``path``; give it back with ``release``. Raises ``LLMError``."""
    import llama_cpp

    key = _key(path, gpu_layers)
    with _lock:
        model, users = _loaded.get(key, (None, 0))
        if model is None:
            if holds_nothing(path):
                raise LLMError(f"{path}: holds no weights", "download the file again")
            require_room(path, gpu_layers)
            _silence()
            llama_cpp.llama_backend_init()
            parameters = llama_cpp.llama_model_default_params()
            parameters.n_gpu_layers = 999 if gpu_layers < 0 else gpu_layers
            parameters.use_extra_bufts = safe_layout(llama_cpp.llama_print_system_info())
            _errors.clear()
            with closing(Worker("llama-load")) as worker:
                parameters.progress_callback = llama_cpp.llama_progress_callback(lambda *_: not worker.stopping)
                load = llama_cpp.llama_model_load_from_file
                model = worker.call(load, os.fsencode(path), parameters, undo=llama_cpp.llama_model_free)
            if not model:
                raise LLMError(
                    f"{path}: cannot be loaded: {last_errors()}",
                    "the file may be cut short or too new for this llama.cpp",
                )
        _loaded[key] = (model, users + 1)
        return model


def safe_layout(build: bytes) -> bool:
    """Whether llama.cpp, built as it says of itself, may lay weights out anew for this processor's fastest kernels.

    >>> safe_layout(b"CPU : AVX512 = 1 | AVX512_VNNI = 1 | AMX_INT8 = 1"), safe_layout(b"CPU : AVX512 = 1")
    (False, True)
    """
    return TILES not in build


def memory_of(size: int) -> int:
    """Bytes of memory that the weights of a file of ``size`` bytes take once they are loaded."""
    import llama_cpp

    return int(size * (REPACKED if safe_layout(llama_cpp.llama_print_system_info()) else 1.0))


def adapter(model: Any, path: Path) -> Any:
    """The low-rank adapter in ``path`` for a loaded model; it is freed with the model. Raises ``LLMError``."""
    import llama_cpp

    _errors.clear()
    found = llama_cpp.llama_adapter_lora_init(model, os.fsencode(path))
    if not found:
        raise LLMError(f"the adapter {path.name} does not fit the model: {last_errors()}", "install localcheck again")
    return found


def holds_nothing(path: Path) -> bool:
    """True for a GGUF file that states no tensors. llama.cpp must not see it: a header can make it abort the process."""
    with path.open("rb") as file:
        head = file.read(16)
    return head[:4] == MAGIC and head[8:16] == bytes(8)


def cell_bytes(model: Any) -> int:
    """Bytes of one token in the memory of keys and values, at 16 bits: by the model's own head sizes where it states them."""
    import llama_cpp

    heads = int(llama_cpp.llama_model_n_head(model))
    width = int(llama_cpp.llama_model_n_embd(model)) // max(1, heads)
    family = _stated(model, "general.architecture")
    sizes = (int(_stated(model, f"{family}.attention.{part}_length") or width) for part in ("key", "value"))
    return 2 * sum(sizes) * int(llama_cpp.llama_model_n_head_kv(model)) * int(llama_cpp.llama_model_n_layer(model))


def _stated(model: Any, key: str) -> str:
    """A value of the file's metadata; empty when it does not state it."""
    import llama_cpp

    buffer = ctypes.create_string_buffer(256)
    length = llama_cpp.llama_model_meta_val_str(model, key.encode(), buffer, 256)
    return buffer.value.decode("utf-8", "replace") if length > 0 else ""


def release(model: Any) -> None:
    """Give a loaded model back, whatever became of its file; the last user frees it. A process that ends frees all."""
    if sys.is_finalizing():
        return
    import llama_cpp

    with _lock:
        key = next((key for key, (loaded, _) in _loaded.items() if loaded is model), None)
        if key is None:
            return
        _, users = _loaded.pop(key)
        if users > 1:
            _loaded[key] = (model, users - 1)
        else:
            llama_cpp.llama_model_free(model)


def last_errors() -> str:
    """The last warnings and errors of llama.cpp, in one line; that it gives none where it gives none."""
    return "; ".join(_errors) or "llama.cpp gives no reason"


def _silence() -> None:
    """Keep llama.cpp off stderr; its error lines are kept for messages."""
    global _quiet
    if _quiet is None:
        import llama_cpp

        def keep(level: int, text: bytes, data: object) -> None:
            if level in ERRORS and (line := text.decode("utf-8", "replace").strip()):
                _errors.append(line)

        _quiet = llama_cpp.llama_log_callback(keep)
        llama_cpp.llama_log_set(_quiet, ctypes.c_void_p(0))


MEMO = "tried.json"
TIGHT = "{name} cannot be opened within this process's limit of addresses (ulimit -v): {why}"


def require_usable(path: Path, digest: str) -> None:
    """Raise ``BadInput`` when llama.cpp crashes on the file `path` with the SHA-256 `digest`, runs into the trial's limits, or
    never answers; ``LLMError`` where that happens within a limit of this process.

    A file that works is remembered in the home by its hash and not tried again. One that llama.cpp refuses in words passes:
    loading it here says the same words.
    """
    known = memo.recall(MEMO)
    tried = {one for one in known if isinstance(one, str)} if isinstance(known, list) else set()
    limited = resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY
    if digest in tried and not limited:
        return
    found = children.try_model(path)
    if found.refusal.startswith(LLMError.__name__):
        return
    if limited and (found.crash or found.refusal):
        raise LLMError(TIGHT.format(name=path.name, why=found.crash or found.why), "raise it, or take a smaller model")
    if found.crash or found.refusal:
        why = found.crash or f"cannot be used: {found.why}"
        raise BadInput(path, f"the model {why}", found.advice("it is damaged: download it again"))
    memo.keep(MEMO, sorted({*tried, digest}))
