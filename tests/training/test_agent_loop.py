"""The whole loop on a tiny model: trajectories are exported, learned by heart, and as the planner the model does the same."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from localcheck.agent.dialogue import turn_of, turn_schema
from localcheck.asking.answers import parse_json
from localcheck.backends.llm.open_backend import open_llm
from localcheck.settings import Settings
from localcheck.types import CompletionRequest, Message
from tests.needs import Later, needs
from tests.unit.agent.test_agent_dialogue import DOCUMENTS, chat_of
from tests.unit.agent.test_agent_rules import build, toolbox

needs("peft", "gguf", "llama_cpp", reason="the extras train and llm are not installed")

finetune_agent = Later("scripts.finetune_agent")
LEARNT = ("length", "date")
RECIPE = {"epochs": 40, "rate": 0.005, "rank": 32, "alpha": 64, "accumulate": 2, "dropout": 0}


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_model_that_was_trained_on_trajectories_is_a_planner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process, which loads PyTorch for the tests beside this one, too."""
    from tests.training.tiny_causal import make, to_gguf

    chats = {name: chat_of(DOCUMENTS[name])[0] for name in LEARNT}
    rows = (json.dumps({"messages": c}, ensure_ascii=False) for c in chats.values())
    (tmp_path / "chats.jsonl").write_text("\n".join(rows) + "\n", encoding="utf-8")
    make(tmp_path / "base", [m["content"] for chat in chats.values() for m in chat])
    places = {"model": tmp_path / "base", "data": tmp_path / "chats.jsonl", "out": tmp_path / "adapter"}
    given = {**places, "merge": tmp_path / "merged", **RECIPE}
    monkeypatch.setattr(sys, "argv", ["finetune_agent.py", *(w for n, v in given.items() for w in (f"--{n}", str(v)))])
    finetune_agent.main()
    model = to_gguf(tmp_path / "merged", tmp_path / "agent.gguf")
    llm = open_llm(f"gguf:{model}", Settings(threads=1, context=4096, cache=False))
    for name, chat in chats.items():
        opening = tuple(Message(m["role"], m["content"]) for m in chat[:2])
        (free,) = llm.complete([CompletionRequest(messages=opening, max_tokens=300)])
        call = turn_of(parse_json(free.texts[0], turn_schema(toolbox(), range(9))))  # no grammar held it to the form
        assert call.said == chat[2]["content"]
        by_model = list(build(llm=llm, planner="llm-alone")(DOCUMENTS[name]))
        by_rules = list(build()(DOCUMENTS[name]))
        assert [(v.label, [s.tool for s in v.steps]) for v in by_model] == [
            (v.label, [s.tool for s in v.steps]) for v in by_rules
        ]
