"""``localcheck explain policy`` as a process: the regions of the rule that ships."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Run


def test_the_policy_is_printed_and_drawn(localcheck: Run, tmp_path: Path) -> None:
    drawn = tmp_path / "policy.svg"
    done = localcheck("explain", "policy", "--nli", "starter-nli", "--json", "--svg", drawn, "-o", "k=3")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert 0 < found["refuted_to"] < 0.5 < found["supported_from"] < 1
    assert len(found["reads_on"]) == 3
    assert all(0 < low <= high < 1 for step in found["reads_on"] for low, high in step)
    assert found["log_ratios"][0] < 0 < found["log_ratios"][-1]
    assert drawn.read_text().startswith("<svg")


def test_an_effort_without_its_language_model_is_explained_as_the_next_best_and_says_so(localcheck: Run) -> None:
    done = localcheck("explain", "policy", "--effort", "thorough", "--llm", "gguf:nosuch", "--nli", "starter-nli")
    assert done.returncode == 0 and "asks the language model" not in done.stdout
    assert "the language model cannot be used (no GGUF model 'nosuch'), so effort careful is used" in done.stderr


def test_another_method_is_not_explained_by_this_rule(localcheck: Run) -> None:
    done = localcheck("explain", "policy", "-d", "fused")
    assert done.returncode == 2
    assert "the rule of fused is not shown here" in done.stderr
