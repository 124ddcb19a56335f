"""Python processes that this package starts for itself: they import nothing from the current folder.

``python -m`` and ``python -c`` look for every module in the current folder first. That folder may be a stranger's: with a
``json.py`` in it, each child process would run that file.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SAFE_PATH = "PYTHONSAFEPATH"
"""The environment variable behind ``python -P``."""
START = """
import runpy, sys
module, root = sys.argv[1:3]
del sys.argv[1:3]
sys.path.insert(0, root)
import localcheck
del sys.path[0]
runpy.run_module(module, run_name="__main__", alter_sys=True)
"""


def command(module: str, *arguments: str) -> list[str]:
    """The command line that runs a module of this same package, wherever the current folder is."""
    return [sys.executable, "-P", "-c", START, module, str(Path(__file__).resolve().parents[1]), *arguments]


@contextmanager
def safe_path() -> Iterator[None]:
    """Python processes that are started in the block import nothing from the current folder."""
    before = os.environ.get(SAFE_PATH)
    os.environ[SAFE_PATH] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[SAFE_PATH]
        else:
            os.environ[SAFE_PATH] = before
