"""The whole loop on a tiny model: trajectories are exported, learned by heart, and as the planner the model does the same."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from localcheck.agent.dialogue import turn_of, turn_schema
from localcheck.asking.answers import parse_json
from localcheck.backends.llm.open_backend import open_llm
from localcheck.settings import Settings
from localcheck.store.agent_memory import AgentMemory
from localcheck.types import CompletionRequest, Message
from tests.needs import needs
from tests.unit.agent.test_agent_dialogue import DOCUMENTS, chat_of
from tests.unit.agent.test_agent_rules import build, toolbox

needs("peft", "gguf", "llama_cpp", reason="the extras train and llm are not installed")

ROOT = Path(__file__).parents[2]
LEARNT = ("length", "date")
RECIPE = {"epochs": 40, "rate": 0.005, "rank": 32, "alpha": 64, "accumulate": 2, "dropout": 0}


@pytest.mark.slow
def test_a_model_that_was_trained_on_trajectories_is_a_planner(tmp_path: Path) -> None:
    from tests.training.tiny_causal import make, to_gguf

    chats = {name: chat_of(DOCUMENTS[name])[0] for name in LEARNT}
    rows = (json.dumps({"messages": c}, ensure_ascii=False) for c in chats.values())
    (tmp_path / "chats.jsonl").write_text("\n".join(rows) + "\n", encoding="utf-8")
    make(tmp_path / "base", [m["content"] for chat in chats.values() for m in chat])
    script = [sys.executable, str(ROOT / "scripts" / "finetune_agent.py"), "--model", str(tmp_path / "base")]
    places = [
        "--data",
        str(tmp_path / "chats.jsonl"),
        "--out",
        str(tmp_path / "adapter"),
        "--merge",
        str(tmp_path / "merged"),
    ]
    recipe = [text for name, value in RECIPE.items() for text in (f"--{name}", str(value))]
    done = subprocess.run([*script, *places, *recipe], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    model = to_gguf(tmp_path / "merged", tmp_path / "agent.gguf")
    llm = open_llm(f"gguf:{model}", Settings(threads=1, context=4096, cache=False))
    for name, chat in chats.items():
        opening = tuple(Message(m["role"], m["content"]) for m in chat[:2])
        (free,) = llm.complete([CompletionRequest(messages=opening, max_tokens=300)])
        call = turn_of(parse_json(free.texts[0], turn_schema(toolbox(), range(9))))  # no grammar held it to the form
        assert call.said == chat[2]["content"]
        by_model = list(build(AgentMemory(None), llm=llm, planner="llm-alone")(DOCUMENTS[name]))
        by_rules = list(build(AgentMemory(None))(DOCUMENTS[name]))
        assert [(v.label, [s.tool for s in v.steps]) for v in by_model] == [
            (v.label, [s.tool for s in v.steps]) for v in by_rules
        ]
