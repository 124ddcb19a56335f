"""SelfCheckGPT with question answering (Manakul et al. 2023, Section 5.2 and Appendix B, Eq. 2-6 and 14-21).

The LLM plays all four systems of the paper: it writes the questions with their options, answers them from the text and
from each sample, and its probability for "the context does not say" is 1 - alpha, the answerability.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

import numpy as np

from localcheck.asking.answers import distribution
from localcheck.asking.conversation import Conversation, cost_of, multiple_choice
from localcheck.claims.accept import words
from localcheck.errors import BadSetting, Unparsed
from localcheck.judging.samples import Against, Answers, gather
from localcheck.judging.sentence_level import FREE, UNCALIBRATED, claim_of, failed, scored, sentences_of
from localcheck.ports import LLM, Detector, FloatArray
from localcheck.ranges import PROBABILITY, SAMPLES, SEED, Range
from localcheck.stats import agreement
from localcheck.text.prompts.fence import fenced
from localcheck.text.prompts.selfcheck import ANSWER, ANSWER_OPTIONS, QUESTION_TOKENS, QUESTIONS, questions_schema
from localcheck.types import Claim, Completion, CompletionRequest, Cost, Document, Verdict

Method = Literal["bayes-alpha", "bayes", "counting"]


@dataclass(frozen=True, slots=True)
class Question:
    """A multiple-choice question about one sentence."""

    text: str
    options: tuple[str, ...]
    """Four, the sentence's own answer first."""


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
    """How answers become an inconsistency."""

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
    beta: Annotated[float, Range(0, 1, inside=True)] = agreement.BETA,
    threshold: Annotated[float, PROBABILITY] = 0.5,
    samples: Annotated[int, SAMPLES] = 20,
    against: Against = "samples",
    seed: Annotated[int, SEED] = 0,
) -> Detector:
    """Mean over questions of the inconsistency of the samples' answers with the text's own.

    ``method``: ``counting`` (N_n / (N_m + N_n)), ``bayes`` (Eq. 19) or ``bayes-alpha`` (Eq. 21, soft counts).
    ``questions`` a sentence (the published code asks 5; each costs one call a sample). ``beta`` is beta_1 = beta_2.
    ``threshold``: answers less answerable than this do not count in ``counting`` and ``bayes``.
    """
    if not 0.5 < beta < 1.0:
        raise BadSetting("beta", f"{beta} is not between 0.5 and 1", "selfcheck-qa")

    def detect(document: Document) -> Iterator[Verdict]:
        sentences = sentences_of(document)
        try:
            answers = gather(document, against, samples, llm, seed)
        except Unparsed as error:
            yield from (failed(claim_of(sentence), error.message) for sentence in sentences)
            return
        scoring = Scoring(method, beta, threshold)
        drawing = answers.cost
        for sentence in sentences:
            asker = _Asker(llm, document, claim_of(sentence), seed)
            yield _judge(asker, answers, scoring, max(1, questions), drawing)
            drawing = FREE

    return detect


class _Asker:
    """Questions about one sentence, and their answers; keeps what they cost."""

    def __init__(self, llm: LLM, document: Document, claim: Claim, seed: int) -> None:
        self.claim = claim
        self.document = document
        self._llm, self._seed = llm, seed
        self._writing = Conversation(llm, seed, "selfcheck-qa", document.id)
        self._answered: list[Completion] = []
        self._failures = 0

    def questions(self, count: int) -> list[Question]:
        """Eq. 2 and 14. Raises ``Unparsed``."""
        prompt = fenced(QUESTIONS, passage=self.document.text, sentence=self.claim.text, count=count)
        stage = f"questions/{self.claim.id}"
        rows = self._writing.ask_json(prompt, questions_schema(count), stage, QUESTION_TOKENS * count)["questions"]
        written = [Question(row["question"].strip(), tuple(o.strip() for o in row["options"])) for row in rows]
        good = [question for question in written if not why_no_question(question, self.document.text)]
        if not good:
            raise Unparsed(f"no usable question: {why_no_question(written[0], self.document.text)}")
        return good

    def answers(self, question: Question, number: int, contexts: Sequence[str]) -> FloatArray:
        """Eq. 3, 4 and 15: P(A..E) from each context, one row each. Raises ``Unparsed``."""
        completions = self._llm.complete(
            [self._request(question, f"{number}/{index}", text) for index, text in enumerate(contexts)]
        )
        self._answered += completions
        rows = []
        for completion in completions:
            try:
                rows.append(distribution(completion, ANSWER_OPTIONS))
            except Unparsed:
                self._failures += not completion.error
                raise
        return np.array(rows)

    def cost(self) -> Cost:
        """What was asked so far."""
        return self._writing.cost() + cost_of(self._answered, self._failures)

    def _request(self, question: Question, place: str, context: str) -> CompletionRequest:
        options = "\n".join(f"{letter}. {text}" for letter, text in zip(ANSWER_OPTIONS, question.options, strict=False))
        prompt = fenced(ANSWER, context=context, question=question.text, options=options)
        key = f"selfcheck-qa/answer/{self.claim.id}/{place}/{self.document.id}"
        return multiple_choice(prompt, ANSWER_OPTIONS, key=key, seed=self._seed)


def _judge(asker: _Asker, answers: Answers, scoring: Scoring, count: int, drawing: Cost) -> Verdict:
    """Eq. 6: the mean over questions. A sentence whose questions or answers cannot be read is FAILED."""
    contexts = (asker.document.text, *answers.texts)
    scores: list[float] = []
    try:
        questions = asker.questions(count)
        for number, question in enumerate(questions):
            probabilities = asker.answers(question, number, contexts)
            scores.append(scoring.score(probabilities[0], probabilities[1:]))
    except Unparsed as error:
        return failed(asker.claim, error.message, drawing + asker.cost())
    raw = {"inconsistency": float(np.mean(scores)), "questions": float(len(scores))}
    worst = questions[int(np.argmax(scores))].text
    rationale = f"answers differ most on {worst!r} ({answers.origin}); uncalibrated"
    note = answers.note or UNCALIBRATED
    return scored(asker.claim, raw["inconsistency"], raw, rationale, drawing + asker.cost(), note=note)
