"""SelfCheckGPT with Prompt (Manakul et al. 2023, Section 5.5, Eq. 11): is the sentence supported by each sample?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

import numpy as np

from localcheck.asking.answers import distribution
from localcheck.asking.conversation import cost_of, multiple_choice
from localcheck.errors import Unparsed
from localcheck.judging.samples import Against, Answers, on_answers
from localcheck.judging.sentence_level import claim_of, failed, scored
from localcheck.ports import LLM, Detector
from localcheck.settings.ranges import SAMPLES, SEED
from localcheck.stats.agreement import mean_over_samples
from localcheck.text.prompts.fence import fenced
from localcheck.text.prompts.selfcheck import SUPPORTED, SUPPORTED_OPTIONS
from localcheck.types import Claim, Completion, CompletionRequest, Document, Sentence, Verdict

TOGETHER = 16
"""Sentences asked about in one batch: every batch reads the samples anew, and an interruption loses the answers of one."""
WORTH = (0.0, 1.0, 0.5)
"""Inconsistency of the answers Yes, No and N/A."""

Decide = Literal["expected", "hard"]


def selfcheck_prompt(
    *,
    llm: LLM,
    decide: Decide = "expected",
    samples: Annotated[int, SAMPLES] = 20,
    against: Against = "samples",
    seed: Annotated[int, SEED] = 0,
) -> Detector:
    """Ask for each sample whether it supports the sentence; score the mean of 0 for Yes, 1 for No and 0.5 for neither.

    ``decide``: ``expected`` weighs the three answers by their probabilities, ``hard`` takes the likeliest, as published.
    ``samples``: answers to draw, or to read of the document's own.
    """

    def judge(document: Document, sentences: tuple[Sentence, ...], answers: Answers) -> Iterator[Verdict]:
        claims = [claim_of(sentence) for sentence in sentences]
        for start in range(0, len(claims), TOGETHER):
            some = claims[start : start + TOGETHER]
            completions = llm.complete(_requests(document, some, answers, seed))
            for place, claim in enumerate(some):
                yield _judge(claim, completions[place :: len(some)], answers, decide)

    return on_answers(against, samples, llm, seed, judge)


def _requests(document: Document, claims: Sequence[Claim], answers: Answers, seed: int) -> list[CompletionRequest]:
    """A question for every sample and claim, sample by sample: questions about one sample share its decoded context.

    Line breaks in samples become blanks, as in the published code.
    """
    return [
        multiple_choice(
            fenced(SUPPORTED, context=" ".join(text.split()), sentence=claim.text),
            SUPPORTED_OPTIONS,
            key=f"selfcheck-prompt/{claim.id}/{index}/{document.id}",
            seed=seed,
        )
        for index, text in enumerate(answers.texts)
        for claim in claims
    ]


def _judge(claim: Claim, completions: Sequence[Completion], answers: Answers, decide: Decide) -> Verdict:
    expected, hard = [], []
    lost, unparsed, why = 0, 0, ""
    for completion in completions:
        try:
            probabilities = distribution(completion, SUPPORTED_OPTIONS)
        except Unparsed as error:
            # The paper counts an answer that is neither Yes nor No as N/A.
            probabilities = (0.0, 0.0, 1.0)
            lost, why = lost + 1, error.message
            unparsed += not completion.error
        expected.append(float(np.dot(probabilities, WORTH)))
        hard.append(WORTH[int(np.argmax(probabilities))])
    cost = cost_of(completions, parse_failures=unparsed)
    if lost == len(completions):
        return failed(claim, f"none of the model's answers could be read: {why}", cost)
    raw = {"expected": mean_over_samples(np.array(expected)), "hard": mean_over_samples(np.array(hard))}
    rationale = f"{hard.count(1.0)} of {len(hard)} do not support it ({answers.origin}); uncalibrated"
    return scored(claim, raw[decide], raw, rationale, cost, note=answers.note)
