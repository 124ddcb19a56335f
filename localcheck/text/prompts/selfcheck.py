"""Prompts of SelfCheckGPT (Manakul et al. 2023), verbatim where the paper prints them."""

from __future__ import annotations

from localcheck.text.prompts import written
from localcheck.text.prompts.schemas import record, short_text
from localcheck.types import JSON

WIKIPEDIA_PASSAGE = "This is a Wikipedia passage about {title}:"
"""Section 6: how the responses and samples of the WikiBio set were drawn."""
PASSAGE_IN = {
    "en": (WIKIPEDIA_PASSAGE, "Write the Wikipedia passage about {title}, and nothing else."),
    "zh": ("以下是中文维基百科上关于{title}的一段文字：", "请写出中文维基百科上关于{title}的一段文字，只写正文。"),
}
"""By language of the text: the beginning of a passage, which a base model goes on from, and the task for a model that answers.
Asked in English for a Chinese text, two of three samples were English. Given the beginning, qwen2.5-coder-1.5b-instruct refused
in 13 of 25 samples (fenced), with the task in none of 16.
"""

_WRITTEN = written("selfcheck")
SUPPORTED = _WRITTEN["SUPPORTED"]
"""Section 5.5."""

SUPPORTED_OPTIONS = ("Yes", "No", "N/A")

QUESTIONS = _WRITTEN["QUESTIONS"]
"""Eq. 14: the answer comes first and the distractors follow, as the published question generators order them."""

ANSWER = _WRITTEN["ANSWER"]
"""Eq. 3, 4 and 15 in one pass: P(A..D) chooses the answer, 1 - P(E) is the answerability."""

ANSWER_OPTIONS = ("A", "B", "C", "D", "E")


def questions_schema(count: int) -> JSON:
    """JSON schema of at most ``count`` questions with four options each."""
    options = {"type": "array", "items": short_text(60), "minItems": 4, "maxItems": 4}
    questions = {
        "type": "array",
        "items": record(question=short_text(200), options=options),
        "minItems": 1,
        "maxItems": count,
    }
    return record(questions=questions)


QUESTION_TOKENS = 520
"""Room for one question with its options, in tokens of one character."""
