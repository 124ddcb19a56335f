"""Two indexes in one check, from building them to re-checking the report."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path


def test_check_reads_two_indexes_and_the_report_stands(localcheck: Callable[..., subprocess.CompletedProcess[str]],
                                                       tmp_path: Path) -> None:  # fmt: skip
    for name, text in (("mine", "Zorb is a village in Freedonia. It lies on the river Quell."),
                       ("other", "Zorb is a village in Freedonia. It lies on the river Mumm.")):  # fmt: skip
        corpus = tmp_path / f"{name}.jsonl"
        corpus.write_text(json.dumps({"title": "Zorb", "text": text}) + "\n", encoding="utf-8")
        assert localcheck("index", "build", corpus, "--name", name).returncode == 0
    done = localcheck("check", "--text", "Zorb is a village in Freedonia.", "--index", "mine", "--index", "other",
                      "--format", "json", "--out", tmp_path / "r.json")  # fmt: skip
    report = json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))
    assert done.returncode == 0, done.stderr
    assert report["run"]["index"] == "mine + other"
    assert report["verdicts"][0]["label"] == "supported"
    verified = localcheck("verify-report", tmp_path / "r.json", "--json")
    assert verified.returncode == 0, verified.stdout
    assert json.loads(verified.stdout)["not_looked_up"] == 0
    twice = localcheck("check", "--text", "Zorb is a village.", "--index", "mine", "--index", "mine")
    assert twice.returncode == 2
    assert "names a source twice" in twice.stderr
