"""Reverse validation by question generation (Yang et al. 2023, Section 4.2, Table 2).

Stage 1 turns the passage into a question whose answer is its entity, stage 2 answers it, stage 3 compares.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated

from localcheck.asking.conversation import Conversation
from localcheck.errors import Unparsed
from localcheck.judging.reverse import (
    Matching,
    StageRecord,
    entity_of,
    match_record,
    names,
    record_of,
    redirects_of,
    verdict_of,
)
from localcheck.judging.sentence_level import failed, whole_document
from localcheck.ports import LLM, Detector, Retriever
from localcheck.settings.ranges import SEED
from localcheck.text.matching import Match
from localcheck.text.prompts.fence import fenced
from localcheck.text.prompts.reverse import ANSWER_QUESTION, ANSWER_SCHEMA, GENERATE_QUESTION, QUESTION_SCHEMA
from localcheck.types import Document, Verdict

METHOD = "question generation"


def reverse_qg(
    *, llm: LLM, retriever: Retriever | None = None, matching: Matching = "aliases", seed: Annotated[int, SEED] = 0
) -> Detector:
    """Give one verdict for the whole passage: does the model name its entity when the passage is turned into a question?

    ``matching``: ``aliases`` compares names (and holds the model to a schema), ``published`` is the authors' exact
    matching of free answers. A question that names its own answer ends in no verdict, but for ``published``.
    """

    def detect(document: Document) -> Iterator[Verdict]:
        talk = Conversation(llm, seed, "qg", document.id)
        try:
            entity = entity_of(document)
            record = _ask(talk, entity, document.text, free=matching == "published")
            match = match_record(record, "qg", matching, 0.0, redirects_of(retriever, entity))
        except Unparsed as error:
            yield failed(whole_document(document), error.message, talk.cost())
            return
        yield verdict_of(document, record, match, talk.cost(), METHOD)

    return detect


def decide(
    entity: str, record: Mapping[str, str], *, matching: Matching = "aliases", redirects: Iterable[str] = ()
) -> Match:
    """Stage 3 alone on a row of the authors' records (keys entity, claim, question, answer), without any model."""
    return match_record(record_of({**record, "entity": entity}), "qg", matching, 0.0, redirects)


def _ask(talk: Conversation, entity: str, passage: str, free: bool) -> StageRecord:
    """Stages 1 and 2. Raises ``Unparsed``."""
    asking = fenced(GENERATE_QUESTION, entity=entity, response=passage)
    if free:
        question = talk.ask(asking, "stage1")
        return StageRecord(entity, passage, question, talk.ask(fenced(ANSWER_QUESTION, question=question), "stage2"))
    question = talk.ask_json(asking, QUESTION_SCHEMA, "stage1")["question"]
    if names(question, entity):
        raise Unparsed("the model's question names its own answer, so that finding it again says nothing")
    answer = talk.ask_json(fenced(ANSWER_QUESTION, question=question), ANSWER_SCHEMA, "stage2")["answer"]
    return StageRecord(entity, passage, question, answer)
