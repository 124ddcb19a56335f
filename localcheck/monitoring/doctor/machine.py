"""The program, the machine, the home, and the extras that are installed."""

from __future__ import annotations

import os
import platform
import shutil
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

from localcheck import __version__
from localcheck.monitoring.doctor.finding import Finding
from localcheck.settings import Settings
from localcheck.system import resources

GIB = 2**30
CORE = ("click", "ctranslate2", "numpy", "scipy", "tantivy", "whoosh", "tokenizers", "rich")
"""Modules without which nothing works."""
EXTRAS: dict[str, tuple[tuple[str, ...], str]] = {
    "tui": (("textual",), "the terminal app"),
    "llm": (("llama_cpp", "httpx"), "local language models"),
    "batch": (("pyarrow",), "batches from Parquet"),
    "serve": (("starlette", "uvicorn"), "the server on this machine"),
    "convert": (("transformers", "torch", "safetensors"), "converting checkpoints"),
}
"""Extra -> modules it brings and what they are for."""


def program(settings: Settings) -> Iterator[Finding]:
    python = platform.python_version()
    yield Finding(
        "program", "ok", f"localcheck {__version__}, Python {python}, {platform.system()} {platform.machine()}"
    )
    for module in CORE:
        if find_spec(module) is None:
            yield Finding(
                "program", "error", f"the module {module} is not installed", "pip install --force-reinstall localcheck"
            )


def hardware(settings: Settings) -> Iterator[Finding]:
    from localcheck.backends.llamacpp.memory import free_memory
    from localcheck.backends.nli import cpu

    found = cpu.detect()
    units = [name for name in ("avx2", "avx512", "vnni", "bf16") if getattr(found, name)]
    features = ", ".join(units) or ("NEON" if found.arm else "no vector unit known")
    yield Finding("machine", "ok", f"CPU: {found.cores} cores for this process, {features}")
    if find_spec("ctranslate2"):
        import ctranslate2

        types = ctranslate2.get_supported_compute_types("cpu")
        plan = cpu.plan(
            found, types, threads=settings.threads, compute_type=settings.compute_type, batch_size=settings.batch_size
        )
        yield Finding("machine", "ok", f"NLI models run in {plan.why}")
    import psutil

    free, total = free_memory(), psutil.virtual_memory().total
    level = "ok" if free > 2 * GIB else "warning"
    mend = "" if level == "ok" else "close other programs, or choose a smaller model: localcheck models list"
    yield Finding("machine", level, f"memory: {free / GIB:.1f} GiB free of {total / GIB:.1f} GiB", mend)


def home(settings: Settings) -> Iterator[Finding]:
    home = resources.home()
    place = next(p for p in (home, *home.parents) if p.exists())
    free = shutil.disk_usage(place).free
    if not os.access(place, os.W_OK):
        yield Finding("home", "error", f"{home} cannot be written", "export LOCALCHECK_HOME=$HOME/localcheck")
        return
    mend = "" if free > GIB else "free some space, or move the home: export LOCALCHECK_HOME=…"
    yield Finding("home", "warning" if mend else "ok", f"home {home}, {free / GIB:.0f} GiB of disk free", mend)


def extras(settings: Settings) -> Iterator[Finding]:
    for extra, (modules, purpose) in EXTRAS.items():
        missing = [m for m in modules if find_spec(m) is None]
        if missing:
            text = f"extra {extra} ({purpose}): {', '.join(missing)} not installed"
            yield Finding("extra", "note", text, f"pip install 'localcheck[{extra}]'")
        else:
            names = ", ".join(f"{m} {_version(m)}".strip() for m in modules)
            yield Finding("extra", "ok", f"extra {extra} ({purpose}): {names}")


def _version(module: str) -> str:
    distribution = {"llama_cpp": "llama-cpp-python"}.get(module, module)
    try:
        return version(distribution)
    except PackageNotFoundError:
        return ""
