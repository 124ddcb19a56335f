"""LMvsLM revised (Yang et al. 2023, Section 5, after Cohen et al. 2023): an examiner questions an examinee.

Both are the same model. In the original the examinee sees its claim and repeats it; revised, it sees the questions alone
and answers from what it knows. The examiner keeps the whole dialogue and concludes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from localcheck.asking.conversation import Conversation
from localcheck.errors import Unparsed
from localcheck.judging.sentence_level import decided, failed, whole_document
from localcheck.ports import LLM, Detector
from localcheck.settings.ranges import SEED, Range
from localcheck.text.counting import many
from localcheck.text.prompts import baselines
from localcheck.text.prompts.fence import fence, fenced
from localcheck.types import Document, Message, Verdict

Wording = Literal["positive", "published"]


def lm_vs_lm(
    *,
    llm: LLM,
    rounds: Annotated[int, Range(1, 50)] = 4,
    wording: Wording = "positive",
    seed: Annotated[int, SEED] = 0,
) -> Detector:
    """Give one verdict for the whole passage: P(incorrect) in the examiner's conclusion.

    ``rounds``: rounds of questions and answers at most; the published replication stops after four. ``wording``: ``published``
    asks for questions and a conclusion in the replication's words; ``positive`` asks for three short questions, and in the end
    whether the claim is correct, yes or no. If the examiner asks no question, there is no verdict.
    """

    def detect(document: Document) -> Iterator[Verdict]:
        claim = whole_document(document)
        talk = Conversation(llm, seed, "lm-vs-lm", document.id)
        try:
            wrong, asked = _examine(talk, claim.text, rounds, wording)
        except Unparsed as error:
            yield failed(claim, error.message, talk.cost())
            return
        conclusion = baselines.CONCLUSION_OPTIONS[int(wrong > 0.5)]
        rationale = f"after {many(asked, 'round')} of questions the examiner concludes: {conclusion}; uncalibrated"
        raw = {"p_incorrect": wrong, "rounds": float(asked)}
        yield decided(claim, wrong <= 0.5, wrong, rationale, talk.cost(), raw)

    return detect


def _examine(talk: Conversation, claim: str, rounds: int, wording: Wording) -> tuple[float, int]:
    """P(incorrect) and the number of rounds. Raises ``Unparsed``."""
    dialogue = [
        Message("user", fenced(baselines.EXAMINER if wording == "published" else baselines.QUESTIONS, claim=claim))
    ]
    questions = _say(talk, dialogue, "questions/1")
    if not _asks(questions):
        raise Unparsed("the examiner asked no question")
    asked = 0
    while True:
        asked += 1
        alone = (Message("user", fenced(baselines.EXAMINEE, questions=questions)),)
        answer = talk.say(alone, f"answers/{asked}")
        dialogue.append(Message("user", baselines.FOLLOW_UP.format(answer=fence(answer))))
        more, _ = talk.choose(tuple(dialogue), baselines.YES_NO, f"follow-up/{asked}")
        dialogue.append(Message("assistant", baselines.YES_NO[int(more <= 0.5)]))
        if more <= 0.5 or asked == rounds:
            break
        dialogue.append(Message("user", baselines.MORE_QUESTIONS))
        questions = _say(talk, dialogue, f"questions/{asked + 1}")
        if not _asks(questions):
            break
    positive = wording == "positive"
    dialogue.append(Message("user", baselines.TRUE_CONCLUSION if positive else baselines.CONCLUSION))
    _, wrong = talk.choose(
        tuple(dialogue), baselines.YES_NO if positive else baselines.CONCLUSION_OPTIONS, "conclusion"
    )
    return wrong, asked


def _asks(text: str) -> bool:
    """Is there a question in the examiner's turn?"""
    return "?" in text or "？" in text


def _say(talk: Conversation, dialogue: list[Message], stage: str) -> str:
    """The examiner's next turn, which is also added to the dialogue."""
    text = talk.say(tuple(dialogue), stage)
    dialogue.append(Message("assistant", text))
    return text
