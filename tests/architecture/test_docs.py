"""The documentation is checked: generated parts are up to date, and nothing a user meets is undocumented."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import localcheck
from localcheck import errors
from localcheck.registry import DETECTORS

ROOT = Path(__file__).parents[2]


def test_the_command_reference_is_up_to_date() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cogapp", "--check", "docs/reference.md"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, f"run: cog -r docs/reference.md\n{done.stdout}{done.stderr}"


def test_the_command_reference_says_each_thing_once() -> None:
    reference = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    assert reference.count("  --llm-context") == 1, "options of many commands stand once"
    assert str(2**63 - 1) not in reference, "the largest number of the store is no help"


def test_every_error_is_in_the_table_with_its_exit_code() -> None:
    table = dict(re.findall(r"^\| `(\w+)` \| (\d|–) \|", (ROOT / "docs" / "errors.md").read_text(), re.MULTILINE))
    kinds = {
        name: str(kind.exit_code)
        for name, kind in vars(errors).items()
        if isinstance(kind, type) and issubclass(kind, errors.LocalcheckError) and kind is not errors.LocalcheckError
    }
    assert kinds.pop("Unparsed") == "4"
    assert table.pop("Unparsed") == "–"
    assert table == kinds


def test_no_message_names_a_page_that_pip_does_not_install() -> None:
    page = re.compile(r"docs/[\w-]+\.md")
    files = {file: file.read_text(encoding="utf-8") for file in sorted((ROOT / "localcheck").rglob("*.py"))}
    for file, text in files.items():
        if "docs/" not in text:
            continue
        tree = ast.parse(text)
        told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
                assert not page.search(node.value), f"{file}:{node.lineno}"
    helps = (ROOT / "docs" / "reference.md").read_text()
    assert set(page.findall(helps)) == {"docs/reference.md"}, "it names itself, and what --help says names none"


def test_every_method_is_described() -> None:
    text = (ROOT / "docs" / "methods.md").read_text()
    assert [name for name in DETECTORS if name not in text] == []


@pytest.mark.parametrize("file", sorted((ROOT / "docs").rglob("*.md")), ids=lambda p: p.name)
def test_links_between_documents_lead_somewhere(file: Path) -> None:
    for target in re.findall(r"\]\((?!https?://|#)([^)#\s]+)", file.read_text()):
        assert (file.parent / target).exists(), f"{file.name}: {target}"


def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    """Every page is in its navigation, no link leads nowhere, and no page asks for anything from elsewhere."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path / "site")]
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=280, env=quiet)
    assert done.returncode == 0, done.stderr
    for page in (tmp_path / "site").rglob("*.html"):
        loaded = re.findall(r"<(?:script|img|iframe)[^>]+src=\"?(https?://[^\" >]+)", page.read_text(encoding="utf-8"))
        loaded += re.findall(
            r"<link[^>]+rel=\"?(?:stylesheet|preconnect)\"?[^>]+href=\"?(https?://[^\" >]+)",
            page.read_text(encoding="utf-8"),
        )
        assert loaded == [], page.name
    tutorial = (tmp_path / "site" / "tutorial.html").read_text(encoding="utf-8")
    assert '<span class="gp">$ </span>' in tutorial and "assets/prompt.css" in tutorial, (
        "a prompt is copied with its command"
    )


def test_every_attack_has_its_test() -> None:
    cited = re.findall(r"`([a-z/_]+\.py)::(test_\w+)`", (ROOT / "docs" / "attacks.md").read_text())
    missing = [f"{f}::{name}" for f, name in cited if f"def {name}(" not in (ROOT / "tests" / f).read_text()]
    assert len(cited) > 60 and missing == []


OWN_JSON = {
    "agent/tools/sandbox/launcher.py": "its command line, of our own",
    "asking/answers.py": "finds where a value ends, which jsontext then reads; schemas of our own",
    "asking/structured.py": "schemas of our own",
    "backends/llamacpp/sampling.py": "schemas of our own",
    "backends/llm/openai_server.py": "schemas of our own",
    "kit/carried.py": "travels with the kit and needs nothing but Python; it checks every value that it reads",
    "models/conversion/vocabulary.py": "what the tokenizers library writes of a tokenizer that it has read",
    "store/checks.py": "requests of our own",
    "system/jsontext.py": "the reader",
    "system/network_namespace.py": "what the probe, a process of our own, prints",
}
"""Modules that may use Python's own reader of JSON, and for what."""


def test_json_from_elsewhere_has_one_reader() -> None:
    files = [*(ROOT / "localcheck").rglob("*.py"), *(ROOT / "tui").rglob("*.py")]
    reading = re.compile(r"json\.loads?\(|JSONDecoder|from json import")
    root = f"{ROOT / 'localcheck'}/"
    found = {str(f).removeprefix(root) for f in files if reading.search(f.read_text(encoding="utf-8"))}
    assert found == set(OWN_JSON)


def test_nothing_in_the_project_names_the_machine_it_was_made_on() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not a git checkout")
    words = re.compile("|".join(["/wo" + "rk/", "/ro" + "ot/", "/tmp/" + "bash_jobs"]))
    found = []
    for name in filter(None, listed.stdout.split("\0")):
        path = ROOT / name
        if path.suffix in {".py", ".md", ".toml", ".sh", ".json", ".txt", ""} and path.is_file():
            text = path.read_text(encoding="utf-8", errors="replace")
            if words.search(text):
                found.append(name)
    assert found == []


def test_the_licence_of_each_package_that_is_needed_is_stated() -> None:
    """``python scripts/make_licences.py`` writes the table from what is installed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = {e: r for e, r in project["optional-dependencies"].items() if e not in {"docs", "dev", "all"}}
    needed = {re.match(r"[\w-]+", r)[0] for group in [project["dependencies"], *extras.values()] for r in group}  # type: ignore[index]
    rows = dict(re.findall(r"^\| ([\w-]+) \| (.+?) \| ", (ROOT / "docs" / "licences.md").read_text(), re.MULTILINE))
    assert needed - rows.keys() == set(), "run: python scripts/make_licences.py"
    assert [name for name, licence in rows.items() if licence == "not stated"] == []


def test_the_version_is_stated_once_and_has_its_entry() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == localcheck.__version__
    dated = rf"^## \[{re.escape(localcheck.__version__)}\] - \d{{4}}-\d\d-\d\d$"
    assert re.search(dated, (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    pipelines = (ROOT / "docs" / "pipelines.md").read_text(encoding="utf-8")
    assert re.findall(r"(?:rev: |OWNER/localcheck@)v(\S+)", pipelines) == [localcheck.__version__] * 2
