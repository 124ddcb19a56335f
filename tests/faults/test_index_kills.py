"""Builds, updates and merges killed at random moments: some points of what ``scripts/kill9_builds.py`` does a hundred times.

The script runs in a process of its own, for it forks: in a fork of this one, which may have models open, a collected model
waits for threads that a fork does not have.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WRITERS = ROOT / "tests" / "unit" / "corpus"  # of dumps; the script uses them


@pytest.mark.parametrize("job", ["dump", "multistream", "replace", "update", "merge"])
def test_killed_at_random_moments_nothing_is_lost_and_it_goes_on(job: str) -> None:
    seed = int.from_bytes(os.urandom(4), "big")
    done = subprocess.run(
        [
            sys.executable,
            ROOT / "scripts" / "kill9_builds.py",
            "--points=2",
            "--pages=600",
            f"--jobs={job}",
            f"--seed={seed}",
        ],
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{WRITERS}"},
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert (done.stdout, done.returncode) == (f"{job}: 2 points so far, 0 failed\n", 0), done.stderr
