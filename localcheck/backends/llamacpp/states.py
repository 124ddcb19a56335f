"""Reads prompts for their hidden states: the last token's, and the mean over a part of the prompt.

One after the other in one place of the memory, so that a prompt has the same states whatever its neighbours. What it begins
with as the one before stays in the memory, also between calls: claims about one text cost their own tokens only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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

LIMITS = Limits(cells=3072, sequences=1, batch=512, outputs=1)
"""Of the context that reads states."""
ONLY = 0
"""The sequence."""

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
        self._held: tuple[int, ...] = ()
        """The tokens in the memory."""

    def read(self, prompts: Sequence[Asked]) -> Read:
        """The states of some prompts. Raises ``LLMError`` for one that does not fit."""
        order = sorted(range(len(prompts)), key=lambda i: prompts[i].tokens)
        found = {i: self._one(prompts[i]) for i in order}
        states, logits = zip(*(found[i] for i in range(len(prompts))), strict=True)
        return Read(np.stack(states), np.stack(logits))

    def _one(self, asked: Asked) -> tuple[Floats, Floats]:
        size = len(asked.tokens)
        if size > LIMITS.cells:
            raise LLMError(f"the prompt has {size} tokens; {LIMITS.cells} fit", "shorten the text")
        there = min(common_prefix(self._held, asked.tokens), asked.first, size - 1)
        self._context.drop(ONLY, there)
        self._held = asked.tokens[:there]
        states = np.zeros((len(self._layers), 2, self._context.width), np.float32)
        logits = np.zeros(len(self._options), np.float32)
        for start in range(there, size, LIMITS.batch):
            end = min(start + LIMITS.batch, size)
            wanted = size - 1 if FINAL in self._layers else size
            entries = [Entry(asked.tokens[i], i, ONLY, i == wanted) for i in range(start, end)]
            rows = self._context.decode(entries, alike=True)
            self._held = asked.tokens[:end]
            own = slice(max(asked.first - start, 0), max(asked.end - start, 0))
            for layer, found in zip(self._layers, states, strict=True):
                if layer != FINAL:
                    seen = self._tap.rows[layer].reshape(-1, self._context.width)[: end - start]
                    found[0] = seen[-1]
                    found[1] += seen[own].sum(axis=0) / (asked.end - asked.first)
                elif len(rows):
                    found[0], logits = self._tap.rows[FINAL][: self._context.width], rows[0, self._options].copy()
        return states, logits

    def close(self) -> None:
        """Free the memory."""
        self._context.close()


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
