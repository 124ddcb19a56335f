"""A language model as the stronger reader: its answer about a document becomes a symbol of a fitted table.

The table is fitted on labelled claims beside what the NLI model says of them, so that the answer moves the belief by what it
adds, not by what both have read.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from localcheck.asking.expert import Answer, Expert, Question
from localcheck.errors import LLMError
from localcheck.judging.fitted import JSON, likelihoods_of, likelihoods_row, made, numbers
from localcheck.judging.opinion import OTHER, SIDES, Candidate, Opinion
from localcheck.judging.spans import titled
from localcheck.stats.bayes import Likelihoods
from localcheck.types import Claim, Cost, Label

NO_ANSWER = "judged without the language model, which gave no answer: {why}"
LEAST = 0.4
"""Log-odds that an answer must be able to add for the model to be worth asking."""
QUOTED = 0.7
"""P(true) or P(false) from which on the sentence closest to the claim may be quoted for the expert's label."""
TOKENS = 190
"""Read for one answer: three sentences, a claim and the question."""


@dataclass(frozen=True, slots=True)
class ExpertTable:
    """How far the answers of one language model move the belief."""

    edges: tuple[float, ...]
    """Log-odds of true against false at which the next symbol begins, ascending; one fewer than there are symbols."""
    likelihoods: Likelihoods
    """P(symbol | factual) and P(symbol | not factual), given what the NLI model says of the same document."""
    llm_sha256: str = ""
    """The language model's; empty for the table of unknown models."""
    model: str = ""
    """Its name, for people."""
    orders: int = 3
    """In how many orders the options are shown."""

    def __post_init__(self) -> None:
        if list(self.edges) != sorted(self.edges) or len(self.edges) + 1 != len(self.likelihoods.factual):
            raise ValueError("edges in ascending order are needed, one fewer than symbols")

    @property
    def helps(self) -> bool:
        """Does any answer move the belief by as much as ``LEAST`` log-odds?"""
        return float(np.abs(self.likelihoods.log_ratios()).max()) >= LEAST

    def symbol(self, answer: Answer) -> int:
        """The symbol of an answer, 0 (against the claim) to the last (for it)."""
        return bisect_right(self.edges, answer.log_odds)


@dataclass(frozen=True, slots=True)
class Consultant:
    """A language model with its table and its price."""

    __provided__: ClassVar[bool] = True

    expert: Expert
    table: ExpertTable
    seconds: float
    """What one answer takes on this machine."""

    def consult(self, claim: Claim, opinion: Opinion) -> tuple[Opinion, Cost]:
        """The opinion with the expert's answer about the same document, and what asking took.

        Without an answer (the prompt was too long, the memory is full, the server is gone) the opinion stays as it is, with a
        note.
        """
        text = " ".join(s.of(opinion.passage.text) for s in sorted(opinion.shown, key=lambda s: s.start))
        try:
            (answer,) = self.expert.ask([Question(titled(opinion.passage.title, text), claim.text)])
        except LLMError as error:
            return replace(opinion, shown=(), note=NO_ANSWER.format(why=error.message)), Cost(llm_calls=1)
        if answer.error:
            return replace(opinion, shown=(), note=NO_ANSWER.format(why=answer.error)), answer.cost
        heard = replace(opinion, answer=self.table.symbol(answer), shown=())
        return replace(heard, candidates=_with_quote(opinion, answer)), answer.cost


def _with_quote(opinion: Opinion, answer: Answer) -> tuple[tuple[Label, Candidate], ...]:
    """The candidates, with the closest sentence for the label that the expert is sure of where the NLI model has none."""
    said = {Label.SUPPORTED: answer.true, Label.REFUTED: answer.false}
    label = max(said, key=lambda one: said[one])
    if said[label] < QUOTED or opinion.quote(label) is not None or not opinion.shown:
        return opinion.candidates
    rival = opinion.quote(OTHER[label])
    span = opinion.shown[0] if rival is None else rival.span
    kept = tuple((side, c) for side, c in opinion.candidates if side in SIDES)
    return (*kept, (label, Candidate(span, said[label], said[label])))


def to_json(table: ExpertTable) -> JSON:
    """As it is kept in a file."""
    named = {"llm_sha256": table.llm_sha256, "model": table.model, "orders": table.orders, "edges": list(table.edges)}
    return {**likelihoods_row(table.likelihoods), **named}


def from_json(row: JSON) -> ExpertTable:
    """The table of a file. Raises ``ValueError`` where it is none."""
    return made(_table, row, "a table of an expert")


def _table(row: JSON) -> ExpertTable:
    orders = int(row["orders"])
    if not 1 <= orders <= 3:
        raise ValueError("one to three orders of the options are known")
    return ExpertTable(numbers(row["edges"]), likelihoods_of(row), str(row["llm_sha256"]), str(row["model"]), orders)
