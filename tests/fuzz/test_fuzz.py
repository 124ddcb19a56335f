"""Three thousand damaged inputs in every run of the tests, 40 for each reader; ``scripts/fuzz`` does more of the same.

``LOCALCHECK_FUZZ`` is the number of cases for each target; unset, the targets share ``IN_CI``.
"""

from __future__ import annotations

import os

import fuzz_seeds as seeds
import pytest
from fuzz_targets import Target, targets, tolerated
from hypothesis import HealthCheck, given, settings

IN_CI = 3_200
TARGETS = targets()
CASES = int(os.environ.get("LOCALCHECK_FUZZ") or -(-IN_CI // len(TARGETS)))
SHARE = {"corpus zim": 4}
"""A target that begins a process for every input gets one case in so many."""
WANTED = os.environ.get("LOCALCHECK_FUZZ_TARGET", "")


@pytest.mark.filterwarnings("ignore")  # libraries warn about damaged files
@pytest.mark.parametrize("name", [name for name in TARGETS if WANTED in ("", name)])
def test_a_damaged_input_is_a_value_or_one_clear_error(name: str) -> None:
    target: Target = TARGETS[name]

    @settings(
        max_examples=-(-CASES // SHARE.get(name, 1)),
        deadline=None,
        suppress_health_check=list(HealthCheck),
        database=None,
        derandomize="LOCALCHECK_FUZZ"
        not in os.environ,  # the same cases in every run of the tests, new ones in scripts/fuzz
    )
    @given(target.inputs)
    def run(value: object) -> None:
        tolerated(target.call, value)

    run()


@pytest.mark.parametrize("name", [name for name in TARGETS if name.startswith("document ") and "json" not in name])
def test_what_is_changed_was_a_document(name: str) -> None:
    TARGETS[name].call(seeds.SEEDS[name.removeprefix("document ")]())
