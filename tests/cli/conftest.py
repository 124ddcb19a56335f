"""The command line is tested through real processes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def localcheck(home: Path, tmp_path: Path) -> Run:
    """Run ``localcheck`` with these arguments in an empty folder and an empty home; bytes go to standard input."""

    def run(*arguments: object, stdin: bytes | str = b"", **environment: str) -> subprocess.CompletedProcess[str]:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        done = subprocess.run(
            [sys.executable, "-m", "localcheck", *map(str, arguments)],
            input=data,
            capture_output=True,
            cwd=tmp_path,
            env={**os.environ, "LOCALCHECK_HOME": str(home), "PYTHONPATH": str(ROOT), **environment},
            timeout=240,
        )
        return subprocess.CompletedProcess(
            done.args, done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8")
        )

    return run
