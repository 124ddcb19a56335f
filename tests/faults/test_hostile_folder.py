"""The current folder may be a stranger's, with modules named as those of Python: no process of localcheck runs them.

``python -m localcheck`` itself would, before localcheck is even imported; the command ``localcheck`` does not. A worker of Ray
among them is in ``test_over_ray``, where a cluster is.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from localcheck.system import resources

ROOT = Path(__file__).parents[2]
NAMES = ("json", "multiprocessing", "numpy", "pickle", "resource", "runpy", "signal", "socket", "struct", "localcheck")
START = f"import sys; sys.path[:] = [p for p in sys.path if p]; sys.path.insert(0, {str(ROOT)!r}); " \
        "from localcheck.cli.main import entry; entry()"  # fmt: skip
"""What the command ``localcheck`` does, without ``-P``, which children would inherit."""


def run_among_strangers(folder: Path, home: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """The command in a folder with three claims and with modules of a stranger; it runs none of them, and ends well."""
    folder.mkdir()
    (folder / "in.jsonl").write_text("".join(json.dumps({"text": f"Mars has {i} moons."}) + "\n" for i in range(3)))
    for name in NAMES:
        (folder / f"{name}.py").write_text(f"open({str(folder / 'ran')!r}, 'a').write('{name} '); raise SystemExit(9)")
    command = [sys.executable, "-c", START, *arguments]
    found = "\n".join(p for p in sys.path if p and Path(p) != folder)
    environment = {
        **os.environ,
        **more,
        "LOCALCHECK_HOME": str(home),
        "PYTHONPATH": os.pathsep.join(found.splitlines()),
    }
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=240)
    ran = (folder / "ran").read_text() if (folder / "ran").exists() else ""
    assert not ran, (ran, done.stderr)
    assert done.returncode == 0, done.stderr
    return done


COMMANDS = {
    "a model that is tried out": ("models", "import", str(resources.shipped() / "models" / "starter-nli"), "--name", "x"),
    "the proof of the sandbox": ("doctor", "--offline"),
    "workers": ("batch", "in.jsonl", "out.jsonl", "-d", "all-false", "--workers", "2", "--fail-on", "never", "--no-store"),
}  # fmt: skip


@pytest.mark.parametrize("what", COMMANDS)
def test_modules_in_the_current_folder_are_not_run(what: str, tmp_path: Path, home: Path) -> None:
    run_among_strangers(tmp_path / "strangers", home, *COMMANDS[what])
