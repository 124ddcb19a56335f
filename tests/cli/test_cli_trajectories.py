"""``agent export-trajectories``: what was checked becomes chats with loss masks, filtered by form and gold label."""

from __future__ import annotations

import json
from pathlib import Path

from localcheck.agent.steps import Trajectory
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
    assert counts["dropped"] == {"another result than the gold label": 1}
    chats = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    messages = chats[1]["messages"]
    assert [m["loss"] for m in messages] == [int(m["role"] == "assistant") for m in messages]
    assert messages[0]["content"].startswith("Question: What is 12 * 12?")
    assert "ACTION: calculator(" in messages[3]["content"]
    assert messages[4]["content"].startswith("OBSERVATION: 12 * 12 = 142: wrong")
    assert messages[-1]["content"].splitlines()[-1].startswith("ACTION: get_answer(hallucination=true")


def test_failed_calls_and_missing_ends_are_left_out() -> None:
    good = Step("I count.", "word_count", (("text", "a"),), "1 word")
    bad = Step("I count.", "word_count", (), "error", error=True)
    known = Step("Known.", "memory", (("sentence", "d"),), "supported", Label.SUPPORTED)
    end = Step("Done.", "get_answer", (("hallucination", False),), "no", Label.NOT_ENOUGH_EVIDENCE)
    made = [
        Trajectory("a", "q", "a", "llm", (good, end), False),
        Trajectory("a", "q", "a", "llm", (good, end), False),
        Trajectory("b", "q", "b", "llm", (bad, end), False),
        Trajectory("c", "q", "c", "llm", (good,), None),
        Trajectory("d", "q", "d", "rules", (known, end), False),
    ]
    kept = Kept()
    assert len(list(export(made, None, kept))) == 1
    assert kept.as_json()["dropped"] == {"failed call": 1, "no end": 1, "recalled": 1, "said twice": 1}
