"""Zero-shot detection (Yang et al. 2023, Section 5): one direct question to the LLM about the passage.

The published F1 of 0.0 for ChatGPT is that of free answers. The authors' script for Llama 2 takes every answer for "factual"
that contains the word, which "non-factual" does; here the two are options, and none is read out of the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from localcheck.asking.conversation import Conversation
from localcheck.judging.sentence_level import asked, claim_of, sentences_of, whole_document
from localcheck.ports import LLM, Detector
from localcheck.settings.ranges import SEED
from localcheck.text.language import detect as detect_language
from localcheck.text.prompts.baselines import RESPONSE, TRUE_CLAIM, YES_NO, ZERO_SHOT, ZERO_SHOT_OPTIONS
from localcheck.text.prompts.fence import fenced
from localcheck.types import Document, Verdict

Wording = Literal["positive", "published", "response"]


def zero_shot(
    *,
    llm: LLM,
    unit: Literal["passage", "sentence"] = "passage",
    wording: Wording = "positive",
    seed: Annotated[int, SEED] = 0,
) -> Detector:
    """Score with P(No) to "is the claim true?", from one forward pass.

    ``unit``: ask about the whole passage, as published, or about each sentence. ``wording``: ``published`` asks in the words
    of the paper for factual or non-factual, and scores the latter; ``response`` asks as HaluAgent's baseline (Cheng et al.
    2024, Figure 6), in English or Chinese, whether anything in the response to the document's question is wrong, and scores
    P(Yes).
    """
    template, options = (TRUE_CLAIM, YES_NO) if wording == "positive" else (ZERO_SHOT, ZERO_SHOT_OPTIONS)

    def detect(document: Document) -> Iterator[Verdict]:
        about = f"Entity: {document.title}\n" if document.title else ""
        whole = unit == "passage"
        for claim in [whole_document(document)] if whole else map(claim_of, sentences_of(document)):
            talk = Conversation(llm, seed, "zero-shot", document.id)
            if wording == "response":
                asking, answers = RESPONSE["zh" if detect_language(document.text) == "zh" else "en"]
                prompt = fenced(asking, question=document.prompt or "(none)", response=claim.text)
                yield asked(talk, claim, prompt, answers, 0, "asked whether the response has anything incorrect")
                continue
            prompt = fenced(template, claim=f"{about}Claim: {claim.text}")
            yield asked(talk, claim, prompt, options, 1, "asked directly")

    return detect
