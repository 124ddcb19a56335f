"""A language model as the stronger reader: its answer about a document becomes a symbol of a fitted table.

The table is fitted on labelled claims beside what the NLI model says of them, so that the answer moves the belief by what it
adds, not by what both have read.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from localcheck.asking.expert import Answer, Judge, Question, unanswered
from localcheck.errors import LLMError
from localcheck.judging.agreement import agreeing
from localcheck.judging.fitted import likelihoods_of, likelihoods_row, made, numbers
from localcheck.judging.opinion import SIDES, Candidate, Opinion
from localcheck.judging.spans import as_read, content_words, titled
from localcheck.stats.bayes import Likelihoods
from localcheck.text.positive import positively
from localcheck.types import JSON, Claim, Cost, Label, Span

NO_ANSWER = "judged without the language model, which gave no answer: {why}"
LEAST = 0.4
"""Log-odds that an answer must be able to add for the model to be worth asking."""
QUOTED = 0.7
"""P(true) or P(false) from which on a sentence may be quoted for the expert's label."""
WEIGHTS = (("own", 1.0), ("beside", 0.0), ("near", 0.0))
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
    near: float = 0.0
    """Added to ``own`` times ``Opinion.near``: an answer about sentences that are plainly about the claim counts more than one
    about sentences that were merely the best to be found."""

    def __post_init__(self) -> None:
        if list(self.edges) != sorted(self.edges) or len(self.edges) + 1 != len(self.likelihoods.factual):
            raise ValueError("edges in ascending order are needed, one fewer than symbols")

    @property
    def helps(self) -> bool:
        """Does any answer move the belief by as much as ``LEAST`` log-odds?"""
        return float(np.abs(self.likelihoods.log_ratios()).max()) >= LEAST

    def symbol(self, log_odds: float, nli: float = 0.0, near: float = 0.0) -> int:
        """The symbol of an answer, 0 (against the claim) to the last (for it), beside the NLI model's log-odds ``nli``, about
        sentences that are so ``near`` to the claim.
        """
        return bisect_right(self.edges, (self.own + self.near * near) * log_odds + self.beside * nli)


@dataclass(frozen=True, slots=True)
class Consultant:
    """A language model with its table and its price."""

    __provided__: ClassVar[bool] = True

    expert: Judge
    table: ExpertTable
    seconds: float
    """At which one answer is priced."""

    @property
    def measured(self) -> bool:
        """Was it counted how often its answers are right?"""
        return bool(self.table.llm_sha256)

    def consult(self, claim: Claim, opinion: Opinion, nli: float = 0.0) -> tuple[Opinion, Cost]:
        """The opinion with the expert's answer about the same document as a symbol of the table, and what asking took.
        ``nli``: how far the NLI model moved the belief by it, in log-odds.
        """
        heard, found, cost = self.hear(claim, opinion, plainly)
        if found.error:
            return heard, cost
        return replace(heard, answer=self.table.symbol(found.log_odds, nli, opinion.near)), cost

    def hear(
        self, claim: Claim, opinion: Opinion, decided: Callable[[Answer], Label | None]
    ) -> tuple[Opinion, Answer, Cost]:
        """The opinion with a quote for the label that is ``decided`` by the expert's answer about the same document, if any,
        that answer, and what asking took.

        Without an answer (the prompt was too long, the memory is full, the server is gone) the opinion stays as it is, with a
        note, and the answer has an error.
        """
        try:
            (found,) = answers(self.expert, [_asked(claim, opinion).together])
            label = None if found.error else decided(found)
            candidates, cost = (
                (opinion.candidates, Cost()) if label is None else self._with_quote(claim, opinion, found, label)
            )
        except LLMError as error:
            found, candidates, cost = unanswered(Cost(llm_calls=1), error.message), opinion.candidates, Cost()
        note = NO_ANSWER.format(why=found.error) if found.error else opinion.note
        return replace(opinion, shown=(), note=note, candidates=candidates), found, found.cost + cost

    def _with_quote(self, claim: Claim, opinion: Opinion, found: Answer, label: Label) -> tuple[Candidates, Cost]:
        """The candidates, with a sentence for the label where the NLI model has none for it: the one of those shown that
        convinces the expert most by itself, the more relevant one of two alike; and what asking about each cost.
        """
        said = found.true if label is Label.SUPPORTED else found.false
        if opinion.quote(label) is not None:
            return opinion.candidates, Cost()
        alone = answers(self.expert, _asked(claim, opinion).alone) if len(opinion.shown) > 1 else []
        each = zip(_in_order(opinion), alone or [found], strict=True)
        shares = {span: one.true if label is Label.SUPPORTED else one.false for span, one in each}
        quote = Candidate(max(opinion.shown, key=shares.__getitem__), said, said)
        kept = tuple((side, c) for side, c in opinion.candidates if side in SIDES)
        return (*kept, (label, quote)), sum((one.cost for one in alone), Cost())


def plainly(answer: Answer) -> Label | None:
    """The side that an answer takes with the probability of a quote (``QUOTED``), if any."""
    return answer.likelier if max(answer.true, answer.false) >= QUOTED else None


@dataclass(frozen=True, slots=True)
class Asked:
    """What the expert is asked about one document."""

    together: Question
    """All sentences at once."""
    alone: tuple[Question, ...]
    """Each by itself, in their order."""


def questions(title: str, sentences: Sequence[str], claim: str) -> Asked:
    """The questions about the sentences of one document."""
    said = positively(claim)
    together = Question(titled(title, " ".join(sentences)), said)
    return Asked(together, tuple(Question(titled(title, sentence), said) for sentence in sentences))


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
    true, neither, false = agreeing(row, question.evidence, question.claim, share).tolist()
    return replace(answer, true=true, false=false, neither=neither)


def shown_sentences(opinion: Opinion) -> tuple[str, ...]:
    """The sentences that the expert is shown, in the order of the document."""
    return tuple(as_read(opinion.passage.text, span) for span in _in_order(opinion))


def _in_order(opinion: Opinion) -> list[Span]:
    return sorted(opinion.shown, key=lambda span: span.start)


def _asked(claim: Claim, opinion: Opinion) -> Asked:
    return questions(opinion.passage.title, shown_sentences(opinion), claim.text)


def to_json(table: ExpertTable) -> JSON:
    """As it is kept in a file."""
    named = {"llm_sha256": table.llm_sha256, "model": table.model, "orders": table.orders, "edges": list(table.edges)}
    weights = {name: getattr(table, name) for name, _ in WEIGHTS}
    return {**likelihoods_row(table.likelihoods), **named, "head_sha256": table.head_sha256, **weights}


def from_json(row: JSON) -> ExpertTable:
    """The table of a file. Raises ``ValueError`` where it is none."""
    return made(_table, row, "a table of an expert")


def _table(row: JSON) -> ExpertTable:
    orders = int(row["orders"])
    if not 1 <= orders <= 3:
        raise ValueError("one to three orders of the options are known")
    named = str(row["llm_sha256"]), str(row["model"]), orders, str(row.get("head_sha256", ""))
    weights = (float(row.get(name, default)) for name, default in WEIGHTS)
    return ExpertTable(numbers(row["edges"]), likelihoods_of(row), *named, *weights)
