"""Asks a language model whether evidence proves a claim true, false, or neither; the answer is three probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from localcheck.asking.answers import distribution
from localcheck.asking.conversation import cost_of, multiple_choice
from localcheck.errors import Unparsed
from localcheck.ports import LLM
from localcheck.text.prompts.expert import FALSE, JUDGE, LETTERS, NEITHER, ORDERS, TRUE, options
from localcheck.text.prompts.fence import fenced
from localcheck.types import Cost, Label
from localcheck.types.infos import LLMInfo

TOKENS = 190
"""Read for one answer by letters: three sentences, a claim and the question."""
REPEATED = 50
"""Of these, what each further order of the options reads again."""
LEAST = 1e-4
"""A probability below this counts as this: one rounding must not outweigh everything else."""


@dataclass(frozen=True, slots=True)
class Question:
    """One claim beside some sentences."""

    evidence: str
    claim: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What the model says of one question."""

    true: float
    false: float
    neither: float
    cost: Cost
    error: str = ""
    """Why there is no answer; the probabilities then say nothing."""
    heed: float = 0.0
    """Share of ``neither`` that counts for both sides: 0 where the model hardly ever says it, a half where it learnt to."""

    @property
    def log_odds(self) -> float:
        """Log-odds of true against false, natural logarithm; 0 without an answer, and near 0 where ``neither`` is heeded."""
        both = self.heed * self.neither
        return float(np.log(max(self.true + both, LEAST)) - np.log(max(self.false + both, LEAST)))

    @property
    def likelier(self) -> Label:
        """The side that is likelier, however likely neither is."""
        return Label.SUPPORTED if self.true > self.false else Label.REFUTED


def unanswered(cost: Cost, why: str) -> Answer:
    """What stands where there is no answer: nothing is likelier than anything else."""
    return Answer(1 / 3, 1 / 3, 1 / 3, cost, why)


class Judge(Protocol):
    """A language model that is asked about claims beside evidence."""

    info: LLMInfo
    digest: str
    """SHA-256 of what was trained on top of the model; empty where nothing was."""

    @property
    def tokens(self) -> int:
        """Read for one answer, about, in whole passes of the network."""
        ...

    def ask(self, questions: Sequence[Question]) -> list[Answer]:
        """An answer for each question, in order."""
        ...


class Expert:
    """An instruct model as a reader. ``orders``: in how many orders the options are shown, 1 to 3; their answers are averaged.

    A model whose preference for a letter was fitted away needs one order, an unknown one all three.
    """

    digest = ""

    def __init__(self, llm: LLM, orders: int = len(ORDERS)) -> None:
        self._llm, self._orders = llm, ORDERS[:orders]
        self.info = llm.info
        self.tokens = TOKENS + (orders - 1) * REPEATED

    def ask(self, questions: Sequence[Question]) -> list[Answer]:
        """An answer for each question, in one call, so that common beginnings are decoded once."""
        requests = [
            multiple_choice(fenced(JUDGE, evidence=q.evidence, claim=q.claim) + options(order), LETTERS)
            for q in questions
            for order in self._orders
        ]
        completions = self._llm.complete(requests)
        answers = []
        for place in range(len(questions)):
            mine = completions[place * len(self._orders) : (place + 1) * len(self._orders)]
            cost = cost_of(mine)
            try:
                rows = [distribution(completion, LETTERS) for completion in mine]
            except Unparsed as error:
                answers.append(unanswered(cost, error.message))
                continue
            answers.append(_mean(rows, self._orders, cost))
        return answers


def _mean(rows: Sequence[Sequence[float]], orders: Sequence[Sequence[int]], cost: Cost) -> Answer:
    """The geometric mean of the orders' answers, normalised: a letter that is preferred everywhere cancels out."""
    logs = np.zeros(3)
    for row, order in zip(rows, orders, strict=True):
        for letter, place in enumerate(order):
            logs[place] += np.log(max(row[letter], LEAST)) / len(rows)
    shares = np.exp(logs - logs.max())
    shares /= shares.sum()
    return Answer(float(shares[TRUE]), float(shares[FALSE]), float(shares[NEITHER]), cost)
