"""Every command of the README is executed, as written, in a copy of what a user has; the other pages have ``test_pages``."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.cli.doc_commands import ROOT, commands, run

README = (ROOT / "README.md").read_text(encoding="utf-8")

COMMANDS = commands(README)
SCRIPTS = [c for c in COMMANDS if c.startswith("scripts/")]
INTERACTIVE = [c for c in COMMANDS if c.startswith("localcheck review")]
OTHERS = [c for c in COMMANDS if c not in SCRIPTS and c not in INTERACTIVE]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A working folder with the files that the README names, and a home."""
    folder = tmp_path_factory.mktemp("readme")
    shutil.copytree(ROOT / "examples", folder / "examples")
    shutil.copytree(ROOT / "indexes" / "starter", folder / "indexes" / "starter")
    return folder


def test_the_two_commands_stand_first() -> None:
    assert SCRIPTS == ["scripts/demo", "scripts/test"]
    assert COMMANDS[:2] == SCRIPTS
    assert "scripts/test" in (ROOT / ".ci" / "run").read_text()


@pytest.mark.parametrize("command", OTHERS, ids=lambda c: c[:50])
def test_a_command(folder: Path, command: str) -> None:
    """In their order: later ones use what earlier ones made."""
    done = run(command, folder)
    known = {0}
    if "--from-reviews" in command:
        known = {2}  # nobody has reviewed anything yet: the error says so
        assert "at least" in done.stderr
    assert done.returncode in known, f"{command}\n{done.stdout}\n{done.stderr}"
    assert "Traceback" not in done.stderr


def test_the_python_example(folder: Path) -> None:
    """The code of the README as a program of its own, in another folder than the package's."""
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    (folder / "example.py").write_text(code, encoding="utf-8")
    done = run("python example.py", folder)
    assert done.returncode == 0, done.stderr
    first, quote = done.stdout.splitlines()[:2]
    assert first == "supported · Marie Curie was born in Warsaw in 1867."
    assert "Warsaw" in quote


@pytest.mark.parametrize("name", re.findall(r"\]\((?!http)([^)#]+)\)", README))
def test_links_lead_somewhere(name: str) -> None:
    assert (ROOT / name).exists()
