"""The language model that the settings name: whether it can be used here, and how fast it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec

from localcheck.errors import LLMError, UsageError
from localcheck.monitoring.doctor.finding import Finding, named
from localcheck.ports import LLM
from localcheck.settings import Settings
from localcheck.text.counting import many
from localcheck.types import CompletionRequest, Message


def chosen_model(settings: Settings) -> Iterator[Finding]:
    if find_spec("llama_cpp"):
        yield named("llm", "llama.cpp", _offload, level="warning")
    if not settings.llm:
        mend = "localcheck models list --kind llm; then --llm gguf:NAME or --llm server:http://127.0.0.1:8080#MODEL"
        yield Finding("llm", "note", "no language model is chosen: the methods that need one are off", mend)
        return
    yield named("llm", settings.llm, lambda: _reachable(settings))


def _reachable(settings: Settings) -> str:
    """Open the chosen language model and say what it is; weights are mapped and not read, a server is asked one question.
    Raises what opening it raises, and ``LLMError`` for a server that gives no answer.
    """
    from localcheck.backends.llm.open_backend import open_llm, split_spec

    kind, name = split_spec(settings.llm)
    llm = open_llm(settings.llm, replace(settings, cache=False))
    try:
        missing = [_asked(llm)] if kind == "server" else []
    finally:
        llm.close()
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

    llm = open_llm(settings.llm, replace(settings, cache=False))
    try:
        speed = measure(llm)
    finally:
        llm.close()
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
