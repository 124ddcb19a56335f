"""A trained head: reads true, false or neither out of a language model's hidden states, instead of asking for a letter.

One pass over the prompt, nothing is written. A head fits one model file and one prompt: it names both, and another model is
asked by its words (``asking.expert``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import numpy as np

from localcheck.asking.expert import Answer, Question, unanswered
from localcheck.asking.recordings import Keeper, behind, keep_answers
from localcheck.errors import LLMError
from localcheck.ports import LLM, FloatArray, StateReader
from localcheck.text.prompts.expert import one_line, reading
from localcheck.types import Cost
from localcheck.types.infos import LLMInfo

TOKENS = 115
"""Read for one answer: three sentences and a claim; the task is read once for all."""
HEED = 0.1
"""A head learns when the evidence says neither: then it speaks for little."""
TOGETHER = 32
"""Prompts of one pass."""


@dataclass(frozen=True)
class Head:
    """A linear map from states to log-odds, for standardised states."""

    llm_sha256: str
    """Of the model whose states it reads."""
    model: str
    """Its name, for people."""
    reading: int
    """Number of the prompt (``text.prompts.expert.READING``)."""
    layers: tuple[int, ...]
    """Layers whose states it reads, ascending."""
    center: FloatArray
    """Shape (d,), d = layers · 2 · width: the last token's state and the mean at the claim, layer by layer."""
    scale: FloatArray
    """Shape (d,)."""
    weights: FloatArray
    """Shape (3, d): true, false, neither."""
    bias: FloatArray
    """Shape (3,)."""
    digest: str = ""
    """SHA-256 of its file: what was measured with it names it."""
    adapter_sha256: str = ""
    """Of the adapter with which the states are computed; empty for the model as it is."""
    adapter: Path | None = None
    """Where that adapter is."""

    def shares(self, states: FloatArray) -> FloatArray:
        """P(true, false, neither) for states of shape (n, layers, 2, width); shape (n, 3)."""
        x = (states.reshape(len(states), -1) - self.center) / self.scale
        z = x @ self.weights.T + self.bias
        z = np.exp(z - z.max(axis=1, keepdims=True))
        found: FloatArray = z / z.sum(axis=1, keepdims=True)
        return found


class Headed:
    """A language model with a head, as a reader (``asking.expert.Judge``)."""

    def __init__(self, llm: StateReader, info: LLMInfo, head: Head, record: Keeper | None = None) -> None:
        """``record``: a recording that is being made, if one is. Raises ``LLMError`` where the head is another model's."""
        if head.llm_sha256 != info.sha256:
            raise LLMError(f"the trained head is for another file than {info.name}")
        self._llm, self._head, self._record = llm, head, record
        self.info = info
        self.digest = head.digest
        self.tokens = TOKENS

    def ask(self, questions: Sequence[Question]) -> list[Answer]:
        """An answer for each question; those that share their evidence cost their own tokens only."""
        found: list[Answer] = []
        for start in range(0, len(questions), TOGETHER):
            found += self._some(questions[start : start + TOGETHER])
        if self._record is not None:
            keep_answers(self._record, self.digest, questions, found)
        return found

    def _some(self, questions: Sequence[Question]) -> list[Answer]:
        started = perf_counter()
        prompts, marked = [reading(q.evidence, q.claim) for q in questions], [one_line(q.claim) for q in questions]
        try:
            states = self._llm.states(prompts, marked, self._head.layers, self._head.adapter)
        except LLMError as error:
            return [unanswered(Cost(llm_calls=1), error.message)] * len(questions)
        if states[0].size != self._head.center.size:
            width = f"{states[0].size} numbers a state, {self._head.center.size} expected"
            return [unanswered(Cost(llm_calls=1), f"the trained head does not fit: {width}")] * len(questions)
        cost = Cost(llm_calls=1, seconds=(perf_counter() - started) / len(questions))
        rows = self._head.shares(states).tolist()
        return [Answer(true, false, neither, cost, heed=HEED) for true, false, neither in rows]


def state_reader(llm: LLM) -> StateReader | None:
    """The model behind ``llm`` whose states can be read; None for servers and recorded answers."""
    return next((one for one in behind(llm) if isinstance(one, StateReader)), None)
