"""``agent``: tools chosen sentence by sentence (Cheng et al. 2024, HaluAgent), with or without a language model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from localcheck.agent.log import Log
from localcheck.agent.react import detect_by_llm
from localcheck.agent.recall import recall_of
from localcheck.agent.remember import keep
from localcheck.agent.rules import Means, detect_by_rules
from localcheck.errors import MissingResource
from localcheck.ports import LLM, NLI, Detector, Extractor, Retriever
from localcheck.ranges import SEED, Range
from localcheck.stats.bayes import Likelihoods
from localcheck.store.agent_memory import AgentMemory
from localcheck.tools.toolbox import Toolbox
from localcheck.types import Document, Verdict


def agent(
    *,
    toolbox: Toolbox,
    nli: NLI,
    retriever: Retriever,
    extractor: Extractor,
    likelihoods: Likelihoods,
    llm: LLM | None = None,
    memory: AgentMemory | None = None,
    planner: Literal["rules", "llm"] = "rules",
    k: Annotated[int, Range(1, 100)] = 5,
    reflect: bool = True,
    steps: Annotated[int, Range(1, 200)] = 24,
    seed: Annotated[int, SEED] = 0,
) -> Detector:
    """Arithmetic, code, lengths, dates and translations by tools, facts by search and match; then reflection.

    ``planner``: ``rules`` chooses by content, without a language model; ``llm`` lets it think and call, in at most ``steps``
    turns. ``k`` documents are read for a statement of fact; ``reflect`` lets what builds on a wrong value be wrong too. What
    was judged before with the same evidence, models and options is recalled from memory and said to be (``cache = false``
    judges anew).
    """
    if planner == "llm" and llm is None:
        raise MissingResource(
            "agent: planner=llm needs a language model", "give one with --llm gguf:PATH or server:URL#MODEL"
        )
    options = {"planner": planner, "k": k, "tools": sorted(toolbox.tools)}
    recall = recall_of(memory, retriever, nli, likelihoods, llm, **options)
    means = Means(toolbox, extractor, nli, retriever, likelihoods, recall, k, reflect)

    def detect(document: Document) -> Iterator[Verdict]:
        log = Log(document, planner)
        if planner == "llm" and llm is not None:
            yield from detect_by_llm(document, means, log, llm, steps, seed)
        else:
            yield from detect_by_rules(document, means, log)
        if memory is not None:
            keep(memory, log)

    return detect
