"""Zero-shot detection (Yang et al. 2023, Section 5): one direct question to the LLM about the passage."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from localcheck.asking.conversation import Conversation
from localcheck.errors import Unparsed
from localcheck.judging.sentence_level import claim_of, decided, failed, sentences_of, whole_document
from localcheck.ports import LLM, Detector
from localcheck.settings.ranges import SEED
from localcheck.text.prompts.baselines import TRUE_CLAIM, YES_NO, ZERO_SHOT, ZERO_SHOT_OPTIONS
from localcheck.text.prompts.fence import fenced
from localcheck.types import Claim, Document, Message, Verdict

Wording = Literal["positive", "published"]


def zero_shot(
    *,
    llm: LLM,
    unit: Literal["passage", "sentence"] = "passage",
    wording: Wording = "positive",
    seed: Annotated[int, SEED] = 0,
) -> Detector:
    """Score with P(No) to "is the claim true?", from one forward pass.

    ``unit``: ask about the whole passage, as published, or about each sentence. ``wording``: ``published`` asks in the words
    of the paper for factual or non-factual, and scores the latter.
    """

    def detect(document: Document) -> Iterator[Verdict]:
        if unit == "passage":
            yield _judge(llm, document, whole_document(document), wording, seed)
            return
        for sentence in sentences_of(document):
            yield _judge(llm, document, claim_of(sentence), wording, seed)

    return detect


def _judge(llm: LLM, document: Document, claim: Claim, wording: Wording, seed: int) -> Verdict:
    talk = Conversation(llm, seed, "zero-shot", document.id)
    about = f"Entity: {document.title}\n" if document.title else ""
    prompt = fenced(TRUE_CLAIM if wording == "positive" else ZERO_SHOT, claim=f"{about}Claim: {claim.text}")
    options = YES_NO if wording == "positive" else ZERO_SHOT_OPTIONS
    try:
        _, wrong = talk.choose((Message("user", prompt),), options, claim.id)
    except Unparsed as error:
        return failed(claim, error.message, talk.cost())
    rationale = f"asked directly, the model says {options[int(wrong > 0.5)]}; uncalibrated"
    return decided(claim, wrong <= 0.5, wrong, rationale, talk.cost(), {"p_nonfactual": wrong})
