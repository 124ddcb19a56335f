"""``check`` with a risk class: the ruling, the exit code, what is read, and what is logged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from localcheck.store import Store
from tests.cli.conftest import Run

SOURCE = "The museum opened in 1912. It lies in Leiden."
HALF = "The museum opened in 1912. The museum sells postcards."


@pytest.fixture
def check(localcheck: Run, tmp_path: Path) -> Run:
    (tmp_path / "source.txt").write_text(SOURCE)
    (tmp_path / "classes.toml").write_text('[risk.letters]\nclass = "high"\nthreshold = 0.4\n')

    def run(*arguments: str) -> object:
        given = ("--text", HALF, "--context", "source.txt", "-d", "faithfulness", "-q", "--format", "jsonl")
        return localcheck("--config", "classes.toml", "check", *given, *arguments)

    return run  # type: ignore[return-value]


def test_the_class_rules_reads_and_is_logged(check: Run, home: Path) -> None:
    done = check("--risk", "high", "--fail-on", "block")
    assert done.returncode == 1, done.stderr
    assert "block: 1 of 2 claims supported (0.50), 0.95 needed; risk high (given)" in done.stderr
    assert "a person must review it" in done.stderr
    read = dict(json.loads(done.stdout)["run"]["parameters"])
    assert (read["max_windows"], read["sentences"]) == (0, 20), "factscore_plus_human reads all"
    done = check("--category", "letters", "--fail-on", "warn", "--template", "t1")
    assert done.returncode == 0 and "pass: " in done.stderr and "risk high (category letters)" in done.stderr
    done = check("--risk", "none", "--fail-on", "warn")
    assert done.returncode == 0 and "asks for no check" in done.stderr
    assert json.loads(done.stdout)["verdicts"] == []
    with Store(home / "localcheck.db") as store:
        logged = store.checks.between(0, 1e12)
    assert [(c.risk, c.outcome, c.disposition.value) for c in logged] == [
        ("high", "scored", "block"), ("high", "scored", "pass"), ("none", "skipped", "pass")
    ]  # fmt: skip
    assert [c.template for c in logged] == ["", "t1", ""]


def test_without_a_class_nothing_changes_and_a_wrong_one_is_refused(check: Run) -> None:
    done = check("--fail-on", "refuted")
    assert done.returncode == 0 and "risk " not in done.stderr
    assert dict(json.loads(done.stdout)["run"]["parameters"])["max_windows"] == 4
    done = check("--fail-on", "warn")
    assert done.returncode == 1 and "risk medium (proposed: an answer over a given context)" in done.stderr
    done = check("--risk", "hgih")
    assert done.returncode == 2 and "high" in done.stderr


def test_of_several_documents_each_ruling_names_its_own(localcheck: Run, tmp_path: Path) -> None:
    """A row without an id, or with an empty one, is called by its place."""
    rows = [{"id": id, "text": "The museum opened in 1912.", "context": [SOURCE]} for id in ("", "b")]
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    done = localcheck("check", "rows.jsonl", "-d", "all-false", "--no-store", "-q", "--fail-on", "block")
    rulings = [line for line in done.stderr.splitlines() if "; risk " in line]
    assert done.returncode == 1, done.stderr
    assert [line.split(": block")[0] for line in rulings] == ["localcheck: rows.jsonl:1", "localcheck: b"]
