"""In a run over several workers, all rows of a plain parametrised test are one item, which goes over them.

For each item pytest and pytest-xdist take three milliseconds of processor in the worker and in what waits for it, and each
other worker collects it, too; most rows take less, and there are five thousand. Every row is tried, and each that fails is
shown with its values. Run without workers, or with words or rows to choose from, each row is a test of its own.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

Row = dict[str, Any]


def wanted(config: pytest.Config) -> bool:
    """Whether this process is one of several that run tests, and nobody chooses among rows."""
    chosen = config.getoption("keyword") or any("[" in argument for argument in config.args)
    return "PYTEST_XDIST_WORKER" in os.environ and not chosen


def in_one(test: Any) -> Callable[[], None] | None:
    """A function that tries the test with each of its rows; None where the test needs more than its rows.

    That is a fixture, a mark, an example by Hypothesis, or an event loop.
    """
    marks = getattr(test, "pytestmark", [])
    if not (inspect.isfunction(test) and marks) or inspect.iscoroutinefunction(test) or hasattr(test, "hypothesis"):
        return None
    if any(mark.name != "parametrize" or mark.kwargs.keys() - {"ids"} or len(mark.args) != 2 for mark in marks):
        return None
    names = [_split(mark.args[0]) for mark in marks]
    if {name for some in names for name in some} != inspect.signature(test).parameters.keys():
        return None
    if not all(
        isinstance(mark.args[1], Collection) for mark in marks
    ):  # what can be gone through once is left to pytest
        return None
    parts = [list(_rows(*mark.args)) for mark in marks]
    if not all(parts) or any(row is None for part in parts for row in part):
        return None
    rows = [{name: value for part in chosen for name, value in part.items()} for chosen in product(*parts)]

    def all_rows() -> None:
        try_all(test, rows)

    all_rows.__name__, all_rows.__doc__, all_rows.__module__ = test.__name__, test.__doc__, test.__module__
    return all_rows


def _split(names: str | Sequence[str]) -> list[str]:
    return [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)


def _rows(names: str | Sequence[str], values: Collection[Any]) -> Iterator[Row | None]:
    """What each row gives to the arguments; None for one with marks of its own."""
    split = _split(names)
    for value in values:
        if hasattr(value, "marks") and hasattr(value, "values"):
            given = None if value.marks else value.values
        else:
            given = (value,) if len(split) == 1 and isinstance(names, str) else value
        yield None if given is None else dict(zip(split, given, strict=True))


def try_all(test: Callable[..., None], rows: Sequence[Row]) -> None:
    """Raises ``AssertionError`` with what each row raised and its values; skips where one was skipped and none failed."""
    failed: list[tuple[Row, BaseException]] = []
    skipped = []
    for row in rows:
        try:
            test(**row)
        except pytest.skip.Exception as reason:
            skipped.append(str(reason))
        except (Exception, pytest.fail.Exception) as error:
            failed.append((row, error))
    if failed:
        told = [f"{row!r}: {type(error).__name__}: {error}" for row, error in failed]
        raise AssertionError("\n".join([f"{len(failed)} of {len(rows)} rows:", *told])) from failed[0][1]
    if skipped:
        pytest.skip(f"{len(skipped)} of {len(rows)} rows: {skipped[0]}")


@cache
def made_ready_for_each(module: Path) -> bool:
    """Whether a fixture of the file or of a folder above makes something ready for each test by itself."""
    files = [module, *(folder / "conftest.py" for folder in module.parents)]
    return any("autouse=True)" in file.read_text(encoding="utf-8") for file in files if file.is_file())
