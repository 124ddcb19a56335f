"""What an earlier version left behind is read by this one: each ``data/home-*.tar.xz`` was written by the version in its name.

The home has three runs, one decision of a reviewer and an index; ``a.json`` is a report of its
second run, ``out.jsonl`` what came of a batch.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from tests import warm

LEFT = sorted((Path(__file__).parent / "data").glob("home-*.tar.xz"))


@pytest.fixture(params=LEFT, ids=lambda path: path.name.removesuffix(".tar.xz"))
def left(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    with tarfile.open(request.param) as archive:
        archive.extractall(tmp_path, filter="data")
    return tmp_path


def localcheck(left: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LOCALCHECK_HOME": str(left / "home"), "NO_COLOR": "1"}
    return warm.run([*arguments], folder=left, environment=environment)


def test_runs_and_decisions_are_there(left: Path) -> None:
    listed = localcheck(left, "runs", "list", "--json")
    assert [run["id"] for run in json.loads(listed.stdout)] == [3, 2, 1], listed.stderr
    shown = localcheck(left, "runs", "show", "2").stdout
    assert "She won three Nobel Prizes." in shown and "two, 1903 and 1911" in shown
    exported = localcheck(left, "runs", "export", "2", "--format", "csv").stdout
    assert exported.count("\n") == 4 and "Mars has two small moons, Phobos and Deimos." in exported


def test_an_index_is_searched_and_whole(left: Path) -> None:
    assert "212 kilometres" in localcheck(left, "index", "search", "mine", "Orvel").stdout
    assert localcheck(left, "index", "verify", "mine").stdout.startswith("mine: intact")


def test_a_report_is_verified(left: Path) -> None:
    """Its quotes are looked up in the shipped encyclopedia, also where nothing was checked in this home yet."""
    done = localcheck(left, "verify-report", "a.json")
    assert (done.returncode, "3 quotes checked, 0 problems" in done.stdout) == (0, True), done.stdout + done.stderr


def test_a_batch_goes_on(left: Path, starter_index: Path) -> None:
    """Its rows are judged again: the models and settings are others."""
    shutil.copytree(starter_index, left / "home" / "indexes" / starter_index.name)
    rows = [{"id": "x", "text": "Mars has two moons."}, {"id": "y", "text": "Venus has five moons."}]
    (left / "r.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    done = localcheck(left, "batch", "r.jsonl", "out.jsonl", "--resume")
    written = (left / "out.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(row)["id"] for row in written] == ["x", "y"], done.stderr
