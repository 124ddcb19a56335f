"""The package of ``examples/extension``, installed in a folder of its own and used from the command line."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, Run

EXTENSION = ROOT / "examples" / "extension"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the extension is installed, by pip, without its dependencies and without a package index."""
    target = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--no-build-isolation"]
    done = subprocess.run([*command, "--target", target, EXTENSION], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return target


def test_the_three_parts_of_an_extension_work_together(installed: Path, localcheck: Run, tmp_path: Path) -> None:
    terms, text, told = tmp_path / "terms.txt", tmp_path / "text.txt", tmp_path / "tally.txt"
    meaning = "Basalt is a volcanic rock."
    terms.write_text(f"Basalt: {meaning}\n", encoding="utf-8")
    text.write_text("Note: this is a draft. Basalt is a rock.", encoding="utf-8")
    check = ("check", str(text), "--index", f"glossary:{terms}", "--claims", "lines", "--nli", "starter-nli", "-q")
    tally = (*check, "--fail-on", "never", "--format", "tally", "--out", str(told))
    report = (*check, "--fail-on", "never", "--format", "json", "--out", str(tmp_path / "report.json"))
    # The second time it replaces its own file. One interpreter runs all: each would load everything anew.
    program = f"from localcheck.cli.main import run\nprint([run(words) for words in {[tally, tally, report]!r}])"
    variables = {"LOCALCHECK_HOME": str(tmp_path / "home"), "PYTHONPATH": os.pathsep.join([str(installed), *sys.path])}
    done = subprocess.run(
        [sys.executable, "-c", program], env=os.environ | variables, capture_output=True, text=True, timeout=240
    )
    assert done.stdout == "[0, 0, 0]\n", done.stderr
    assert told.read_text(encoding="utf-8") == f"{text}: 1 supported\n"
    first, second = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))["verdicts"]
    assert (first["claim"]["checkable"], first["claim"]["note"]) == (False, "a note")
    assert (second["claim"]["checkable"], second["claim"]["note"]) == (True, "")
    assert second["evidence"][0]["quote"] == meaning
    assert localcheck(*check, "--format", "tally").returncode == 2, "without the extension there is no such format"


def test_the_page_shows_the_whole_extension() -> None:
    page = (ROOT / "docs" / "extensions.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"```(?:python|toml)\n(.*?)```", page, re.DOTALL))
    files = [p for p in EXTENSION.rglob("*") if p.suffix in (".py", ".toml") and p.name != "__init__.py"]
    assert shown == {p.read_text(encoding="utf-8") for p in files}
