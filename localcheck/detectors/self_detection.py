"""Self-detection (Wang et al. 2023, Appendix C, Fig. 4): the LLM is asked about its own statement, from what it knows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from localcheck.asking.conversation import Conversation
from localcheck.judging.sentence_level import asked, claim_of, sentences_of
from localcheck.ports import LLM, Detector
from localcheck.settings.ranges import SEED
from localcheck.text.prompts.baselines import SELF_DETECTION, TRUE_STATEMENT, YES_NO
from localcheck.text.prompts.fence import fenced
from localcheck.types import Document, Verdict


def self_detection(
    *, llm: LLM, wording: Literal["positive", "published"] = "positive", seed: Annotated[int, SEED] = 0
) -> Detector:
    """Score every sentence with P(No) to "is the statement true?"; one forward pass per sentence.

    ``wording``: ``published`` asks the question of Figure 4, whether it is nonfactual, and scores P(Yes). Small models say yes
    to it whatever it is asked about.
    """
    positive = wording == "positive"
    question, wrong = (TRUE_STATEMENT, 1) if positive else (SELF_DETECTION, 0)
    how = f"asked whether the statement is {'true' if positive else 'nonfactual'}"

    def detect(document: Document) -> Iterator[Verdict]:
        for sentence in sentences_of(document):
            talk = Conversation(llm, seed, "self-detection", document.id)
            prompt = fenced(question, statement=sentence.text)
            yield asked(talk, claim_of(sentence), prompt, YES_NO, wrong, how)

    return detect
