"""What a report says of how often the starter is right: only of runs in which it decided alone."""

from __future__ import annotations

import pytest

from localcheck.reports.trust import starter_alone
from localcheck.types import RunInfo

STARTER = ("nli:starter-nli", "0" * 64)


@pytest.mark.parametrize(
    ("detector", "models", "alone"),
    [
        ("bayes-sequential", (STARTER,), True),
        ("bayes-sequential", (STARTER, ("llm:qwen2.5-coder-1.5b-instruct", "1" * 64)), False),
        ("bayes-sequential", (STARTER, ("nli:careful-nli", "2" * 64)), False),
        ("selfcheck-nli", (STARTER,), False),
    ],
)
def test_nothing_is_said_of_the_starter_where_another_model_was_open(
    detector: str, models: tuple[tuple[str, str], ...], alone: bool
) -> None:
    assert starter_alone(RunInfo(detector, models=models)) is alone
