"""A bounded share of the fuzzing in every run of the tests; ``scripts/fuzz`` does more of the same.

``LOCALCHECK_FUZZ`` is the number of cases for each target.
"""

from __future__ import annotations

import os

import pytest
from fuzz_targets import Target, targets, tolerated
from hypothesis import HealthCheck, given, settings

CASES = int(os.environ.get("LOCALCHECK_FUZZ", "40"))
TARGETS = targets()


@pytest.mark.filterwarnings("ignore")  # libraries warn about damaged files
@pytest.mark.parametrize("name", TARGETS)
def test_a_damaged_input_is_a_value_or_one_clear_error(name: str) -> None:
    target: Target = TARGETS[name]

    @settings(max_examples=CASES, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(target.inputs)
    def run(value: object) -> None:
        tolerated(target.call, value)

    run()
