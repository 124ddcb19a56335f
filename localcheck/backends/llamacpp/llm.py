"""Backend ``gguf:PATH`` or ``gguf:NAME``: models in GGUF files, run by llama.cpp in this process.

All requests of one ``complete`` call run together (``batch``): samples share their prompt, prompts share their common
beginning. Every random draw depends on ``(seed, sample)`` alone, so the other requests of a batch do not change an
answer, apart from rounding.

How many answers go on side by side, by measurement: kernels like some numbers of rows better than others.

On a processor with AVX-512, two rows of a quantised model take more than twice the time of one, and five longer than eight.
So a step is filled up to the next number that is faster, and answers wait for one another where that is faster still.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from localcheck.backends.llamacpp import loading
from localcheck.backends.llamacpp.answers import Choice, Generated, Job, Scored, completion_of
from localcheck.backends.llamacpp.batch import steps
from localcheck.backends.llamacpp.context import BLOCK, Context, Limits
from localcheck.backends.llamacpp.loading import free_memory, require_memory, require_usable
from localcheck.backends.llamacpp.sampling import Grammar, Sampler
from localcheck.backends.llamacpp.sequences import Kept, Prompt
from localcheck.backends.llamacpp.states import Asked, Read, States, prompt_of
from localcheck.backends.llamacpp.text import Template, Vocabulary, continuation, prompt_tokens
from localcheck.backends.llm.requests import LEAST_MASS, MARKS, refusal
from localcheck.errors import LLMError
from localcheck.ports import FloatArray
from localcheck.system import memo
from localcheck.types import Completion, CompletionRequest, Message
from localcheck.types.infos import LLMInfo

MEASURED = 8
"""Numbers of rows that are measured: 1 to this. Larger ones are computed in blocks."""
GAIN = 0.98
"""What is not at least so much faster is not worth waiting or filling up for."""
REPEATS = 2
MEMO = "llm-rows.json"
MOST = 64
"""Answers that are planned for at a time."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Seconds of one step with 1, 2, … ``MEASURED`` rows."""

    seconds: tuple[float, ...]

    def step(self, rows: int) -> float:
        """Seconds of a step with so many rows, filled up where that is faster."""
        return self._plain(self.padded(rows))

    def padded(self, rows: int) -> int:
        """The number of rows to fill a step of ``rows`` up to.

        >>> Rows((1, 2.2, 2.5, 2.7, 4.3, 4.6, 5.2, 4.1)).padded(7)
        8
        """
        nearest = range(rows + 1, rows + BLOCK)
        best = min(nearest, key=self._plain)
        return best if self._plain(best) < GAIN * self._plain(rows) else rows

    def width(self, left: int) -> int:
        """How many of ``left`` answers of equal length go on side by side, so that all are done soonest.

        >>> Rows((1, 2.2, 2.5, 2.7, 4.3, 4.6, 5.2, 4.1)).width(2)
        1
        """
        return max(_parts(self, min(left, MOST)), default=1)

    def _plain(self, rows: int) -> float:
        if rows <= MEASURED:
            return self.seconds[rows - 1]
        whole, rest = divmod(rows - BLOCK - 1, BLOCK)
        block = self.seconds[2 * BLOCK - 1] - self.seconds[BLOCK - 1]
        return self.seconds[BLOCK + rest] + whole * max(0.0, block)


@lru_cache(maxsize=512)
def _parts(rows: Rows, left: int) -> tuple[int, ...]:
    """The groups in which ``left`` answers are done soonest, one group after the other."""
    best: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
    for n in range(1, left + 1):
        together = (rows.step(n), (n,))
        parted = min(((best[n - k][0] + rows.step(k), (k, *best[n - k][1])) for k in range(1, n)), default=together)
        best.append(parted if parted[0] < GAIN * together[0] else together)
    return best[left][1]


def measured(key: str, step: Callable[[int], float]) -> Rows:
    """The rows of a model on this machine: remembered in the home under ``key``, else measured by ``step``."""
    known = _remembered(memo.recall(MEMO))
    if (found := known.get(key)) is not None:
        return Rows(tuple(found))
    rows = Rows(tuple(min(step(n) for _ in range(REPEATS)) for n in range(1, MEASURED + 1)))
    memo.keep(MEMO, {**known, key: rows.seconds})
    return rows


def _remembered(found: Any) -> dict[str, Sequence[float]]:
    """What the memo holds; whatever is damaged in it is measured again."""
    rows = found.items() if isinstance(found, dict) else ()
    return {k: v for k, v in rows if isinstance(v, list) and len(v) == MEASURED and all(map(_positive, v))}


def _positive(value: object) -> bool:
    return isinstance(value, int | float) and value > 0


SEQUENCES = 64
"""Sequences at a time; further ones wait."""
BATCH = 512
"""Tokens a step."""
WORKING = 24
"""Values a token that a step keeps for each width of the model: attention and feed-forward, generously."""
BASE_MODEL = (
    "{name} has no chat template: it is a base model, which was never taught to answer questions; "
    "messages are joined as plain text"
)
BLANKS = 3
"""Tokens of white space or marks that are passed over before a choice, at most."""
KEPT = 2
"""Prompts that stay in the memory after a call that held one: the two sides of a dialogue."""
SHARES = 4
"""Full contexts that the memory holds, if there is room for them, so that long answers can run side by side."""


class LlamaCpp:
    """An open GGUF model. Safe for use from several threads, one call at a time."""

    def __init__(
        self, path: Path, *, threads: int = 0, gpu_layers: int = 0, context: int = 4096, tuned: bool = True
    ) -> None:
        """``tuned=False``: all answers side by side, nothing filled up or kept for the next call (for comparison)."""
        import llama_cpp

        self.path, self._gpu_layers = path, gpu_layers
        self._threads = loading.threads_for(threads)
        self._file_size = path.stat().st_size
        self._model = loading.load(path, gpu_layers)
        self._vocabulary = Vocabulary(self._model)
        self._template = Template(self._model, self._vocabulary)
        self._window = min(context, int(llama_cpp.llama_model_n_ctx_train(self._model)) or context)
        self.width = int(llama_cpp.llama_model_n_embd(self._model))
        """Numbers of one hidden state."""
        self._context: Context | None = None
        self._tuned = tuned
        self._states: States | None = None
        self._rows: Rows | None = None
        self._kept: tuple[Kept, ...] = ()
        self._grammars: dict[str, Grammar] = {}
        self._lock = threading.Lock()
        name = loading.name_of(path)
        chats = self._template.present
        notes = () if chats else (BASE_MODEL.format(name=name),)
        self.info = LLMInfo(name, "gguf", loading.fingerprint(path), self._window, notes, chats)

    def complete(self, requests: Sequence[CompletionRequest]) -> list[Completion]:
        """Answer all requests in one run of the scheduler."""
        found = dict(self.stream(requests))
        return [found[i] for i in range(len(requests))]

    def stream(self, requests: Sequence[CompletionRequest]) -> Iterator[tuple[int, Completion]]:
        """The same answers with the place of their request, each as soon as it is there. No other call may come between."""
        with self._lock:
            if not self._model:
                raise LLMError(f"{self.info.name} is closed")
            jobs: dict[int, Job] = {}
            for place, request in enumerate(requests):
                prepared = self._prepare(request)
                if isinstance(prepared, Completion):
                    yield place, prepared
                else:
                    jobs[place] = prepared
            while jobs:
                jobs = yield from self._run(jobs)

    def states(
        self,
        prompts: Sequence[tuple[Message, ...]],
        marked: Sequence[str],
        layers: Sequence[int],
        adapter: Path | None = None,
    ) -> FloatArray:
        """The hidden states after each prompt and, averaged, at the text that is marked (``ports.StateReader``)."""
        return self.states_and_logits(prompts, marked, layers, adapter=adapter).states.astype(np.float64)

    def states_and_logits(
        self,
        prompts: Sequence[tuple[Message, ...]],
        marked: Sequence[str],
        layers: Sequence[int],
        letters: Sequence[str] = (),
        adapter: Path | None = None,
    ) -> Read:
        """The same with the logits of ``letters`` as the next token, where the final layer is among the layers."""
        with self._lock:
            if not self._model:
                raise LLMError(f"{self.info.name} is closed")
            options = tuple(continuation(letter, self._vocabulary)[0] for letter in letters)
            if self._states is None or self._states.reads != (tuple(layers), options, adapter):
                if self._states:
                    self._states.close()
                    self._states = None
                self._states = States(self._model, layers, self._threads, options, adapter)
            return self._states.read(self.asked(prompts, marked))

    def asked(self, prompts: Sequence[tuple[Message, ...]], marked: Sequence[str]) -> list[Asked]:
        """The tokens of each prompt, and which of them are the marked text."""
        return [prompt_of(*both, self._vocabulary, self._template) for both in zip(prompts, marked, strict=True)]

    def close(self) -> None:
        """Free the context, and the weights when nobody else uses them."""
        with self._lock:
            for grammar in self._grammars.values():
                grammar.close()
            self._grammars.clear()
            if self._context:
                self._context.close()
                self._context, self._kept = None, ()
            if self._states:
                self._states.close()
                self._states = None
            if self._model:
                loading.release(self._model)
                self._model = None

    def _run(self, jobs: dict[int, Job]) -> Generator[tuple[int, Completion], None, dict[int, Job]]:
        """Yields the answers as they come; returns the jobs that are to be run behind the marks that came instead."""
        began, further = perf_counter(), {}
        for _ in self._steps([p for j in jobs.values() for p in j.prompts]):
            ended = {place: jobs.pop(place) for place, job in list(jobs.items()) if job.finished}
            now = perf_counter()
            for place, job in ended.items():
                if (again := self._behind_marks(job)) is not None:
                    further[place] = again
                else:
                    yield place, completion_of(job, (now - began) / len(ended))
            began = now if ended else began
        return further

    def _behind_marks(self, job: Job) -> Job | None:
        """A choice once more where the model would begin with white space or marks: what it chooses comes behind those."""
        choice = job.choice
        if choice is None or choice.likeliest is None or choice.mass >= LEAST_MASS or job.blanks == BLANKS:
            return None
        piece = self._vocabulary.piece(choice.likeliest).decode("utf-8", "replace")
        if not piece or piece.strip(MARKS) or max(len(p.tokens) for p in job.prompts) >= self._window:
            return None
        return replace(self._job(job.request, [*job.prompt, choice.likeliest]), blanks=job.blanks + 1)

    def _steps(self, prompts: Sequence[Prompt]) -> Iterator[None]:
        """Run the scheduler, with a pause after every step and at the end.

        What the calls before left in the memory is built on, and given up when this one is interrupted.
        """
        context, kept = self._opened(), self._kept
        self._kept = ()
        if not self._tuned:
            yield from steps(context, prompts)
            yield
            return
        if self._rows is None and sum(len(p.answers) for p in prompts) > 1:
            self._rows, kept = self._measured(context), ()
        width = self._rows.width if self._rows else None
        self._kept = yield from steps(context, prompts, width=width, kept=kept, keep=KEPT)
        yield

    def _measured(self, context: Context) -> Rows:
        from llama_cpp import __version__

        key = f"{self.info.sha256}:{self._threads}:{self._gpu_layers}:{__version__}"
        rows = measured(key, context.step_seconds)
        context.padded = rows.padded
        context.clear()
        return rows

    def _opened(self) -> Context:
        if self._context is None:
            self._context = Context(self._model, self._limits(), self._threads)
        return self._context

    def _limits(self) -> Limits:
        """As many cells as fit into a quarter of the free memory, between one window and ``SHARES`` of them."""
        import llama_cpp

        cell = loading.cell_bytes(self._model)
        outputs = SEQUENCES * self._vocabulary.size * 4
        working = BATCH * llama_cpp.llama_model_n_embd(self._model) * WORKING * 4
        # The weights are mapped: the system counts their pages as free, and takes them away when others want memory.
        need = loading.memory_of(self._file_size) + cell * self._window + outputs + working
        require_memory(need, f"{self.info.name} with a context of {self._window} tokens")
        affordable = int(free_memory() / 4 / max(1, cell))
        cells = max(self._window, min(SHARES * self._window, affordable))
        return Limits(cells, SEQUENCES, BATCH, SEQUENCES)

    def _prepare(self, request: CompletionRequest) -> Job | Completion:
        if refused := refusal(request):
            return refused
        try:
            prompt = prompt_tokens(request, self._vocabulary, self._template)
            job = self._job(request, prompt)
        except LLMError as error:
            return Completion(error=error.message)
        longest = max(len(p.tokens) + p.reserve for p in job.prompts)
        if longest > self._window:
            for answer in job.answers:
                answer.close()
            return Completion(
                error=f"the prompt has {len(prompt)} tokens, with its answer up to {longest}; the context holds "
                f"{self._window}: shorten the text, lower max_tokens, or raise --llm-context (the setting `context`)"
            )
        return job

    def _job(self, request: CompletionRequest, prompt: list[int]) -> Job:
        if request.options:
            choice = Choice(prompt, [self._spellings(o, request.options) for o in request.options])
            return Job(request, prompt, choice.prompts, [], choice=choice)
        if request.score_text:
            text = continuation(request.score_text, self._vocabulary)
            scored = Scored(prompt, text, request.score_text, request.logprobs, self._vocabulary)
            return Job(request, prompt, [scored.prompt], [], scored=scored)
        answers = [self._answer(request, i) for i in range(request.n)]
        return Job(request, prompt, [Prompt(prompt, answers)], answers)

    def _spellings(self, option: str, options: Sequence[str]) -> list[list[int]]:
        """Token sequences of an option: as it is and capitalised, each also with a space before it.

        Models begin an answer with a capital: of a small one's first token, "factual" and "non-factual" hold a quarter.
        """
        capital = option[:1].upper() + option[1:]
        words = [option, *([capital] if capital not in options else [])]
        found: list[list[int]] = []
        for text in (form for word in words for form in (word, f" {word}")):
            tokens = continuation(text, self._vocabulary)
            found += [tokens] if tokens not in found else []
        return found

    def _answer(self, request: CompletionRequest, index: int) -> Generated:
        grammar = self._grammar(request.schema).fork() if request.schema else None
        sampler = Sampler(request.temperature, request.top_k, request.top_p, request.seed, index, grammar)
        structured = grammar is not None
        return Generated(self._vocabulary, sampler, request.max_tokens, request.stop, request.logprobs, structured)

    def _grammar(self, schema: str) -> Grammar:
        if schema not in self._grammars:
            self._grammars[schema] = Grammar.of_schema(schema, self._vocabulary.handle)
        return self._grammars[schema]


def open_llm(name: str, *, threads: int = 0, gpu_layers: int = 0, context: int = 4096) -> Any:
    """``gguf:PATH`` or ``gguf:NAME``. Raises ``MissingExtra``, ``MissingModel``, ``BadInput``, ``LLMError``."""
    loading.require_runtime()
    path = loading.find(name)
    loading.require_room(path, gpu_layers)
    require_usable(path, loading.fingerprint(path))
    return LlamaCpp(path, threads=threads, gpu_layers=gpu_layers, context=context)
