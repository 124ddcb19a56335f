"""HaluAgent's figures: whole responses, tool use, and the command that measures the agent."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from localcheck.evaluate.agent_scores import responses, tool_use
from localcheck.evaluate.datasets.examples import Example
from localcheck.evaluate.experiment import outcome
from localcheck.evaluate.records import Row, _row
from localcheck.types import Claim, Document, Label, Span, Verdict
from tests.cli.conftest import Run


def verdict(sentence: int, label: Label, score: float, raw: tuple[tuple[str, float], ...] = ()) -> Verdict:
    claim = Claim(f"{sentence}.0", sentence, "It is.", Span(0, 0))
    return Verdict(claim, label, score, raw=raw)


def test_one_wrong_sentence_makes_a_response_wrong() -> None:
    verdicts = (verdict(0, Label.SUPPORTED, 0.03), verdict(1, Label.REFUTED, 0.97), verdict(2, Label.SUPPORTED, 0.03))
    whole = Example("a", Document("a", "It is."), (1.0,), any_error=True)
    assert outcome(whole, verdicts).scores == (0.97,)
    mean = Example("a", Document("a", "It is."), (1.0,))
    assert outcome(mean, verdicts).scores == (pytest.approx((0.03 + 0.97 + 0.03) / 3),)


def test_calls_are_counted_by_tool_and_kept_with_the_row() -> None:
    verdicts = (
        verdict(0, Label.SUPPORTED, 0.03, (("calls:calculator", 1.0), ("errors:calculator", 0.0))),
        verdict(1, Label.REFUTED, 0.97, (("calls:calculator", 1.0), ("errors:calculator", 1.0))),
        verdict(2, Label.NOT_ENOUGH_EVIDENCE, 0.5),
    )
    row = outcome(Example("a", Document("a", "It is."), (0.0, 1.0, 0.0)), verdicts)
    assert row.tools == {"calculator": (2, 1)}
    again = _row(json.loads(json.dumps({"id": "a", "group": "", "labels": [0.0], "scores": [0.1], "tools": row.tools})))
    assert again.tools == row.tools
    used = tool_use([row, Row("b", "", (0.0,), (0.5,))])
    assert used["use_rate"] == 0.5
    assert used["success_rate"] == 0.5
    assert used["coverage"] == pytest.approx(2 / 3)


def test_responses_fold_their_sentences() -> None:
    rows = [
        Row("a", "", (0.0, 1.0), (0.1, 0.9)),
        Row("b", "", (0.0, 0.0), (0.1, 0.9)),
        Row("c", "", (0.0,), (0.1,)),
        Row("d", "", (1.0,), (0.1,)),
    ]
    assert responses(rows, 0.5) == {"n": 4, "accuracy": 0.5, "f1": 0.5}


def test_the_planner_is_measured_from_the_command_line(localcheck: Run, tmp_path: Path) -> None:
    data = tmp_path / "word_cnt.json"
    rows = [
        {"question": "请用4字描述夏天。", "answer": "夏天很热", "judge": 0},
        {"question": "请用9字描述夏天。", "answer": "夏天很热", "judge": 1},
        {"question": "从2023-01-01到2023-01-11共有多少天？", "answer": "10", "judge": 0},
        {"question": "What is 12 * 12?", "answer": "12 * 12 = 142", "judge": 1},
    ]
    data.write_text(json.dumps(rows), encoding="utf-8")
    done = localcheck("eval", "haluagent", "--data", data, "--planner", "rules", "--json", "-q", "--resamples", 0)
    assert done.returncode == 0, done.stderr
    scored = json.loads(done.stdout)
    assert scored["detector"] == "agent"
    assert scored["responses"] == {"n": 4, "accuracy": 1.0, "f1": 1.0}
    assert scored["tools"]["use_rate"] == 1.0
    assert set(scored["tools"]["calls"]) == {"word_count", "calendar", "calculator"}
    refused = localcheck("eval", "haluagent", "--data", data, "--planner", "rules", "-d", "all-false")
    assert (refused.returncode, "--planner goes with" in refused.stderr) == (2, True)


SHARED = {
    "word_cnt_test_100.json": 1.0,
    "codellama-34b-humaneval_test_63.json": 0.93,
    "ape_test_100.json": 0.72,
    "sentence_math.jsonl": 0.85,
}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "least"), SHARED.items())
def test_the_published_figures_are_reached_without_a_language_model(
    name: str, least: float, localcheck: Run, shared_data: Path
) -> None:
    data = shared_data / "haluagent" / name
    done = localcheck("eval", "haluagent", "--data", data, "--planner", "rules", "--json", "-q", "--resamples", 0)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["metrics"]["accuracy"] >= least
