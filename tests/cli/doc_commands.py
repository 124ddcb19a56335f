"""The commands that a page of the documentation shows, and how they are run in a copy of what a user has."""

from __future__ import annotations

import atexit
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from shlex import join
from shutil import rmtree
from tempfile import mkdtemp

from tests import warm

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"(?=<!-- |```)(?:<!-- (not run|set-up): ([^\n]+?) -->\n)?(?:```console\n(.*?)```)?", re.DOTALL)


def commands(page: str) -> list[str]:
    """The commands that a page shows in console blocks, and those of its hidden ``<!-- set-up: … -->`` lines, in their order.

    A block behind ``<!-- not run: REASON -->`` is left out.
    """
    found = []
    for mark, said, block in BLOCK.findall(page):
        if mark == "set-up":
            found.append(said)
        if mark != "not run":
            found += [line.removeprefix("$ ") for line in block.splitlines() if line.startswith("$ ")]
    return found


@cache
def _programs() -> Path:
    """A folder with a ``localcheck`` that is warm."""
    folder = Path(mkdtemp(prefix="localcheck-"))
    atexit.register(rmtree, folder)
    program = folder / "localcheck"
    program.write_text(f'#!/bin/sh\nexec {join(warm.command())} "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    return folder


def run(command: str, folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """The command in a shell, in ``folder`` with the home ``folder/home`` and this interpreter's ``localcheck``."""
    path = f"{_programs()}{os.pathsep}{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "LOCALCHECK_HOME": str(folder / "home"), "PYTHONPATH": str(ROOT)}
    shell = ["bash", "-c", command]
    return subprocess.run(
        shell,
        cwd=folder,
        env=environment | variables,
        capture_output=True,
        text=True,
        timeout=280,
        stdin=subprocess.DEVNULL,
    )
