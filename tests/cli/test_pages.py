"""Every command of the documentation is executed, as written, or says why not. The README has ``test_readme``."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.cli.doc_commands import ROOT, commands, run

PAGES = {
    p.name: p.read_text(encoding="utf-8") for p in sorted((ROOT / "docs").glob("*.md")) if p.name != "reference.md"
}
RUN = sorted((name for name, page in PAGES.items() if commands(page)), key=lambda name: name != "tutorial.md")
"""The tutorial first, as a user would."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A working folder with the files that the pages name, and a home, for all pages."""
    folder = tmp_path_factory.mktemp("pages")
    shutil.copytree(ROOT / "examples", folder / "examples")
    shutil.copytree(ROOT / "indexes" / "starter", folder / "indexes" / "starter")
    return folder


@pytest.fixture(scope="module")
def seen() -> set[str]:
    """Commands of localcheck that were run in this folder: a page may show what another page shows too."""
    return set()


@pytest.mark.parametrize("name", RUN)
def test_the_commands_of_a_page(folder: Path, name: str, seen: set[str]) -> None:
    for command in commands(PAGES[name]):
        if command in seen:
            continue
        done = run(command, folder)
        seen |= {command} if command.startswith("localcheck ") else set()
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        assert "Traceback" not in done.stderr, command


def test_commands_stand_where_they_are_found() -> None:
    """In a console block, which is run or says why not; an indented block would be passed over."""
    indented = re.compile(r"^    (?:localcheck|python3?|pip|curl|ray) ", re.MULTILINE)
    assert [name for name, page in PAGES.items() if indented.search(page)] == []
    for name, page in PAGES.items():
        shown = re.findall(r"^\$ .+$", page, re.MULTILINE)
        inside = re.findall(r"```console\n(.*?)```", page, re.DOTALL)
        assert len(shown) == sum(len(re.findall(r"^\$ ", block, re.MULTILINE)) for block in inside), name


def test_each_method_has_one_short_section_with_the_command_that_makes_its_figures() -> None:
    sections = re.split(r"^## ", PAGES["methods.md"], flags=re.MULTILINE)[1:-1]
    for section in sections:
        lines = [line for line in section.splitlines() if line.strip()]
        tables = len(re.findall(r"^\| -", section, re.MULTILINE))
        assert len(lines) <= 20 and tables <= 1, section[:40]
        assert tables == 0 or "```console" in section, section[:40]
