"""No import circle, between folders or between modules: imports inside functions count as well."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ENTRANCES = {"localcheck.cli.main", "localcheck_tui.app", "localcheck", "localcheck_tui", "localcheck_tui.__main__"}
"""Where the program is entered: they import every folder of their front end."""
PLACES = {
    "localcheck": ROOT / "localcheck",
    "localcheck_tui": ROOT / "tui" / "localcheck_tui",
    "training": ROOT / "training",
}


@cache
def modules() -> dict[str, Path]:
    """Dotted name of every module of ours, with its file."""
    found = {}
    for package, folder in PLACES.items():
        for file in folder.rglob("*.py"):
            parts = file.relative_to(folder).with_suffix("").parts
            found[".".join([package, *(p for p in parts if p != "__init__")])] = file
    return found


def imported(file: Path, known: Mapping[str, Path]) -> Iterator[str]:
    """The modules of ours that a file imports, wherever in it; what only a type checker imports is no dependency."""
    for node in _running(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                if name in known or node.module in known:
                    yield name if name in known else node.module


def _running(tree: ast.Module) -> Iterator[ast.AST]:
    """Every statement but those under ``if TYPE_CHECKING``; no import stands inside an expression."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if not (isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
            yield node
            for block in ("body", "orelse", "finalbody", "handlers", "cases"):
                waiting += getattr(node, block, ())


@cache
def graph() -> dict[str, set[str]]:
    """Module -> modules that it imports."""
    known = modules()
    return {name: set(imported(file, known)) - {name} for name, file in known.items()}


def folder_at_the_top(module: str) -> str:
    """``localcheck.judging.paper`` is in ``judging``; the app and the training count as one folder each."""
    parts = module.split(".")
    return parts[1] if parts[0] == "localcheck" and len(parts) > 1 else parts[0]


def test_no_circle_between_modules() -> None:
    try:
        TopologicalSorter(graph()).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def test_no_circle_between_folders() -> None:
    folders: dict[str, set[str]] = {}
    for module, targets in graph().items():
        folders.setdefault(folder_at_the_top(module), set()).update(map(folder_at_the_top, targets))
    for folder, targets in folders.items():
        targets.discard(folder)
    try:
        TopologicalSorter(folders).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def folder_of(module: str) -> Path:
    """``localcheck.judging.evidence.read`` is in ``localcheck/judging/evidence``."""
    return modules()[module].parent.relative_to(ROOT)


def test_an_inner_folder_uses_its_outer_folder_or_is_used_by_it_and_never_both() -> None:
    """What a folder shares with the folder inside it goes one way; only the two front doors import every folder."""
    seen: dict[tuple[Path, Path], list[str]] = {}
    for module, targets in graph().items():
        for target in targets - ENTRANCES if module not in ENTRANCES else ():
            here, there = folder_of(module), folder_of(target)
            if here.parts[0] == there.parts[0] != "training" and len({here, there} & {here.parent, there.parent}) == 1:
                seen.setdefault((here, there), []).append(f"{module} imports {target}")
    tops = (Path("localcheck"), Path("tui"))
    both = [(a, b) for a, b in seen if (b, a) in seen and len(a.parts) < len(b.parts) and a not in tops]
    assert {f"{a} and {b}": seen[a, b] + seen[b, a] for a, b in both} == {}


def test_every_folder_has_one_sentence_that_says_what_belongs_in_it() -> None:
    """``docs/architecture.md`` has a row for each folder of the package, and no row without a folder."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z_/]+)` \| (.+?) \|$", page, re.M)
    said = [(folder, sentence) for folder, sentence in rows if sentence.endswith(".")]
    folders = {f.parent.relative_to(PLACES["localcheck"]).as_posix() for f in PLACES["localcheck"].rglob("*.py")}
    assert sorted(folder for folder, _ in said) == sorted(folders - {"."})
    assert [folder for folder, sentence in said if ". " in sentence.removesuffix(".")] == []


def test_tests_of_several_folders_can_be_run_together() -> None:
    """Every folder may have a ``conftest``; by its bare name a test would get that of whichever folder came first."""
    said = [
        p.name for p in (ROOT / "tests").rglob("*.py") if re.search(r"^(from|import) conftest\b", p.read_text(), re.M)
    ]
    assert said == []


def test_no_two_files_of_tests_have_the_same_name() -> None:
    """The folders of tests are no packages: pytest would take the second file for the first, and collect nothing at all."""
    names = Counter(p.name for p in (ROOT / "tests").rglob("test_*.py"))
    assert [name for name, count in names.items() if count > 1] == []
