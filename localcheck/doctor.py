"""Finds out what is installed, what is missing, and which command fixes it. The command line and the app show the findings.

Nothing is loaded unnecessarily: models are looked up but not opened, and llama.cpp is asked about the GPU only if it is
installed.
"""

from __future__ import annotations

import os
import platform
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from localcheck import __version__, resources
from localcheck.errors import LocalcheckError, UsageError
from localcheck.settings import Settings, load

GIB = 2**30
CORE = ("click", "ctranslate2", "numpy", "scipy", "tantivy", "whoosh", "tokenizers", "rich")
"""Modules without which nothing works."""
EXTRAS: dict[str, tuple[tuple[str, ...], str]] = {
    "tui": (("textual",), "the terminal app"),
    "llm": (("llama_cpp", "httpx"), "local language models"),
    "web": (("httpx",), "web search, with --network"),
    "models": (("huggingface_hub",), "fetching models, with --network"),
    "convert": (("transformers", "torch", "safetensors"), "converting checkpoints"),
}
"""Extra -> modules it brings and what they are for."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was examined."""

    topic: str
    """``program``, ``machine``, ``home``, ``extra``, ``model``, ``index`` or ``llm``."""
    level: str
    """``ok``, ``note`` (optional and not here), ``warning``, or ``error`` (required and missing)."""
    text: str
    mend: str = ""
    """The command that fixes it."""


def examine() -> Iterator[Finding]:
    """The findings for the settings of this home. Raises what reading the settings file raises."""
    return findings(load(resources.config_path()))


def findings(settings: Settings) -> Iterator[Finding]:
    """Examine everything that a run with these settings needs; one finding for each fact."""
    for look in (_program, _machine, _home, _extras, _models, _indexes, _language_model):
        yield from look(settings)


def benchmark(settings: Settings) -> Iterator[Finding]:
    """Measure the language model of the settings, and estimate the time of each method. Raises what opening it raises."""
    if not settings.llm:
        raise UsageError("no language model to measure", "name one: localcheck doctor --bench-llm --llm gguf:PATH")
    from localcheck.llm import open_llm
    from localcheck.llm.fitness import Benchmark, remember
    from localcheck.llm.speed import costs, measure

    llm = open_llm(settings.llm, replace(settings, cache=False))
    try:
        speed = measure(llm)
    finally:
        llm.close()
    if llm.info.backend == "gguf":
        from localcheck.llamacpp.loading import find

        weights = find(settings.llm.removeprefix("gguf:")).stat().st_size
        remember(Benchmark(llm.info.name, weights / 1e6, speed))
    yield Finding(
        "llm", "ok", f"{llm.info.name} reads {speed.read:.0f} and writes {speed.written:.0f} tokens a second here, now"
    )
    for name, seconds in costs(speed):
        yield Finding("llm", "ok", f"{name}: about {seconds:.1f} s a sentence")


def required_missing(found: list[Finding]) -> bool:
    """True if something is missing that a run with these settings needs."""
    return any(f.level == "error" for f in found)


def _program(settings: Settings) -> Iterator[Finding]:
    python = platform.python_version()
    yield Finding(
        "program", "ok", f"localcheck {__version__}, Python {python}, {platform.system()} {platform.machine()}"
    )
    for module in CORE:
        if find_spec(module) is None:
            yield Finding(
                "program", "error", f"the module {module} is not installed", "pip install --force-reinstall localcheck"
            )


def _machine(settings: Settings) -> Iterator[Finding]:
    from localcheck.llamacpp.memory import free_memory
    from localcheck.nli import cpu

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


def _home(settings: Settings) -> Iterator[Finding]:
    home = resources.home()
    place = next(p for p in (home, *home.parents) if p.exists())
    free = shutil.disk_usage(place).free
    if not os.access(place, os.W_OK):
        yield Finding("home", "error", f"{home} cannot be written", "export LOCALCHECK_HOME=$HOME/localcheck")
        return
    level, mend = (
        ("ok", "") if free > GIB else ("warning", "free some space, or move the home: export LOCALCHECK_HOME=…")
    )
    yield Finding("home", level, f"home {home}, {free / GIB:.0f} GiB of disk free", mend)


def _extras(settings: Settings) -> Iterator[Finding]:
    for extra, (modules, purpose) in EXTRAS.items():
        missing = [m for m in modules if find_spec(m) is None]
        if missing:
            text = f"extra {extra} ({purpose}): {', '.join(missing)} not installed"
            yield Finding("extra", "note", text, f"pip install 'localcheck[{extra}]'")
        else:
            names = ", ".join(f"{m} {_version(m)}".strip() for m in modules)
            yield Finding("extra", "ok", f"extra {extra} ({purpose}): {names}")


def _models(settings: Settings) -> Iterator[Finding]:
    from localcheck.manifest.card import read_card
    from localcheck.manifest.lookup import find_model, installed, nli_models

    def nli(name: str) -> str:
        folder = find_model(name)
        card = read_card(folder)
        return f"{card.kind}, {'/'.join(card.languages)}, {_size(folder) / 1e6:.0f} MB"

    try:
        chosen = nli_models(settings.nli)
    except UsageError:
        chosen = (settings.nli,)
    for name in chosen:
        yield _named("model", f"NLI model {name}", partial(nli, name))
    if settings.encoder:
        yield _named("model", f"encoder {settings.encoder}", lambda: nli(settings.encoder))
    others = sorted(set(installed()) - {*chosen, settings.encoder})
    if others:
        yield Finding("model", "ok", f"also installed: {', '.join(others)}")


def _indexes(settings: Settings) -> Iterator[Finding]:
    from localcheck.retrieve.indexes import list_indexes
    from localcheck.retrieve.several import names_of

    known = dict(list_indexes())
    for spec in names_of(settings.index):
        yield from _index(spec, known)
    for name, info in known.items():
        if isinstance(info, LocalcheckError):
            level = "error" if name in names_of(settings.index) else "warning"
            yield Finding("index", level, f"index {name}: {info.message}", info.hint)
        else:
            yield Finding("index", "ok", f"index {name}: {info.articles:,} articles, {info.language}, {info.engine}")


def _index(spec: str, known: Mapping[str, object]) -> Iterator[Finding]:
    """What stands in the way of one source that the settings name."""
    from localcheck.indexing import kind_of
    from localcheck.registry import RETRIEVERS
    from localcheck.retrieve.manifest import ENGINES

    kind, place = kind_of(spec)
    if kind in RETRIEVERS and kind not in ENGINES:
        yield Finding("index", "ok", f"evidence from {spec}")
    elif place not in known:
        corpus = resources.shipped() / "indexes" / "starter"
        if place == "starter" and corpus.is_dir() and any(corpus.iterdir()):
            yield Finding(
                "index", "ok", "index starter: not built yet, the first check builds it from the shipped corpus"
            )
        elif not Path(place).is_dir():
            mend = f"localcheck index build DUMP.xml.bz2 --name {place}"
            yield Finding("index", "error", f"there is no index {place!r}", mend)


def _language_model(settings: Settings) -> Iterator[Finding]:
    if find_spec("llama_cpp"):
        yield _named("llm", "llama.cpp", _offload, level="warning")
    if not settings.llm:
        mend = "localcheck models list --kind llm; then --llm gguf:NAME or --llm server:http://127.0.0.1:8080#MODEL"
        yield Finding("llm", "note", "no language model is chosen: the methods that need one are off", mend)
        return
    yield _named("llm", settings.llm, lambda: _reachable(settings))


def _reachable(settings: Settings) -> str:
    """What can be said about the chosen language model without loading it. Raises what opening it would raise."""
    from localcheck.llm.opening import open_llm, split_spec

    kind, name = split_spec(settings.llm)
    if kind == "gguf":
        from localcheck.llamacpp import loading
        from localcheck.llamacpp.memory import require_memory

        loading.require_runtime()
        path = loading.find(name)
        require_memory(path.stat().st_size + loading.OVERHEAD, path.name)
        return f"{path.stat().st_size / 1e9:.1f} GB, {_threads(loading.threads_for(settings.threads))}"
    llm = open_llm(settings.llm, settings)
    llm.close()
    return "; ".join(("here", *llm.info.notes))


def _threads(count: int) -> str:
    return f"{count} thread{'s' if count > 1 else ''}"


def _offload() -> str:
    import llama_cpp

    gpu = "can offload layers to a GPU (setting gpu_layers)" if llama_cpp.llama_supports_gpu_offload() else "CPU only"
    return f"llama-cpp-python {llama_cpp.__version__}, {gpu}"


REINSTALL_LLAMA = "pip install --force-reinstall --no-cache-dir --no-binary llama-cpp-python llama-cpp-python"


def _named(topic: str, what: str, describe: Callable[[], str], level: str = "error") -> Finding:
    """A finding about ``what``: its description, or why there is none, at ``level``."""
    try:
        return Finding(topic, "ok", f"{what}: {describe()}")
    except LocalcheckError as error:
        return Finding(topic, level, f"{what}: {error.message}", error.hint)
    except (OSError, RuntimeError, ImportError) as error:
        # A runtime that is installed but does not start (a missing system library, a foreign CPU).
        mend = REINSTALL_LLAMA if topic == "llm" else "pip install --force-reinstall localcheck"
        return Finding(topic, level, f"{what}: does not start: {error}", mend)


def _size(folder: Path) -> int:
    return sum(p.stat().st_size for p in folder.rglob("*") if p.is_file())


def _version(module: str) -> str:
    distribution = {"llama_cpp": "llama-cpp-python", "huggingface_hub": "huggingface-hub"}.get(module, module)
    try:
        return version(distribution)
    except PackageNotFoundError:
        return ""
