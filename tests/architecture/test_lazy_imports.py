"""What must not be loaded: proven in fresh processes."""

from __future__ import annotations

import ast
import importlib
import json
import re
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from localcheck.text import patterns

ROOT = Path(__file__).resolve().parents[2]
PRODUCT = (ROOT / "localcheck", ROOT / "tui" / "localcheck_tui")

HEAVY = {
    "textual", "llama_cpp", "ctranslate2", "tantivy", "whoosh", "transformers", "torch", "tokenizers", "scipy",
    "trafilatura", "pypdf", "docx", "mwparserfromhell", "httpx", "sentencepiece",
}  # fmt: skip


def loaded_by(code: str) -> set[str]:
    """Top-level packages in ``sys.modules`` after ``code`` ran in a new interpreter."""
    tail = (
        "\nimport sys, json; print('\\n' + json.dumps(sorted({m.split('.')[0] for m in sys.modules})), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code + tail], capture_output=True, text=True, check=True)
    return set(json.loads(done.stderr.strip().splitlines()[-1]))


def test_no_runtime_is_loaded() -> None:
    """One process for all: what none of them loads, no one of them does."""
    run = "from localcheck.cli.main import run"
    listed = "from localcheck.registry import *; [r.names() for r in (DETECTORS, RETRIEVERS, NLIS, LLMS)]"
    said = "; ".join(f"run({words!r})" for words in (["--help"], ["--version"], ["detectors"]))
    assert loaded_by(f"import localcheck\n{run}; {said}\n{listed}") & HEAVY == set()


def test_the_package_itself_loads_almost_nothing() -> None:
    assert loaded_by("import localcheck") & {"numpy", "click", "rich"} == set()


def test_the_catalogue_is_not_read_for_models_that_came_with_the_product() -> None:
    code = (
        "import sys; from localcheck.models.manifest import find_model; from localcheck.models.packed import origin_of\n"
        "assert origin_of(find_model('starter-nli')).known and 'localcheck.models.catalogue' not in sys.modules"
    )
    loaded_by(code)


def test_the_types_of_the_python_interface_load_no_runtime() -> None:
    code = (
        "from localcheck import Report, Verdict, Label, Claim, Document, LocalcheckError, Settings; import localcheck"
    )
    assert loaded_by(f"{code}; dir(localcheck)") & {*HEAVY, "numpy"} == set()


def test_help_of_every_command_loads_no_runtime() -> None:
    from localcheck.cli.main import COMMANDS

    assert {"check", "index", "eval", "serve"} <= {*COMMANDS}
    said = "; ".join(f"assert run([{command!r}, '--help']) == 0" for command in COMMANDS)
    assert loaded_by(f"from localcheck.cli.main import run; {said}") & HEAVY == set()


def test_an_index_that_is_there_is_opened_without_what_builds_one(starter: Path) -> None:
    code = (
        "import sys\nfrom localcheck.run.open_sources import open_retriever\nfrom localcheck.settings import Settings\n"
        "open_retriever('starter', Settings()).close()\n"
        "print([m for m in sys.modules if m.startswith(('localcheck.ingest.indexing', 'localcheck.ingest.corpus'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_no_pattern_is_compiled_when_a_module_is_imported() -> None:
    """But for the four of ``system``, which stands below ``text``, and the one of the file that travels with a kit."""
    without = {"system", "carried.py"}
    files = [file for folder in PRODUCT for file in folder.rglob("*.py") if without.isdisjoint(file.parts)]
    found = [
        f"{file.relative_to(ROOT)}:{node.lineno}"
        for file in files
        if "re.compile" in (text := file.read_text(encoding="utf-8"))
        for node in _run_at_import(ast.parse(text))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "re.compile"
    ]
    assert found == []


def _run_at_import(tree: ast.AST) -> Iterator[ast.AST]:
    """Every node but those inside functions."""
    for node in ast.iter_child_nodes(tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield node
            yield from _run_at_import(node)


def test_every_pattern_is_a_regular_expression() -> None:
    written = [
        one for folder in PRODUCT for file in folder.rglob("*.py") for one in _patterns(vars(_imported(file, folder)))
    ]
    assert len({id(one) for one in written}) > 900
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for one in written:
            re.compile(one.pattern, one.flags)


def _imported(file: Path, folder: Path) -> ModuleType:
    name = ".".join(file.relative_to(folder.parent).with_suffix("").parts)
    return importlib.import_module(name.removesuffix(".__init__"))


def _patterns(value: object, depth: int = 4) -> Iterator[Any]:
    """The patterns of a module, those in its tables included."""
    if isinstance(value, patterns._Uncompiled):
        yield value
    elif depth and isinstance(value, dict | tuple | list | set | frozenset):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _patterns(one, depth - 1)
