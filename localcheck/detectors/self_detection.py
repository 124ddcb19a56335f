"""Self-detection (Wang et al. 2023, Appendix C, Fig. 4): the LLM is asked whether its own statement is not factual."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from localcheck.asking.conversation import Conversation
from localcheck.errors import Unparsed
from localcheck.judging.sentence_level import claim_of, decided, failed, sentences_of
from localcheck.ports import LLM, Detector
from localcheck.settings.ranges import SEED
from localcheck.text.prompts.baselines import SELF_DETECTION, YES_NO
from localcheck.text.prompts.fence import fenced
from localcheck.types import Document, Message, Verdict


def self_detection(*, llm: LLM, seed: Annotated[int, SEED] = 0) -> Detector:
    """Score every sentence with P(Yes) to the question of Figure 4; one forward pass a sentence."""

    def detect(document: Document) -> Iterator[Verdict]:
        for sentence in sentences_of(document):
            claim = claim_of(sentence)
            talk = Conversation(llm, seed, "self-detection", document.id)
            prompt = fenced(SELF_DETECTION, statement=sentence.text)
            try:
                wrong, _ = talk.choose((Message("user", prompt),), YES_NO, claim.id)
            except Unparsed as error:
                yield failed(claim, error.message, talk.cost())
                continue
            rationale = (
                f"asked whether the statement is nonfactual, the model says {YES_NO[int(wrong <= 0.5)]}; uncalibrated"
            )
            yield decided(claim, wrong <= 0.5, wrong, rationale, talk.cost(), {"p_nonfactual": wrong})

    return detect
