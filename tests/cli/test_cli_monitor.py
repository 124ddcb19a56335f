"""``localcheck monitor`` through real processes, over a log that the test wrote."""

from __future__ import annotations

import json
import re
import sys
import time
from pathlib import Path

import pytest
from conftest import Run

from localcheck.store import Check, Store


@pytest.fixture
def log(home: Path) -> None:
    """Thirty checks of the last day: template ``rag`` at 0.8, template ``sum`` at 1."""
    now = time.time()
    with Store(home / "localcheck.db") as store:
        for i in range(30):
            score = 0.7 + 0.2 * (i % 2)
            store.checks.add(
                Check(f"r{i}", now - 60 * i - 5, f"d{i}", "m1", "rag", score=score, claims=10, supported=8)
            )
            store.checks.add(Check(f"s{i}", now - 60 * i - 5, f"d{i}", "m2", "sum", score=1.0))
        store.checks.add(Check("ahead", now + 9000, "later", template="sum", score=0.0))


def test_a_report_by_template_in_json(localcheck: Run, log: None) -> None:
    done = localcheck("monitor", "report", "--json")
    assert done.returncode == 0, done.stderr
    groups = {g["name"]: g for g in json.loads(done.stdout)["groups"]}
    assert groups["rag"]["mean"] == pytest.approx(0.8)
    assert groups["rag"]["low"] < 0.8 < groups["rag"]["high"]
    assert (groups["sum"]["mean"], groups["sum"]["checks"]) == (1.0, 30)
    assert "logged later than now" in done.stderr


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "America/New_York"])
def test_the_time_zone_of_the_machine_does_not_matter(localcheck: Run, log: None, zone: str) -> None:
    done = localcheck("monitor", "report", "--window", "10m", "--json", TZ=zone)
    assert [g["checks"] for g in json.loads(done.stdout)["groups"]] == [10, 10]


def test_a_dip_is_an_alert_with_exit_code_1_and_reaches_the_hook(localcheck: Run, log: None, tmp_path: Path) -> None:
    saved = tmp_path / "alert $(touch pwned).json"
    program = tmp_path / "hook.py"
    program.write_text("import sys; open(sys.argv[1], 'w').write(sys.stdin.read())")
    done = localcheck("monitor", "check", "--hook", f"{sys.executable} {program} '{saved}'")
    assert done.returncode == 1
    alert = json.loads(done.stdout)
    assert [(g["figures"]["name"], g["certain"]) for g in alert["groups"]] == [("rag", True)]
    assert json.loads(saved.read_text()) == alert
    assert not (tmp_path / "pwned").exists(), "no shell reads the command"


def test_a_hook_that_fails_is_an_error(localcheck: Run, log: None) -> None:
    done = localcheck("monitor", "check", "--hook", f'{sys.executable} -c "raise SystemExit(3)"')
    assert done.returncode == 4
    assert "ended with 3" in done.stderr


def test_no_dip_is_silent(localcheck: Run, log: None) -> None:
    done = localcheck("monitor", "check", "--below", "0.5")
    assert (done.returncode, done.stdout) == (0, "")
    assert localcheck("monitor", "check", "--least", "31").returncode == 0


def test_plot_and_export(localcheck: Run, log: None, tmp_path: Path) -> None:
    assert "rag" in localcheck("monitor", "plot", "--span", "1h").stdout
    assert localcheck("monitor", "plot", "--svg", "plot.svg").returncode == 0
    assert (tmp_path / "plot.svg").read_text().startswith("<svg")
    done = localcheck("monitor", "export")
    (mean,) = re.findall(r'faithfulness_mean{by="template",name="rag",window_seconds="86400"} (.*)', done.stdout)
    assert float(mean) == pytest.approx(0.8)


def test_a_window_that_is_none(localcheck: Run) -> None:
    done = localcheck("monitor", "report", "--window", "soon")
    assert done.returncode == 2 and "24h" in done.stderr
