"""The command line is tested through real processes; most of them are forked from one that is warm (``tests/warm.py``)."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import warm

ROOT = Path(__file__).parents[2]
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def localcheck(starter: Path, tmp_path: Path) -> Run:
    """Run ``localcheck`` with these arguments in an empty folder; bytes go to standard input.

    The home is empty but for the starter index. Variables of Python itself need an interpreter of its own.
    """

    def run(*arguments: object, stdin: bytes | str = b"", **environment: str) -> subprocess.CompletedProcess[str]:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        own = any(name.startswith("PYTHON") for name in environment)
        variables = {**os.environ, "LOCALCHECK_HOME": str(starter), "PYTHONPATH": str(ROOT), **environment}
        if not own:
            return warm.run(arguments, data, tmp_path, variables)
        command = [sys.executable, "-m", "localcheck", *map(str, arguments)]
        done = subprocess.run(command, input=data, capture_output=True, cwd=tmp_path, env=variables, timeout=240)
        return subprocess.CompletedProcess(
            done.args, done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8")
        )

    return run
