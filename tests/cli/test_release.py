"""What is released: sdist and wheel are built, the wheel is installed in an empty environment, and the demo runs there."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the sdist as ``python -m build`` does."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(list(folder.glob("localcheck-*.tar.gz"))) == 1
    (built,) = folder.glob("localcheck-*.whl")
    return built


def test_the_wheel_holds_both_packages_and_what_is_shipped(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert "localcheck/py.typed" in names
    assert "localcheck_tui/app.tcss" in names
    page = ROOT / "localcheck/serve/page/static"
    assert {f"localcheck/serve/page/static/{file.name}" for file in page.iterdir()} <= names
    assert "localcheck/_shipped/models/catalogue.toml" in names
    assert "localcheck/_shipped/models/starter-nli/model.bin" in names
    assert any(n.startswith("localcheck/_shipped/indexes/starter/") and n.endswith(".xml.bz2") for n in names)
    assert "localcheck/_shipped/examples/mixed.txt" in names
    assert {Path(n).name for n in names if ".dist-info/licenses/" in n} == {"LICENSE", "licences.md"}
    assert not [n for n in names if "checkpoints" in n or "/articles/" in n]


@pytest.mark.slow
@pytest.mark.timeout(1500)
def test_the_demo_runs_where_only_the_wheel_is_installed(wheel: Path, tmp_path: Path) -> None:
    """Not compiled while it is installed: most of the packages' modules are never imported here."""
    environment = {k: v for k, v in os.environ.items() if k not in {"PYTHONPATH", "VIRTUAL_ENV", "LOCALCHECK_CONFIG"}}
    environment["LOCALCHECK_HOME"] = str(tmp_path / "home")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv"], check=True, timeout=120)
    python = str(tmp_path / "venv" / "bin" / "python")
    install = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        python,
        "install",
        "-q",
        "--no-compile",
        "--prefer-binary",
        wheel,
    ]
    done = subprocess.run(install, env=environment, capture_output=True, text=True, timeout=900)
    if done.returncode and "ould not find a version" in done.stderr:
        pytest.skip(f"no package index can be reached: {done.stderr[-300:]}")
    assert done.returncode == 0, done.stderr
    environment["DEMO_PYTHON"] = python
    done = subprocess.run(
        ["bash", "scripts/demo"], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=280
    )
    assert done.returncode == 0, done.stderr
    assert "BLOCK" in done.stdout
    assert "read on" in done.stdout
    where = "import localcheck; print(localcheck.__file__)"
    found = subprocess.run([python, "-P", "-c", where], env=environment, capture_output=True, text=True, check=True)
    assert found.stdout.startswith(str(tmp_path))
