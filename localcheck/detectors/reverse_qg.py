"""Reverse validation by question generation (Yang et al. 2023, Section 4.2, Table 2).

Stage 1 turns the passage into a question whose answer is its entity, stage 2 answers it, stage 3 compares.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from localcheck.asking.conversation import Conversation
from localcheck.errors import Unparsed
from localcheck.judging.reverse import Matching, StageRecord, finds_again, hidden, names
from localcheck.ports import LLM, Detector, Retriever
from localcheck.settings.ranges import SEED
from localcheck.text.aliases import aliases_of
from localcheck.text.prompts.fence import fenced
from localcheck.text.prompts.reverse import ANSWER_QUESTION, ANSWER_SCHEMA, GENERATE_QUESTION, question_turns

ROOM = 160
"""Tokens of a question."""


def reverse_qg(
    *, llm: LLM, retriever: Retriever | None = None, matching: Matching = "aliases", seed: Annotated[int, SEED] = 0
) -> Detector:
    """Give one verdict for the whole passage: does the model name its entity when the passage is turned into a question?

    ``matching``: ``aliases`` compares names (and makes the model answer in a schema), ``published`` is the authors' exact
    matching of free answers and asks in their words. With ``aliases`` the model never sees the subject's names; if its question
    contains one nevertheless, there is no verdict.
    """
    return finds_again("qg", "question generation", llm, retriever, seed, matching, 0.0, _ask)


def _ask(talk: Conversation, entity: str, passage: str, redirects: Iterable[str] | None) -> StageRecord:
    """Stages 1 and 2; in the authors' words without ``redirects``. Raises ``Unparsed``."""
    if redirects is None:
        question = talk.ask(fenced(GENERATE_QUESTION, entity=entity, response=passage), "stage1")
        return StageRecord(entity, passage, question, talk.ask(fenced(ANSWER_QUESTION, question=question), "stage2"))
    nameless = hidden(passage, aliases_of(entity, passage, redirects))
    question = talk.say(question_turns(nameless), "stage1", ROOM).splitlines()[0]
    if names(question, entity):
        raise Unparsed("the model's question names its own answer, so that finding it again proves nothing")
    answer = talk.ask_json(fenced(ANSWER_QUESTION, question=question), ANSWER_SCHEMA, "stage2")["answer"]
    return StageRecord(entity, passage, question, answer)
