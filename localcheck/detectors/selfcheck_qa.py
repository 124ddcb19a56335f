"""SelfCheckGPT with question answering (Manakul et al. 2023, Section 5.2 and Appendix B, Eq. 2-6 and 14-21).

The LLM plays all four systems of the paper: it writes the questions with their options, answers them from the text and
from each sample, and its probability for "the context does not say" is 1 - alpha, the answerability.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Literal

import numpy as np

from localcheck.asking.answers import canonical, distribution
from localcheck.asking.conversation import chat, cost_of, multiple_choice
from localcheck.asking.metering import Meter
from localcheck.asking.structured import Parsed, ask
from localcheck.claims.accept import words
from localcheck.errors import BadSetting, Unparsed
from localcheck.judging.samples import Against, Answers, on_answers
from localcheck.judging.sentence_level import claim_of, failed, scored
from localcheck.ports import LLM, Detector, FloatArray
from localcheck.settings.ranges import PROBABILITY, SAMPLES, SEED, Range
from localcheck.stats import agreement
from localcheck.text.prompts.fence import fenced
from localcheck.text.prompts.selfcheck import ANSWER, ANSWER_OPTIONS, QUESTION_TOKENS, QUESTIONS, questions_schema
from localcheck.types import JSON, Claim, Completion, CompletionRequest, Cost, Document, Sentence, Verdict

TOGETHER = 8
"""Sentences that are asked about at once; an interruption loses at most these."""

Method = Literal["bayes-alpha", "bayes", "counting"]


@dataclass(frozen=True, slots=True)
class Question:
    """A multiple-choice question about one sentence."""

    text: str
    options: tuple[str, ...]
    """Four, the sentence's own answer first."""

    @property
    def order(self) -> list[int]:
        """Places of the options in the order in which they are shown: a small model prefers the first, whatever it says."""
        places = list(range(len(self.options)))
        random.Random(self.text).shuffle(places)
        return places


def _questions(answer: JSON) -> list[Question]:
    """The questions that a model wrote, which fit ``questions_schema``."""
    return [Question(row["question"].strip(), tuple(o.strip() for o in row["options"])) for row in answer["questions"]]


def why_no_question(question: Question, text: str) -> str:
    """Why a generated question cannot be used; empty when it can.

    It must end in a question mark, its four options must differ, and its first option (the text's own answer) must
    share a word with the text.
    """
    options = [" ".join(words(option)) for option in question.options]
    if not question.text.endswith(("?", "\uff1f")):
        return f"{question.text[:60]!r} is not a question"
    if "" in options or len(set(options)) < len(options):
        return "its options do not differ"
    if not set(words(question.options[0])) & set(words(text)):
        return f"the text does not say {question.options[0][:40]!r}"
    return ""


@dataclass(frozen=True, slots=True)
class Scoring:
    """How the answers to a question become an inconsistency score."""

    method: Method
    beta: float
    threshold: float

    def score(self, own: FloatArray, others: FloatArray) -> float:
        """Inconsistency of one question. ``own``: P(A..E) from the text, ``others``: the same from each sample, rows.

        A question that the text itself does not answer says nothing (0.5), except under soft counts.
        """
        answerable = 1.0 - others[:, 4]
        same = others[:, :4].argmax(axis=1) == own[:4].argmax()
        if self.method == "bayes-alpha":
            return agreement.bayes_inconsistency(*agreement.soft_counts(same, answerable), self.beta, self.beta)
        if 1.0 - own[4] < self.threshold:
            return 0.5
        counts = agreement.hard_counts(same, answerable, self.threshold)
        if self.method == "bayes":
            return agreement.bayes_inconsistency(*counts, self.beta, self.beta)
        return agreement.simple_counting(*counts)


def selfcheck_qa(
    *,
    llm: LLM,
    method: Method = "bayes-alpha",
    questions: Annotated[int, Range(1, 20)] = 2,
    beta: Annotated[float, Range(0.5, 1, inside=True)] = agreement.BETA,
    threshold: Annotated[float, PROBABILITY] = 0.5,
    samples: Annotated[int, SAMPLES] = 20,
    against: Against = "samples",
    seed: Annotated[int, SEED] = 0,
) -> Detector:
    """Score a sentence by how often the samples answer questions about it differently than the text itself does.

    ``method``: ``counting`` (N_n / (N_m + N_n)), ``bayes`` (Eq. 19) or ``bayes-alpha`` (Eq. 21, soft counts).
    ``questions``: how many per sentence (the published code asks 5; each costs one call per sample). ``beta``: beta_1 =
    beta_2. ``threshold``: answers less answerable than this do not count in ``counting`` and ``bayes``.
    """
    if not 0.5 < beta < 1.0:
        raise BadSetting("beta", f"{beta} is not between 0.5 and 1", "selfcheck-qa")

    def judge(document: Document, sentences: tuple[Sentence, ...], answers: Answers) -> Iterator[Verdict]:
        scoring = Scoring(method, beta, threshold)
        asker = _Asker(llm, document, (document.text, *answers.texts), seed, max(1, questions))
        claims = [claim_of(sentence) for sentence in sentences]
        for start in range(0, len(claims), TOGETHER):
            for asked in asker.ask(claims[start : start + TOGETHER]):
                yield _judge(asked, answers, scoring)

    return on_answers(against, samples, llm, seed, judge)


@dataclass(slots=True)
class _Asked:
    """The questions about one sentence, with their answers and what both took."""

    claim: Claim
    questions: list[Question] = field(default_factory=list)
    rows: list[FloatArray] = field(default_factory=list)
    """For each question P(A..E) from each context, the text's own first."""
    cost: Cost = field(default_factory=Cost)
    error: str = ""
    """Why the sentence cannot be judged; empty where it can."""


class _Asker:
    """Writes questions about the sentences of one document, and has them answered from all contexts.

    All questions of a call are answered together, so that each context is read once for all of them.
    """

    def __init__(self, llm: LLM, document: Document, contexts: Sequence[str], seed: int, count: int) -> None:
        self._llm, self._document, self._contexts, self._seed, self._count = llm, document, contexts, seed, count

    def ask(self, claims: Sequence[Claim]) -> list[_Asked]:
        """What was asked about each claim."""
        asked = self._written(claims)
        requests = [
            self._request(one, question, number, context)
            for context in range(len(self._contexts))
            for one in asked
            for number, question in enumerate(one.questions)
        ]
        completions = self._llm.complete(requests) if requests else []
        questions = sum(len(one.questions) for one in asked)
        place = 0
        for one in asked:
            for question in one.questions:
                self._answered(one, question, completions[place::questions])
                place += 1
        return asked

    def _written(self, claims: Sequence[Claim]) -> list[_Asked]:
        """Eq. 2 and 14: the questions about each claim that can be used."""
        schema, room = canonical(questions_schema(self._count)), QUESTION_TOKENS * self._count
        requests = [
            chat(
                fenced(QUESTIONS, passage=self._document.text, sentence=claim.text, count=self._count),
                key=f"selfcheck-qa/questions/{claim.id}/{self._document.id}",
                max_tokens=room,
                schema=schema,
                seed=self._seed,
            )
            for claim in claims
        ]
        answers = ask(Meter(self._llm), requests, self._wrong)
        return [self._usable(c, p) for c, p in zip(claims, answers, strict=True)]

    def _wrong(self, answer: JSON) -> str:
        """Why none of the questions in an answer can be used; empty where one can."""
        why = [why_no_question(question, self._document.text) for question in _questions(answer)]
        return "" if "" in why else f"no usable question: {why[0]}"

    def _usable(self, claim: Claim, parsed: Parsed) -> _Asked:
        cost = cost_of(parsed.completions, parsed.failures)
        if parsed.error:
            return _Asked(claim, cost=cost, error=parsed.error)
        good = [q for q in _questions(parsed.value) if not why_no_question(q, self._document.text)]
        return _Asked(claim, good, cost=cost)

    def _answered(self, one: _Asked, question: Question, completions: Sequence[Completion]) -> None:
        """Eq. 3, 4 and 15: P of each option, and that the context does not say, from each context, one row each."""
        columns = np.argsort([*question.order, len(question.options)])
        rows, unread = [], 0
        for completion in completions:
            try:
                rows.append(np.array(distribution(completion, ANSWER_OPTIONS))[columns])
            except Unparsed as error:
                one.error = error.message
                unread += not completion.error
        one.rows.append(np.array(rows))
        one.cost += cost_of(completions, unread)

    def _request(self, one: _Asked, question: Question, number: int, context: int) -> CompletionRequest:
        shown = [question.options[place] for place in question.order]
        options = "\n".join(f"{letter}. {text}" for letter, text in zip(ANSWER_OPTIONS, shown, strict=False))
        prompt = fenced(ANSWER, context=self._contexts[context], question=question.text, options=options)
        key = f"selfcheck-qa/answer/{one.claim.id}/{number}/{context}/{self._document.id}"
        return multiple_choice(prompt, ANSWER_OPTIONS, key=key, seed=self._seed)


def _judge(asked: _Asked, answers: Answers, scoring: Scoring) -> Verdict:
    """Eq. 6: the mean over questions. A sentence whose questions or answers cannot be read is FAILED."""
    if asked.error:
        return failed(asked.claim, asked.error, asked.cost)
    scores = [scoring.score(rows[0], rows[1:]) for rows in asked.rows]
    raw = {"inconsistency": float(np.mean(scores)), "questions": float(len(scores))}
    worst = asked.questions[int(np.argmax(scores))].text
    rationale = f"answers differ most on {worst!r} ({answers.origin}); uncalibrated"
    note = answers.note
    return scored(asked.claim, raw["inconsistency"], raw, rationale, asked.cost, note=note)
