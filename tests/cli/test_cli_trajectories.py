"""``agent export-trajectories``: what was checked becomes chats with loss masks, filtered by form and gold label."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from localcheck.agent.steps import Numbered, Trajectory
from localcheck.agent.trajectories import Kept, export
from localcheck.types import Label, Step
from tests.cli.conftest import Run


def test_trajectories_of_an_evaluation_are_exported(localcheck: Run, tmp_path: Path) -> None:
    nothing = localcheck("agent", "export-trajectories", "--out", tmp_path / "none.jsonl")
    assert nothing.returncode == 3
    rows = [
        {"question": "请用4字描述夏天。", "answer": "夏天很热", "judge": 0},
        {"question": "What is 12 * 12?", "answer": "12 * 12 = 142", "judge": 1},
        {"question": "What is 12 * 13?", "answer": "12 * 13 = 156", "judge": 1},
    ]
    data = tmp_path / "train.json"
    data.write_text(json.dumps(rows), encoding="utf-8")
    assert localcheck("eval", "haluagent", "--data", data, "--planner", "rules", "-q").returncode == 0
    out = tmp_path / "chats.jsonl"
    done = localcheck("agent", "export-trajectories", "--out", out, "--data", data)
    assert done.returncode == 0, done.stderr
    counts = json.loads(done.stdout)
    assert (counts["total"], counts["kept"]) == (3, 2)
    assert counts["dropped"] == {"a result that differs from the gold label": 1}
    chats = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    messages = chats[1]["messages"]
    assert [m["role"] for m in messages] == ["system", "user", "assistant", "user", "assistant"]
    assert [m["loss"] for m in messages] == [int(m["role"] == "assistant") for m in messages]
    assert "What is 12 * 12?" in messages[1]["content"]
    assert json.loads(messages[2]["content"])["tool"] == "calculator"
    assert messages[3]["content"].startswith("OBSERVATION: <text>") and messages[3]["content"].endswith(
        "label: refuted"
    )
    assert json.loads(messages[-1]["content"])["arguments"]["hallucination"] is True


def test_failed_calls_and_missing_ends_are_left_out() -> None:
    good = Step("I count.", "word_count", (("text", "a"),), "1 word")
    bad = Step("I count.", "word_count", (), "error", error=True)
    known = Step("Known.", "memory", (("sentence", "d"),), "supported", Label.SUPPORTED)
    end = Step("Done.", "get_answer", (("hallucination", False),), "no", Label.NOT_ENOUGH_EVIDENCE)
    long = replace(good, arguments=(("text", "a" * 4000),))
    unseen = Step("Compare.", "match", (("sentence", "g"), ("context", "made up")), "made up")
    other = replace(end, arguments=(("hallucination", True),))
    steps = {
        "a": (good, end),
        "b": (bad, end),
        "c": (good,),
        "d": (known, end),
        "f": (long, end),
        "g": (unseen, end),
        "h": (good, other),
    }
    made = [
        Trajectory(
            name, "q", name, "llm", done, False if name != "c" else None, (), (Numbered(0, name),), ("word_count",)
        )
        for name, done in steps.items()
    ]
    kept = Kept()
    assert len(list(export([*made, made[0]], None, kept))) == 1
    assert kept.as_json()["dropped"] == {
        "a turn too long to be written": 1,
        "a result that differs from its own answer": 1,
        "evidence that was not shown": 1,
        "failed call": 1,
        "no end": 1,
        "recalled": 1,
        "said twice": 1,
    }
