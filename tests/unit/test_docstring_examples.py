"""The examples in docstrings say what their functions return."""

from __future__ import annotations

import doctest
import linecache
import re
from importlib import import_module
from pathlib import Path

import pytest

import localcheck

PACKAGE = Path(localcheck.__file__).parent
EXAMPLE = re.compile(r"^ *>>> (?!.*\+SKIP)", re.MULTILINE)
WITH_EXAMPLES = [path for path in sorted(PACKAGE.rglob("*.py")) if EXAMPLE.search(path.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_examples_in_docstrings_are_true(path: Path) -> None:
    name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
    linecache.clearcache()  # doctest's debugger asks before each example whether a file in there was changed
    result = doctest.testmod(import_module(name))
    assert result.attempted and not result.failed
