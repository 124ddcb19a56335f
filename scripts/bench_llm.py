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

from llama_cpp import Llama

from localcheck.llamacpp.llm import LlamaCpp
from localcheck.llamacpp.loading import threads_for
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


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", type=Path, nargs="+")
    parser.add_argument("--prompt-words", type=int, default=300)
    parser.add_argument("--length", type=int, default=48, help="tokens per answer")
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--require", type=float, default=0.0, help="fail when N=20 samples gain less than this")
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
        for row in measure(path, arguments.prompt_words, arguments.length, threads):
            rows.append(row)
            print(f"{row.what} N={row.n}: {row.serial:.1f} -> {row.batched:.1f}, {row.ratio:.1f}x", flush=True)
    if arguments.markdown:
        print(
            f"\nPrompt of {arguments.prompt_words} words, answers of {arguments.length} tokens, {threads} threads, "
            f"{arguments.clock} time, {platform.machine()}:\n\n" + table(rows)
        )
    gain = max(r.ratio for r in rows if r.n == 20)
    if gain < arguments.require:
        raise SystemExit(f"20 samples gain {gain:.1f}x, {arguments.require}x is required")


def table(rows: list[Row]) -> str:
    """The rows as Markdown."""
    lines = ["| what | N | one after the other | batched | gain |", "|---|---|---|---|---|"]
    lines += [f"| {r.what} | {r.n} | {r.serial:.1f} | {r.batched:.1f} | {r.ratio:.1f}x |" for r in rows]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
