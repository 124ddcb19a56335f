"""Tokens a second of N samples of one prompt: localcheck's batch against llama-cpp-python's own high-level calls.

    python scripts/make_tiny_gguf.py /tmp/speed.gguf --preset speed --context 8192
    python scripts/bench_llm.py /tmp/speed.gguf --markdown

Both generate from the same prompt in the same process, with the same threads. The high-level calls run one after the
other and find their prompt in the cache of the call before, as in everyday use.
"""

from __future__ import annotations

import argparse
import platform
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from llama_cpp import Llama

from localcheck.backends.llamacpp.llm import LlamaCpp
from localcheck.backends.llamacpp.loading import threads_for
from localcheck.backends.llamacpp.sampling import Sampler, draw
from localcheck.types import CompletionRequest

CLOCKS = {"wall": time.perf_counter, "cpu": time.process_time}
clock = time.perf_counter
WORDS = "the river runs from mountains to sea and was named by people who lived on its banks in small towns"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table."""

    what: str
    n: int
    serial: float
    """Generated tokens (or questions) a second, high-level API."""
    batched: float

    @property
    def ratio(self) -> float:
        """How many times faster the batch is."""
        return self.batched / self.serial


def prompt_of(words: int) -> str:
    """A prompt of about ``words`` words."""
    vocabulary = WORDS.split()
    return " ".join(vocabulary[(i * i + i // 7) % len(vocabulary)] for i in range(words))


def samples_serial(model: Llama, prompt: str, n: int, length: int) -> float:
    """Tokens a second of ``n`` samples, one call each; the first pays for the prompt.

    An answer may become longer than ``length``: the library goes on inside an unfinished character.
    """
    model.reset()
    started, tokens = clock(), 0
    for i in range(n):
        out = model.create_completion(prompt, max_tokens=length, temperature=1.0, top_p=1.0, top_k=0, min_p=0.0, seed=i)
        tokens += out["usage"]["completion_tokens"]
    return tokens / (clock() - started)


def samples_batched(model: LlamaCpp, prompt: str, n: int, length: int) -> float:
    """Tokens a second of the same by one request."""
    request = CompletionRequest(text=prompt, n=n, max_tokens=length, temperature=1.0)
    started = clock()
    (completion,) = model.complete([request])
    return completion.tokens_out / (clock() - started)


def samples_alone(model: LlamaCpp, prompt: str, n: int, length: int) -> float:
    """Tokens a second of the same by ``n`` requests, one after the other; the prompt stays in the memory."""
    started, tokens = clock(), 0
    for seed in range(n):
        (completion,) = model.complete([CompletionRequest(text=prompt, max_tokens=length, temperature=1.0, seed=seed)])
        tokens += completion.tokens_out
    return tokens / (clock() - started)


def questions_serial(model: Llama, context: str, n: int) -> float:
    """Seconds for ``n`` yes/no questions about one context, one call each."""
    model.reset()
    started = clock()
    for i in range(n):
        model.create_completion(model.tokenize(f"{context} {question(i)}".encode()), max_tokens=1, temperature=0.0)
    return clock() - started


def questions_batched(model: LlamaCpp, context: str, n: int) -> float:
    """Seconds for the same as multiple choice in one call."""
    requests = [CompletionRequest(text=f"{context} {question(i)}", options=("Yes", "No")) for i in range(n)]
    started = clock()
    assert not any(c.error for c in model.complete(requests))
    return clock() - started


def question(i: int) -> str:
    """A short question that differs from the others from its first word on."""
    return f"{WORDS.split()[i % 19]} {prompt_of(20 + i % 3)} {i}: is that so? Answer:"


def measure(path: Path, prompt_words: int, length: int, threads: int) -> Iterator[Row]:
    """The rows of one model."""
    serial = Llama(str(path), n_ctx=4096, n_threads=threads, n_threads_batch=threads, verbose=False)
    batched = LlamaCpp(path, threads=threads, context=4096)
    prompt = prompt_of(prompt_words)
    batched.complete([CompletionRequest(text="warm up", max_tokens=2)])
    for n in (1, 5, 20):
        what = f"{path.stem}: samples, tokens/s"
        yield Row(what, n, samples_serial(serial, prompt, n, length), samples_batched(batched, prompt, n, length))
    slow, fast = questions_serial(serial, prompt, 20), questions_batched(batched, prompt, 20)
    yield Row(f"{path.stem}: yes/no questions on one context, 1/s", 20, 20 / slow, 20 / fast)
    serial.close()
    batched.close()


def tuning(path: Path, prompt_words: int, length: int, threads: int) -> Iterator[Row]:
    """The same calls without and with widths by measurement, kept beginnings, shared contexts, likely tokens first."""
    plain, tuned = (LlamaCpp(path, threads=threads, context=4096, tuned=t) for t in (False, True))
    prompt = prompt_of(prompt_words)
    for model in (plain, tuned):
        model.complete([CompletionRequest(text="warm up", n=2, temperature=1.0, max_tokens=2)])
    for n in (2, 3, 4, 5, 7, 20):
        fresh = f"{n} {prompt}"  # what the call before left in the memory must not help
        rates = [samples_batched(model, fresh, n, length) for model in (plain, tuned)]
        alone = samples_alone(tuned, f"{n} alone {prompt}", n, length)
        yield Row("samples, tokens/s: all side by side, widths by measurement", n, *rates)
        yield Row("samples, tokens/s: one call after the other, widths by measurement", n, alone, rates[1])
    yield Row("dialogue of 4 turns, 1/s: anew, kept", 4, *(1 / dialogue(model, prompt) for model in (plain, tuned)))
    alone = questions_alone(plain, prompt, 8)
    yield Row(
        "yes/no questions, 1/s: one call each, one context", 8, 8 / alone, 8 / questions_batched(tuned, prompt, 8)
    )
    yield Row("tokens under a grammar, 1/s: all masked, likely first", 1, *grammar_rates(tuned))
    plain.close()
    tuned.close()


def dialogue(model: LlamaCpp, prompt: str) -> float:
    """Seconds for four turns, each answered with a choice."""
    text, started = prompt, clock()
    for i in range(4):
        text += f" {question(i)}"
        model.complete([CompletionRequest(text=text, options=("Yes", "No"))])
    return clock() - started


def questions_alone(model: LlamaCpp, context: str, n: int) -> float:
    """Seconds for the questions of ``questions_batched``, a call each."""
    started = clock()
    for i in range(n):
        model.complete([CompletionRequest(text=f"{context} {question(i)}", options=("Yes", "No"))])
    return clock() - started


def grammar_rates(model: LlamaCpp) -> Iterator[float]:
    """Tokens chosen a second under a grammar that refuses the likeliest token: all masked, likely ones first."""
    grammar = model._grammar('{"type": "object", "properties": {}}')
    size = model._vocabulary.size
    row = np.random.default_rng(0).normal(0, 1, size).astype(np.float32)
    row[model._vocabulary.tokens("{")] = row.max() - np.float32(0.01)
    sampler = Sampler(0.0, 0, 1.0, 0, 0, grammar)
    for choose in (
        lambda: draw(grammar.masked(row), 0.0, 0, 1.0, np.random.default_rng(0)),
        lambda: sampler._tried(row, grammar),
    ):
        started = clock()
        assert all(choose() == choose() for _ in range(5))
        yield 10 / (clock() - started)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", type=Path, nargs="+")
    parser.add_argument("--prompt-words", type=int, default=300)
    parser.add_argument("--length", type=int, default=48, help="tokens per answer")
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--require", type=float, default=0.0, help="fail when N=20 samples gain less than this")
    parser.add_argument(
        "--tuning", action="store_true", help="our own calls before and after, instead of the library's"
    )
    parser.add_argument("--markdown", action="store_true", help="print the table of docs/performance.md too")
    parser.add_argument(
        "--clock", choices=CLOCKS, default="wall", help="cpu on a machine with other work, and 1 thread"
    )
    arguments = parser.parse_args()
    global clock
    clock = CLOCKS[arguments.clock]
    threads = threads_for(arguments.threads)
    rows = []
    for path in arguments.paths:
        how = tuning if arguments.tuning else measure
        for row in how(path, arguments.prompt_words, arguments.length, threads):
            rows.append(row)
            print(f"{row.what} N={row.n}: {row.serial:.1f} -> {row.batched:.1f}, {row.ratio:.1f}x", flush=True)
    if arguments.markdown:
        print(
            f"\nPrompt of {arguments.prompt_words} words, answers of {arguments.length} tokens, {threads} threads, "
            f"{arguments.clock} time, {platform.machine()}:\n\n" + table(rows)
        )
    gain = max((r.ratio for r in rows if r.n == 20), default=arguments.require)
    if gain < arguments.require:
        raise SystemExit(f"20 samples gain {gain:.1f}x, {arguments.require}x is required")


def table(rows: list[Row]) -> str:
    """The rows as Markdown."""
    lines = ["| what | N | one after the other | batched | gain |", "|---|---|---|---|---|"]
    lines += [f"| {r.what} | {r.n} | {r.serial:.1f} | {r.batched:.1f} | {r.ratio:.1f}x |" for r in rows]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
