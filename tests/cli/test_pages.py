"""Every command of the README and of the documentation is executed, as written, or says why not, in one folder and home."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from tests import warm
from tests.cli.doc_commands import ROOT, commands, run

README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = commands(README)
SCRIPTS = [c for c in COMMANDS if c.startswith("scripts/")]
INTERACTIVE = [c for c in COMMANDS if c.startswith("localcheck review")]
OTHERS = [c for c in COMMANDS if c not in SCRIPTS and c not in INTERACTIVE]
PAGES = {
    p.name: p.read_text(encoding="utf-8") for p in sorted((ROOT / "docs").glob("*.md")) if p.name != "reference.md"
}
RUN = sorted((name for name, page in PAGES.items() if commands(page)), key=lambda name: name != "tutorial.md")
"""The tutorial first, as a user would."""
SHORT = {"factual.txt": 180, "subtly_wrong.txt": 268, "mixed.txt": 200, "page.html": 940}
"""How many characters of an example are a title and a sentence or a few."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, starter_index: Path) -> Path:
    """A working folder with the files that README and pages name, and a home, for all of them: what one read, others know.

    Of the claims two true and three false ones about each article, of some documents the first sentences: reading all of
    them took longer than the rest of the pages.
    """
    folder = tmp_path_factory.mktemp("pages")
    shutil.copytree(ROOT / "examples", folder / "examples")
    for name, characters in SHORT.items():
        text = (ROOT / "examples" / name).read_text(encoding="utf-8")
        (folder / "examples" / name).write_text(text[:characters], encoding="utf-8")
    few: dict[tuple[str, str], list[str]] = {}
    for row in (ROOT / "examples" / "claims.jsonl").read_text(encoding="utf-8").splitlines(keepends=True):
        few.setdefault((json.loads(row)["title"], json.loads(row)["label"]), []).append(row)
    claims = "".join(row for (_, label), rows in few.items() for row in rows[: 2 if label == "factual" else 3])
    (folder / "examples" / "claims.jsonl").write_text(claims, encoding="utf-8")
    shutil.copytree(ROOT / "indexes" / "starter", folder / "indexes" / "starter")
    shutil.copytree(starter_index, folder / "home" / "indexes" / starter_index.name)
    return folder


@pytest.fixture(scope="module")
def seen() -> set[str]:
    """Commands of localcheck that were run in this folder: a page may show what another page shows too."""
    return set()


def test_the_two_commands_stand_first() -> None:
    assert SCRIPTS == ["scripts/demo", "scripts/test"]
    assert COMMANDS[:2] == SCRIPTS
    assert "scripts/test" in (ROOT / ".ci" / "run").read_text()


def test_the_commands_of_the_readme(folder: Path, seen: set[str]) -> None:
    """In their order: later ones use what earlier ones made. The first one is read as a user's are, by both models."""
    for command in OTHERS:
        done = run(command, folder, **({warm.BOTH_READERS: "1"} if command == OTHERS[0] else {}))
        seen |= {command} if command.startswith("localcheck ") else set()
        known = {0}
        if "--from-reviews" in command:
            known = {2}  # nobody has reviewed anything yet: the error says so
            assert "at least" in done.stderr
        assert done.returncode in known, f"{command}\n{done.stdout}\n{done.stderr}"
        assert "Traceback" not in done.stderr, command


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


@pytest.mark.parametrize("name", RUN)
def test_the_commands_of_a_page(folder: Path, name: str, seen: set[str]) -> None:
    for command in commands(PAGES[name]):
        if command in seen:
            continue
        done = run(command, folder)
        seen |= {command} if command.startswith("localcheck ") else set()
        # The other pages' texts are checked in the same home: their mean may have dropped, which is what this command says.
        known = {0, 1} if command == "localcheck monitor check" else {0}
        assert done.returncode in known, f"{command}\n{done.stdout}\n{done.stderr}"
        assert "Traceback" not in done.stderr, command


def test_learning_from_few_claims_says_that_what_was_in_use_is_better(folder: Path) -> None:
    """In this home the claims were read before."""
    done = run("localcheck calibrate --data examples/claims.jsonl --json", folder)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    then, now = found["decision"]["before"], found["decision"]["after"]
    assert then["n"] == now["n"] == 22 and then["brier"] < now["brier"]
    assert "what was in use is better" in done.stderr and found["file"] in done.stderr


def test_commands_stand_where_they_are_found() -> None:
    """In a console block, which is run or says why not; an indented block would be passed over."""
    indented = re.compile(r"^    (?:localcheck|python3?|pip|curl|ray) ", re.MULTILINE)
    assert [name for name, page in PAGES.items() if indented.search(page)] == []
    for name, page in PAGES.items():
        shown = re.findall(r"^\$ .+$", page, re.MULTILINE)
        inside = re.findall(r"```console\n(.*?)```", page, re.DOTALL)
        assert len(shown) == sum(len(re.findall(r"^\$ ", block, re.MULTILINE)) for block in inside), name


@pytest.mark.parametrize(
    "name", ["usage", "review", "page", "mcp", "editors", "pipelines", "server", "python", "testing"]
)
def test_the_page_of_a_front_end_begins_with_its_picture(name: str) -> None:
    found = re.match(r"# [^\n]+\n\n!\[[^\]\n]{20,}\]\(([^)\n]+)\)\n", PAGES[f"{name}.md"])
    assert found and (ROOT / "docs" / found[1]).stat().st_size > 5_000


def test_each_method_has_one_short_section_with_the_command_that_makes_its_figures() -> None:
    sections = re.split(r"^## ", PAGES["methods.md"], flags=re.MULTILINE)[1:-1]
    for section in sections:
        lines = [line for line in section.splitlines() if line.strip()]
        tables = len(re.findall(r"^\| -", section, re.MULTILINE))
        assert len(lines) <= 20 and tables <= 1, section[:40]
        assert tables == 0 or "```console" in section, section[:40]
