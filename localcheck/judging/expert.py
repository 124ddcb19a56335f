"""A language model as the stronger reader: its answer about a document becomes a symbol of a fitted table.

The table is fitted on labelled claims beside what the NLI model says of them, so that the answer moves the belief by what it
adds, not by what both have read.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from localcheck.asking.expert import Answer, Judge, Question
from localcheck.errors import LLMError
from localcheck.judging.agreement import agreeing
from localcheck.judging.fitted import JSON, likelihoods_of, likelihoods_row, made, numbers
from localcheck.judging.opinion import SIDES, Candidate, Opinion
from localcheck.judging.spans import content_words, titled
from localcheck.stats.bayes import Likelihoods
from localcheck.types import Claim, Cost, Label, Span

NO_ANSWER = "judged without the language model, which gave no answer: {why}"
LEAST = 0.4
"""Log-odds that an answer must be able to add for the model to be worth asking."""
QUOTED = 0.7
"""P(true) or P(false) from which on a sentence may be quoted for the expert's label."""
WEIGHTS = (("own", 1.0), ("beside", 0.0))
"""Of tables that were made before there were any."""
Candidates = tuple[tuple[Label, Candidate], ...]


@dataclass(frozen=True, slots=True)
class ExpertTable:
    """How far the answers of one language model move the belief."""

    edges: tuple[float, ...]
    """Weighted log-odds of true against false at which the next symbol begins, ascending; one fewer than there are symbols."""
    likelihoods: Likelihoods
    """P(symbol | factual) and P(symbol | not factual), given what the NLI model says of the same document."""
    llm_sha256: str = ""
    """The language model's; empty for the table of unknown models."""
    model: str = ""
    """Its name, for people."""
    orders: int = 3
    """In how many orders the options are shown."""
    head_sha256: str = ""
    """Of the trained head whose answers these are; empty for answers by letters."""
    own: float = 1.0
    """Weight of the answer's log-odds before they are cut into symbols."""
    beside: float = 0.0
    """Weight of the NLI model's log-odds of the same document, added to that: below zero, so that what both say counts once."""

    def __post_init__(self) -> None:
        if list(self.edges) != sorted(self.edges) or len(self.edges) + 1 != len(self.likelihoods.factual):
            raise ValueError("edges in ascending order are needed, one fewer than symbols")

    @property
    def helps(self) -> bool:
        """Does any answer move the belief by as much as ``LEAST`` log-odds?"""
        return float(np.abs(self.likelihoods.log_ratios()).max()) >= LEAST

    def symbol(self, answer: Answer, nli: float = 0.0) -> int:
        """The symbol of an answer, 0 (against the claim) to the last (for it), beside the NLI model's log-odds ``nli``."""
        return bisect_right(self.edges, self.own * answer.log_odds + self.beside * nli)


@dataclass(frozen=True, slots=True)
class Consultant:
    """A language model with its table and its price."""

    __provided__: ClassVar[bool] = True

    expert: Judge
    table: ExpertTable
    seconds: float
    """At which one answer is priced."""

    def consult(self, claim: Claim, opinion: Opinion, nli: float = 0.0) -> tuple[Opinion, Cost]:
        """The opinion with the expert's answer about the same document, and what asking took. ``nli``: how far the NLI model
        moved the belief by it, in log-odds.

        Without an answer (the prompt was too long, the memory is full, the server is gone) the opinion stays as it is, with a
        note.
        """
        spans = sorted(opinion.shown, key=lambda s: s.start)
        try:
            (answer,) = answers(self.expert, [_question(claim, opinion, spans)])
            if answer.error:
                return replace(opinion, shown=(), note=NO_ANSWER.format(why=answer.error)), answer.cost
            candidates, cost = self._with_quote(claim, opinion, answer)
        except LLMError as error:
            return replace(opinion, shown=(), note=NO_ANSWER.format(why=error.message)), Cost(llm_calls=1)
        heard = replace(opinion, answer=self.table.symbol(answer, nli), shown=(), candidates=candidates)
        return heard, answer.cost + cost

    def _with_quote(self, claim: Claim, opinion: Opinion, answer: Answer) -> tuple[Candidates, Cost]:
        """The candidates, with a sentence for the label that the expert is sure of where the NLI model has none for it: the one
        of those shown that convinces the expert alone.
        """
        said = {Label.SUPPORTED: answer.true, Label.REFUTED: answer.false}
        label = max(said, key=lambda one: said[one])
        if said[label] < QUOTED or opinion.quote(label) is not None:
            return opinion.candidates, Cost()
        alone = [answer] if len(opinion.shown) == 1 else self._each(claim, opinion)
        shares = [one.true if label is Label.SUPPORTED else one.false for one in alone]
        best = max(range(len(shares)), key=lambda i: shares[i])
        cost = sum((one.cost for one in alone if one is not answer), Cost())
        quote = Candidate(opinion.shown[best], said[label], said[label])
        kept = tuple((side, c) for side, c in opinion.candidates if side in SIDES)
        return (*kept, (label, quote)), cost

    def _each(self, claim: Claim, opinion: Opinion) -> list[Answer]:
        return answers(self.expert, [_question(claim, opinion, [span]) for span in opinion.shown])


def answers(expert: Judge, questions: Sequence[Question]) -> list[Answer]:
    """What the expert says, corrected by what can be compared without a model (``judging.agreement``), as an NLI model's answer
    is: numbers, opposites, ranks, and who did what to whom.
    """
    return [a if a.error else compared(a, q) for q, a in zip(questions, expert.ask(questions), strict=True)]


def compared(answer: Answer, question: Question) -> Answer:
    """One answer, so corrected."""
    wanted = content_words(question.claim)
    share = len(wanted & content_words(question.evidence)) / len(wanted) if wanted else 0.0
    row = np.array([answer.true, answer.neither, answer.false])
    true, neither, false = agreeing(row, question.evidence, question.claim, share, single=False).tolist()
    return replace(answer, true=true, false=false, neither=neither)


def _question(claim: Claim, opinion: Opinion, spans: Sequence[Span]) -> Question:
    text = " ".join(span.of(opinion.passage.text) for span in spans)
    return Question(titled(opinion.passage.title, text), claim.text)


def to_json(table: ExpertTable) -> JSON:
    """As it is kept in a file."""
    named = {"llm_sha256": table.llm_sha256, "model": table.model, "orders": table.orders, "edges": list(table.edges)}
    weights = {"head_sha256": table.head_sha256, "own": table.own, "beside": table.beside}
    return {**likelihoods_row(table.likelihoods), **named, **weights}


def from_json(row: JSON) -> ExpertTable:
    """The table of a file. Raises ``ValueError`` where it is none."""
    return made(_table, row, "a table of an expert")


def _table(row: JSON) -> ExpertTable:
    orders = int(row["orders"])
    if not 1 <= orders <= 3:
        raise ValueError("one to three orders of the options are known")
    named = str(row["llm_sha256"]), str(row["model"]), orders, str(row.get("head_sha256", ""))
    own, beside = (float(row.get(name, default)) for name, default in WEIGHTS)
    return ExpertTable(numbers(row["edges"]), likelihoods_of(row), *named, own, beside)
