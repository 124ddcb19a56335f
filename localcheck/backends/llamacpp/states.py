"""Reads many prompts at once for their hidden states: the last token's, and the mean over a part of the prompt.

What prompts have in common is one run of tokens that belongs to all of their sequences, so that claims about one text cost
their own tokens only; the beginning that all prompts of a caller share stays in the memory between calls.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from localcheck.backends.llamacpp import loading
from localcheck.backends.llamacpp.context import FINAL, Context, Entry, Limits, Tap
from localcheck.backends.llamacpp.sequences import common_prefix
from localcheck.backends.llamacpp.text import Template, Vocabulary
from localcheck.errors import LLMError
from localcheck.types import Message

LIMITS = Limits(cells=3072, sequences=33, batch=512, outputs=33)
"""Of the context that reads states: thirty-two prompts together beside what all share."""
ROOT = 0
"""The sequence of what all prompts share."""
ENOUGH = 0.7
"""Share of the common beginning that must be in the memory for it to stay."""

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Asked:
    """A prompt, and the tokens whose mean state is wanted."""

    tokens: tuple[int, ...]
    first: int
    """Of the tokens that are averaged."""
    end: int
    """Behind the last of them."""


@dataclass(frozen=True, slots=True)
class Read:
    """What was read of some prompts."""

    states: Floats
    """Shape (prompts, layers, 2, width): the last token's state, and the mean of the wanted tokens' (zeros for the final
    layer, which llama.cpp computes for the last token only)."""
    logits: Floats
    """Behind the last token, shape (prompts, tokens wanted); empty without the final layer."""


class States:
    """A context that reads states of ``layers``, ascending; ``FINAL``, last, stands for the last layer."""

    def __init__(
        self, model: Any, layers: Sequence[int], threads: int, options: Sequence[int] = (), adapter: Path | None = None
    ) -> None:
        """``options``: the tokens whose logits are kept; ``adapter``: a file of differences to the weights. Raises ``LLMError``
        for a layer that the model lacks and for an adapter that does not fit it.
        """
        import llama_cpp

        if max(layers) >= llama_cpp.llama_model_n_layer(model) - 1:
            raise LLMError(f"the model has no layer {max(layers)} below its last")
        self.reads = tuple(layers), tuple(options), adapter
        """The layers, the options and the adapter that it was made for."""
        self._layers, self._options = tuple(layers), list(options)
        self._tap = Tap(self._layers)
        # llama.cpp counts the operations of all adapters when it makes a context: they come first.
        loaded = loading.adapter(model, adapter) if adapter else None
        self._context = Context(model, LIMITS, threads, self._tap)
        if loaded:
            try:
                self._context.adapt(loaded)
            except LLMError:
                self._context.close()
                raise
        self._root: tuple[int, ...] = ()
        self._before: tuple[int, ...] = ()

    def read(self, prompts: Sequence[Asked]) -> Read:
        """The states of some prompts. Raises ``LLMError`` for one that does not fit."""
        root = self._root_of(prompts)
        order = sorted(range(len(prompts)), key=lambda i: prompts[i].tokens)
        parts = [self._together(some, root) for some in _that_fit([prompts[i] for i in order], root)]
        back = np.argsort(order)
        states = np.concatenate([p.states for p in parts])[back]
        return Read(states, np.concatenate([p.logits for p in parts])[back])

    def _root_of(self, prompts: Sequence[Asked]) -> int:
        """How many tokens all prompts begin with, none of them averaged; what is in the memory, if it is not much less."""
        before, self._before = self._before or prompts[0].tokens, prompts[-1].tokens
        most = min(min(asked.first, len(asked.tokens) - 1) for asked in prompts)
        shared = min(most, *(common_prefix(before, asked.tokens) for asked in prompts))
        kept = len(self._root)
        there = all(asked.tokens[:kept] == self._root for asked in prompts)
        return kept if there and ENOUGH * shared <= kept <= most else shared

    def _together(self, prompts: Sequence[Asked], root: int) -> Read:
        self._begin_with(prompts[0].tokens[:root])
        for n in range(1, len(prompts) + 1):
            self._context.copy(ROOT, n, root)
        try:
            return self._decoded(prompts, _entries(prompts, root, FINAL in self._layers))
        finally:
            for n in range(1, len(prompts) + 1):
                self._context.drop(n)

    def _begin_with(self, root: tuple[int, ...]) -> None:
        """Have what all prompts share in the memory; as much of it as is there stays."""
        there = common_prefix(self._root, root)
        self._context.drop(ROOT, there)
        self._root = root[:there]
        for start in range(there, len(root), LIMITS.batch):
            some = root[start : start + LIMITS.batch]
            self._context.decode([Entry(t, start + i, ROOT, False) for i, t in enumerate(some)])
            self._root = root[: start + len(some)]

    def _decoded(self, prompts: Sequence[Asked], entries: list[Entry]) -> Read:
        kinds: list[Floats] = []
        logits = np.zeros((len(prompts), len(self._options)), np.float32)
        for start in range(0, len(entries), LIMITS.batch):
            some = entries[start : start + LIMITS.batch]
            rows = self._context.decode(some)
            ending = [(e.sequence - 1, i) for i, e in enumerate(some) if e.wanted]
            for place, (prompt, _) in enumerate(ending):
                logits[prompt] = rows[place, self._options]
            kinds.append(self._gathered(prompts, some, ending))
        return Read(np.sum(kinds, axis=0, dtype=np.float32), logits)

    def _gathered(self, prompts: Sequence[Asked], some: list[Entry], ending: list[tuple[int, int]]) -> Floats:
        """What one batch adds: states of last tokens, and of the averaged tokens their share of the mean."""
        weights = np.zeros((len(prompts), 2, len(some)), np.float32)
        for i, entry in enumerate(some):
            for sequence in (entry.sequence, *entry.also):
                asked = prompts[sequence - 1]
                if entry.position == len(asked.tokens) - 1:
                    weights[sequence - 1, 0, i] = 1.0
                if asked.first <= entry.position < asked.end:
                    weights[sequence - 1, 1, i] = 1.0 / (asked.end - asked.first)
        found = []
        for layer in self._layers:
            if layer != FINAL:
                found.append(weights @ self._tap.rows[layer].reshape(len(some), -1))
                continue
            width = self._context.width
            final = np.zeros((len(prompts), 2, width), np.float32)
            if ending:
                rows = self._tap.rows[FINAL].reshape(-1, width)
                final[[prompt for prompt, _ in ending], 0] = rows[: len(ending)]
            found.append(final)
        return np.stack(found, axis=1)

    def close(self) -> None:
        """Free the memory."""
        self._context.close()


def _entries(prompts: Sequence[Asked], root: int, final: bool) -> list[Entry]:
    """The tokens behind the root, each once for all prompts that have gone the same way; prompts are in order."""
    found: list[Entry] = []
    for n, asked in enumerate(prompts, 1):
        shared = common_prefix(prompts[n - 2].tokens, asked.tokens) if n > 1 else root
        shared = min(max(shared, root), len(asked.tokens) - 1)
        for position in range(shared, len(asked.tokens)):
            after = _alike(prompts, n, position + 1)
            also = tuple(range(n + 1, n + 1 + after))
            found.append(Entry(asked.tokens[position], position, n, final and position == len(asked.tokens) - 1, also))
    return found


def _alike(prompts: Sequence[Asked], n: int, length: int) -> int:
    """How many of the prompts behind the ``n``-th begin with its first ``length`` tokens and go on; prompts are in order."""
    begin = prompts[n - 1].tokens[:length]
    alike = takewhile(lambda other: other.tokens[:length] == begin and len(other.tokens) > length, prompts[n:])
    return sum(1 for _ in alike)


def _that_fit(prompts: Sequence[Asked], root: int) -> list[list[Asked]]:
    """The prompts in runs that fit into the memory together. Raises ``LLMError`` for one that does not fit alone."""
    runs: list[list[Asked]] = []
    room = 0
    for asked in prompts:
        size = len(asked.tokens) - root
        if size > LIMITS.cells - root:
            raise LLMError(f"the prompt has {len(asked.tokens)} tokens; {LIMITS.cells} fit", "shorten the text")
        if not runs or size > room or len(runs[-1]) == LIMITS.sequences - 1:
            runs.append([])
            room = LIMITS.cells - root
        runs[-1].append(asked)
        room -= size
    return runs


def prompt_of(messages: tuple[Message, ...], text: str, vocabulary: Vocabulary, template: Template) -> Asked:
    """The tokens of a chat whose last message ends with ``text``; where it is not found, the last token stands for it.

    Raises ``LLMError`` where the template refuses the messages.
    """
    rendered, marked = template.render(messages), vocabulary.neutral(text).strip()
    tokens = vocabulary.with_start(vocabulary.tokens(rendered, special=True))
    start = rendered.rfind(marked)
    begin = len(rendered[: max(start, 0)].encode("utf-8", "replace"))
    end = begin + len(marked.encode("utf-8", "replace"))
    inside, place = [], 0
    for number, token in enumerate(tokens):
        size = len(vocabulary.piece(token, special=True))
        if place < end and place + size > begin:
            inside.append(number)
        place += size
    if start < 0 or not inside:
        inside = [len(tokens) - 1]
    return Asked(tuple(tokens), inside[0], inside[-1] + 1)
