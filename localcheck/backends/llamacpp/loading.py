"""Finds and loads GGUF files. A model's weights are loaded once per process, however many backends use them.

A file that was never used here is tried in a child process first: llama.cpp aborts its process over some damaged files, and
with it would go the document that is being checked. Files that `models import` and `models pull` install are tried then; a
file given by its path is tried when it is first opened. Under a limit of addresses (``ulimit -v``) every file is tried each
time: libraries that get no more abort as well.

Long calls into C beside the caller's thread, so that Ctrl-C is seen at once and passed on.

Python runs signal handlers only between its own instructions, and an exception raised inside a callback from C is
lost. Here the caller waits in Python, and the callbacks that C makes run in another thread.

How much memory is free on this machine, and whether a model fits.
"""

from __future__ import annotations

import ctypes
import os
import resource
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

from localcheck.errors import BadInput, LLMError, MissingExtra, MissingModel
from localcheck.models.manifest import BESIDE, check_files, read_record, remembered_hashes
from localcheck.system import children, memo, resources
from localcheck.system.children import FULL
from localcheck.system.cpu import usable_cores

CGROUP, MEMBER = Path("/sys/fs/cgroup"), Path("/proc/self/cgroup")
FILES = (
    ("memory.max", "memory.current", "inactive_file "),
    ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file "),
)
"""Of control groups of version 2 and 1: the limit, what is used, and the line of ``memory.stat`` of what of that can be given
back at once.
"""
SPARE, EACH_CORE = 512 << 20, 64 << 20
"""Bytes of addresses for what is allocated later: contexts, adapters, and the stacks and heaps of threads on every core. Native
libraries abort where they get none. Measured with a model of 1.5 billion parameters on two cores: 4.2 GB of addresses were too
few for it, with 4.45 it is asked.
"""


def free_memory() -> int:
    """Bytes that can be used without swapping: what the system says, or what a limit (container, job, process) leaves."""
    import psutil

    available = int(psutil.virtual_memory().available)
    return min(left for left in (available, *map(_cgroup_left, _groups()), _process_left()) if left is not None)


def require_memory(need: int, what: str) -> None:
    """Raises ``LLMError`` when ``need`` bytes are more than what is free."""
    free = free_memory()
    if need > free:
        raise LLMError(
            f"{what} needs about {need / 2**30:.1f} GiB{FULL}{free / 2**30:.1f} GiB is free",
            "close other programs, lower --llm-context, or take a smaller or more quantised model",
        )


def _groups() -> Iterator[Path]:
    """The control groups of this process with those around them: a batch system or systemd limits one, a container its root."""
    try:
        lines = MEMBER.read_text().splitlines()
    except OSError:
        lines = []
    roots = {"": CGROUP, "memory": CGROUP / "memory"}
    yield from roots.values()
    for line in lines:
        controllers, _, path = line.partition(":")[2].partition(":")
        for name in roots.keys() & set(controllers.split(",")):
            own = Path(path.lstrip("/"))
            yield from (roots[name] / part for part in (own, *own.parents) if part.parts)


def _cgroup_left(folder: Path) -> int | None:
    for limit, used, line in FILES:
        try:
            most = (folder / limit).read_text().strip()
            inside = int((folder / used).read_text())
            rows = (folder / "memory.stat").read_text().splitlines()
            cache = next((int(row.split()[1]) for row in rows if row.startswith(line)), 0)
            return None if most == "max" else max(0, int(most) - inside + cache)
        except (OSError, ValueError):
            continue
    return None


def _process_left() -> int | None:
    """What ``ulimit -v`` leaves of this process's addresses; None without such a limit."""
    import psutil

    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    used = int(psutil.Process().memory_info().vms) + SPARE + EACH_CORE * usable_cores()
    return None if limit == resource.RLIM_INFINITY else max(0, limit - used)


T = TypeVar("T")


class Worker:
    """One thread for calls into C. ``stopping`` is true while the running call ought to give up."""

    def __init__(self, name: str) -> None:
        self.stopping = False
        self._threads = ThreadPoolExecutor(1, thread_name_prefix=name)

    def call(self, function: Callable[..., T], *arguments: Any, undo: Callable[[T], object] | None = None) -> T:
        """The result of ``function``.

        When the caller is interrupted, ``stopping`` is set, the call is waited for, ``undo`` gets what it returned
        (if that is true), and the interruption goes on. Raises ``LLMError`` where no memory is left for a thread.
        """
        try:
            pending = self._threads.submit(function, *arguments)
        except RuntimeError as error:  # the thread starts with the first call
            raise LLMError(f"no thread could be started: {error}", "raise the limit of memory (ulimit -v)") from error
        try:
            return pending.result()
        except BaseException:
            self.stopping = True
            wait([pending])
            self.stopping = False
            if undo and pending.exception() is None and (result := pending.result()):
                undo(result)
            raise

    def close(self) -> None:
        """End the thread."""
        self._threads.shutdown()


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
    direct, folder = resources.typed_path(name), resources.models_dir()
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
