"""What a shell offers while a command is typed."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from localcheck.cli.main import cli
from localcheck.cli.main import run as command


def offered(typed: str) -> list[str]:
    *words, last = typed.split(" ")
    return [item.value for item in ShellComplete(cli, {}, "localcheck", "_X").get_completions(words, last)]


@pytest.mark.parametrize(
    ("typed", "values"),
    [
        ("check --nli s", ["starter-nli"]),
        ("check --nli ca", ["cascade", "careful-nli"]),
        ("check -o k", ["k=2"]),
        ("check -d bayes-sequential -o pol", ["policy=exact", "policy=one-step"]),
        ("check -d nothing -o ", []),
        ("check -d fused -o ev", ["evidence=true"]),
        ("check --risk m", ["medium"]),
        ("check --index mi", ["mine"]),
        ("index info m", ["mine"]),
        ("index remove st", []),
        ("index search st", ["starter"]),
        ("kit create out --indexes mi", ["mine"]),
        ("kit create out --indexes mine,mi", ["mine,mine"]),
        ("runs export ", ["1"]),
        ("check --resume ", ["1"]),
        ("models remove st", ["starter-nli"]),
        ("detectors fu", ["fused"]),
    ],
)
def test_names_are_completed(home: Path, tmp_path: Path, typed: str, values: list[str]) -> None:
    (tmp_path / "a.txt").write_text("Como is a lake in Italy.")
    if "mi" in typed or "info" in typed:
        command(["index", "build", str(tmp_path / "a.txt"), "--name", "mine"])
    if "1" in values:
        command(["check", "--text", "Hello there?", "--risk", "none"])
    assert offered(typed) == values


def test_an_empty_home_offers_no_run_and_stays_empty(home: Path) -> None:
    assert offered("runs show ") == [] and not (home / "localcheck.db").exists()
