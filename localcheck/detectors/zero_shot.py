"""Zero-shot detection (Yang et al. 2023, Section 5): one direct question to the LLM about the passage."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from localcheck.asking.conversation import Conversation
from localcheck.judging.sentence_level import asked, claim_of, sentences_of, whole_document
from localcheck.ports import LLM, Detector
from localcheck.settings.ranges import SEED
from localcheck.text.prompts.baselines import TRUE_CLAIM, YES_NO, ZERO_SHOT, ZERO_SHOT_OPTIONS
from localcheck.text.prompts.fence import fenced
from localcheck.types import Document, Verdict

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
    template, options = (TRUE_CLAIM, YES_NO) if wording == "positive" else (ZERO_SHOT, ZERO_SHOT_OPTIONS)

    def detect(document: Document) -> Iterator[Verdict]:
        about = f"Entity: {document.title}\n" if document.title else ""
        whole = unit == "passage"
        for claim in [whole_document(document)] if whole else map(claim_of, sentences_of(document)):
            talk = Conversation(llm, seed, "zero-shot", document.id)
            prompt = fenced(template, claim=f"{about}Claim: {claim.text}")
            yield asked(talk, claim, prompt, options, 1, "asked directly")

    return detect
