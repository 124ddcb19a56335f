"""Libraries of a few tests: found, or their module is skipped, without loading them. Every worker collects every module."""

from __future__ import annotations

import os
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest


def needs(*libraries: str, reason: str) -> None:
    """To be called at the top of a module of tests, before anything of ``libraries`` is imported."""
    for library in libraries:
        parent = library.partition(".")[0]
        if find_spec(parent) is None or find_spec(library) is None:
            pytest.skip(reason, allow_module_level=True)


class Later:
    """A module that is imported when a test asks for something of it: pytest, which asks all that it collects, gets nothing."""

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        if "PYTEST_CURRENT_TEST" not in os.environ:
            raise AttributeError(name)
        return getattr(import_module(self._module), name)
