"""Finds out what is installed, what is missing, and which command fixes it. The command line and the app show the findings.

Nothing is loaded unnecessarily: NLI models are looked up but not opened, and llama.cpp is asked about the GPU only if it is
installed. A language model that is chosen is opened, for only that shows whether its file is whole.
"""

from __future__ import annotations

import os
import platform
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.util import find_spec
from pathlib import Path

from localcheck import __version__
from localcheck.errors import LLMError, LocalcheckError, UsageError
from localcheck.ports import LLM
from localcheck.settings import Settings, load
from localcheck.system import resources
from localcheck.system.diskspace import existing, size_of
from localcheck.text.counting import many
from localcheck.text.patterns import regex
from localcheck.types import CompletionRequest, Message

GIB = 2**30
CORE = ("click", "ctranslate2", "numpy", "scipy", "tantivy", "whoosh", "tokenizers", "rich")
"""Modules without which nothing works."""
PURPOSES = {
    "tui": "the terminal app",
    "llm": "local language models",
    "batch": "batches from Parquet",
    "serve": "the server on this machine",
    "convert": "converting checkpoints",
    "train": "training models",
    "documents": "XLSX, LaTeX and RTF",
    "zim": "ZIM files",
    "ray": "batches on a cluster",
    "mcp": "assistants with MCP",
    "lsp": "editors",
    "monitor": "metrics for a collector",
    "docx": "reviews as DOCX",
}
"""Extra -> what it is for, where its name does not say it."""
NOT_OF_USERS = ("all", "dev", "docs")
_OF_EXTRA = regex(r"([\w.-]+).*;.*\bextra == ['\"]([\w-]+)")
REINSTALL_LLAMA = "pip install --force-reinstall --no-cache-dir --no-binary llama-cpp-python llama-cpp-python"


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


def named(topic: str, what: str, describe: Callable[[], str], level: str = "error") -> Finding:
    """A finding about ``what``: its description, or why there is none, at ``level``."""
    try:
        return Finding(topic, "ok", f"{what}: {describe()}")
    except LocalcheckError as error:
        return Finding(topic, level, f"{what}: {error.message}", error.hint)
    except (OSError, RuntimeError, ImportError) as error:
        # A runtime that is installed but does not start (a missing system library, a foreign CPU).
        mend = REINSTALL_LLAMA if topic == "llm" else "pip install --force-reinstall localcheck"
        return Finding(topic, level, f"{what}: does not start: {error}", mend)


def examine() -> Iterator[Finding]:
    """The findings for the settings of this home. Raises what reading the settings file raises."""
    return findings(load(resources.config_path()))


def findings(settings: Settings) -> Iterator[Finding]:
    """Examine everything that a run with these settings needs; one finding for each fact."""
    for look in (program, hardware, home, extras, models, indexes, chosen_model):
        yield from look(settings)


def required_missing(found: Sequence[Finding]) -> bool:
    """True if something is missing that a run with these settings needs."""
    return any(f.level == "error" for f in found)


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
    from localcheck.backends.llamacpp.loading import free_memory
    from localcheck.backends.nli import encoder

    found = encoder.detect()
    units = [name for name in ("avx2", "avx512", "vnni", "bf16") if getattr(found, name)]
    features = ", ".join(units) or ("NEON" if found.arm else "no vector unit known")
    yield Finding("machine", "ok", f"CPU: {found.cores} cores for this process, {features}")
    if find_spec("ctranslate2"):
        import ctranslate2

        types = ctranslate2.get_supported_compute_types("cpu")
        plan = encoder.plan(
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
    place = existing(home)
    free = shutil.disk_usage(place).free
    if not os.access(place, os.W_OK):
        yield Finding("home", "error", f"{home} cannot be written", "export LOCALCHECK_HOME=$HOME/localcheck")
        return
    mend = "" if free > GIB else "free some space, or move the home: export LOCALCHECK_HOME=…"
    yield Finding("home", "warning" if mend else "ok", f"home {home}, {free / GIB:.0f} GiB of disk free", mend)


def extras(settings: Settings) -> Iterator[Finding]:
    for extra, packages in brought().items():
        named = f"extra {extra} ({PURPOSES[extra]})" if extra in PURPOSES else f"extra {extra}"
        missing = [p for p in packages if not _version(p)]
        if missing:
            text = f"{named}: {', '.join(missing)} not installed"
            yield Finding("extra", "note", text, f"pip install 'localcheck[{extra}]'")
        else:
            names = ", ".join(f"{p} {_version(p)}" for p in packages)
            yield Finding("extra", "ok", f"{named}: {names}")


def brought() -> dict[str, list[str]]:
    """Extra -> the packages that it brings, as this package says itself; empty where it is not installed."""
    found: dict[str, list[str]] = {}
    with suppress(PackageNotFoundError):
        for one in map(_OF_EXTRA.match, requires("localcheck") or ()):
            if one and one[2] not in NOT_OF_USERS:
                found.setdefault(one[2], []).append(one[1])
    return found


def _version(distribution: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return ""


def models(settings: Settings) -> Iterator[Finding]:
    from localcheck.models.manifest.card import read_card
    from localcheck.models.manifest.record import installed, nli_models
    from localcheck.models.packed import locate

    def nli(name: str) -> str:
        folder = locate(name)
        card = read_card(folder)
        return f"{card.kind}, {'/'.join(card.languages)}, {size_of(folder) / 1e6:.0f} MB"

    try:
        chosen = nli_models(settings.nli)
    except UsageError:
        chosen = (settings.nli,)
    for name in chosen:
        yield named("model", f"NLI model {name}", partial(nli, name))
        yield from _origin(name)
    if settings.encoder:
        yield named("model", f"encoder {settings.encoder}", lambda: nli(settings.encoder))
    others = sorted(set(installed()) - {*chosen, settings.encoder})
    if others:
        yield Finding("model", "ok", f"also installed: {', '.join(others)}")


def _origin(name: str) -> Iterator[Finding]:
    """A warning for a model that is not one whose hashes come with localcheck."""
    from localcheck.models.packed import locate, origin_of

    with suppress(LocalcheckError):
        found = origin_of(locate(name))
        if not found.known:
            yield Finding(
                "model", "warning", f"NLI model {name} is {found.said}", "use it only if you know who made it"
            )


def indexes(settings: Settings) -> Iterator[Finding]:
    from localcheck.sources.indexes import list_indexes
    from localcheck.sources.several import names_of

    known = dict(list_indexes())
    for spec in names_of(settings.index):
        yield from _index(spec, known)
    for name, info in known.items():
        if isinstance(info, LocalcheckError):
            level = "error" if name in names_of(settings.index) else "warning"
            yield Finding("index", level, f"index {name}: {info.message}", info.hint)
        else:
            facts = (many(info.articles, "article"), info.language, info.engine)
            yield Finding("index", "ok", f"index {name}: {', '.join(filter(None, facts))}")


def _index(spec: str, known: Mapping[str, object]) -> Iterator[Finding]:
    """What stands in the way of one source that the settings name."""
    from localcheck.registry import RETRIEVERS
    from localcheck.run.open_sources import kind_of

    kind, place = kind_of(spec)
    if kind in RETRIEVERS:
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


def chosen_model(settings: Settings) -> Iterator[Finding]:
    from localcheck.run.effort import best_installed

    if find_spec("llama_cpp"):
        yield named("llm", "llama.cpp", _offload, level="warning")
    if not settings.llm:
        if find_spec("llama_cpp") and (best := best_installed()):
            yield Finding("llm", "ok", f"language model {best}: taken where one is needed and --llm names none")
        else:
            mend = "localcheck setup says which to take; or name one: --llm gguf:PATH, --llm server:http://127.0.0.1:8080#MODEL"
            yield Finding("llm", "note", "no language model: the methods that need one are off", mend)
        return
    yield named("llm", settings.llm, lambda: _reachable(settings))


def _reachable(settings: Settings) -> str:
    """Open the chosen language model and say what it is; weights are mapped and not read, a server is asked one question.
    Raises what opening it raises, and ``LLMError`` for a server that gives no answer.
    """
    from localcheck.backends.llm.open_backend import open_llm, split_spec

    kind, name = split_spec(settings.llm)
    with closing(open_llm(settings.llm, replace(settings, cache=False))) as llm:
        missing = [_asked(llm)] if kind == "server" else []
    what = "here"
    if kind == "gguf":
        from localcheck.backends.llamacpp import loading

        size = loading.find(name).stat().st_size
        what = f"{size / 1e9:.1f} GB, {many(loading.threads_for(settings.threads), 'thread')}"
    return "; ".join(said for said in (what, *llm.info.notes, *missing) if said)


def _asked(llm: LLM) -> str:
    """What the model cannot do, as its answer to one question tells. Raises ``LLMError`` where it gives none."""
    question = Message("user", "Is ice cold? Answer Yes or No.")
    (answer,) = llm.complete([CompletionRequest((question,), options=("Yes", "No"), max_tokens=8)])
    if answer.error:
        raise LLMError(answer.error, "look into the server's log, or choose another model")
    return answer.note


def _offload() -> str:
    import llama_cpp

    gpu = "can offload layers to a GPU (setting gpu_layers)" if llama_cpp.llama_supports_gpu_offload() else "CPU only"
    return f"llama-cpp-python {llama_cpp.__version__}, {gpu}"


def benchmark(settings: Settings) -> Iterator[Finding]:
    """Measure the language model of the settings, and estimate the time of each method. Raises what opening it raises."""
    if not settings.llm:
        raise UsageError("no language model to measure", "name one: localcheck doctor --bench-llm --llm gguf:PATH")
    from localcheck.backends.llm import open_llm
    from localcheck.backends.llm.fitness import Benchmark, costs, fit_for, measure, remember

    with closing(open_llm(settings.llm, replace(settings, cache=False))) as llm:
        speed = measure(llm)
    if llm.info.backend == "gguf":
        from localcheck.backends.llamacpp.loading import find

        megabytes = find(settings.llm.removeprefix("gguf:")).stat().st_size / 1e6
        if fit_for(megabytes):  # the time of a small one, which is for trying out, tells little of that of the others
            remember(Benchmark(llm.info.name, megabytes, speed))
    yield Finding(
        "llm", "ok", f"{llm.info.name} reads {speed.read:.0f} and writes {speed.written:.0f} tokens a second here, now"
    )
    for name, seconds in costs(speed):
        yield Finding("llm", "ok", f"{name}: about {seconds:.1f} s a sentence")
