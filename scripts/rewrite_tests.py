"""Rewrite the assertions of all tests once: on a fresh checkout each worker of pytest would do it, at the same time.

python scripts/rewrite_tests.py

Writes what pytest itself keeps in ``__pycache__``; what is there and newer stays. pytest rewrites what is missing.
"""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from _pytest.assertion import rewrite
from _pytest.config import get_config

TESTS = Path(__file__).resolve().parent.parent / "tests"


def write(path: Path) -> None:
    """The compiled file beside the test, under the name by which pytest looks for it."""
    kept = rewrite.get_cache_dir(path) / (path.stem + rewrite.PYC_TAIL)
    if kept.exists() and kept.stat().st_mtime > path.stat().st_mtime:
        return
    kept.parent.mkdir(exist_ok=True)
    stat, code = rewrite._rewrite_test(path, get_config())
    part = kept.with_suffix(f".{os.getpid()}")
    with part.open("wb") as file:
        rewrite._write_pyc_fp(file, stat, code)
    part.rename(kept)


if __name__ == "__main__":
    with ProcessPoolExecutor() as pool:
        list(pool.map(write, [*TESTS.rglob("test_*.py"), *TESTS.rglob("conftest.py")], chunksize=20))
