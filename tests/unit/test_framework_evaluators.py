"""The evaluators in ``examples/evaluators``, each with the package that it is for, where that is installed."""

from __future__ import annotations

import asyncio
import runpy
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples" / "evaluators"
CONTEXT = ["The museum opened in 1912. It lies in Ghent."]
ANSWER = "The museum opened in 1912. It lies in Utrecht."


@pytest.fixture(autouse=True)
def nothing_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Haystack tells its makers of every pipeline unless it is told not to."""
    monkeypatch.setenv("HAYSTACK_TELEMETRY_ENABLED", "False")


def example(name: str, package: str) -> dict[str, Any]:
    pytest.importorskip(package, reason=f"{package} is not installed")
    return runpy.run_path(str(EXAMPLES / f"{name}.py"))


def test_langchain(home: Path) -> None:
    made = example("langchain_evaluator", "langchain_core")
    evaluator = made["evaluator"]
    found = evaluator.invoke({"answer": ANSWER, "contexts": CONTEXT})
    assert found["key"] == "localcheck" and found["score"] == 0.5 and "Utrecht" in found["comment"]
    assert evaluator.invoke({"answer": "Thank you!", "contexts": CONTEXT})["score"] is None
    made["CHECKER"].close()


def test_llama_index(home: Path) -> None:
    evaluator = example("llama_index_evaluator", "llama_index.core")["LocalcheckEvaluator"]()
    found = asyncio.run(evaluator.aevaluate(response=ANSWER, contexts=CONTEXT))
    assert (found.score, found.passing) == (0.5, False) and "Utrecht" in found.feedback
    assert asyncio.run(evaluator.aevaluate(response="The museum opened in 1912.", contexts=CONTEXT)).passing


def test_haystack(home: Path) -> None:
    made = example("haystack_evaluator", "haystack")
    pipeline = pytest.importorskip("haystack").Pipeline()
    pipeline.add_component("localcheck", evaluator := made["LocalcheckEvaluator"]())
    data = {"predicted_answers": [ANSWER, "The museum opened in 1912."], "contexts": [CONTEXT, CONTEXT]}
    found = pipeline.run({"localcheck": data})["localcheck"]
    assert found["individual_scores"] == [0.5, 1.0] and found["score"] == 0.75
    assert found["doubtful"][0] and not found["doubtful"][1]
    evaluator._checker.close()


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda p: p.stem)
def test_each_is_about_twenty_lines(path: Path) -> None:
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    assert len(lines) <= 24
