"""Self-detection (Wang et al. 2023, Appendix C, Fig. 4): the LLM is asked about its own statement, from what it knows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from localcheck.asking.conversation import Conversation
from localcheck.errors import Unparsed
from localcheck.judging.sentence_level import claim_of, decided, failed, sentences_of
from localcheck.ports import LLM, Detector
from localcheck.settings.ranges import SEED
from localcheck.text.prompts.baselines import SELF_DETECTION, TRUE_STATEMENT, YES_NO
from localcheck.text.prompts.fence import fenced
from localcheck.types import Document, Message, Verdict


def self_detection(
    *, llm: LLM, wording: Literal["positive", "published"] = "positive", seed: Annotated[int, SEED] = 0
) -> Detector:
    """Score every sentence with P(No) to "is the statement true?"; one forward pass per sentence.

    ``wording``: ``published`` asks the question of Figure 4, whether it is nonfactual, and scores P(Yes). Small models say yes
    to it whatever it is asked about.
    """

    def detect(document: Document) -> Iterator[Verdict]:
        for sentence in sentences_of(document):
            claim = claim_of(sentence)
            talk = Conversation(llm, seed, "self-detection", document.id)
            positive = wording == "positive"
            prompt = fenced(TRUE_STATEMENT if positive else SELF_DETECTION, statement=sentence.text)
            try:
                yes, no = talk.choose((Message("user", prompt),), YES_NO, claim.id)
            except Unparsed as error:
                yield failed(claim, error.message, talk.cost())
                continue
            wrong = no if positive else yes
            asked = "true" if positive else "nonfactual"
            rationale = (
                f"asked whether the statement is {asked}, the model says {YES_NO[int(yes <= 0.5)]}; uncalibrated"
            )
            yield decided(claim, wrong <= 0.5, wrong, rationale, talk.cost(), {"p_nonfactual": wrong})

    return detect
