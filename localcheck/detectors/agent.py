"""``agent``: tools chosen sentence by sentence (Cheng et al. 2024, HaluAgent), with or without a language model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from localcheck.agent.dialogue import listing
from localcheck.agent.facts import facts_of
from localcheck.agent.memory import Log, keep, recall_of
from localcheck.agent.react import detect_by_llm, detect_rules_first
from localcheck.agent.rules import Means, detect_by_rules
from localcheck.agent.steps import numbered
from localcheck.agent.tools.described import Toolbox
from localcheck.errors import MissingResource
from localcheck.judging.evidence.beside import Beside
from localcheck.judging.evidence.score import Tables
from localcheck.judging.given_score import GivenScore
from localcheck.ports import LLM, NLI, Detector, Extractor, Retriever, SentenceEncoder
from localcheck.settings.ranges import SEED, Range
from localcheck.store.agent_memory import AgentMemory
from localcheck.types import Document, Verdict


def agent(
    *,
    toolbox: Toolbox,
    nli: NLI,
    retriever: Retriever,
    extractor: Extractor,
    tables: Tables,
    meaning: SentenceEncoder | None = None,
    score: GivenScore | None = None,
    llm: LLM | None = None,
    memory: AgentMemory | None = None,
    planner: Literal["rules", "llm", "llm-alone"] = "rules",
    k: Annotated[int, Range(1, 100)] = 2,
    reflect: bool = True,
    steps: Annotated[int, Range(1, 200)] = 24,
    seed: Annotated[int, SEED] = 0,
) -> Detector:
    """Check arithmetic, code, lengths, dates and translations with tools, and facts with search and NLI; then reflect.

    ``planner``: ``rules`` chooses the tool from the sentence's content, without a language model; ``llm`` asks the language
    model about what the rules leave open, in at most ``steps`` turns; ``llm-alone``, as published, lets it choose from the
    beginning. ``k``: documents to read at most
    for a statement of fact, with the learned evidence score and the costs of ``bayes-sequential``. ``reflect``: also mark a
    sentence wrong if it uses a value that was found wrong in an earlier one. A claim that was judged before with the same
    evidence, models and options gets its verdict from memory, and the report says so (``cache = false`` judges it again).
    """
    if planner != "rules" and llm is None:
        raise MissingResource(
            f"agent: planner={planner} needs a language model", "give one with --llm gguf:PATH or server:URL#MODEL"
        )
    options = {"planner": planner, "k": k, "tools": sorted(toolbox.tools), "given": repr(score)}
    model = tables.evidence()
    recall = recall_of(memory, retriever, nli, meaning, model, llm, **options)
    means = Means(toolbox, extractor, nli, facts_of(retriever, model, Beside(nli, meaning, score), k), recall, reflect)

    def detect(document: Document) -> Iterator[Verdict]:
        log = Log(document, planner, listing(toolbox))
        if planner == "rules" or llm is None:
            found = detect_by_rules(document, means, log)
        elif planner == "llm":
            found = detect_rules_first(document, means, log, llm, steps, seed)
        else:
            found = detect_by_llm(document, means, log, llm, steps, seed)
        yield from numbered(found)
        if memory is not None:
            keep(memory, log)

    return detect
