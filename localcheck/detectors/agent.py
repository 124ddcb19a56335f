"""``agent``: tools chosen sentence by sentence (Cheng et al. 2024, HaluAgent), with or without a language model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from localcheck.agent.log import Log
from localcheck.agent.remember import keep
from localcheck.agent.rules import Means, detect_by_rules
from localcheck.ports import NLI, Detector, Extractor, Retriever
from localcheck.ranges import Range
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
    memory: AgentMemory | None = None,
    planner: Literal["rules"] = "rules",
    k: Annotated[int, Range(1, 100)] = 5,
    reflect: bool = True,
) -> Detector:
    """Arithmetic, code, lengths, dates and translations by tools, facts by search and match; then reflection.

    ``planner``: ``rules`` chooses by content, without a language model. ``k`` documents are read for a statement of fact;
    ``reflect`` lets what builds on a wrong value be wrong too.
    """
    means = Means(toolbox, extractor, nli, retriever, likelihoods, k, reflect)

    def detect(document: Document) -> Iterator[Verdict]:
        log = Log(document, planner)
        yield from detect_by_rules(document, means, log)
        if memory is not None:
            keep(memory, log)

    return detect
