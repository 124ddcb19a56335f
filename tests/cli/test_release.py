"""What is released: sdist and wheel are built, the wheel is installed in an empty environment, and the demo runs there."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from importlib.metadata import Distribution, distributions
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT
from tests.installed import large, light_checkout, light_copy, link, needed

SHORT = {
    "mixed.txt": 214,
    "factual.txt": 81,
    "subtly_wrong.txt": 91,
    "report.md": 87,
    "page.html": 940,
    "chinese.txt": 40,
}
"""How many characters of an example are one sentence, or a few."""


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout whose weights are empty, as is what no wheel holds: to pack and to unpack them takes most of the time."""
    folder = tmp_path_factory.mktemp("source") / "localcheck"
    return light_checkout(folder, empty=("models",), names=("research", "tests", "training"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory, source: Path) -> Path:
    """The wheel, built from the sdist as ``python -m build`` does; of the weights only their names."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(source)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(list(folder.glob("localcheck-*.tar.gz"))) == 1
    (built,) = folder.glob("localcheck-*.whl")
    return built


def weights() -> list[Path]:
    """The large files of the models that are shipped, as named in the checkout."""
    shipped = [ROOT / "models" / name for name in ("adapters", "packed", "starter-nli")]
    files = [path for folder in shipped for path in folder.rglob("*") if path.is_file()]
    found = [path.relative_to(ROOT) for path in files if large(path)]
    assert len(found) > 5
    return found


def test_the_wheel_holds_both_packages_and_what_is_shipped(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert "localcheck/py.typed" in names
    assert "localcheck_tui/app.tcss" in names
    page = ROOT / "localcheck/serve/page/static"
    assert {f"localcheck/serve/page/static/{file.name}" for file in page.iterdir()} <= names
    assert "localcheck/_shipped/models/catalogue.toml" in names
    assert {f"localcheck/_shipped/{path.as_posix()}" for path in weights()} <= names
    assert any(n.startswith("localcheck/_shipped/indexes/starter/") and n.endswith(".xml.bz2") for n in names)
    assert "localcheck/_shipped/examples/mixed.txt" in names
    assert {Path(n).name for n in names if ".dist-info/licenses/" in n} == {"LICENSE", "licences.md"}
    assert not [n for n in names if "checkpoints" in n or "/articles/" in n]


@pytest.mark.slow
def test_the_demo_runs_where_only_the_wheel_and_what_it_declares_are_installed(
    wheel: Path, source: Path, tmp_path: Path
) -> None:
    """What it declares is linked from this environment: a registry is asked for it by ``scripts/test`` already. So are weights.

    Of the examples, the first lines are enough.
    """
    for path in (source / "examples").iterdir():
        if path.name in SHORT:
            text = path.read_text(encoding="utf-8")
            path.write_text(text[: SHORT[path.name]], encoding="utf-8")
    environment = {k: v for k, v in os.environ.items() if k not in {"PYTHONPATH", "VIRTUAL_ENV", "LOCALCHECK_CONFIG"}}
    environment["LOCALCHECK_HOME"] = str(tmp_path / "home")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv"], check=True, timeout=120)
    python = str(tmp_path / "venv" / "bin" / "python")
    install = [sys.executable, "-m", "pip", "--python", python, "install", "-q", "--no-index", "--no-deps"]
    install += ["--no-compile", wheel]  # what is imported will be compiled then
    done = subprocess.run(install, env=environment, capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stderr
    (packages,) = (tmp_path / "venv" / "lib").glob("python*/site-packages")
    (installed,) = distributions(path=[str(packages)])
    for path in weights():
        (packages / "localcheck" / "_shipped" / path).unlink()
        light_copy(ROOT / path, packages / "localcheck" / "_shipped" / path)
    parts: dict[str, Distribution] = {}
    needed(installed, parts)
    for part in parts.values():
        link(part, packages)
    more = subprocess.run([python, "-P", "-c", "import pytest"], env=environment, capture_output=True)
    assert more.returncode == 1, "what is not declared is not there"
    environment["DEMO_PYTHON"] = python
    done = subprocess.run(
        ["bash", "scripts/demo"], cwd=source, env=environment, capture_output=True, text=True, timeout=280
    )
    assert done.returncode == 0, done.stderr
    assert "BLOCK" in done.stdout
    assert "read on" in done.stdout
    where = "import localcheck; print(localcheck.__file__)"
    found = subprocess.run([python, "-P", "-c", where], env=environment, capture_output=True, text=True, check=True)
    assert found.stdout.startswith(str(tmp_path))
