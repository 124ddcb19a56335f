"""Prompts of reverse validation (Yang et al. 2023, Table 2), verbatim, and one for small instruct models.

Asked in the paper's words for a question that does not name the entity, a model of 1.5 billion parameters names it in six of
ten; so it is shown the passage without its names, and an example as a turn of the chat. The example is the authors' own.
"""

from __future__ import annotations

from localcheck.text.prompts import written
from localcheck.text.prompts.fence import MATERIAL, fence
from localcheck.text.prompts.schemas import record, short_text
from localcheck.types import Message

_WRITTEN = written("reverse")
GENERATE_QUESTION = _WRITTEN["GENERATE_QUESTION"]
"""QG, stage 1."""

ANSWER_QUESTION = "You should answer the following question as short as possible. {question}"
"""QG, stage 2."""

LIST_FEATURES = """{response}
Please list all features of {entity} which are mentioned above with numbers, do not include {entity} in your list."""
"""EM, stage 1."""

FIND_ENTITY = _WRITTEN["FIND_ENTITY"]
"""EM, stage 2."""

QUESTION = (
    f"Write one question, with the facts of the text in it, whose answer is the name that ___ stands for. {MATERIAL}"
)
_WAR = "___, also known as the Second World War, was a global war that lasted from 1939 to 1945. Germany began it."
_WHICH = "Which global war, also known as the Second World War, lasted from 1939 to 1945 and was begun by Germany?"


def question_turns(passage: str) -> tuple[Message, ...]:
    """QG, stage 1, about a passage with gaps for its subject's names; the answer is one line."""
    example = Message("user", fence(_WAR)), Message("assistant", _WHICH)
    return Message("system", QUESTION), *example, Message("user", fence(passage))


ANSWER_SCHEMA = record(answer=short_text(120))
ENTITY_SCHEMA = record(
    entity=short_text(120),
    percent={"enum": list(range(0, 101, 5))},
    unmet={"type": "array", "items": short_text(100), "maxItems": 8},
)
"""The same answers as JSON, for models that are held to a schema; ``unmet`` keeps the explanation of the mismatch."""
