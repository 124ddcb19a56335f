"""One language: what is exported as training data is word for word what the planner with a model is told and reads."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from localcheck.agent.dialogue import brief, completed, loose_schema, turn_of, turn_schema
from localcheck.agent.memory import trajectory_from_json
from localcheck.agent.tools.calculator import calculator
from localcheck.agent.tools.calendar import calendar
from localcheck.agent.tools.described import Toolbox, Unit
from localcheck.agent.trajectories import Kept, export
from localcheck.asking.answers import parse_json
from localcheck.backends.llm.recorded import Scripted
from localcheck.settings import Settings
from localcheck.store.agent_memory import AgentMemory
from localcheck.types import Document, Label, Span, Verdict
from tests.unit.agent.test_agent_rules import FACT, MIXED, build, toolbox

DOCUMENTS = {
    "mixed": Document("mixed", MIXED),
    "length": Document("length", "夏天很热", prompt="请用9字描述夏天。"),
    "problem": Document("problem", "他一共花了 3 * 4 = 13 元。答案是13元。", prompt="一支笔3元，买4支要多少元？"),
    "date": Document("date", "10", prompt="从2023-01-01到2023-01-11共有多少天？"),
    "code": Document(
        "code", "```python\ndef half(x):\n    return x // 2\n```\n", prompt="Halve a number.\n>>> half(3)\n1.5"
    ),
}


def chat_of(document: Document) -> tuple[Any, list[Verdict]]:
    """The exported chat of a check by rules, and its verdicts."""
    kept = Kept()
    with AgentMemory(None) as memory:
        verdicts = list(build(memory)(document))
        chats = list(export(map(trajectory_from_json, memory.trajectories()), None, kept))
    assert chats, kept.dropped
    return chats[0]["messages"], verdicts


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_turn_of_a_trajectory_is_one_that_the_grammar_allows(name: str) -> None:
    messages, _ = chat_of(DOCUMENTS[name])
    open_tools = toolbox()
    units = list(range(20))
    for message in messages:
        if message["role"] == "assistant":
            value = parse_json(message["content"], turn_schema(open_tools, units))
            assert value == parse_json(message["content"], loose_schema(open_tools, units))
            assert turn_of(value).said == message["content"]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_model_that_says_the_trajectory_is_told_the_trajectory(name: str) -> None:
    """Replayed by the planner with a model, the calls do the same, and the model reads what the chat holds."""
    document = DOCUMENTS[name]
    messages, by_rules = chat_of(document)
    llm = Scripted([m["content"] for m in messages if m["role"] == "assistant"])
    by_llm = list(build(llm=llm, planner="llm-alone")(document))
    read = [{"role": m.role, "content": m.content} for m in llm.requests[-1].messages]
    assert read == [{"role": m["role"], "content": m["content"]} for m in messages[:-1]]
    wanted = Counter((v.claim.text, v.label) for v in by_rules if v.claim.checkable)
    found = Counter((v.claim.text, v.label) for v in by_llm if v.claim.text in {text for text, _ in wanted})
    assert wanted <= found
    assert {label for _, label in found - wanted} <= {Label.NOT_ENOUGH_EVIDENCE}, "the model did not check it"


def test_the_question_and_the_text_need_not_be_copied() -> None:
    unit = Unit("So it is 12.", 1, Span(0, 12), "What is 3 * 5?", "3 * 5 = 15. So it is 12.", last=True)
    own = {"sentence": unit.text, "context": unit.document, "question": unit.question}
    assert calculator().rule(unit) == own
    short = brief("calculator", own, unit.question, unit.document)
    assert short == {"sentence": unit.text}
    assert completed(calculator(), unit, short) == own
    asked = {"sentence": unit.text, "formula": "3 * 5"}
    assert completed(calculator(), unit, asked) == asked, "a call of another kind is left as it is"
    days = {"date1": "2024-01-01", "date2": "2024-01-02"}
    assert completed(calendar(), unit, days) == days
    match = {"sentence": "x", "context": unit.document}
    assert brief("match", match, "", unit.document) == match, "evidence is always said"


def test_the_planner_completes_the_call_of_a_model() -> None:
    document = DOCUMENTS["problem"]
    turn = {"thought": "I compute.", "sentence": 1, "tool": "calculator", "arguments": {"sentence": "答案是13元。"}}
    end = {"thought": "Done.", "sentence": -1, "tool": "get_answer", "arguments": {"hallucination": True}}
    llm = Scripted([json.dumps(t, ensure_ascii=False) for t in (turn, end)])
    verdicts = list(build(llm=llm, planner="llm-alone")(document))
    (step,) = verdicts[1].steps
    assert dict(step.arguments)["question"] == document.prompt
    assert step.sentence == 1


def test_what_a_search_shows_holds_the_sentence_that_was_asked_for() -> None:
    from localcheck.agent.tools.search import shown
    from localcheck.types import Passage, Source

    filler = " ".join(f"Sentence number {i} is about something else." for i in range(40))
    passage = Passage("Ada Lovelace", f"{filler} {FACT} {filler}", Source("memory", "m"))
    assert FACT in shown([passage], "Where was Ada Lovelace born in 1815?")
    assert shown([], "x") == "nothing found"
    assert isinstance(toolbox(), Toolbox) and Settings()
