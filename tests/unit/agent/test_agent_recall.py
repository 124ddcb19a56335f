"""What was judged before with the same evidence and models is recalled, said to be, and forgotten when these change."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from localcheck.agent.memory import trajectory_from_json
from localcheck.agent.tools import code_interpreter
from localcheck.agent.tools.described import open_toolbox
from localcheck.agent.tools.sandbox import Outcome
from localcheck.backends.llm.recorded import Scripted
from localcheck.backends.nli.table import TableNLI
from localcheck.claims.rules.extract import RuleClaims
from localcheck.detectors.agent import agent
from localcheck.judging.evidence.score import Tables
from localcheck.judging.given_score import GivenScore
from localcheck.ports import NLI, Extractor, Retriever, SentenceEncoder
from localcheck.settings import Settings
from localcheck.sources.memory import MemoryRetriever
from localcheck.store.agent_memory import AgentMemory
from localcheck.types import Document, Label, Passage, Source, Verdict
from tests.unit.agent.test_agent_llm import GOOD
from tests.unit.agent.test_agent_rules import FACT, MIXED, TABLES
from tests.unit.evidence_models import simple_model

DOCUMENT = Document("mixed", MIXED)
OTHER = Document("other", f"Something else stands here. {FACT}")
Detect = Callable[[Document], Iterator[Verdict]]


def build(
    memory: AgentMemory, index: str = "index-1", model: str = "nli-1", engine: str = "memory", **options: Any
) -> tuple[Detect, MemoryRetriever]:
    """The agent over an index and a model of these digests."""
    nli = TableNLI({(FACT, FACT): (0.98, 0.01, 0.01)})
    nli.info = replace(nli.info, sha256=model)
    retriever = MemoryRetriever([Passage("Ada Lovelace", FACT, Source("memory", "m"))])
    retriever.info = replace(retriever.info, digest=index, engine=engine)
    ports: dict[type, Any] = {NLI: nli, SentenceEncoder: None, Retriever: retriever, Extractor: RuleClaims()}
    means = {"tables": TABLES, **options}
    toolbox = open_toolbox(ports.get, ports.__contains__, Settings())
    detect: Detect = agent(
        toolbox=toolbox, nli=nli, retriever=retriever, extractor=RuleClaims(), memory=memory, **means
    )
    return detect, retriever


def labels(verdicts: list[Verdict]) -> dict[str, Label]:
    return {v.claim.text: v.label for v in verdicts}


def recalled(verdicts: list[Verdict]) -> set[str]:
    return {v.claim.text for v in verdicts if dict(v.raw).get("recalled")}


def test_after_a_restart_everything_is_recalled_and_says_so(tmp_path: Path) -> None:
    with AgentMemory(tmp_path / "agent.db") as memory:
        first = list(build(memory)[0](DOCUMENT))
    assert recalled(first) == set()
    with AgentMemory(tmp_path / "agent.db") as memory:
        detect, retriever = build(memory)
        again = list(detect(DOCUMENT))
        trajectories = [trajectory_from_json(text) for text in memory.trajectories()]
    assert retriever.pulled == 0
    assert labels(again) == labels(first)
    assert recalled(again) == {v.claim.text for v in first if v.claim.checkable}
    by_text = {v.claim.text: v for v in again}
    fact = by_text[FACT]
    assert fact.rationale.startswith("recalled (judged 20")
    assert [s.tool for s in fact.steps] == ["memory", "search", "match"]
    assert fact.deciding is not None
    assert fact.deciding.quote == FACT
    assert fact.cost.passages == 0
    assert "uses a wrong value" in by_text["With the fee that is 48 + 3 = 51 euros."].rationale
    assert trajectories[0].hallucination == trajectories[1].hallucination is True


def test_a_sentence_is_recalled_in_another_document() -> None:
    with AgentMemory(None) as memory:
        list(build(memory)[0](DOCUMENT))
        verdicts = list(build(memory)[0](OTHER))
    assert recalled(verdicts) == {FACT}
    assert next(v for v in verdicts if v.claim.text == FACT).claim.sentence == 1


@pytest.mark.parametrize(
    "change",
    [
        {"index": "index-2"},
        {"model": "nli-2"},
        {"k": 3},
        {"tables": Tables(lambda: simple_model(0.8), lambda: simple_model().likelihoods)},
        {"score": GivenScore("sha", "nothing", (), ())},
        {"meaning": TableNLI({})},
    ],
)
def test_another_index_model_table_or_option_is_judged_anew(change: dict[str, Any]) -> None:
    with AgentMemory(None) as memory:
        list(build(memory)[0](DOCUMENT))
        verdicts = list(build(memory, **change)[0](DOCUMENT))
    assert recalled(verdicts) == set()


def test_evidence_without_an_identity_is_asked_again_but_arithmetic_is_not() -> None:
    with AgentMemory(None) as memory:
        list(build(memory, index="")[0](DOCUMENT))
        verdicts = list(build(memory, index="")[0](DOCUMENT))
    assert FACT not in recalled(verdicts)
    assert "1900 was a leap year." in recalled(verdicts)


def test_who_wants_no_cache_gets_everything_judged_anew(tmp_path: Path) -> None:
    for _ in range(2):
        with AgentMemory(tmp_path / "agent.db", recalls=False) as memory:
            assert recalled(list(build(memory)[0](DOCUMENT))) == set()


def test_a_damaged_memory_is_no_memory() -> None:
    with AgentMemory(None) as memory, AgentMemory(None) as other:
        list(build(memory)[0](DOCUMENT))
        for body in ("{", "{}", json.dumps({"verdict": {"claim": 1}, "tool": "x", "wrong": []})):
            with memory._connection:
                memory._connection.execute("UPDATE judged SET body = ?", (body,))
            detect, _ = build(other)
            memory_again, _ = build(memory)
            assert recalled(list(memory_again(DOCUMENT))) == set()
            assert labels(list(detect(DOCUMENT)))[FACT] is Label.SUPPORTED


def test_the_web_is_asked_again_after_a_month() -> None:
    for made, known in (("2020-01-01T00:00:00+00:00", False), ("2999-01-01T00:00:00+00:00", True)):
        with AgentMemory(None) as memory:
            list(build(memory, index="", engine="web")[0](OTHER))
            with memory._connection:
                memory._connection.execute("UPDATE judged SET made = ?", (made,))
            assert (FACT in recalled(list(build(memory, index="", engine="web")[0](OTHER)))) is known


def test_a_language_model_is_not_asked_about_what_it_judged_before() -> None:
    document = Document("d", f"{FACT} Four tickets cost 4 * 12.50 = 48 euros. With the fee that is 48 + 3 = 51 euros.")
    with AgentMemory(None) as memory:
        first = list(build(memory, llm=Scripted(GOOD), planner="llm-alone")[0](document))
        llm = Scripted(GOOD)
        again = list(build(memory, llm=llm, planner="llm-alone")[0](document))
        assert llm.requests == []
        half = Scripted([GOOD[2], GOOD[-1]])
        changed = Document("d", document.text + " 1900 was a leap year.")
        list(build(memory, llm=half, planner="llm-alone")[0](changed))
    assert labels(again) == labels(first)
    assert recalled(again) == set(labels(first))
    assert again[0].steps[0].tool == "memory"
    assert [s.tool for s in again[0].steps[1:]] == ["search", "match"]
    assert half.requests != [], "another document is judged anew by a model that sees all of it"


def test_what_a_tool_left_open_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that ran too long on a busy machine would stay undecided for ever."""
    busy = Outcome("time", 137, "", "", 10.0, "none")
    monkeypatch.setattr(code_interpreter, "run_python", lambda *_, **__: busy)
    document = Document("d", "def half(x):\n    return x / 2\n\nassert half(4) == 2\n")
    with AgentMemory(None) as memory:
        first, *_ = (v for v in build(memory)[0](document) if v.claim.checkable)
        monkeypatch.undo()
        second, *_ = (v for v in build(memory)[0](document) if v.claim.checkable)
        assert (first.label, second.label) == (Label.NOT_ENOUGH_EVIDENCE, Label.SUPPORTED)
        assert recalled(list(build(memory)[0](document))) == {second.claim.text}
