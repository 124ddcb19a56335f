"""Reverse validation by entity matching (Yang et al. 2023, Section 4.2, Table 2).

Stage 1 lists the features that the passage states, stage 2 asks for an entity that has them, stage 3 compares it with the
passage's own. A hallucinated feature leads the model elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from localcheck.asking.conversation import Conversation
from localcheck.judging.reverse import Matching, StageRecord, finds_again, hidden, unmet_in
from localcheck.ports import LLM, Detector, Retriever
from localcheck.settings.ranges import SEED, Range
from localcheck.text.aliases import aliases_of
from localcheck.text.matching import PUBLISHED_PERCENT
from localcheck.text.prompts.fence import fenced
from localcheck.text.prompts.reverse import ENTITY_SCHEMA, FIND_ENTITY, LIST_FEATURES
from localcheck.text.sentences import split_sentences


def reverse_em(
    *,
    llm: LLM,
    retriever: Retriever | None = None,
    matching: Matching = "aliases",
    percent: Annotated[float, Range(0, 100)] = PUBLISHED_PERCENT,
    seed: Annotated[int, SEED] = 0,
) -> Detector:
    """Give one verdict for the whole passage: does the model name its entity when shown only the passage's description?

    ``matching``: ``aliases`` compares names (and makes the model answer in a schema), ``published`` is the authors' exact
    matching of free answers. ``percent``: the share of requirements that a match must meet; 80 gives the published
    numbers, the paper's text says 90. The features are listed by the model in ``published``; else they are the passage's own
    sentences without the subject's names.
    """
    return finds_again("em", "entity matching", llm, retriever, seed, matching, percent, _ask)


def _ask(talk: Conversation, entity: str, passage: str, redirects: Iterable[str] | None) -> StageRecord:
    """Stages 1 and 2; in the authors' words without ``redirects``. Raises ``Unparsed``."""
    if redirects is None:
        requirements = talk.ask(fenced(LIST_FEATURES, response=passage, entity=entity), "stage1")
        answer = talk.ask(fenced(FIND_ENTITY, requirements=requirements), "stage2")
        return StageRecord(entity, passage, requirements, answer, unmet_in(answer))
    features = split_sentences(hidden(passage, aliases_of(entity, passage, redirects)))
    requirements = "\n".join(f"{number}. {feature.text}" for number, feature in enumerate(features, start=1))
    found = talk.ask_json(fenced(FIND_ENTITY, requirements=requirements), ENTITY_SCHEMA, "stage2", 1100)
    answer = f"{found['entity']} ({found['percent']}%)"
    return StageRecord(entity, passage, requirements, answer, tuple(found["unmet"]))
