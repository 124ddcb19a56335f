"""Builds, updates and merges killed at random moments: some points of what ``scripts/kill9_builds.py`` does a hundred times."""

from __future__ import annotations

import importlib.util
import random
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def kills() -> Any:
    sys.path.append(str(ROOT / "tests" / "unit" / "corpus"))  # the script uses the writers of dumps that are there
    spec = importlib.util.spec_from_file_location("kill9_builds", ROOT / "scripts" / "kill9_builds.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    module.PAGES = 600  # the script builds more
    return module


@pytest.mark.parametrize("job", ["dump", "multistream", "replace", "update", "merge"])
def test_killed_at_random_moments_nothing_is_lost_and_it_goes_on(kills: Any, job: str) -> None:
    found = list(kills.attack(kills.JOBS[job], 2, random.Random()))
    assert len(found) == 2
    assert [(moment, wrong) for moment, wrong in found if wrong] == []
