"""What a report says of how often the shipped models are right: only of runs in which they decided alone."""

from __future__ import annotations

import pytest

from localcheck.registry import DETECTORS
from localcheck.reports.trust import COUNTED_WITH, OWN_SCORE, counted
from localcheck.settings.signatures import parameters
from localcheck.types import RunInfo

STARTER = ("nli:starter-nli", "0" * 64)
BOTH = (
    ("nli:starter-nli+careful-nli", "3" * 64),
    ("nli-part:starter-nli", "0" * 64),
    ("nli-part:careful-nli", "2" * 64),
)


@pytest.mark.parametrize(
    ("detector", "models", "said"),
    [
        ("bayes-sequential", (STARTER,), "The starter model decided alone: of its verdicts 88"),
        ("bayes-sequential", BOTH, "Of the verdicts of these two models 91"),
        ("bayes-sequential", (*BOTH, ("llm:qwen2.5-coder-1.5b-instruct", "1" * 64)), ""),
        ("bayes-sequential", (STARTER, ("llm:qwen2.5-coder-1.5b-instruct", "1" * 64)), ""),
        ("bayes-sequential", (STARTER, ("nli:careful-nli", "2" * 64)), ""),
        ("bayes-sequential", (("nli:careful-nli", "2" * 64),), ""),
        ("selfcheck-nli", (STARTER,), ""),
    ],
)
def test_nothing_is_said_where_another_model_was_open(
    detector: str, models: tuple[tuple[str, str], ...], said: str
) -> None:
    found = counted(RunInfo(detector, models=models))
    assert found.startswith(said) and bool(found) == bool(said)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [("group", 1, True), ("max_windows", 0, True), ("k", 2, True), ("k", 10, False), ("evidence", "paper", False),
     ("c_abstain", 0.0, False), ("c_miss", 1.0, False), ("prior", 0.9, False)],
)  # fmt: skip
def test_nothing_is_said_where_other_options_decide(name: str, value: object, said: bool) -> None:
    run = RunInfo("bayes-sequential", models=(STARTER,), parameters=((name, value),))
    assert bool(counted(run)) is said


def test_nothing_is_said_where_a_score_of_this_machine_decides() -> None:
    assert counted(RunInfo("bayes-sequential", models=(STARTER,), notes=("a file of 3 claims was skipped",)))
    assert not counted(RunInfo("bayes-sequential", models=(STARTER,), notes=(f"{OWN_SCORE}, to my.jsonl",)))


def test_the_options_of_the_count_are_the_defaults() -> None:
    defaults = {p.name: p.default for p in parameters(DETECTORS.load("bayes-sequential"))}
    assert defaults == defaults | COUNTED_WITH
